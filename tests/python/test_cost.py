# SPDX-License-Identifier: Zlib
"""What the package costs beside C++ (printed, `pytest -s`; times are no laws), and that worlds leave nothing behind."""
import gc
import os
import time

import numpy as np
import pytest

import ambientfluid as af

os.environ.setdefault("OMP_NUM_THREADS", "1")


def hundred(floating):
    surface = {"surface": {"height": 0.0}} if floating else {}
    world = af.World(medium={"fluid": "water", **surface})
    random = np.random.default_rng(1)
    for i in range(100):
        shape = af.cylinder(0.3, 0.8) if floating else af.box((0.3, 0.2, 0.02))
        world.add_body(shape, density=500.0 if floating else 2500.0, can_sleep=False,
                       position=(1.2 * (i % 10), 1.2 * (i // 10), float(random.uniform(0, 1))))
    world.step(50)
    return world


@pytest.mark.parametrize("floating", [False, True])
def test_a_step_from_python_is_that_of_cpp(floating):
    """step(20) is a loop in C++; twenty steps from Python each write the state. Both are the same steps."""
    world = hundred(floating)
    state = world.state
    ratios = []
    for _ in range(12):
        start = time.process_time()
        for _ in range(20):
            world.step()
        middle = time.process_time()
        world.step(20)
        ratios.append((middle - start) / (time.process_time() - middle))
    print(f"a step from Python takes {np.median(ratios):.3f} of one in C++")  # 1.01 and 1.00 on an idle machine
    single, loop = hundred(floating), hundred(floating)
    for _ in range(20):
        single.step()
    loop.step(20)
    assert np.isfinite(state).all()
    assert np.array_equal(single.state, loop.state)


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def life():
    world = af.World(medium={"fluid": "water", "surface": {"height": 0.0}}, articulated=True)
    world.add_wall((0, 0, 1), -1)
    first = world.add_body(af.sphere(0.1), density=500.0)
    world.add_body(af.box((0.2, 0.2, 0.2)), density=500.0, position=(0, 0, 0.3))
    world.add_joint("ball", first)
    rod = af.capsule(0.05, 0.3, faces=320)
    links = [af.World.link("a", rod, density=900.0),
             af.World.link("b", rod, parent="a", density=900.0, joint={"type": "hinge", "axis": (1, 0, 0)})]
    body = world.add_articulated(links, position=(1, 0, 0))
    body.set_servo(10.0, 1.0)
    world.add_region((5, 5, 5), (6, 6, 6), "air")
    world.add_thruster(first)
    state = world.state
    world.step(3)
    world.restore(world.save())
    try:
        world.add_body(af.sphere(-1.0), density=1.0)
    except ValueError:
        pass
    return state.sum()


def test_worlds_leave_nothing_behind():
    """10,000 worlds of this kind by hand: AMBIENT_WORLDS=10000. Resident memory after the first quarter may not grow."""
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("there is no /proc")
    count = int(os.environ.get("AMBIENT_WORLDS", "400"))
    for _ in range(count // 4):
        life()
    gc.collect()
    before = resident()
    for _ in range(3 * count // 4):
        life()
    gc.collect()
    grown = resident() - before
    print(f"{count} worlds: resident {before / 2**20:.1f} MiB, grown by {grown / 2**20:.2f} MiB")
    assert grown < 2 * 2**20  # one state of such a world has some 70 kB: leaked, 20 MiB
