# SPDX-License-Identifier: Zlib
"""The C interface from Python, with nothing but the standard library."""
import ctypes
import gc
import os
import re
import sys
import tempfile
import unittest

import ambient_fluid as af

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
TRIANGLES = [[0, 3, 1], [0, 2, 3], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4],
             [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]]


def box(x, y, z, **options):
    corners = [[(i & 1 or -1) * x / 2, (1 if i & 2 else -1) * y / 2, (1 if i & 4 else -1) * z / 2] for i in range(8)]
    return af.Model(corners, TRIANGLES, **options)


class World:
    """TestWorld.h: a Bullet world with one sphere of 1 kg."""
    _library = ctypes.CDLL(os.environ["AMBIENT_TEST_WORLD"])
    _library.test_world_create.argtypes = [ctypes.c_double, ctypes.c_double]
    _library.test_world_step.argtypes = [ctypes.c_void_p, ctypes.c_double]
    for _name in ("create", "address", "body_address"):
        getattr(_library, f"test_world_{_name}").restype = ctypes.c_void_p
    for _name in ("address", "body_address", "destroy"):
        getattr(_library, f"test_world_{_name}").argtypes = [ctypes.c_void_p]

    def __init__(self, radius=0.1):
        self._handle = self._library.test_world_create(radius, 1.0)
        self.address = self._library.test_world_address(self._handle)
        self.body = self._library.test_world_body_address(self._handle)

    def step(self, duration):
        self._library.test_world_step(self._handle, duration)

    def __del__(self):
        self._library.test_world_destroy(self._handle)


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

    def test_a_body_that_opens_keeps_its_momentum(self):
        corners = [[[(i & 1 or -1) * x / 2, (1 if i & 2 else -1) * x / 2, (1 if i & 4 else -1) * 0.25]
                    for i in range(8)] for x in (1, 2)]
        shape = af.Shape(corners, [0, 1], TRIANGLES, surface={"pressure_scale": 0.0, "buoyancy_scale": 0.0}, mass=300)
        self.assertEqual(shape.info().keys_solved, 2)
        self.assertAlmostEqual(shape.vertices(1.0)[7][0], 1, places=9)
        body = af.Body.deforming(shape, af.Medium(1000, 0), gravity=(0, 0, 0))
        state = body.state
        state.linear_velocity[:] = (0, 0, 2)
        body.state = state
        for _ in range(8):
            body.step(0.25)
        closed, opened = (300 + box(x, x, 0.5).added_mass(1000)[5][5] for x in (1, 2))
        self.assertAlmostEqual(body.state.linear_velocity[2] / 2, closed / opened, places=4)
        with self.assertRaisesRegex(af.AmbientError, "key 1"):
            af.Shape(corners, [0, 0], TRIANGLES, mass=300)
        with self.assertRaisesRegex(af.AmbientError, "vertex 3"):
            af.Shape(corners, [0, 1], TRIANGLES, vertex_masses=[1, 1, 1, -1, 1, 1, 1, 1])

    def test_a_shape_plays_in_a_bullet_world(self):
        corners = [[[(i & 1 or -1) * x / 2, (1 if i & 2 else -1) * x / 2, (1 if i & 4 else -1) * 0.25]
                    for i in range(8)] for x in (1, 1.5)]
        world = World()
        fluid = af.Fluid(world.address, log=lambda line: None)
        fluid.set_medium(af.Medium(1.2, 0))
        fluid.set_exact_contacts()
        fluid.add_deforming_body(world.body, af.Shape(corners, [0, 1], TRIANGLES, mass=1.0))
        world.step(1 / 60)
        fluid.set_shape_speed(world.body, 0.0)
        self.assertAlmostEqual(fluid.shape_phase(world.body)[0], 1 / 60, places=6)
        fluid.set_shape_phase(world.body, 1.0)
        width = [vertex[0] for vertex in fluid.shape_vertices(world.body)]
        self.assertAlmostEqual(max(width) - min(width), 1.5, places=5)
        del fluid  # before its world

    def test_a_float_comes_to_rest_in_the_surface(self):
        sea = af.Medium(1000, 1e-3).with_surface()
        body = af.Body(box(0.2, 0.2, 0.1), 2.0, sea)
        self.assertAlmostEqual(body.readout().submerged_volume, 2e-3, delta=2e-6)

    def test_a_float_follows_a_surface_of_python(self):
        rise = 0.05
        waves = af.Medium(1000, 1e-3).with_waves(lambda points, time: [rise * time for _ in points])
        body = af.Body(box(0.2, 0.2, 0.1), 2.0, waves)
        del waves  # the body still uses it, and so its function
        gc.collect()
        self.assertAlmostEqual(body.readout().submerged_volume, 2e-3, delta=2e-6)
        state = body.state
        state.time = 1.0
        body.state = state
        self.assertAlmostEqual(body.readout().submerged_volume, 4e-3, delta=2e-6)
        body.step(0.01)
        self.assertGreater(body.state.linear_velocity[2], 0)

    def test_heights_that_are_none_are_refused(self):
        printed, hook = [], sys.unraisablehook
        sys.unraisablehook = printed.append
        try:
            with self.assertRaises(af.AmbientError):
                af.Body(box(0.2, 0.2, 0.1), 2.0, af.Medium(1000, 1e-3).with_waves(lambda points, time: []))
        finally:
            sys.unraisablehook = hook
        self.assertTrue(printed)

    def test_contacts_are_exact_on_request(self):
        lines, world = [], World()
        fluid = af.Fluid(world.address, log=lines.append)
        fluid.set_medium(af.Medium(1000, 0))
        fluid.add_body(world.body)
        fluid.set_exact_contacts()
        world.step(1e-3)
        self.assertEqual([line[:10] for line in lines], ["exact mode"])
        fluid.set_exact_contacts(False)
        world.step(1e-3)
        self.assertEqual([line[:12] for line in lines[1:]], ["drop-in mode"])
        del fluid  # before its world

    def test_every_function_of_c_is_reachable(self):
        with open(os.path.join(ROOT, "extension", "AmbientFluidC", "AmbientFluidC.h")) as file:
            header = re.sub(r"//[^\n]*", "", file.read())
        functions = dict(re.findall(r"AMBIENT_C_API [\w* ]+?\b(ambient_\w+)\(([^)]*)\);", header))
        self.assertEqual(len(functions), header.count("AMBIENT_C_API ambient_status ") +
                         header.count("AMBIENT_C_API void ") + header.count("AMBIENT_C_API int32_t ") +
                         header.count("AMBIENT_C_API const "))
        with open(af.__file__) as file:
            wrapper = file.read()
        for name, parameters in functions.items():
            count = 0 if parameters.strip() == "void" else parameters.count(",") + 1
            self.assertEqual(len(getattr(af._library, name).argtypes or ()), count, name)
            kind, destroyed = re.match(r"ambient_([a-z]+)_?(destroy)?", name).groups()
            used = f'_kind = "{kind}"' if destroyed else f'"{name}"' if name in af._signatures else f"_library.{name}("
            self.assertGreater(wrapper.count(used), 1 if name in af._signatures else 0, f"{name} is called nowhere")

    def test_a_ball_in_a_bullet_world_rises_with_its_added_mass(self):
        world = World()
        fluid = af.Fluid(world.address, log=lambda line: None)
        fluid.set_medium(af.Medium(1000, 0))
        fluid.add_body(world.body)
        world.step(1e-3)
        displaced = 1000 * fluid.readout(world.body).submerged_volume
        self.assertAlmostEqual(fluid.twist(world.body)[5] / (1e-3 * 9.81 * (displaced - 1) / (1 + displaced / 2)), 1,
                               delta=5e-3)
        fluid.remove_body(world.body)
        with self.assertRaisesRegex(af.AmbientError, "not in"):
            fluid.readout(world.body)
        del fluid  # before its world

    def test_the_next_start_reads_the_models_that_the_first_one_built(self):
        with tempfile.TemporaryDirectory() as parent:
            folder, lines = os.path.join(parent, "mod\u00e8les"), []

            def start():
                world = World()
                fluid = af.Fluid(world.address, log=lines.append)
                fluid.set_model_cache(folder)
                fluid.add_body(world.body)
                world.step(1e-3)
                del fluid  # before its world
                files = [os.path.join(folder, name) for name in os.listdir(folder)]
                self.assertEqual(len(files), 1)
                with open(files[0], "rb") as file:
                    return files[0], file.read()

            file, first = start()
            # The time that the added mass took is in the file, and no two builds take the same.
            self.assertEqual(start(), (file, first))
            self.assertFalse([line for line in lines if "model" in line])
            with open(file, "wb") as damaged:
                damaged.write(first[:-1])
            self.assertEqual(len(start()[1]), len(first))
            self.assertTrue([line for line in lines if os.path.basename(file) in line])

    def test_refusals_are_exceptions_of_this_language(self):
        with self.assertRaisesRegex(af.AmbientError, "closed"):
            af.Model([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
        with self.assertRaisesRegex(af.AmbientError, "wake"):
            box(1, 1, 1, wake_factor=7.0)
        with self.assertRaisesRegex(af.AmbientError, "no field"):
            box(1, 1, 1, colour=1)


if __name__ == "__main__":
    unittest.main()
