# SPDX-License-Identifier: Zlib
"""Laws of co-simulation units: they move as `ambient simulate`, inputs act, states repeat, and they stand alone."""
import copy
import ctypes
import json
import os
import shutil
import subprocess
import sys
import zipfile

import pytest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fmu_unit
from fmu_unit import OK, Unit, written

fmu_unit.require()

BALL = {"type": "sphere", "radius": 0.2, "faces": 80}
# A float with a thruster, a dry ball, an arm with a motor and a link that hangs, in a stream below air.
WORLD = {
    "dt": 0.01, "seconds": 0.3,
    "medium": {"fluid": "water", "velocity": [0.2, 0, 0], "surface": {"height": 0}},
    "bodies": [{"name": "float", "shape": BALL, "mass": 15, "position": [0, 0, 0.05], "can_sleep": False},
               {"name": "a ball", "shape": BALL, "mass": 3, "position": [0, 3, 1], "model": "rbd"}],
    "articulated_bodies": [{"name": "arm", "fixed_base": True, "position": [2, 0, -1], "links": [
        {"name": "base", "shape": BALL},
        {"name": "upper", "parent": "base", "position": [0.5, 0, 0], "shape": BALL, "density": 1500,
         "joint": {"type": "hinge", "axis": [0, 1, 0],
                   "motor": {"target_position": {"offset": 0.1, "amplitude": 0.2, "frequency": 2}, "stiffness": 20000, "damping": 1000}}},
        {"name": "lower", "parent": "upper", "position": [0.5, 0, 0], "shape": BALL, "density": 1500,
         "joint": {"type": "hinge", "axis": [0, 1, 0]}}]}],
    "thrusters": [{"name": "screw", "body": "float", "position": [-0.2, 0, -0.1], "command": 20}],
}
VACUUM = {"dt": 0.01, "seconds": 0.1, "medium": "vacuum", "gravity": [0, 0, 0],
          "bodies": [{"name": "ball", "shape": BALL, "mass": 2, "inertia": [0.1, 0.2, 0.3, 0, 0, 0], "center_of_mass": [0, 0, 0]}]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return str(tmp_path_factory.mktemp("units"))


@pytest.fixture(scope="module")
def unit_file(folder):
    return written(WORLD, folder)


@pytest.fixture
def unit(unit_file, tmp_path):
    made = Unit(unit_file, str(tmp_path))
    yield made
    made.free()


def test_names_are_those_of_the_contract(unit):
    motion = fmu_unit.MOTION
    rows = ("float", "a ball", "arm/upper", "arm/lower")
    wrench = ("fx", "fy", "fz", "tx", "ty", "tz")
    outputs = [f"{row}.{part}" for row in rows for part in motion] + ["arm.upper", "arm.lower"]
    inputs = [f"{row}.{part}" for row in rows for part in wrench]
    inputs += ["arm.upper.target", "screw.command", "current.x", "current.y", "current.z"]
    assert list(unit.variables) == outputs + inputs
    for name, variable in unit.variables.items():
        assert variable.get("causality") == ("input" if name in inputs else "output")
    starts = {name: float(unit.variables[name][0].get("start")) for name in inputs}
    assert {name: value for name, value in starts.items() if value} == {"arm.upper.target": 0.1, "screw.command": 20.0}


def test_a_unit_moves_as_simulate(unit, folder):
    rows = fmu_unit.table(os.path.join(folder, "world.json"), folder)
    for k, (time, body, numbers) in enumerate(rows):
        while unit.time < time - 1e-9:
            unit.step()
        assert [f"{value:.9g}" for value in unit.motion(body)] == numbers, (time, body)
    assert k == 4 * 31 - 1
    assert not [text for status, _, text in unit.messages if status > fmu_unit.WARNING]


def test_steps_of_any_size_make_whole_steps_of_the_world(unit, unit_file, tmp_path):
    other = Unit(unit_file, str(tmp_path / "other"))
    unit.step(6)
    other.step(4, size=0.015)
    assert other.outputs() == unit.outputs()
    other.step(1, size=0.004)  # the world has no step that ends before 0.07
    assert other.outputs() == unit.outputs()
    other.step(1, size=0.006)
    unit.step()
    assert other.outputs() == unit.outputs()
    other.free()


def test_states_repeat_to_the_byte(unit):
    unit.set(current__y=0.3, arm__upper__target=0.4)
    unit.step(5)
    saved = unit.save()
    data = unit.bytes_of(saved[0])
    unit.step(5)
    unit.set(screw__command=-30.0, current__y=0.0, float__fz=40.0, arm__upper__target=-0.2)
    unit.step(10)
    once, end = unit.outputs(), unit.bytes_of(unit.save()[0])
    for state in (saved[0], unit.state_of(data)):
        unit.restore((state, saved[1]))
        assert unit.get("current.y", "arm.upper.target", "screw.command", "float.fz") == [0.3, 0.4, 20.0, 0.0]
        assert unit.bytes_of(unit.save()[0]) == data
        unit.step(5)
        unit.set(screw__command=-30.0, current__y=0.0, float__fz=40.0, arm__upper__target=-0.2)
        unit.step(10)
        assert unit.outputs() == once
        assert unit.bytes_of(unit.save()[0]) == end
    assert unit.call("FreeFMUstate", ctypes.byref(saved[0])) == OK and not saved[0].value


def test_a_state_moves_to_another_instance_and_reset_begins_anew(unit, unit_file, tmp_path):
    start = unit.outputs()
    unit.step(4)
    data = unit.bytes_of(unit.save()[0])
    other = Unit(unit_file, str(tmp_path / "other"))
    other.restore((other.state_of(data), unit.time))
    unit.step(4)
    other.step(4)
    assert other.outputs() == unit.outputs()
    assert unit.call("Reset") == OK
    assert unit.outputs() == start
    other.free()


def test_a_force_and_a_torque_change_momenta_by_their_time(tmp_path):
    """Single precision of Bullet: 1e-6."""
    unit = Unit(written(VACUUM, str(tmp_path)), str(tmp_path))
    assert not [name for name in unit.variables if name.startswith("current")]
    unit.set(ball__fx=3.0, ball__fy=-1.0, ball__tz=0.6)
    unit.step(10)
    assert unit.get("ball.vx", "ball.vy", "ball.vz") == pytest.approx([0.15, -0.05, 0.0], abs=1e-6)
    assert unit.get("ball.wz") == pytest.approx([0.2], abs=1e-6)
    unit.set(ball__fx=0.0, ball__fy=0.0, ball__tz=0.0)
    unit.step(10)
    assert unit.get("ball.vx", "ball.vy", "ball.wz") == pytest.approx([0.15, -0.05, 0.2], abs=1e-6)
    unit.free()


def test_thrusters_motors_and_the_current_obey(unit_file, unit, tmp_path):
    still = Unit(unit_file, str(tmp_path / "still"))
    unit.set(screw__command=60.0)
    unit.step(20)
    still.step(20)
    assert unit.get("float.vx")[0] > still.get("float.vx")[0] + 0.05
    unit.set(arm__upper__target=0.6, current__y=1.0)
    unit.step(30)
    still.step(30)
    # The mean of the oscillation moves from 0.1 to 0.6; the servo follows within a tenth.
    assert unit.get("arm.upper")[0] - still.get("arm.upper")[0] == pytest.approx(0.5, abs=0.05)
    assert unit.get("float.vy")[0] > 0.02
    assert abs(still.get("float.vy")[0]) < 1e-3
    still.free()


def test_waves_are_parameters(tmp_path):
    """A unit with other waves moves as the file with them; a state has them, and bad ones are refused."""
    world = {"dt": 0.01, "seconds": 0.3,
             "medium": {"fluid": "water", "surface": {"waves": [{"amplitude": 0.1, "period": 2}, {"amplitude": 0, "period": 3}],
                                                      "sea": {"height": 0.1, "period": 3, "count": 5}}},
             "bodies": [{"name": "float", "shape": BALL, "mass": 15, "can_sleep": False}]}
    unit = Unit(written(world, str(tmp_path)), str(tmp_path), initialized=False)
    names = ["waves.0.amplitude", "waves.1.amplitude", "sea.height", "sea.period"]
    assert [name for name, v in unit.variables.items() if v.get("causality") == "parameter"] == names
    assert unit.get(*names) == [0.1, 0.0, 0.1, 3.0]
    unit.set(waves__1__amplitude=0.15, sea__height=0.3, sea__period=4.0)
    unit.initialize()
    world["medium"]["surface"]["waves"][1]["amplitude"] = 0.15
    world["medium"]["surface"]["sea"].update(height=0.3, period=4)
    (tmp_path / "other.json").write_text(json.dumps(world))
    _, body, numbers = fmu_unit.table(str(tmp_path / "other.json"), str(tmp_path))[-1]
    unit.step(30)
    # Taking a medium anew rounds the momentum.
    assert unit.motion(body) == pytest.approx([float(number) for number in numbers], abs=1e-6)
    saved = unit.save()
    unit.step(10)
    end = unit.outputs()
    unit.set(sea__height=0.05)
    unit.step(5)
    assert unit.outputs() != end
    unit.restore(saved)
    assert unit.get(*names) == [0.1, 0.15, 0.3, 4.0]
    unit.step(10)
    assert unit.outputs() == end
    for name, value in (("sea.period", -1.0), ("sea.height", 1e6), ("waves.0.amplitude", 1e3), ("waves.1.amplitude", -0.1)):
        unit.refused(unit.set_reference(unit.references[name], value))
    assert unit.get(*names) == [0.1, 0.15, 0.3, 4.0]
    unit.free()


def test_waves_need_to_be_right_together_only(tmp_path):
    """Height and period of a sea: in any order before the end of the initialization, then in one call."""
    world = {"dt": 0.01, "medium": {"fluid": "water", "surface": {"sea": {"height": 0.5, "period": 3.5, "count": 8}}},
             "bodies": [{"name": "float", "shape": BALL, "mass": 15}]}
    file = written(world, str(tmp_path))
    references = None
    units = []
    for is_early in (True, False):
        unit = Unit(file, str(tmp_path / str(is_early)), initialized=not is_early)
        units.append(unit)
        references = [unit.references["sea.height"], unit.references["sea.period"]]
        if not is_early:
            assert "steepness" in unit.refused(unit.set_reference(references[0], 3.0))
            assert unit.set_references(references, [3.0, 9.0]) == OK
            continue
        unit.set(sea__height=3.0)
        unit.set(sea__period=9.0)
        unit.initialize()
    ends = []
    for unit in units:
        assert unit.get("sea.height", "sea.period") == [3.0, 9.0]
        unit.step(10)
        ends.append(unit.outputs())
    assert ends[0] == ends[1]
    unit.call("Reset")
    unit.set(sea__height=3.0)
    unit.call("SetupExperiment", 0, ctypes.c_double(0), ctypes.c_double(0), 0, ctypes.c_double(0))
    unit.call("EnterInitializationMode")
    assert "steepness" in unit.refused(unit.call("ExitInitializationMode"))
    unit.set(sea__period=9.0)
    assert unit.call("ExitInitializationMode") == OK
    for made in units:
        made.free()


def test_wrong_calls_are_refused_with_a_message(unit, unit_file, tmp_path):
    assert "there is no value reference 9999" in unit.refused(unit.set_reference(9999, 1.0))
    assert "'float.x' is an output" in unit.refused(unit.set_reference(unit.references["float.x"], 1.0))
    force = unit.references["float.fx"]
    assert "'float.fx' is not finite: nan" in unit.refused(unit.set_reference(force, float("nan")))
    for name in ("float.fx", "arm.upper.target", "screw.command"):
        assert f"'{name}' must be between -1e30 and 1e30" in unit.refused(unit.set_reference(unit.references[name], 1e300))
    assert "is an output" in unit.refused(unit.set_references([force, unit.references["float.x"]], [3.0, 1.0]))
    assert unit.get("float.fx") == [0.0]
    references, values = (ctypes.c_uint * 2)(force, 9999), (ctypes.c_double * 2)(7, 7)
    unit.refused(unit.call("GetReal", references, ctypes.c_size_t(2), values))
    assert list(values) == [7, 7]
    reference, value = ctypes.c_uint(9999), ctypes.c_double()
    assert "9999" in unit.refused(unit.call("GetReal", ctypes.byref(reference), ctypes.c_size_t(1), ctypes.byref(value)))
    assert "real numbers" in unit.refused(unit.call("GetInteger", ctypes.byref(reference), ctypes.c_size_t(1), ctypes.byref(value)))
    for time, size in ((0.5, 0.01), (float("nan"), 0.01), (0.0, -0.01), (0.0, float("inf"))):
        unit.refused(unit.call("DoStep", ctypes.c_double(time), ctypes.c_double(size), 0))
    assert "null" in unit.refused(unit.call("SetFMUstate", None))
    data = bytearray(unit.bytes_of(unit.save()[0]))
    before = unit.outputs()
    data[-5] ^= 1
    assert "damaged" in unit.refused(unit.call("SetFMUstate", unit.state_of(bytes(data))))
    assert unit.outputs() == before
    assert "present state" in unit.refused(unit.call("EnterInitializationMode"))
    assert unit.call("Terminate") == OK
    assert "present state" in unit.refused(unit.call("DoStep", ctypes.c_double(0), ctypes.c_double(0.01), 0))
    other = Unit(unit_file, str(tmp_path / "other"), guid="{another}")
    assert not other.instance and "is of another unit" in other.messages[-1][2]


CUBE = """v 0 0 0\nv 0.3 0 0\nv 0 0.3 0\nv 0.3 0.3 0\nv 0 0 0.3\nv 0.3 0 0.3\nv 0 0.3 0.3\nv 0.3 0.3 0.3
f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n"""
ROBOT = """<robot name="r"><link name="a"><inertial><mass value="30"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><mesh filename="{mesh}"/></geometry></collision></link>
<link name="b"><inertial><mass value="30"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<collision><geometry><box size=".2 .2 .2"/></geometry></collision></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin xyz="1 0 0"/><axis xyz="0 1 0"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""


def files_of_a_world(place):
    """A world beside a package with a robot, and meshes here and there."""
    (place / "package" / "urdf").mkdir(parents=True)
    (place / "package" / "meshes").mkdir()
    (place / "worlds").mkdir()
    (place / "a cube.obj").write_text(CUBE)
    (place / "package" / "meshes" / "cube.obj").write_text(CUBE)
    (place / "package" / "urdf" / "r.urdf").write_text(ROBOT.format(mesh="package://package/meshes/cube.obj"))
    world = {"dt": 0.01, "seconds": 0.1, "medium": "water", "articulated_bodies": [{"name": "r", "robot": "../package/urdf/r.urdf"}],
             "bodies": [{"name": name, "shape": {"type": "mesh", "file": file}, "density": 2000, "position": [0, y, 0]}
                        for name, file, y in (("near", "../a cube.obj", 2), ("far", str(place / "a cube.obj"), 4))]}
    path = place / "worlds" / "world.json"
    path.write_text(json.dumps(world))
    return str(path)


def test_a_unit_stands_alone_and_its_bytes_repeat(tmp_path):
    (tmp_path / "here").mkdir()
    world = files_of_a_world(tmp_path / "here")
    for name in ("once", "twice"):
        answer = fmu_unit.run("fmu", world, tmp_path / f"{name}.fmu")
        assert answer.returncode == 0, answer.stderr
        assert " near.fx " in answer.stdout and answer.stdout.endswith(" r.b\n")
    assert (tmp_path / "once.fmu").read_bytes() == (tmp_path / "twice.fmu").read_bytes()
    rows = fmu_unit.table(world, str(tmp_path))
    shutil.rmtree(tmp_path / "here")
    with zipfile.ZipFile(tmp_path / "once.fmu") as archive:
        names = archive.namelist()
        assert str(tmp_path) not in archive.read("resources/world.json").decode()
    assert names[:2] == ["modelDescription.xml", "binaries/linux64/world.so"]
    assert sorted(name for name in names if name.endswith((".obj", ".urdf"))) == [
        "resources/files/0/package/meshes/cube.obj", "resources/files/0/package/urdf/r.urdf", "resources/files/1/a cube.obj"]
    unit = Unit(str(tmp_path / "once.fmu"), str(tmp_path))
    for time, body, numbers in rows:
        while unit.time < time - 1e-9:
            unit.step()
        assert [f"{value:.9g}" for value in unit.motion(body)] == numbers
    unit.free()


def test_only_the_functions_of_fmi_are_exported(unit_file, tmp_path):
    if not shutil.which("nm"):
        pytest.skip("there is no nm")
    with zipfile.ZipFile(unit_file) as archive:
        library = archive.extract("binaries/linux64/world.so", tmp_path)
    symbols = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True).stdout.split("\n")
    names = {line.split()[-1] for line in symbols if line}
    assert len(names) == 34 + 75 and all(name.startswith(("fmi2", "fmi3")) for name in names), names


def test_bad_input_is_refused_and_leaves_no_unit(tmp_path):
    path, unit = tmp_path / "world.json", tmp_path / "out.fmu"

    def refusal(world, output=unit):
        path.write_text(json.dumps(world))
        answer = fmu_unit.run("fmu", path, output)
        assert answer.returncode == 2 and not unit.exists(), answer
        return answer.stderr

    assert "cannot be read" in fmu_unit.run("fmu", tmp_path / "none.json", unit).stderr
    assert "the name of a unit ends in .fmu" in refusal(VACUUM, output=path)
    assert json.loads(path.read_text()) == VACUUM
    (tmp_path / "same.fmu").symlink_to(path)
    assert "name the same file" in refusal(VACUUM, output=tmp_path / "same.fmu")
    clash = copy.deepcopy(WORLD)
    clash["bodies"][1]["name"] = "current"
    assert "the unit would have two variables 'current.x'" in refusal(clash)
    (tmp_path / "r.urdf").write_text(ROBOT.format(mesh="cube.obj").replace('"b"', '"b&#10;c"'))
    (tmp_path / "cube.obj").write_text(CUBE)
    assert "no control characters" in refusal({"medium": "water", "articulated_bodies": [{"name": "r", "robot": "r.urdf"}]})
    # A package that only the search path finds, and a file that includes another.
    (tmp_path / "elsewhere" / "box").mkdir(parents=True)
    (tmp_path / "elsewhere" / "box" / "cube.obj").write_text(CUBE)
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "r.urdf").write_text(ROBOT.format(mesh="package://box/cube.obj"))
    path.write_text(json.dumps({"medium": "water", "articulated_bodies": [{"name": "r", "robot": "there/r.urdf"}]}))
    answer = fmu_unit.run("fmu", path, unit, "--search-path", tmp_path / "elsewhere")
    assert answer.returncode == 2 and "beside or above" in answer.stderr
    (tmp_path / "there" / "r.xml").write_text('<mujoco><include file="more.xml"/></mujoco>')
    (tmp_path / "there" / "more.xml").write_text(
        '<mujoco><worldbody><body name="a"><freejoint/><geom type="sphere" size=".1"/><body name="b" pos="1 0 0">'
        '<joint type="hinge" axis="0 1 0"/><geom type="sphere" size=".1"/></body></body></worldbody></mujoco>')
    assert "includes other files" in refusal({"medium": "water", "articulated_bodies": [{"name": "r", "robot": "there/r.xml"}]})
    assert sorted(os.listdir(tmp_path)) == ["cube.obj", "elsewhere", "r.urdf", "same.fmu", "there", "world.json"]
