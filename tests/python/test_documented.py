# SPDX-License-Identifier: Zlib
"""Every public name has a docstring, and the type stubs are those of the module."""
import inspect
import os
import sys

import ambientfluid as af
from ambientfluid import _core

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pybullet_package
import stubs

PARTS = {"ambientfluid": af, "_core": _core, "envs": af.envs, "shapes": af.shapes, "swimming": af.swimming, "sweep": af.sweep,
         "worlds": sys.modules["ambientfluid.worlds"]}


def text_of(member):
    """The docstring without the signature that pybind11 puts before it."""
    doc = inspect.getdoc(member.fget if isinstance(member, property) and not member.__doc__ else member) or ""
    lines = doc.splitlines()
    return "\n".join(lines[1:] if lines and "->" in lines[0] else lines).strip()


def members(owner):
    for name, member in vars(owner).items():
        if isinstance(member, staticmethod) or isinstance(member, classmethod):
            member = member.__func__
        if name in ("__init__", "__len__", "__add__", "__repr__") or not name.startswith("_"):
            if inspect.isclass(member) or callable(member) or isinstance(member, property):
                yield name, member


def undocumented(parts):
    """Names without a docstring, and how many names there are."""
    missing, seen = [], 0
    for part, module in parts.items():
        assert inspect.getdoc(module), part
        for name, member in members(module):
            if getattr(member, "__module__", "").split(".")[0] != "ambientfluid":
                continue
            seen += 1
            if len(text_of(member)) < 10:
                missing.append(f"{part}.{name}")
            for inner, method in members(member) if inspect.isclass(member) else ():
                if inner == "__init__" and not inspect.isfunction(method) and "->" not in (method.__doc__ or ""):
                    continue  # object's own: the class cannot be made
                seen += 1
                if not text_of(method) and not (inner == "__init__" and text_of(member)):
                    missing.append(f"{part}.{name}.{inner}")
    return missing, seen


def test_every_public_name_is_documented():
    missing, seen = undocumented(PARTS)
    assert not missing and seen > 250, (missing, seen)


def test_every_public_name_for_pybullet_is_documented():
    pybullet_package.require()
    import ambientfluid.pybullet as afp
    missing, seen = undocumented({"pybullet": afp})
    assert not missing and seen > 15, (missing, seen)


def test_the_stubs_are_those_of_the_module():
    path = os.path.join(os.path.dirname(_core.__file__), "_core.pyi")
    with open(path, encoding="utf-8") as file:
        assert file.read() == stubs.stub(_core), "run tests/python/stubs.py extension/src/AmbientFluidPython/ambientfluid/_core.pyi"


def test_all_names_are_exported():
    public = {name for name in vars(_core) if not name.startswith("_")} - {"World"}
    assert public <= set(af.__all__) and all(hasattr(af, name) for name in af.__all__)
