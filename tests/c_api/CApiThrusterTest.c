// SPDX-License-Identifier: Zlib
/* Thrusters as makers describe them, from C. */
#include "CApiSmallObjects.h"
#include "CApiWetWorld.h"

#include <stddef.h>

static const double kStep = 1e-3, kNoGravity[3] = {0, 0, 0};

/* Thrust at rest for a command [N]. */
static double thrustOf(const wet_cube* cube, ambient_thruster_options options, double command) {
    ambient_thruster* thruster = NULL;
    ambient_thruster_state state;
    options.time_constant = 0;
    OK(ambient_thruster_create_on_link(cube->cube, 0, &options, &thruster));
    OK(ambient_thruster_set_command(thruster, command));
    OK(ambient_thruster_apply(thruster, kStep));
    state.struct_size = sizeof state;
    OK(ambient_thruster_get_state(thruster, &state));
    ambient_thruster_destroy(thruster);
    return state.thrust;
}

static ambient_thruster_options usual(void) {
    ambient_thruster_options options;
    OK(ambient_thruster_options_init(&options, sizeof options));
    return options;
}

/* Bollard, table with its dead band and between its rows, and the rows of K_T at rest. Commands are Bullet's numbers.
 */
static void MakersNumbersAreTheThrusts(void) {
    const double rows[8] = {1100, -40.2, 1464, 0, 1536, 0, 1900, 51.5};
    const double openWater[9] = {-0.5, 0.5, 0.08, 0, 0.4, 0.06, 0.8, 0, 0.02};
    const wet_cube cube = makeWetCube(kNoGravity, 1e6);
    ambient_thruster_options options = usual();
    OK(ambient_thruster_options_set_bollard(&options, 51.5, 40.2, 61, 0.076, kDensity));
    EXPECT(near(thrustOf(&cube, options, 61), 51.5, 1e-6) && near(thrustOf(&cube, options, -61), -40.2, 1e-6));
    options.dead_band = 5;
    EXPECT(thrustOf(&cube, options, 4) == 0 && thrustOf(&cube, options, 6) > 0);

    options = usual();
    options.axis[0] = 0, options.axis[2] = 1;
    OK(ambient_thruster_options_set_table(&options, rows, 4, 61, 0.076, kDensity));
    EXPECT(options.axis[2] == 1 && options.table == rows && options.table_count == 4);
    EXPECT(near(thrustOf(&cube, options, 1900), 51.5, 1e-6) && near(thrustOf(&cube, options, 1100), -40.2, 1e-6));
    EXPECT(near(thrustOf(&cube, options, 1718), 25.75, 1e-6) && thrustOf(&cube, options, 1500) == 0);

    options = usual();
    options.open_water = openWater;
    options.open_water_count = 3;
    EXPECT(near(thrustOf(&cube, options, 20), 0.4 * kDensity * 1e-4 * 400, 1e-6));
    destroyWetCube(&cube);
}

static void RefusalsOfTablesSayWhy(void) {
    const double falling[6] = {0, 0, 2, 5, 1, 7};
    const wet_cube cube = makeWetCube(kNoGravity, 1e6);
    ambient_thruster* thruster = NULL;
    ambient_thruster_options options = usual(), before;
    before = options;
    REFUSED(ambient_thruster_options_set_bollard(&options, 1, 2, 61, 0.076, kDensity), AMBIENT_INVALID_ARGUMENT,
            "astern");
    REFUSED(ambient_thruster_options_set_bollard(&options, NAN, 1, 61, 0.076, kDensity), AMBIENT_INVALID_ARGUMENT, "");
    REFUSED(ambient_thruster_options_set_table(&options, falling, 3, 61, 0.076, kDensity), AMBIENT_INVALID_ARGUMENT,
            "table");
    REFUSED(ambient_thruster_options_set_table(&options, NULL, 2, 61, 0.076, kDensity), AMBIENT_INVALID_ARGUMENT,
            "rows is null");
    REFUSED(ambient_thruster_options_set_bollard(NULL, 2, 1, 61, 0.076, kDensity), AMBIENT_INVALID_ARGUMENT,
            "options is null");
    EXPECT(memcmp(&options, &before, sizeof options) == 0); /* a refusal changes nothing */
    options.table_count = 2;
    REFUSED(ambient_thruster_create_on_link(cube.cube, 0, &options, &thruster), AMBIENT_INVALID_ARGUMENT,
            "table is null");
    options = usual();
    options.open_water = falling;
    options.open_water_count = 1000000;
    REFUSED(ambient_thruster_create_on_link(cube.cube, 0, &options, &thruster), AMBIENT_INVALID_ARGUMENT, "open_water");
    EXPECT(thruster == NULL);
    destroyWetCube(&cube);
}

/* A caller with the header of an earlier version: the fields that it lacks are not touched, and have their defaults. */
static void OptionsOfAnEarlierVersionAreTaken(void) {
    const wet_cube cube = makeWetCube(kNoGravity, 1e6);
    const size_t size = offsetof(ambient_thruster_options, dead_band);
    ambient_thruster_options options;
    memset(&options, 0x7f, sizeof options);
    OK(ambient_thruster_options_init(&options, size));
    EXPECT(options.struct_size == size && ((const unsigned char*)&options)[size] == 0x7f);
    EXPECT(near(thrustOf(&cube, options, 20), 0.35 * kDensity * 1e-4 * 400, 1e-6));
    REFUSED(ambient_thruster_options_set_bollard(&options, 2, 1, 61, 0.076, kDensity), AMBIENT_INVALID_ARGUMENT,
            "struct_size");
    destroyWetCube(&cube);
}

static size_t stateSize(ambient_world* world) {
    size_t size = 0;
    OK(ambient_world_save_state(world, NULL, &size));
    return size;
}

/* Bodies that enter a fluid by their addresses have their physical velocity, and what pulls them keeps them. */
static void ThrustersAndMooringsKeepTheirBodies(void) {
    ambient_world* world = NULL;
    ambient_fluid* fluid = NULL;
    ambient_model* model = NULL;
    ambient_medium* water = NULL;
    ambient_rigid_body* bodies[2] = {NULL, NULL};
    ambient_thruster* thruster = NULL;
    ambient_mooring* mooring = NULL;
    ambient_mooring_end ends[2];
    ambient_body_state state;
    double twist[6];
    size_t whole;
    int i;
    memset(ends, 0, sizeof ends);
    OK(ambient_world_create(NULL, &world));
    OK(ambient_fluid_create(ambient_world_get_address(world), ignoreLine, NULL, &fluid));
    OK(ambient_medium_create_uniform(1000, 0, NULL, &water));
    OK(ambient_fluid_set_medium(fluid, water));
    OK(createModel(&model));
    for (i = 0; i < 2; ++i) {
        OK(createRigidBody(world, model, i, &bodies[i]));
        OK(ambient_fluid_add_body(fluid, ambient_rigid_body_get_address(bodies[i]), model));
        OK(ambient_world_step(world, 0.01));
        OK(ambient_fluid_get_twist(fluid, ambient_rigid_body_get_address(bodies[i]), twist));
        OK(ambient_rigid_body_get_state(bodies[i], &state));
        EXPECT(memcmp(state.linear_velocity, twist + 3, sizeof state.linear_velocity) == 0);
    }
    ends[0].rigid_body = ambient_rigid_body_get_address(bodies[0]);
    OK(ambient_thruster_create(fluid, ambient_rigid_body_get_address(bodies[1]), NULL, &thruster));
    OK(ambient_mooring_create(fluid, &ends[0], &ends[1], NULL, &mooring));
    whole = stateSize(world);
    ambient_rigid_body_destroy(bodies[0]);
    ambient_rigid_body_destroy(bodies[1]);
    EXPECT(stateSize(world) == whole);
    for (i = 0; i < 2; ++i) {
        OK(ambient_thruster_apply(thruster, 0.01));
        OK(ambient_mooring_apply(mooring, 0.01));
        OK(ambient_world_step(world, 0.01));
    }
    ambient_mooring_destroy(mooring);
    ambient_thruster_destroy(thruster);
    OK(ambient_world_step(world, 0.01));
    EXPECT(stateSize(world) < whole);
    ambient_fluid_destroy(fluid);
    ambient_model_destroy(model);
    ambient_medium_destroy(water);
    ambient_world_destroy(world);
}

/* Bodies of another world and dry ones are no carriers of thrusters and no members of a coupling; a dry one is an
   anchor. */
static void WhatActsOnABodyIsOfItsWorld(void) {
    wet_cube own = makeWetCube(kNoGravity, 50), other = makeWetCube(kNoGravity, 50);
    const char* elsewhere = "the rigid body is in another world than the fluid";
    void* worlds[2];
    ambient_rigid_body_options fixed;
    ambient_rigid_body *body = NULL, *dry = NULL;
    ambient_thruster* thruster = NULL;
    ambient_mooring* mooring = NULL;
    ambient_coupling* coupling = NULL;
    ambient_mooring_end ends[2];
    test_ball* balls[2]; /* the caller's */
    double wrench[6];
    size_t whole;
    int i;
    worlds[0] = ambient_world_get_address(own.in.world);
    worlds[1] = ambient_world_get_address(other.in.world);
    OK(createRigidBody(other.in.world, own.box, 3, &body));
    OK(ambient_rigid_body_options_init(&fixed, sizeof fixed, own.box, 0));
    fixed.position[0] = 7;
    OK(ambient_rigid_body_create(own.in.world, &fixed, &dry));
    OK(ambient_coupling_create(own.in.fluid, NULL, &coupling));
    for (i = 0; i < 2; ++i)
        balls[i] = test_ball_create(worlds[i], 0.1, 1, 5);
    whole = stateSize(own.in.world);
    memset(ends, 0, sizeof ends);
    for (i = 0; i < 2; ++i) {
        void* foreign = i ? test_ball_address(balls[1]) : ambient_rigid_body_get_address(body);
        ends[1].rigid_body = foreign;
        REFUSED(ambient_thruster_create(own.in.fluid, foreign, NULL, &thruster), AMBIENT_INVALID_ARGUMENT, elsewhere);
        REFUSED(ambient_mooring_create(own.in.fluid, &ends[0], &ends[1], NULL, &mooring), AMBIENT_INVALID_ARGUMENT,
                "second: the rigid body is in another world");
        REFUSED(ambient_fluid_add_body(own.in.fluid, foreign, own.box), AMBIENT_INVALID_ARGUMENT, elsewhere);
        REFUSED(ambient_coupling_set_coupled(coupling, foreign, 1), AMBIENT_INVALID_ARGUMENT, "no wet body");
        REFUSED(ambient_coupling_get_wrench(coupling, foreign, wrench), AMBIENT_INVALID_ARGUMENT, "no wet body");
    }
    REFUSED(ambient_thruster_create(own.in.fluid, ambient_rigid_body_get_address(dry), NULL, &thruster),
            AMBIENT_INVALID_ARGUMENT, "mass 0");
    REFUSED(ambient_coupling_set_coupled(coupling, ambient_rigid_body_get_address(dry), 1), AMBIENT_INVALID_ARGUMENT,
            "no wet body");
    REFUSED(ambient_coupling_set_multi_body_coupled(coupling, other.cube, 1), AMBIENT_INVALID_ARGUMENT,
            "multi_body is of another fluid than the coupling");
    EXPECT(!thruster && !mooring && stateSize(own.in.world) == whole);
    ends[0].rigid_body = ambient_rigid_body_get_address(dry);
    ends[1].rigid_body = test_ball_address(balls[0]);
    OK(ambient_mooring_create(own.in.fluid, &ends[0], &ends[1], NULL, &mooring));
    OK(ambient_thruster_create(own.in.fluid, test_ball_address(balls[0]), NULL, &thruster));
    ambient_mooring_destroy(mooring);
    ambient_thruster_destroy(thruster);
    ambient_coupling_destroy(coupling);
    for (i = 0; i < 2; ++i)
        test_ball_destroy(balls[i]);
    ambient_rigid_body_destroy(body);
    ambient_rigid_body_destroy(dry);
    destroyWetCube(&other);
    destroyWetCube(&own);
}

static const c_test kTests[] = {
    TEST(MakersNumbersAreTheThrusts),        TEST(RefusalsOfTablesSayWhy),
    TEST(OptionsOfAnEarlierVersionAreTaken), TEST(ThrustersAndMooringsKeepTheirBodies),
    TEST(WhatActsOnABodyIsOfItsWorld),
};

int main(int argc, char** argv) {
    return runTest(kTests, sizeof kTests / sizeof kTests[0], argc, argv);
}
