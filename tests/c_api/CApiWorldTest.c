// SPDX-License-Identifier: Zlib
/* Rigid bodies, regions, couplings and saved states of a world of the library's own. */
#include "AmbientFluidC/AmbientEngineC.h"
#include "AmbientFluidC/AmbientWorldC.h"
#include "CApiTesting.h"

#include <stddef.h>
#include <stdlib.h>

/* A world of water with exact contacts. */
typedef struct {
    ambient_world* world;
    ambient_fluid* fluid;
    ambient_medium* water;
    ambient_model* box; /* .4 x .2 x .1 */
} tank;

static tank makeTank(const double gravity[3]) {
    tank t;
    OK(ambient_world_create(gravity, &t.world));
    OK(ambient_fluid_create(ambient_world_get_address(t.world), ignoreLine, NULL, &t.fluid));
    OK(ambient_medium_create_uniform(1000, 1e-3, NULL, &t.water));
    OK(ambient_fluid_set_medium(t.fluid, t.water));
    OK(ambient_fluid_set_exact_contacts(t.fluid, 1));
    t.box = makeBox(0.4, 0.2, 0.1);
    return t;
}

static void destroyTank(tank* t) {
    ambient_fluid_destroy(t->fluid);
    ambient_world_destroy(t->world);
    ambient_medium_destroy(t->water);
    ambient_model_destroy(t->box);
}

static ambient_rigid_body* add(tank* t, double mass, double x, double y, double z) {
    ambient_rigid_body* body = NULL;
    ambient_rigid_body_options options;
    OK(ambient_rigid_body_options_init(&options, sizeof options, t->box, mass));
    options.position[0] = x;
    options.position[1] = y;
    options.position[2] = z;
    OK(ambient_rigid_body_create(t->world, &options, &body));
    if (mass > 0) OK(ambient_fluid_add_rigid_body(t->fluid, body));
    return body;
}

static ambient_body_state stateOf(const ambient_rigid_body* body) {
    ambient_body_state state;
    OK(ambient_rigid_body_get_state(body, &state));
    return state;
}

/* A body that turns freely moves as an ambient_body, whatever its principal axes are. Bullet's numbers may be single
   ones: 1e-6 and 4e-5 of way and turn. */
static void AFreeBodyMovesAsWithoutBullet(void) {
    tank t = makeTank(NULL);
    ambient_rigid_body_options options;
    ambient_body_options freeOptions;
    ambient_rigid_body* body = NULL;
    ambient_body* alone = NULL;
    ambient_body_state state, expected;
    int i, k;
    OK(ambient_rigid_body_options_init(&options, sizeof options, t.box, 12));
    OK(ambient_body_options_init(&freeOptions, sizeof freeOptions, t.box, 12));
    options.inertia[1] = options.inertia[3] = 0.01; /* not along the axes of the mesh */
    options.center_of_mass[0] = 0.02;
    memcpy(freeOptions.inertia, options.inertia, sizeof options.inertia);
    memcpy(freeOptions.center_of_mass, options.center_of_mass, sizeof options.center_of_mass);
    OK(ambient_body_create(t.box, &freeOptions, t.water, &alone));
    OK(ambient_body_get_state(alone, &expected));
    expected.angular_velocity[1] = options.twist[1] = 1.5;
    expected.linear_velocity[0] = options.twist[3] = 0.7;
    expected.position[0] = 0.02;
    OK(ambient_body_set_state(alone, &expected));
    OK(ambient_rigid_body_create(t.world, &options, &body));
    OK(ambient_fluid_add_rigid_body(t.fluid, body));
    for (i = 0; i < 60; ++i) {
        OK(ambient_world_step(t.world, 1.0 / 60));
        OK(ambient_body_step(alone, 1.0 / 60, NULL));
    }
    state = stateOf(body);
    OK(ambient_body_get_state(alone, &expected));
    for (k = 0; k < 3; ++k) {
        EXPECT(near(state.position[k], expected.position[k], 2e-4));
        EXPECT(near(state.linear_velocity[k], expected.linear_velocity[k], 2e-3));
        EXPECT(near(state.angular_velocity[k], expected.angular_velocity[k], 1e-2));
    }
    for (k = 0; k < 4; ++k)
        EXPECT(near(fabs(state.orientation[k]), fabs(expected.orientation[k]), 2e-3));
    EXPECT(near(state.time, 1, 1e-12));
    ambient_rigid_body_destroy(body);
    ambient_body_destroy(alone);
    destroyTank(&t);
}

/* A stone comes to rest on a plane, and on a block that does not move. A renderer sees the mesh's own frame. */
static void BodiesTouch(void) {
    const double up[3] = {0, 0, 1};
    tank t = makeTank(NULL);
    const ambient_rigid_body* all[3];
    float transforms[21];
    ambient_rigid_body *onPlane, *onBlock, *block;
    int i;
    OK(ambient_world_add_plane(t.world, up, 0, 0.5));
    onPlane = add(&t, 20, 0, 0, 0.06);
    block = add(&t, 0, 2, 0, 0.5);
    onBlock = add(&t, 20, 2, 0, 0.63);
    for (i = 0; i < 180; ++i)
        OK(ambient_world_step(t.world, 1.0 / 60));
    EXPECT(near(stateOf(onPlane).position[2], 0.05, 5e-3));
    EXPECT(near(stateOf(onBlock).position[2], 0.6, 5e-3));
    all[0] = onPlane, all[1] = block, all[2] = onBlock;
    OK(ambient_rigid_bodies_get_transforms(all, 3, transforms));
    EXPECT(near(transforms[7], 2, 1e-6) && near(transforms[9], 0.5, 1e-6) && near(transforms[13], 1, 1e-6));
    EXPECT(near(transforms[2], stateOf(onPlane).position[2], 1e-6));
    REFUSED(ambient_fluid_add_rigid_body(t.fluid, block), AMBIENT_INVALID_ARGUMENT, "static");
    ambient_rigid_body_destroy(onPlane);
    ambient_rigid_body_destroy(block); /* what lay on it falls */
    for (i = 0; i < 60; ++i)
        OK(ambient_world_step(t.world, 1.0 / 60));
    EXPECT(stateOf(onBlock).position[2] < 0.4);
    ambient_rigid_body_destroy(onBlock);
    destroyTank(&t);
}

/* A load is one of the next step alone: 12 N on 12 kg in vacuum for .1 s are .1 m/s. */
static void ALoadActsInOneStep(void) {
    const double none[3] = {0, 0, 0}, push[6] = {0, 0, 0, 12, 0, 0};
    tank t = makeTank(none);
    ambient_rigid_body* body;
    ambient_body_state state;
    OK(ambient_fluid_set_medium(t.fluid, NULL));
    body = add(&t, 12, 0, 0, 0);
    OK(ambient_rigid_body_apply_wrench(body, push));
    OK(ambient_world_step(t.world, 0.1));
    OK(ambient_world_step(t.world, 0.1));
    EXPECT(near(stateOf(body).linear_velocity[0], 0.1, 1e-6));
    state = stateOf(body);
    state.position[1] = 7;
    state.linear_velocity[0] = -2;
    OK(ambient_rigid_body_set_state(body, &state));
    OK(ambient_world_step(t.world, 0.5));
    EXPECT(near(stateOf(body).position[1], 7, 1e-6));
    EXPECT(near(stateOf(body).linear_velocity[0], -2, 1e-6));
    ambient_rigid_body_destroy(body);
    destroyTank(&t);
}

/* In the region a body of the water's density hangs still; outside, in vacuum, it falls. */
static void ARegionHasAMediumOfItsOwn(void) {
    const double low[3] = {-1, -1, -INFINITY}, high[3] = {1, 1, INFINITY}, away[3] = {9, 9, 9}, beyond[3] = {8, 8, 8};
    tank t = makeTank(NULL);
    ambient_region* region = NULL;
    ambient_rigid_body *inside = add(&t, 8, 0, 0, 0), *outside = add(&t, 8, 3, 0, 0);
    OK(ambient_fluid_set_medium(t.fluid, NULL));
    REFUSED(ambient_region_create(t.fluid, low, high, NULL, 0, &region), AMBIENT_INVALID_ARGUMENT, "medium is null");
    REFUSED(ambient_region_create(t.fluid, high, low, t.water, 0, &region), AMBIENT_INVALID_ARGUMENT, "");
    EXPECT(region == NULL);
    OK(ambient_region_create(t.fluid, low, high, t.water, 0, &region));
    OK(ambient_world_step(t.world, 0.1));
    OK(ambient_world_step(t.world, 0.1));
    EXPECT(near(stateOf(inside).linear_velocity[2], 0, 1e-5));
    EXPECT(near(stateOf(outside).linear_velocity[2], -9.81 * 0.2, 1e-5));
    OK(ambient_region_set_enabled(region, 0));
    OK(ambient_world_step(t.world, 0.1)); /* bodies follow at its end */
    OK(ambient_world_step(t.world, 0.1));
    EXPECT(near(stateOf(inside).linear_velocity[2], -9.81 * 0.1, 1e-5));
    OK(ambient_region_set_enabled(region, 1));
    OK(ambient_region_set_box(region, beyond, away));
    OK(ambient_world_step(t.world, 0.1));
    EXPECT(near(stateOf(inside).linear_velocity[2], -9.81 * 0.2, 1e-5));
    ambient_region_destroy(region);
    REFUSED(ambient_region_set_enabled(region, 1), AMBIENT_INVALID_ARGUMENT, "region was destroyed");
    ambient_rigid_body_destroy(inside);
    ambient_rigid_body_destroy(outside);
    destroyTank(&t);
}

/* Two bodies side by side that move together draw together, with equal and opposite loads; without a coupling each
   goes straight on. */
static void BodiesFeelEachOther(void) {
    const double none[3] = {0, 0, 0};
    double first[6], second[6];
    int coupled, i;
    for (coupled = 0; coupled < 2; ++coupled) {
        tank t = makeTank(none);
        ambient_coupling* coupling = NULL;
        ambient_coupling_options options;
        ambient_rigid_body *a = add(&t, 8, 0, -0.15, 0), *b = add(&t, 8, 0, 0.15, 0);
        ambient_body_state state = stateOf(a);
        OK(ambient_coupling_options_init(&options, sizeof options));
        options.drag = AMBIENT_DRAG_ALONE;
        state.linear_velocity[0] = 1;
        OK(ambient_rigid_body_set_state(a, &state));
        state.position[1] = 0.15;
        OK(ambient_rigid_body_set_state(b, &state));
        if (coupled) OK(ambient_coupling_create(t.fluid, &options, &coupling));
        for (i = 0; i < 10; ++i)
            OK(ambient_world_step(t.world, 0.01));
        EXPECT(coupled ? stateOf(b).position[1] < 0.1499 : near(stateOf(b).position[1], 0.15, 1e-6));
        if (coupled) {
            OK(ambient_coupling_get_wrench(coupling, ambient_rigid_body_get_address(a), first));
            OK(ambient_coupling_get_wrench(coupling, ambient_rigid_body_get_address(b), second));
            EXPECT(first[4] > 0.1 && near(first[4] + second[4], 0, 1e-3 * first[4]));
            OK(ambient_coupling_set_coupled(coupling, ambient_rigid_body_get_address(b), 0));
            OK(ambient_world_step(t.world, 0.01));
            OK(ambient_coupling_get_wrench(coupling, ambient_rigid_body_get_address(a), first));
            EXPECT(first[4] == 0);
            OK(ambient_coupling_set_coupled(coupling, ambient_rigid_body_get_address(b), 1));
            OK(ambient_world_step(t.world, 0.01));
            OK(ambient_coupling_get_wrench(coupling, ambient_rigid_body_get_address(a), first));
            EXPECT(first[4] > 0.1);
            EXPECT(ambient_coupling_set_coupled(coupling, NULL, 0) == AMBIENT_INVALID_ARGUMENT);
        }
        ambient_coupling_destroy(coupling);
        ambient_rigid_body_destroy(a);
        ambient_rigid_body_destroy(b);
        destroyTank(&t);
    }
}

static void* saved(ambient_world* world, size_t* size) {
    void* bytes;
    *size = 0;
    OK(ambient_world_save_state(world, NULL, size));
    bytes = malloc(*size);
    OK(ambient_world_save_state(world, bytes, size));
    return bytes;
}

/* A heap in the middle of its fall, with a dry body, a coupling and a region: equal bytes after equal steps. */
static void AStateRepeatsTheMotionToTheBit(void) {
    enum { BODIES = 6, STEPS = 40 };
    const double up[3] = {0, 0, 1}, low[3] = {-1, -1, 0}, high[3] = {1, 1, 0.4};
    tank t = makeTank(NULL);
    ambient_rigid_body* bodies[BODIES];
    ambient_body_state first[BODIES], again[BODIES];
    ambient_coupling* coupling = NULL;
    ambient_region* region = NULL;
    ambient_medium* brine = NULL;
    size_t size, less;
    unsigned char* state;
    int i, k;
    OK(ambient_world_add_plane(t.world, up, 0, 0.5));
    OK(ambient_medium_create_uniform(1200, 1e-3, NULL, &brine));
    OK(ambient_region_create(t.fluid, low, high, brine, 0, &region));
    OK(ambient_coupling_create(t.fluid, NULL, &coupling));
    for (i = 0; i < BODIES; ++i)
        bodies[i] = add(&t, 15 + i, 0.03 * i, 0.05 * (i % 2), 0.1 + 0.12 * i);
    OK(ambient_fluid_remove_body(t.fluid, ambient_rigid_body_get_address(bodies[2])));
    for (i = 0; i < STEPS; ++i)
        OK(ambient_world_step(t.world, 1.0 / 60));
    state = saved(t.world, &size);
    for (i = 0; i < STEPS; ++i)
        OK(ambient_world_step(t.world, 1.0 / 60));
    for (i = 0; i < BODIES; ++i)
        first[i] = stateOf(bodies[i]);
    for (k = 0; k < 2; ++k) {
        OK(ambient_world_restore_state(t.world, state, size));
        EXPECT(near(stateOf(bodies[0]).time, STEPS / 60.0, 1e-12));
        for (i = 0; i < STEPS; ++i)
            OK(ambient_world_step(t.world, 1.0 / 60));
        for (i = 0; i < BODIES; ++i)
            again[i] = stateOf(bodies[i]);
        EXPECT(memcmp(first, again, sizeof first) == 0);
    }
    less = 10;
    REFUSED(ambient_world_save_state(t.world, state, &less), AMBIENT_INVALID_ARGUMENT, "bytes");
    EXPECT(less == 10);
    REFUSED(ambient_world_restore_state(t.world, state, size - 1), AMBIENT_INVALID_ARGUMENT, "damaged");
    state[size / 2] ^= 1;
    REFUSED(ambient_world_restore_state(t.world, state, size), AMBIENT_INVALID_ARGUMENT, "damaged");
    state[size / 2] ^= 1;
    ambient_rigid_body_destroy(bodies[5]);
    REFUSED(ambient_world_restore_state(t.world, state, size), AMBIENT_INVALID_ARGUMENT, "other bodies");
    for (i = 0; i < 5; ++i)
        ambient_rigid_body_destroy(bodies[i]);
    free(state);
    ambient_coupling_destroy(coupling);
    ambient_region_destroy(region);
    ambient_medium_destroy(brine);
    destroyTank(&t);
}

/* A program of an earlier version gives shorter structs: younger fields have their defaults, and nothing is written
   behind the end. */
static void ShorterStructsOfEarlierVersionsAreTaken(void) {
    const size_t first = offsetof(ambient_model_options, roughness);
    double corners[24];
    ambient_model_options options;
    ambient_model* model = NULL;
    boxCorners(1, 1, 1, corners);
    options.roughness = -7; /* no part of the earlier struct */
    OK(ambient_model_options_init(&options, first));
    EXPECT(options.struct_size == first && options.roughness == -7 && options.added_mass_density == 1000);
    OK(ambient_model_create(corners, 8, kBoxTriangles, 12, &options, &model));
    ambient_model_destroy(model);
    options.struct_size = sizeof options;
    REFUSED(ambient_model_create(corners, 8, kBoxTriangles, 12, &options, &model), AMBIENT_INVALID_ARGUMENT,
            "roughness");
    REFUSED(ambient_model_options_init(&options, first - 1), AMBIENT_INVALID_ARGUMENT, "struct_size");
    REFUSED(ambient_model_options_init(&options, sizeof options + 8), AMBIENT_INVALID_ARGUMENT, "struct_size");
}

/* Waves of the caller's. */
typedef struct {
    int calls, ends;
} pond;

static void level(const double* points, size_t count, double time, double* heights, void* data) {
    (void)points, (void)time;
    ((pond*)data)->calls += 1;
    memset(heights, 0, count * sizeof *heights);
}

static void dried(void* data) {
    ((pond*)data)->ends += 1;
}

/* A body uses the waves of its region until the end of the step after they are replaced, then nothing does. */
static void TheCallerLearnsThatNothingUsesItsWaves(void) {
    const double up[3] = {0, 0, 1}, none[3] = {0, 0, 0}, low[3] = {-5, -5, -5}, high[3] = {5, 5, 5};
    tank t = makeTank(NULL);
    pond ponds[2] = {{0, 0}, {0, 0}}, refused = {0, 0};
    ambient_rigid_body* body = add(&t, 4, 0, 0, 0);
    ambient_medium *waves[2] = {NULL, NULL}, *no = NULL;
    ambient_region* region = NULL;
    int i, before;
    REFUSED(ambient_medium_create_kept_waves(t.water, NULL, level, &refused, NULL, up, &no), AMBIENT_INVALID_ARGUMENT,
            "ended is null");
    REFUSED(ambient_medium_create_kept_waves(t.water, NULL, level, &refused, dried, none, &no),
            AMBIENT_INVALID_ARGUMENT, "up");
    EXPECT(no == NULL && refused.ends == 0);
    for (i = 0; i < 2; ++i)
        OK(ambient_medium_create_kept_waves(t.water, NULL, level, &ponds[i], dried, up, &waves[i]));
    OK(ambient_region_create(t.fluid, low, high, waves[0], 0, &region));
    ambient_medium_destroy(waves[0]);
    OK(ambient_world_step(t.world, 0.01));
    before = ponds[0].calls;
    EXPECT(before > 0);
    OK(ambient_region_set_medium(region, waves[1]));
    ambient_medium_destroy(waves[1]);
    EXPECT(ponds[0].ends == 0);
    OK(ambient_world_step(t.world, 0.01));
    EXPECT(ponds[0].calls > before);
    OK(ambient_world_step(t.world, 0.01));
    EXPECT(ponds[0].ends == 1 && ponds[1].ends == 0 && ponds[1].calls > 0);
    ambient_region_destroy(region);
    ambient_rigid_body_destroy(body);
    destroyTank(&t);
    EXPECT(ponds[0].ends == 1 && ponds[1].ends == 1);
}

static const c_test kTests[] = {
    TEST(AFreeBodyMovesAsWithoutBullet),
    TEST(BodiesTouch),
    TEST(ALoadActsInOneStep),
    TEST(ARegionHasAMediumOfItsOwn),
    TEST(BodiesFeelEachOther),
    TEST(AStateRepeatsTheMotionToTheBit),
    TEST(ShorterStructsOfEarlierVersionsAreTaken),
    TEST(TheCallerLearnsThatNothingUsesItsWaves),
};

int main(int argc, char** argv) {
    return runTest(kTests, sizeof kTests / sizeof kTests[0], argc, argv);
}
