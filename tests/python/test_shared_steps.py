# SPDX-License-Identifier: Zlib
"""Steps of free bodies that are shared with a physics engine, without an engine: begin_steps, step_responses, end_steps."""
import numpy as np
import pytest

import ambientfluid as af
from ambientfluid import _core

STEP = 1 / 240


def bodies_of(count, medium=None, tilted=False):
    model = af.FluidBodyModel(*af.mesh(af.box((0.3, 0.2, 0.1))))
    inertia = np.diag([0.03, 0.05, 0.06])
    if tilted:
        inertia[0, 1] = inertia[1, 0] = 0.02
    medium = af.water() if medium is None else medium
    return [af.FreeBody(model, 4 + i, medium, center_of_mass=(0, 0, 0), inertia=inertia) for i in range(count)]


def random_states(count, seed):
    random = np.random.default_rng(seed)
    states = random.normal(size=(count, 13))
    states[:, 3:7] /= np.linalg.norm(states[:, 3:7], axis=1)[:, None]
    return states


def state_of(body):
    return np.concatenate([body.position, body.orientation, body.twist])


def test_bodies_that_nothing_touches_move_as_free_bodies():
    shared, free = bodies_of(6), bodies_of(6)
    states = random_states(6, 1)
    for body, row in zip(free, states):
        body.set_state(position=row[:3], orientation=row[3:7], angular_velocity=row[7:10], linear_velocity=row[10:])
    moved = np.ones(6, bool)
    for _ in range(100):
        _core.begin_steps(shared, STEP, states, moved)
        states = _core.end_steps(shared, np.full((6, 6), np.nan), np.full((6, 7), np.nan), np.zeros(6, bool))
        moved[:] = False
        for body in free:
            body.step(STEP)
    assert np.array_equal(states, [state_of(body) for body in free])
    assert np.array_equal(states, [state_of(body) for body in shared])


def test_an_impulse_changes_the_velocity_by_the_inverse_of_the_whole_inertia():
    bodies = bodies_of(5, tilted=True)
    states = random_states(5, 2)
    solver = _core.begin_steps(bodies, STEP, states, np.ones(5, bool))
    impulses = np.random.default_rng(3).normal(size=(5, 6))
    responses = _core.step_responses(bodies, impulses)
    inertias = [body.inertia for body in bodies]
    after = _core.end_steps(bodies, impulses, states[:, :7], np.ones(5, bool))
    for i in range(5):
        x, y, z, w = states[i, 3:7]
        turn = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                         [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                         [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])
        axes = np.kron(np.eye(2), turn)
        change = axes @ np.linalg.solve(inertias[i], axes.T @ impulses[i])
        assert np.allclose(after[i, 7:], solver[i, 4:] + change, rtol=1e-12, atol=1e-12)
        assert np.isclose(responses[i, 1], impulses[i] @ change, rtol=1e-12)
        in_solver = np.concatenate([turn @ ((turn.T @ impulses[i, :3]) / solver[i, 1:4]), impulses[i, 3:] / solver[i, 0]])
        assert np.isclose(responses[i, 0], impulses[i] @ in_solver, rtol=1e-12)
        assert responses[i, 0] >= responses[i, 1]


def test_the_diagonal_inertia_of_the_solver_is_below_the_whole_inertia():
    for tilted in (False, True):
        bodies = bodies_of(4, tilted=tilted)
        solver = _core.begin_steps(bodies, STEP, random_states(4, 4), np.ones(4, bool))
        for row, body in zip(solver, bodies):
            least = np.linalg.eigvalsh(body.inertia - np.diag([*row[1:4], row[0], row[0], row[0]])).min()
            assert least > -1e-9 * np.trace(body.inertia) and row[0] > body.inertia[3, 3] * 0.3 and min(row[1:4]) > 0
            assert tilted == (abs(body.inertia[0, 1]) > 1e-3)


def test_gravity_counts_from_the_next_step_on():
    stone = bodies_of(1, medium=af.uniform(1e-9, 0))[0]
    stone.gravity = (0, 2, 0)
    stone.step(1.0)
    assert np.allclose(stone.twist[3:], (0, 2, 0), atol=1e-9) and np.array_equal(stone.gravity, (0, 2, 0))


def test_wrong_rows_are_refused_and_change_nothing():
    bodies = bodies_of(3)
    states, all_ = random_states(3, 5), np.ones(3, bool)
    before = [state_of(body) for body in bodies]
    bad = states.copy()
    bad[2, 4] = np.nan
    for arguments, text in (((bodies, 0.0, states, all_), "duration"), ((bodies, STEP, states[:2], all_), r"states: .*\(3, 13\)"),
                            ((bodies, STEP, states, all_[:1]), "moved: 3 flags"), ((bodies, STEP, bad, all_), r"bodies\[2\]")):
        with pytest.raises(ValueError, match=text):
            _core.begin_steps(*arguments)
    assert np.array_equal(before, [state_of(body) for body in bodies])
    with pytest.raises(ValueError, match=r"bodies\[0\]: no step is begun"):
        _core.end_steps(bodies, np.zeros((3, 6)), states[:, :7], all_)
    _core.begin_steps(bodies, STEP, states, ~all_)
    wrong = np.zeros((3, 6))
    wrong[1, 0] = np.inf
    with pytest.raises(ValueError, match=r"bodies\[1\]: the impulse\[0\] is not finite"):
        _core.end_steps(bodies, wrong, states[:, :7], all_)
    assert np.array_equal(before, [state_of(body) for body in bodies])


def test_hulls_are_closed_and_convex():
    random = np.random.default_rng(6)
    for _ in range(10):
        points = random.normal(size=(40, 3)) * random.uniform(0.2, 2, 3)
        vertices, triangles = _core.convex_hull(points)
        corners = vertices[triangles]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        heights = points @ normals.T - np.einsum("ij,ij->i", normals, corners[:, 0])
        assert heights.max() < 1e-6 * np.abs(normals).max() and af.check_mesh(vertices, triangles)["closed"]
    with pytest.raises(ValueError, match="lie in a plane"):
        _core.convex_hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])
