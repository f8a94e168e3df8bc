// SPDX-License-Identifier: Zlib
/* Moorings, and the waves that bodies make, from C. */
#include "CApiWetWorld.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

static const double kWeight = (50 - 27) * 9.81; /* of a cube of 50 kg in water [N] */

/* From the top of the cube to a place 2 m above its middle. */
static void hang(const wet_cube* cube, ambient_mooring_end ends[2]) {
    memset(ends, 0, 2 * sizeof ends[0]);
    ends[0].multi_body = cube->cube;
    ends[0].point[2] = 0.15;
    ends[1].point[2] = 2;
}

static ambient_mooring_state stateOf(const ambient_mooring* mooring) {
    ambient_mooring_state state;
    memset(&state, 0, sizeof state);
    state.struct_size = sizeof state;
    OK(ambient_mooring_get_state(mooring, &state));
    return state;
}

static void ALineCarriesTheWeightOfACubeInWater(void) {
    const double step = 1.0 / 60.0;
    int isCable, i;
    for (isCable = 0; isCable < 2; ++isCable) {
        wet_cube wet = makeWetCube(NULL, 50);
        ambient_mooring_options options;
        ambient_mooring_end ends[2];
        ambient_mooring* line = NULL;
        ambient_mooring_state state;
        double* points;
        hang(&wet, ends);
        OK(ambient_mooring_options_init(&options, sizeof options, isCable));
        options.stiffness = 1e5;
        options.mass = 0.01;
        options.diameter = 0.002;
        options.segments = 5;
        options.length = 1.85 / (1 + kWeight / options.stiffness);
        OK(ambient_mooring_create(wet.in.fluid, &ends[0], &ends[1], &options, &line));
        EXPECT(isCable || stateOf(line).point_count == 0);
        for (i = 0; i < 120; ++i) {
            OK(ambient_mooring_apply(line, step));
            OK(ambient_world_step(wet.in.world, step));
        }
        state = stateOf(line);
        /* it still bobs a little on the line */
        EXPECT(near(state.tension[0] / kWeight, 1, 0.03) && near(state.tension[1] / kWeight, 1, 0.03)); /* .015 */
        EXPECT(near(state.largest_tension / kWeight, 1, 0.03) && state.is_broken == 0);
        EXPECT(near(state.length, options.length, 1e-12));
        points = (double*)calloc((size_t)state.point_count, 3 * sizeof(double));
        OK(ambient_mooring_get_points(line, points, state.point_count));
        EXPECT(near(points[2], 0.15, 0.01) && near(points[3 * state.point_count - 1], 2, 1e-6));
        REFUSED(ambient_mooring_get_points(line, points, 1), AMBIENT_INVALID_ARGUMENT, "count: is 1; the line has");
        free(points);
        OK(ambient_mooring_reel(line, 1, 0.25));
        for (i = 0; i < 60; ++i) {
            OK(ambient_mooring_apply(line, step));
            OK(ambient_world_step(wet.in.world, step));
        }
        EXPECT(near(stateOf(line).length, options.length - 0.25, 1e-6));
        ambient_mooring_destroy(line);
        destroyWetCube(&wet);
    }
}

static void ALineToARigidBodyBreaks(void) {
    test_world* world = test_world_create(0.1, 40);
    ambient_medium* water = NULL;
    ambient_fluid* fluid = NULL;
    ambient_mooring_options options;
    ambient_mooring_end ends[2];
    ambient_mooring* line = NULL;
    int i;
    OK(ambient_medium_create_uniform(kDensity, 0, NULL, &water));
    OK(ambient_fluid_create(test_world_address(world), ignoreLine, NULL, &fluid));
    OK(ambient_fluid_set_medium(fluid, water));
    OK(ambient_fluid_add_body(fluid, test_world_body_address(world), NULL));
    memset(ends, 0, sizeof ends);
    ends[0].rigid_body = test_world_body_address(world);
    ends[1].point[2] = 1;
    OK(ambient_mooring_options_init(&options, sizeof options, 0));
    options.breaking_load = 300;
    OK(ambient_mooring_create(fluid, &ends[0], &ends[1], &options, &line));
    for (i = 0; i < 60; ++i) {
        OK(ambient_mooring_apply(line, 1.0 / 60.0));
        test_world_step(world, 1.0 / 60.0);
    }
    EXPECT(stateOf(line).is_broken == 1 && stateOf(line).tension[0] == 0);
    ambient_fluid_destroy(fluid); /* the line keeps it */
    OK(ambient_mooring_apply(line, 1.0 / 60.0));
    ambient_mooring_destroy(line);
    ambient_medium_destroy(water);
    test_world_destroy(world);
}

static void RefusalsOfMooringsSayWhy(void) {
    wet_cube wet = makeWetCube(NULL, 50), other = makeWetCube(NULL, 50);
    ambient_mooring_options options;
    ambient_mooring_end ends[2];
    ambient_mooring* line = NULL;
    double numbers[11];
    int i, which;
    hang(&wet, ends);
    OK(ambient_mooring_options_init(&options, sizeof options, 1));
    REFUSED(ambient_mooring_create(wet.in.fluid, NULL, &ends[1], NULL, &line), AMBIENT_INVALID_ARGUMENT,
            "first is null");
    REFUSED(ambient_mooring_create(other.in.fluid, &ends[0], &ends[1], NULL, &line), AMBIENT_INVALID_ARGUMENT,
            "first: the multi-body is of another fluid");
    ends[0].link = 1;
    REFUSED(ambient_mooring_create(wet.in.fluid, &ends[0], &ends[1], NULL, &line), AMBIENT_INVALID_ARGUMENT, "link 1");
    ends[0].link = 0;
    ends[0].point[1] = NAN;
    REFUSED(ambient_mooring_create(wet.in.fluid, &ends[0], &ends[1], NULL, &line), AMBIENT_INVALID_ARGUMENT, "first");
    ends[0].point[1] = 0;
    options.struct_size = 8;
    REFUSED(ambient_mooring_create(wet.in.fluid, &ends[0], &ends[1], &options, &line), AMBIENT_INVALID_ARGUMENT,
            "struct_size");
    options.struct_size = sizeof options;
    options.has_seabed = 1;
    memcpy(numbers, &options.length, sizeof numbers);
    for (which = 0; which < 11; ++which) /* the numbers of the struct, one after the other */
        for (i = 0; i < 2; ++i) {
            if (which == 1) continue; /* the weight is of the other kind */
            (&options.length)[which] = i ? INFINITY : NAN;
            EXPECT(ambient_mooring_create(wet.in.fluid, &ends[0], &ends[1], &options, &line) ==
                   AMBIENT_INVALID_ARGUMENT);
            EXPECT(strstr(ambient_last_error(), i ? "inf" : "nan") != NULL);
            memcpy(&options.length, numbers, sizeof numbers);
        }
    options.segments = 0;
    REFUSED(ambient_mooring_create(wet.in.fluid, &ends[0], &ends[1], &options, &line), AMBIENT_INVALID_ARGUMENT,
            "segments");
    EXPECT(line == NULL);
    OK(ambient_mooring_create(wet.in.fluid, &ends[0], &ends[1], NULL, &line));
    REFUSED(ambient_mooring_apply(line, -1), AMBIENT_INVALID_ARGUMENT, "duration");
    REFUSED(ambient_mooring_reel(line, 0, 1), AMBIENT_INVALID_ARGUMENT, "length");
    ambient_mooring_destroy(line);
    ambient_mooring_destroy(NULL);
    destroyWetCube(&other);
    destroyWetCube(&wet);
}

/* A box with a draft of 0.15 m needs more water, by panels too. */
static void refuseBeds(ambient_multi_body* box) {
    ambient_wave_coefficients bed;
    memset(&bed, 0, sizeof bed);
    bed.struct_size = sizeof bed;
    bed.depth = 0.15;
    REFUSED(ambient_multi_body_set_waves_made(box, 0, AMBIENT_WAVES_RADIATION, &bed), AMBIENT_INVALID_ARGUMENT,
            "not above the draft");
    bed.depth = -1;
    REFUSED(ambient_multi_body_set_waves_made(box, 0, AMBIENT_WAVES_RADIATION, &bed), AMBIENT_INVALID_ARGUMENT,
            "depth must not be below 0");
}

/* Largest height of a floating box in the last of three seconds, let go 3 cm too high. */
static double heightOfBox(int32_t waves, const ambient_wave_coefficients* coefficients) {
    const double up[3] = {0, 0, 1};
    ambient_world* world = NULL;
    ambient_fluid* fluid = NULL;
    ambient_medium *water = NULL, *pool = NULL;
    ambient_multi_body* body = NULL;
    ambient_model* box = makeBox(0.6, 0.6, 0.3);
    ambient_body_state state;
    ambient_link link;
    double highest = 0;
    int i;
    OK(ambient_world_create(NULL, &world));
    OK(ambient_fluid_create(ambient_world_get_address(world), ignoreLine, NULL, &fluid));
    OK(ambient_medium_create_uniform(kDensity, 0, NULL, &water));
    OK(ambient_medium_create_divided(water, NULL, 0, up, &pool));
    OK(ambient_fluid_set_medium(fluid, pool));
    OK(ambient_fluid_set_exact_contacts(fluid, 1));
    OK(ambient_link_init(&link, sizeof link, box, 54));
    OK(ambient_multi_body_create(fluid, &link, 1, NULL, &body));
    refuseBeds(body);
    OK(ambient_multi_body_set_waves_made(body, 0, waves, coefficients));
    REFUSED(ambient_multi_body_set_waves_made(body, 1, waves, coefficients), AMBIENT_INVALID_ARGUMENT, "link");
    OK(ambient_multi_body_get_link(body, 0, &state));
    state.position[2] = 0.03;
    OK(ambient_multi_body_set_base(body, &state));
    for (i = 0; i < 180; ++i) {
        OK(ambient_world_step(world, 1.0 / 60));
        OK(ambient_multi_body_get_link(body, 0, &state));
        if (i >= 120 && fabs(state.position[2]) > highest) highest = fabs(state.position[2]);
    }
    ambient_multi_body_destroy(body);
    ambient_fluid_destroy(fluid);
    ambient_medium_destroy(pool);
    ambient_medium_destroy(water);
    ambient_model_destroy(box);
    ambient_world_destroy(world);
    return highest;
}

static void AFloatingLinkMakesTheWavesOfGivenCoefficients(void) {
    double frequencies[8], addedMass[8 * 36] = {0}, damping[8 * 36] = {0}, atInfinity[36] = {0};
    ambient_wave_coefficients given;
    double without, with;
    int i;
    for (i = 0; i < 8; ++i) {
        frequencies[i] = 1.5 * (i + 1);
        damping[36 * i + 14] = 120 * frequencies[i] * exp(-0.3 * frequencies[i]); /* of heave */
        addedMass[36 * i + 14] = 25;
    }
    for (i = 0; i < 6; ++i)
        atInfinity[7 * i] = i < 3 ? 20 : 0.5;
    memset(&given, 0, sizeof given);
    given.struct_size = sizeof given;
    given.frequency_count = 8;
    given.frequencies = frequencies;
    given.added_mass = addedMass;
    given.damping = damping;
    given.added_mass_at_infinity = atInfinity;
    without = heightOfBox(AMBIENT_WAVES_NONE, NULL);
    with = heightOfBox(AMBIENT_WAVES_RADIATION, &given);
    EXPECT(with < 0.5 * without);
    given.struct_size = offsetof(ambient_wave_coefficients, depth);
    given.depth = -1; /* not read: the header of this caller is older */
    EXPECT(heightOfBox(AMBIENT_WAVES_RADIATION, &given) == with);
    EXPECT(without > 0.001);
}

static void RefusalsOfWavesSayWhy(void) {
    wet_cube wet = makeWetCube(NULL, 50);
    ambient_wave_coefficients given;
    memset(&given, 0, sizeof given);
    REFUSED(ambient_multi_body_set_waves_made(wet.cube, 0, AMBIENT_WAVES_HEAVE, NULL), AMBIENT_INVALID_ARGUMENT,
            "waves is 1");
    REFUSED(ambient_multi_body_set_waves_made(wet.cube, 0, AMBIENT_WAVES_RADIATION, NULL), AMBIENT_INVALID_ARGUMENT,
            "no surface");
    REFUSED(ambient_multi_body_set_waves_made(wet.cube, 0, AMBIENT_WAVES_NONE, &given), AMBIENT_INVALID_ARGUMENT,
            "AMBIENT_WAVES_RADIATION");
    REFUSED(ambient_fluid_set_waves_made(wet.in.fluid, NULL, AMBIENT_WAVES_NONE, NULL), AMBIENT_INVALID_ARGUMENT,
            "rigid_body");
    destroyWetCube(&wet);
}

static const c_test kTests[] = {
    TEST(ALineCarriesTheWeightOfACubeInWater),           TEST(ALineToARigidBodyBreaks), TEST(RefusalsOfMooringsSayWhy),
    TEST(AFloatingLinkMakesTheWavesOfGivenCoefficients), TEST(RefusalsOfWavesSayWhy),
};

int main(int argc, char** argv) {
    return runTest(kTests, sizeof kTests / sizeof kTests[0], argc, argv);
}
