# SPDX-License-Identifier: Zlib
"""The C interface from Python, with nothing but the standard library."""
import unittest

import ambient_fluid as af

TRIANGLES = [[0, 3, 1], [0, 2, 3], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4],
             [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]]


def box(x, y, z, **options):
    corners = [[(i & 1 or -1) * x / 2, (1 if i & 2 else -1) * y / 2, (1 if i & 4 else -1) * z / 2] for i in range(8)]
    return af.Model(corners, TRIANGLES, **options)


class CtypesTest(unittest.TestCase):
    def test_the_added_mass_of_a_cube_is_known(self):
        cube = box(1, 1, 1)
        self.assertAlmostEqual(cube.info().volume, 1, places=12)
        matrix = cube.added_mass(1000)
        for k in (3, 4, 5):
            self.assertAlmostEqual(matrix[k][k] / 1000, 0.638416, delta=0.008)  # AddedMassTest.cpp

    def test_forces_grow_with_the_square_of_the_speed(self):
        plate = box(1, 1, 0.02)
        slow, fast = plate.wrenches([[0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 2]], 1.2, 0.0)
        self.assertLess(slow[5], 0)
        self.assertAlmostEqual(fast[5] / slow[5], 4, places=9)

    def test_a_body_in_vacuum_falls_as_galileo_says(self):
        body = af.Body(box(1, 1, 1), 3.0, gravity=(0, 0, -2))
        body.step(2.0)
        self.assertAlmostEqual(body.state.position[2], -4.0, places=9)
        self.assertAlmostEqual(body.readout().kinetic_energy, 0.5 * 3 * 16, places=8)

    def test_a_float_comes_to_rest_in_the_surface(self):
        sea = af.Medium(1000, 1e-3).with_surface()
        body = af.Body(box(0.2, 0.2, 0.1), 2.0, sea)
        self.assertAlmostEqual(body.readout().submerged_volume, 2e-3, delta=2e-6)

    def test_refusals_are_exceptions_of_this_language(self):
        with self.assertRaisesRegex(af.AmbientError, "closed"):
            af.Model([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
        with self.assertRaisesRegex(af.AmbientError, "wake"):
            box(1, 1, 1, wake_factor=7.0)
        with self.assertRaisesRegex(af.AmbientError, "no field"):
            box(1, 1, 1, colour=1)


if __name__ == "__main__":
    unittest.main()
