# SPDX-License-Identifier: Zlib
"""Coefficients of floating bodies beside Capytaine, on the same panels, if PyPI gives it."""
import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import pytest

import ambientfluid as af
import capytaine_package

capytaine_package.require()
import capytaine as cpt  # noqa: E402
from capytaine.bem.airy_waves import froude_krylov_force  # noqa: E402

MOTIONS = ("Surge", "Sway", "Heave", "Roll", "Pitch", "Yaw")


def patch(origin, u, v, nu, nv):
    """Triangles of a parallelogram."""
    i, j = np.meshgrid(np.arange(nu + 1), np.arange(nv + 1), indexing="ij")
    points = np.asarray(origin) + (i.ravel() / nu)[:, None] * np.asarray(u) + (j.ravel() / nv)[:, None] * np.asarray(v)
    at = np.arange(len(points)).reshape(nu + 1, nv + 1)
    a, b, c, d = at[:-1, :-1].ravel(), at[1:, :-1].ravel(), at[1:, 1:].ravel(), at[:-1, 1:].ravel()
    return points, np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])


def box(size, draft, counts):
    """A closed box whose triangles end at the surface z = 0; how many of them are wet come first."""
    (x, y), (nx, ny, nz), height = 0.5 * np.asarray(size), counts, 0.5
    parts = [patch((-x, y, -draft), (2 * x, 0, 0), (0, -2 * y, 0), nx, ny)]
    for low, rise, n in ((-draft, draft, nz), (0, height, 1)):
        for origin, along, m in (((-x, -y), (2 * x, 0), nx), ((x, y), (-2 * x, 0), nx), ((x, -y), (0, 2 * y), ny),
                                 ((-x, y), (0, -2 * y), ny)):
            parts.append(patch((*origin, low), (*along, 0), (0, 0, rise), m, n))
    parts.append(patch((-x, -y, height), (2 * x, 0, 0), (0, 2 * y, 0), nx, ny))
    points, faces, wet, count = [], [], 0, 0
    for i, (vertices, triangles) in enumerate(parts):
        points.append(vertices)
        faces.append(triangles + count)
        count += len(vertices)
        wet += len(triangles) if i < 5 else 0
    unique, index = np.unique(np.round(np.concatenate(points), 9), axis=0, return_inverse=True)
    return unique, index.ravel()[np.concatenate(faces)], wet


def theirs(vertices, wet_faces, k, headings, gravity, depth=np.inf):
    """A, B (6 x 6), and the forces on the body held at rest. The method "direct" solves for the potential, as ours."""
    mesh = cpt.Mesh(vertices=vertices, faces=[[*map(int, face), int(face[2])] for face in wet_faces], auto_check=False)
    body = cpt.FloatingBody(mesh=mesh, lid_mesh=mesh.generate_lid(), dofs=cpt.rigid_body_dofs(rotation_center=(0, 0, 0)))
    solver, rest = cpt.BEMSolver(method="direct"), dict(body=body, wavenumber=k, rho=1000.0, g=gravity, water_depth=depth)
    moved = [solver.solve(cpt.RadiationProblem(radiating_dof=name, **rest), keep_details=False) for name in MOTIONS]
    waves = [cpt.DiffractionProblem(wave_direction=heading, **rest) for heading in headings]
    held = [(solver.solve(wave, keep_details=False).forces, froude_krylov_force(wave)) for wave in waves]
    return (np.array([[m.added_masses[name] for m in moved] for name in MOTIONS]),
            np.array([[m.radiation_dampings[name] for m in moved] for name in MOTIONS]),
            np.array([[scattered[name] + incident[name] for name in MOTIONS] for scattered, incident in held]))


# Over the largest value of each coefficient; docs/sea.md has more bodies. The last wave of the first case is at the first irregular
# frequency of the box. Our B is that of the waves far away, theirs that of the pressure on the hull.
@pytest.mark.parametrize("counts, depth, waves, bounds", [
    ((14, 8, 4), None, (0.2, 0.6, 1.2, 1.864), (0.01, 0.025, 0.015)),
    ((14, 8, 4), 3.0, (0.2, 1.2), (0.01, 0.025, 0.015))])
def test_a_box_has_the_coefficients_of_capytaine(counts, depth, waves, bounds):
    cpt.set_logging("ERROR")
    vertices, faces, wet = box((4, 2), 1.0, counts)
    headings = (0.0, np.pi / 4, np.pi / 2)
    ours = af.radiation(vertices, faces, wave_numbers=waves, headings=np.degrees(headings), fluid_density=1000.0, faces=wet,
                        depth=depth)
    assert ours["faces"] == wet
    other = [theirs(vertices, faces[:wet], k, headings, ours["gravity"], depth or np.inf) for k in waves]
    diagonal = [np.array([[np.diag(np.array(row[key])) for row in ours["rows"]],
                          [np.diag(found[i]) for found in other]]) for i, key in enumerate("AB")]
    force = np.array([[np.hypot(wave["re"], wave["im"]) for wave in row["X"]] for row in ours["rows"]])
    diagonal.append(np.array([force.reshape(-1, 6), np.abs([found[2] for found in other]).reshape(-1, 6)]))
    for values, bound, name in zip(diagonal, bounds, "ABX"):
        error = np.max(np.abs(values[0] - values[1]), axis=0) / np.max(np.abs(values[1]), axis=0)
        print(name, np.round(100 * error, 2), "%")
        assert np.max(error) < bound, name
