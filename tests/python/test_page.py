# SPDX-License-Identifier: Zlib
"""Every block in `python` of the documentation runs, and its names of calls exist."""
import contextlib
import io
import os
import re
import sys

import pytest

import ambientfluid as af

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
sys.path[:0] = [os.path.join(ROOT, "tests", "documents"), os.path.dirname(os.path.abspath(__file__))]
import gymnasium_package
import markdown
import pybullet_package

BLOCKS = [fence for page in markdown.pages(ROOT) for fence in markdown.fences(ROOT, page) if fence.language == "python"]


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.page}:{block.line}")
def test_every_block_runs(block, tmp_path, monkeypatch):
    if "import pybullet" in block.text:
        pybullet_package.require()
    if "import gymnasium" in block.text:
        gymnasium_package.require()
    os.symlink(os.path.join(ROOT, "samples"), tmp_path / "samples")
    monkeypatch.chdir(tmp_path)
    with contextlib.redirect_stdout(io.StringIO()) as text:
        exec(compile(block.text, f"{block.page}:{block.line}", "exec"), {"__name__": "block"})
    assert "nan" not in text.getvalue()


def test_the_page_names_calls_that_exist():
    assert len(BLOCKS) >= 5
    with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as file:
        table = [line for line in file if line.startswith("| ") and "`" in line]
    known = set(dir(af)) | set(dir(af.World)) | set(dir(af.Body)) | set(dir(af.MultiBody)) | set(dir(af.Joint))
    known |= set(dir(af.ShapeDrive)) | set(dir(af.Mooring)) | set(dir(af.Medium)) | {"+"}
    for line in table:
        for code in re.findall(r"`([^`]+)`", line):
            name = code.split("(")[0].split(".")[-1]
            assert name in known or code == "body.drive", code
