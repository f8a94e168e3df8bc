# SPDX-License-Identifier: Zlib
"""Units that `ambient fmu` writes, as an importing program sees them: by the C functions of FMI 2.0 alone."""
import ctypes
import json
import os
import subprocess
import xml.etree.ElementTree
import zipfile

import pytest

TOOL = os.environ.get("AMBIENT_TOOL", "")
OK, WARNING, DISCARD, ERROR = range(4)


def require():
    """Skips the tests if this build writes no units."""
    if not TOOL:
        pytest.skip("there is no tool", allow_module_level=True)
    answer = subprocess.run([TOOL, "fmu", "none.json", "none.fmu"], capture_output=True, text=True)
    if "this build writes no" in answer.stderr:
        pytest.skip(answer.stderr.strip(), allow_module_level=True)


def run(*words):
    return subprocess.run([TOOL, *map(str, words)], capture_output=True, text=True)


def written(world, folder, name="world", version="2"):
    """The unit of a world: an object, or the path of a file."""
    if isinstance(world, dict):
        path = os.path.join(folder, name + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(world, file)
        world = path
    unit = os.path.join(folder, name + ".fmu")
    answer = run("fmu", world, unit, "--quiet", "--fmi", version)
    assert answer.returncode == 0, answer.stderr
    return unit


def table(world, folder, name="world", seconds=None):
    """Rows of `ambient simulate`: {(time, body): the 13 numbers as printed}."""
    path = os.path.join(folder, name + ".csv")
    answer = run("simulate", world, "--csv", path, "--quiet", *(() if seconds is None else ("--seconds", seconds)))
    assert answer.returncode == 0, answer.stderr
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split(",") for line in file][1:]
    return [(float(row[0]), row[1], row[2:]) for row in rows]


LOGGER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p)


class Callbacks(ctypes.Structure):
    _fields_ = [("logger", LOGGER), ("allocate", ctypes.c_void_p), ("free", ctypes.c_void_p), ("finished", ctypes.c_void_p),
                ("environment", ctypes.c_void_p)]


MOTION = ("x", "y", "z", "qx", "qy", "qz", "qw", "vx", "vy", "vz", "wx", "wy", "wz")


class Unit:
    """An instance of a unit, ready to step."""

    def __init__(self, path, folder, guid=None, initialized=True):
        self.place = os.path.join(folder, "unzipped-" + os.path.basename(path))
        with zipfile.ZipFile(path) as archive:
            archive.extractall(self.place)
        self.description = xml.etree.ElementTree.parse(os.path.join(self.place, "modelDescription.xml")).getroot()
        name = self.description.find("CoSimulation").get("modelIdentifier")
        self.library = ctypes.CDLL(os.path.join(self.place, "binaries", "linux64", name + ".so"))
        self.library.fmi2Instantiate.restype = ctypes.c_void_p
        self.messages = []
        self.callbacks = Callbacks(LOGGER(lambda _, __, status, ___, form, text: self.messages.append((status, form, text.decode()))))
        self.variables = {v.get("name"): v for v in self.description.find("ModelVariables")}
        self.references = {name: int(v.get("valueReference")) for name, v in self.variables.items()}
        self.step_size = float(self.description.find("DefaultExperiment").get("stepSize"))
        self.time = 0.0
        self.instance = self.library.fmi2Instantiate(
            b"unit", 1, (guid or self.description.get("guid")).encode(),
            ("file://" + os.path.join(self.place, "resources")).encode(), ctypes.byref(self.callbacks), 0, 0)
        if self.instance and initialized:
            self.initialize()

    def initialize(self):
        assert self.call("SetupExperiment", 0, ctypes.c_double(0), ctypes.c_double(0), 0, ctypes.c_double(0)) == OK
        assert self.call("EnterInitializationMode") == OK
        assert self.call("ExitInitializationMode") == OK

    def call(self, name, *arguments):
        return getattr(self.library, "fmi2" + name)(ctypes.c_void_p(self.instance), *arguments)

    def set(self, **values):
        """Two underscores stand for a dot in a name."""
        for name, value in values.items():
            assert self.set_reference(self.references[name.replace("__", ".")], value) == OK, self.messages

    def set_reference(self, reference, value):
        return self.set_references([reference], [value])

    def set_references(self, references, values):
        count = len(references)
        return self.call("SetReal", (ctypes.c_uint * count)(*references), ctypes.c_size_t(count), (ctypes.c_double * count)(*values))

    def get(self, *names):
        references = (ctypes.c_uint * len(names))(*(self.references[name] for name in names))
        values = (ctypes.c_double * len(names))()
        assert self.call("GetReal", references, ctypes.c_size_t(len(names)), values) == OK, self.messages
        return list(values)

    def motion(self, body):
        return self.get(*(f"{body}.{part}" for part in MOTION))

    def outputs(self):
        return self.get(*(name for name, v in self.variables.items() if v.get("causality") == "output"))

    def step(self, count=1, size=None):
        for _ in range(count):
            size = size or self.step_size
            assert self.call("DoStep", ctypes.c_double(self.time), ctypes.c_double(size), 0) == OK, self.messages
            self.time += size

    def save(self):
        state = ctypes.c_void_p()
        assert self.call("GetFMUstate", ctypes.byref(state)) == OK, self.messages
        return state, self.time

    def restore(self, saved):
        assert self.call("SetFMUstate", saved[0]) == OK, self.messages
        self.time = saved[1]

    def bytes_of(self, state):
        size = ctypes.c_size_t()
        assert self.call("SerializedFMUstateSize", state, ctypes.byref(size)) == OK
        data = ctypes.create_string_buffer(size.value)
        assert self.call("SerializeFMUstate", state, data, size) == OK
        return data.raw

    def state_of(self, data):
        state = ctypes.c_void_p()
        assert self.call("DeSerializeFMUstate", data, ctypes.c_size_t(len(data)), ctypes.byref(state)) == OK
        return state

    def refused(self, status):
        """The message of the last call, which failed."""
        assert status == ERROR
        assert self.messages and self.messages[-1][0] == ERROR and self.messages[-1][1] == b"%s"
        return self.messages[-1][2]

    def free(self):
        self.library.fmi2FreeInstance(ctypes.c_void_p(self.instance))
