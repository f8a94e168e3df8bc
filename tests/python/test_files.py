# SPDX-License-Identifier: Zlib
"""Files appear whole or not at all, and a run can be interrupted: the world is as it is then, and goes on."""
import json
import os
import signal
import stat
import subprocess
import sys
import threading

import numpy as np
import pytest

import ambientfluid as af

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def falling(count=1):
    world = af.World(medium="water")
    for i in range(count):
        world.add_body(af.box((0.3, 0.2, 0.02)), density=1500.0, position=(i, 0, 0), orientation=(0.1, 0, 0, 0.995))
    return world


def test_a_saved_file_keeps_mode_and_link_and_leaves_nothing_else(tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    real.chmod(0o604)
    link.symlink_to("real.json")
    falling().save_file(link)
    assert link.is_symlink() and "bodies" in json.loads(real.read_text())
    assert stat.S_IMODE(real.stat().st_mode) == 0o604
    falling().save_file(str(tmp_path / "new.json"))
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "new.json").stat().st_mode) == 0o666 & ~mask
    assert sorted(os.listdir(tmp_path)) == ["link.json", "new.json", "real.json"]
    assert af.World.from_file(link).names == falling().names


def test_a_full_disk_leaves_the_former_file(tmp_path):
    path = tmp_path / "world.json"
    path.write_text("old")
    code = ("import resource, sys, ambientfluid as af\n"
            "world = af.World(medium='water')\n"
            "world.add_body(af.sphere(.1), density=500)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
            "try:\n    world.save_file(sys.argv[1])\n"
            "except OSError as error:\n    assert error.errno == 27 and error.filename == sys.argv[1], error\n"
            "else:\n    raise SystemExit('was written')\n")
    subprocess.run([sys.executable, "-B", "-c", code, str(path)], check=True, stdout=subprocess.PIPE)
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["world.json"]
    if os.path.exists("/dev/full"):
        with pytest.raises(OSError, match="No space left"):
            falling().save_file("/dev/full")


def test_errors_are_those_of_open(tmp_path):
    with pytest.raises(FileNotFoundError) as error:
        falling().save_file(tmp_path / "none" / "world.json")
    assert error.value.filename == str(tmp_path / "none" / "world.json")
    with pytest.raises(IsADirectoryError):
        falling().save_file(tmp_path)
    assert os.listdir(tmp_path) == []


def test_no_world_is_saved_over_its_mesh_and_names_lead_to_it(tmp_path):
    (tmp_path / "meshes").mkdir()
    (tmp_path / "runs").mkdir()
    mesh = tmp_path / "meshes" / "hull.obj"
    mesh.write_text(TETRAHEDRON)
    world = af.World(medium="water", folder=str(tmp_path))
    world.add_body(af.mesh_file("meshes/hull.obj"), density=500.0)
    with pytest.raises(ValueError, match="same file"):
        world.save_file(mesh)
    assert mesh.read_text() == TETRAHEDRON
    for folder, name in (("", "meshes/hull.obj"), ("meshes", "hull.obj"), ("runs", str(mesh.resolve()))):
        path = tmp_path / folder / "world.json"
        world.save_file(path)
        world.save_file(path)  # over itself
        assert json.loads(path.read_text())["bodies"][0]["shape"]["file"] == name
        assert np.allclose(af.World.from_file(path).state, world.state)


@pytest.fixture
def interrupts():
    """Ctrl-C raises KeyboardInterrupt, also in a process that was started in the background, where shells ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_a_run_after_whole_steps(interrupts):
    world = falling(4)
    state = world.state
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        world.run(1e5)
    timer.join()
    steps = round(world.time / world.dt)
    assert steps > 0 and world.time == pytest.approx(steps * world.dt)
    twin = falling(4)
    twin.step(steps)
    assert np.array_equal(twin.state, state)
    world.run(0.1)
    twin.run(0.1)
    assert np.array_equal(twin.state, state) and np.array_equal(world.state, state)


def test_ctrl_c_ends_the_steps_of_many_worlds_at_the_same_one(interrupts):
    worlds = [falling(i + 1) for i in range(3)]
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        af.step_worlds(worlds, 10**8, 2)
    timer.join()
    assert worlds[0].time > 0 and len({world.time for world in worlds}) == 1
    twin = falling(3)
    twin.step(round(worlds[2].time / twin.dt))
    assert np.array_equal(twin.state, worlds[2].state)


def test_progress_rises_to_one_and_what_it_raises_ends_the_run():
    world, seen = falling(), []
    world.run(1.0, progress=seen.append)
    assert seen[-1] == 1.0 and seen == sorted(seen) and world.time == pytest.approx(1.0)

    def stop(fraction):
        seen.append((fraction, world.time, world.positions.copy()))
        raise LookupError("enough")

    begin = world.time
    with pytest.raises(LookupError, match="enough"):
        world.run(1e4, progress=stop)
    fraction, time, positions = seen[-1]
    assert fraction == pytest.approx((time - begin) / 1e4) and world.time == time
    assert np.array_equal(world.positions, positions)
    with pytest.raises(TypeError, match="progress"):
        world.run(1.0, progress=3)
    assert world.time == time


def test_progress_may_change_the_world_and_other_threads_may_not():
    world, refused = falling(), []

    def change(fraction):
        if fraction < 1.0 and not refused:
            world.add_body(af.sphere(0.1), density=900.0, position=(0, 3, 0), name="late")
            world.step(2)
            thread = threading.Thread(target=lambda: refused.append(pytest.raises(RuntimeError, world.step)))
            thread.start()
            thread.join()
        if fraction < 1.0:
            raise StopIteration

    with pytest.raises(StopIteration):
        world.run(1e4, progress=change)
    assert "late" in world.names and "another thread" in str(refused[0].value)
    world.step()
