// SPDX-License-Identifier: Zlib
#include "CApiTesting.h"

/* CApiShapeTest NAME runs one test of bodies that play key shapes. */

/* A box that opens from 1 x 1 to 2 x 2 m in one second, .5 m thick, of `mass`, centred on its mass. */
static ambient_shape* makeOpeningBox(double mass) {
    double keys[48];
    const double times[2] = {0, 1};
    ambient_shape_options options;
    ambient_shape* shape = NULL;
    boxCorners(1, 1, 0.5, keys);
    boxCorners(2, 2, 0.5, keys + 24);
    OK(ambient_shape_options_init(&options, sizeof options));
    options.mass = mass;
    OK(ambient_shape_create(keys, 8, times, 2, kBoxTriangles, 12, &options, &shape));
    return shape;
}

static void AShapeTellsItsFindings(void) {
    ambient_shape* shape = makeOpeningBox(300);
    ambient_shape_info info;
    ambient_body* body = NULL;
    ambient_body_state state;
    double vertices[3 * 1000];
    const double weightless[3] = {0, 0, 0};
    info.struct_size = sizeof info;
    OK(ambient_shape_get_info(shape, &info));
    EXPECT(near(info.mass, 300, 1e-9) && info.period == 0 && info.keys_solved == 2 && info.crossing_key == -1);
    EXPECT(near(info.least_volume, 0.5, 1e-12) && near(info.largest_volume, 2, 1e-12));
    EXPECT(info.vertex_count >= 8 && info.vertex_count <= 1000);
    OK(ambient_shape_get_vertices(shape, 1, vertices));
    EXPECT(near(vertices[0], -1, 1e-9) && near(vertices[2], -0.25, 1e-9));
    OK(ambient_body_create_deforming(shape, weightless, NULL, NULL, &body));
    OK(ambient_body_get_state(body, &state));
    state.linear_velocity[2] = 3;
    OK(ambient_body_set_state(body, &state));
    OK(ambient_body_step(body, 2, NULL));
    OK(ambient_body_get_state(body, &state));
    EXPECT(near(state.linear_velocity[2], 3, 1e-9)); /* a vacuum adds nothing */
    ambient_body_destroy(body);
    ambient_shape_destroy(shape);
}

/* v2 = K2^-1 K1 v1, however fast it opens. No surface forces, by a pressure scale of 0. */
static void TheMomentumOfAnOpeningBodyStays(void) {
    double keys[48], closed[36], opened[36];
    const double times[2] = {0, 1}, weightless[3] = {0, 0, 0};
    ambient_model_options surface;
    ambient_shape_options options;
    ambient_shape* shape = NULL;
    ambient_medium* water = NULL;
    ambient_body* body = NULL;
    ambient_body_state state;
    int slow, i;
    ambient_model *small = makeBox(1, 1, 0.5), *large = makeBox(2, 2, 0.5);
    OK(ambient_model_get_added_mass(small, 1000, NULL, closed));
    OK(ambient_model_get_added_mass(large, 1000, NULL, opened));
    boxCorners(1, 1, 0.5, keys);
    boxCorners(2, 2, 0.5, keys + 24);
    OK(ambient_model_options_init(&surface, sizeof surface));
    surface.pressure_scale = 0;
    surface.buoyancy_scale = 0;
    OK(ambient_shape_options_init(&options, sizeof options));
    options.mass = 300;
    options.surface = &surface;
    OK(ambient_shape_create(keys, 8, times, 2, kBoxTriangles, 12, &options, &shape));
    OK(ambient_medium_create_uniform(1000, 0, NULL, &water));
    for (slow = 0; slow < 2; ++slow) {
        OK(ambient_body_create_deforming(shape, weightless, NULL, water, &body));
        OK(ambient_body_get_state(body, &state));
        state.linear_velocity[2] = slow ? 0.2 : 3;
        OK(ambient_body_set_state(body, &state));
        for (i = 0; i < 8; ++i)
            OK(ambient_body_step(body, 0.25, NULL));
        OK(ambient_body_get_state(body, &state));
        EXPECT(near(state.linear_velocity[2] / (slow ? 0.2 : 3), (300 + closed[35]) / (300 + opened[35]), 1e-4));
        ambient_body_destroy(body);
    }
    ambient_shape_destroy(shape);
    ambient_model_destroy(small);
    ambient_model_destroy(large);
    ambient_medium_destroy(water);
}

static void ADeformingBodyPlaysInABulletWorld(void) {
    test_world* world = test_world_create(0.1, 1);
    void* body = test_world_body_address(world);
    ambient_shape* shape = makeOpeningBox(1);
    ambient_shape* heavy = makeOpeningBox(2);
    ambient_shape_info info;
    ambient_fluid* fluid = NULL;
    ambient_medium* air = NULL;
    double phase = -1, speed = -1, vertices[3 * 1000], lowest = 1e9, highest = -1e9, time = 0;
    int i;
    OK(ambient_medium_create_uniform(1.2, 1.8e-5, NULL, &air));
    OK(ambient_fluid_create(test_world_address(world), NULL, NULL, &fluid));
    OK(ambient_fluid_set_medium(fluid, air));
    OK(ambient_fluid_set_exact_contacts(fluid, 1));
    REFUSED(ambient_fluid_add_deforming_body(fluid, body, heavy), AMBIENT_INVALID_ARGUMENT, "mass");
    REFUSED(ambient_fluid_get_shape_phase(fluid, body, &phase, NULL), AMBIENT_INVALID_ARGUMENT, "plays no shape");
    EXPECT(phase == -1);
    OK(ambient_fluid_add_deforming_body(fluid, body, shape));
    for (i = 0; i < 30; ++i, time += 1.0 / 60)
        test_world_step(world, 1.0 / 60);
    OK(ambient_fluid_get_shape_phase(fluid, body, &phase, &speed));
    EXPECT(near(phase, time, 1e-6) && near(speed, 1, 1e-6));
    info.struct_size = sizeof info;
    OK(ambient_shape_get_info(shape, &info));
    OK(ambient_fluid_get_shape_vertices(fluid, body, vertices));
    for (i = 0; i < info.vertex_count; ++i) {
        lowest = fmin(lowest, vertices[3 * i + 2]);
        highest = fmax(highest, vertices[3 * i + 2]);
    }
    EXPECT(near(0.5 * (lowest + highest), test_world_body_height(world), 1e-5));
    EXPECT(near(highest - lowest, 0.5, 1e-5));
    OK(ambient_fluid_set_shape_speed(fluid, body, 0, 0));
    test_world_step(world, 1.0 / 60);
    OK(ambient_fluid_get_shape_phase(fluid, body, &phase, &speed));
    EXPECT(near(phase, time, 1e-6) && speed == 0);
    OK(ambient_fluid_set_shape_phase(fluid, body, 1));
    OK(ambient_fluid_get_shape_phase(fluid, body, &phase, NULL));
    EXPECT(near(phase, 1, 1e-6));
    REFUSED(ambient_fluid_set_shape_speed(fluid, body, 1, -1), AMBIENT_INVALID_ARGUMENT, "ramp");
    ambient_fluid_destroy(fluid);
    ambient_shape_destroy(shape);
    ambient_shape_destroy(heavy);
    ambient_medium_destroy(air);
    test_world_destroy(world);
}

static void AShapeThatCannotBeIsRefused(void) {
    double keys[48], times[2] = {0, 1};
    ambient_shape_options options;
    ambient_shape* shape = NULL;
    boxCorners(1, 1, 0.5, keys);
    boxCorners(2, 2, 0.5, keys + 24);
    REFUSED(ambient_shape_options_init(&options, 3), AMBIENT_INVALID_ARGUMENT, "struct_size");
    OK(ambient_shape_options_init(&options, sizeof options));
    REFUSED(ambient_shape_create(keys, 8, times, 2, kBoxTriangles, 12, &options, &shape), AMBIENT_INVALID_ARGUMENT,
            "mass");
    options.mass = 1;
    times[1] = 0;
    REFUSED(ambient_shape_create(keys, 8, times, 2, kBoxTriangles, 12, &options, &shape), AMBIENT_INVALID_ARGUMENT,
            "key 1");
    times[1] = 1;
    keys[30] = NAN;
    REFUSED(ambient_shape_create(keys, 8, times, 2, kBoxTriangles, 12, &options, &shape), AMBIENT_INVALID_ARGUMENT,
            "key 1, vertex 2");
    REFUSED(ambient_shape_create(keys, 7, times, 2, kBoxTriangles, 12, &options, &shape), AMBIENT_INVALID_ARGUMENT,
            "triangle");
    options.masses = AMBIENT_MASSES_PER_VERTEX;
    REFUSED(ambient_shape_create(keys, 8, times, 1, kBoxTriangles, 12, &options, &shape), AMBIENT_INVALID_ARGUMENT,
            "vertex_masses");
    EXPECT(shape == NULL);
    ambient_shape_destroy(NULL);
}

static const c_test kTests[] = {
    TEST(AShapeTellsItsFindings),
    TEST(TheMomentumOfAnOpeningBodyStays),
    TEST(ADeformingBodyPlaysInABulletWorld),
    TEST(AShapeThatCannotBeIsRefused),
};

int main(int argc, char** argv) {
    return runTest(kTests, sizeof kTests / sizeof kTests[0], argc, argv);
}
