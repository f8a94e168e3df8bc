# SPDX-License-Identifier: Zlib
"""Steps of wet trees that are shared with an engine, without an engine: against dense matrices and the native multi-body."""
import numpy as np
import pytest

import ambientfluid as af

GRAVITY = np.array([0.3, -0.2, -9.0])


def turn_of(q):
    x, y, z, w = q / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def rotation(axis, angle):
    k = skew(axis)
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def random_links(random, count):
    links = []
    for i in range(count):
        link = {"mass": random.uniform(1, 3), "inertia": random.uniform(0.02, 0.03, 3)}
        if i:
            axis = random.normal(size=3)
            link.update(parent=int(random.integers(0, i)), joint=str(random.choice(["hinge", "slider", "hinge", "fixed"])),
                        orientation=random.normal(size=4), pivot=random.normal(size=3) * 0.2, center=random.normal(size=3) * 0.2,
                        axis=axis / np.linalg.norm(axis))
            link["orientation"] /= np.linalg.norm(link["orientation"])
        links.append(link)
    return links


class Dense:
    """The tree by Jacobians: u = (w, v of the base's centre, rates), V_i = J_i u, and the accelerations G_i at du/dt = 0."""

    def __init__(self, links, position, turn, twist, positions, rates):
        joints = [i for i, link in enumerate(links) if i and link["joint"] != "fixed"]
        size = 6 + len(joints)
        u = np.concatenate([twist, rates])
        self.turns, self.centers, self.maps, self.bias = [turn], [position], [np.eye(6, size)], [np.zeros(6)]
        for i, link in enumerate(links[1:], 1):
            up = link["parent"]
            q = positions[joints.index(i)] if i in joints else 0.0
            w = (self.maps[up] @ u)[:3]
            at_zero = self.turns[up] @ turn_of(link["orientation"])
            axis = at_zero @ link["axis"]
            own = at_zero @ rotation(link["axis"], q) if link["joint"] == "hinge" else at_zero
            pivot = self.centers[up] + self.turns[up] @ link["pivot"] + (q * axis if link["joint"] == "slider" else 0)
            center = pivot + own @ link["center"]
            to_pivot, arm = pivot - self.centers[up], center - pivot
            jacobian = self.maps[up].copy()
            jacobian[3:] -= skew(center - self.centers[up]) @ self.maps[up][:3]
            bias = self.bias[up].copy()
            bias[3:] += np.cross(bias[:3], to_pivot) + np.cross(w, np.cross(w, to_pivot))
            if link["joint"] == "hinge":
                rate = rates[joints.index(i)]
                jacobian[:, 6 + joints.index(i)] += np.concatenate([axis, np.cross(axis, arm)])
                bias[:3] += np.cross(w, axis * rate)
            elif link["joint"] == "slider":
                rate = rates[joints.index(i)]
                jacobian[3:, 6 + joints.index(i)] += axis
                bias[3:] += 2 * np.cross(w, axis * rate)
            spin = jacobian[:3] @ u
            bias[3:] += np.cross(bias[:3], arm) + np.cross(spin, np.cross(spin, arm))
            self.turns.append(own)
            self.centers.append(center)
            self.maps.append(jacobian)
            self.bias.append(bias)
        self.twists = [jacobian @ u for jacobian in self.maps]

    def inertia(self, blocks):
        return sum(j.T @ b @ j for j, b in zip(self.maps, blocks))

    def force(self, blocks, wrenches):
        """Generalised force of wrenches less that of the velocities."""
        total = 0
        for jacobian, bias, twist, block, wrench in zip(self.maps, self.bias, self.twists, blocks, wrenches):
            w, v = twist[:3], twist[3:]
            momentum = block @ twist
            own = np.concatenate([np.cross(w, momentum[:3]) + np.cross(v, momentum[3:]), np.cross(w, momentum[3:])])
            own -= block @ np.concatenate([np.zeros(3), np.cross(w, v)])
            total = total + jacobian.T @ (wrench - own - block @ bias)
        return total


def in_world(turn, block):
    axes = np.kron(np.eye(2), turn)
    return axes @ block @ axes.T


@pytest.mark.parametrize("seed", range(8))
def test_a_step_is_that_of_dense_matrices(seed):
    random = np.random.default_rng(seed)
    links = random_links(random, 5)
    joints = sum(1 for link in links[1:] if link["joint"] != "fixed")
    shape = af.FluidBodyModel(*af.mesh(af.box((0.3, 0.2, 0.1))))
    models = [shape if random.random() < 0.7 else None for _ in links]
    q = random.normal(size=4)
    twist, positions, rates = random.normal(size=6), random.normal(size=joints) * 0.3, random.normal(size=joints)
    state = {"position": random.normal(size=3), "orientation": q / np.linalg.norm(q), "twist": twist, "positions": positions,
             "rates": rates}
    damping = random.uniform(0, 2, joints)
    moving = [link for link in links[1:] if link["joint"] != "fixed"]
    for link, one in zip(moving, damping):
        link["damping"] = one
    tree = af.SharedTree(links, models, af.water())
    step = 1e-5
    wrench, motor, free_twist, free_rates = tree.begin(**state, gravity=GRAVITY, time=0.0, duration=step)
    free = np.concatenate([free_twist, free_rates])

    dense = Dense(links, state["position"], turn_of(q), twist, positions, rates)
    dry = [in_world(turn, np.diag([*link["inertia"], *[link["mass"]] * 3])) for turn, link in zip(dense.turns, links)]
    weights = [np.concatenate([np.zeros(3), link["mass"] * GRAVITY]) for link in links]
    wet, loads = list(dry), list(weights)
    for i, (model, link) in enumerate(zip(models, links)):
        if model is None:
            continue
        body = af.FreeBody(model, link["mass"], af.water(), center_of_mass=(0, 0, 0), inertia=np.diag(link["inertia"]), gravity=GRAVITY)
        body.set_state(**tree.start(i))
        assert np.allclose(body.position, dense.centers[i], atol=1e-12)
        wet[i], loads[i] = in_world(dense.turns[i], body.inertia), body.readout()["total"]
    # The velocities from which a motion without loads follows: loads and damping times the step, without Coriolis' terms.
    extra = np.concatenate([np.zeros(6), -damping * rates])
    pushes = sum(jacobian.T @ load for jacobian, load in zip(dense.maps, loads)) + extra
    rate = np.linalg.solve(dense.inertia(wet), pushes)
    start = np.concatenate([twist, rates])
    assert np.allclose((free - start) / step, rate, rtol=1e-3, atol=1e-2)
    # The engine's dry links, with the loads and their own weight, get these velocities.
    given = np.concatenate([wrench, motor])
    assert np.allclose(np.linalg.solve(dense.inertia(dry), dense.force(dry, weights) + given), (free - start) / step, rtol=1e-6, atol=1e-6)

    solved = free + random.normal(size=6 + joints)
    place, _, after_twist, _, after_rates = tree.end(twist=solved[:6], rates=solved[6:])
    impulse = dense.inertia(dry) @ (solved - free)
    change = np.linalg.solve(dense.inertia(wet), impulse)
    after = np.concatenate([after_twist, after_rates])
    assert np.allclose(after, free + change, rtol=1e-3, atol=1e-3)  # but for the motion in the step
    assert np.allclose(place, state["position"] + step * after_twist[3:], atol=1e-7)
    assert change @ impulse <= (solved - free) @ impulse  # nothing overshoots


@pytest.mark.parametrize("seed", range(3))
def test_dry_links_need_no_loads(seed):
    random = np.random.default_rng(seed)
    links = random_links(random, 6)
    joints = sum(1 for link in links[1:] if link["joint"] != "fixed")
    for fixed in (False, True):
        tree = af.SharedTree(links, [None] * 6, None, fixed_base=fixed)
        wrench, motor, _, _ = tree.begin(position=(0, 0, 0), orientation=(0, 0, 0, 1), twist=np.zeros(6), rates=np.zeros(joints),
                                         positions=random.normal(size=joints), gravity=GRAVITY, time=0.0, duration=1e-6)
        assert np.abs(wrench).max() < 1e-4 and np.abs(motor).max() < 1e-4


def test_a_stiff_damping_stops_a_light_joint_and_does_not_turn_it_back():
    links = [{"mass": 1.0, "inertia": (1.0, 1.0, 1.0)},
             {"mass": 0.1, "inertia": (1e-3,) * 3, "parent": 0, "joint": "hinge", "orientation": (0, 0, 0, 1), "pivot": (0, 0, 0),
              "center": (0, 0, 0), "axis": (0, 0, 1), "damping": 5.0}]
    tree = af.SharedTree(links, [None, None], None, fixed_base=True)
    _, _, _, rates = tree.begin(position=(0, 0, 0), orientation=(0, 0, 0, 1), twist=np.zeros(6), positions=[0.0], rates=[2.0],
                                gravity=(0, 0, 0), time=0.0, duration=0.01)
    assert abs(rates[0] / (2.0 / (1 + 0.01 * 5.0 / 1e-3)) - 1) < 1e-9


def test_an_impulse_ends_at_the_limit_of_speeds_and_keeps_its_direction():
    random = np.random.default_rng(5)
    links = random_links(random, 4)
    joints = sum(1 for link in links[1:] if link["joint"] != "fixed")
    state = {"position": np.zeros(3), "orientation": (0, 0, 0, 1), "positions": random.normal(size=joints), "gravity": (0, 0, 0),
             "time": 0.0, "duration": 1e-9, "twist": random.normal(size=6), "rates": random.normal(size=joints)}
    state["twist"][1] = 8.0  # beyond the limit, without any impulse
    ends = []
    for limit in (np.inf, 5.0):
        tree = af.SharedTree(links, [None] * 4, None, speed_limit=limit)
        _, _, twist, rates = tree.begin(**state)
        free = np.concatenate([twist, rates])
        solved = free + np.linspace(3, 40, free.size)
        _, _, twist, _, rates = tree.end(twist=solved[:6], rates=solved[6:])
        ends.append(np.concatenate([twist, rates]) - free)
    whole, limited = ends
    share = limited @ whole / (whole @ whole)
    assert np.allclose(limited, share * whole, atol=1e-6 * np.abs(whole).max()) and 0 <= share < 1
    allowed = np.maximum(5.0, np.abs(free)) + 1e-5
    assert (np.abs(free + limited) <= allowed).all() and (np.abs(free + whole) > allowed).any()


def test_wrong_arguments_are_refused_in_a_line():
    random = np.random.default_rng(1)
    links = random_links(random, 3)
    links[1]["joint"] = links[2]["joint"] = "hinge"
    with pytest.raises(ValueError, match="one per link"):
        af.SharedTree(links, [None] * 2, None)
    with pytest.raises(ValueError, match="none of ball, fixed, hinge, slider"):
        af.SharedTree([links[0], {**links[1], "joint": "planar"}], [None] * 2, None)
    with pytest.raises(ValueError, match="speed_limit: 0.*not above 0"):
        af.SharedTree(links, [None] * 3, None, speed_limit=0.0)
    with pytest.raises(ValueError, match="damping: -1.*below 0"):
        af.SharedTree([*links[:2], {**links[2], "damping": -1.0}], [None] * 3, None)
    tree = af.SharedTree(links, [None] * 3, None)
    with pytest.raises(ValueError, match="link: 3 is not below 3"):
        tree.start(3)
    good = {"position": (0, 0, 0), "orientation": (0, 0, 0, 1), "twist": np.zeros(6), "positions": [0, 0], "rates": [0, 0],
            "gravity": GRAVITY, "time": 0.0, "duration": 0.01}
    for key, value, text in (("rates", [0], "rates: 2 numbers"), ("positions", [0, np.nan], "positions"), ("duration", -1.0, "duration")):
        with pytest.raises(ValueError, match=text):
            tree.begin(**{**good, key: value})
    with pytest.raises(ValueError, match="no step is begun"):
        tree.end(twist=np.zeros(6), rates=[0, 0])
