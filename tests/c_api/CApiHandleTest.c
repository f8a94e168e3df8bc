// SPDX-License-Identifier: Zlib
/* Handles may be destroyed in any order, and a handle that is none is an error. */
#include "AmbientFluidC/AmbientEngineC.h"
#include "AmbientFluidC/AmbientMultiBodyC.h"
#include "CApiSmallObjects.h"

#include <stdlib.h>

static void TwoFluidsOfAWorldShareOneExactSolver(void) {
    int first;
    for (first = 0; first < 2; ++first) {
        test_world* world = test_world_create(0.1, 1);
        ambient_fluid* fluids[2] = {NULL, NULL};
        ambient_medium* water = NULL;
        double twist[6];
        void* bodies[2];
        int i;
        bodies[0] = test_world_body_address(world);
        bodies[1] = test_world_add_ball(world, 5);
        OK(ambient_medium_create_uniform(1000, 0, NULL, &water));
        for (i = 0; i < 2; ++i) {
            OK(ambient_fluid_create(test_world_address(world), ignoreLine, NULL, &fluids[i]));
            OK(ambient_fluid_set_medium(fluids[i], water));
            OK(ambient_fluid_add_body(fluids[i], bodies[i], NULL));
            OK(ambient_fluid_set_exact_contacts(fluids[i], 1));
        }
        test_world_step(world, 1e-3);
        for (i = 0; i < 2; ++i) { /* Bullet's velocity is the physical one in exact mode only */
            OK(ambient_fluid_get_twist(fluids[i], bodies[i], twist));
            EXPECT(twist[5] > 0);
        }
        EXPECT(!test_world_has_own_solver(world));
        ambient_fluid_destroy(fluids[first]);
        EXPECT(!test_world_has_own_solver(world));
        test_world_step(world, 1e-3);
        ambient_fluid_destroy(fluids[1 - first]);
        EXPECT(test_world_has_own_solver(world));
        test_world_step(world, 1e-3);
        ambient_medium_destroy(water);
        test_world_destroy(world);
    }
}

static void ADestroyedHandleOrOneOfAnotherKindIsAnError(void) {
    ambient_medium *medium = NULL, *other = NULL;
    ambient_world* world = NULL;
    ambient_fluid* fluid = NULL;
    OK(ambient_medium_create_uniform(1000, 0, NULL, &medium));
    OK(ambient_world_create(NULL, &world));
    REFUSED(ambient_fluid_create(world, NULL, NULL, &fluid), AMBIENT_INVALID_ARGUMENT,
            "dynamics_world is the handle of an ambient_world");
    OK(ambient_fluid_create(ambient_world_get_address(world), ignoreLine, NULL, &fluid));
    REFUSED(ambient_fluid_set_medium(fluid, (ambient_medium*)(void*)world), AMBIENT_INVALID_ARGUMENT,
            "medium is an ambient_world, not an ambient_medium");
    REFUSED(ambient_fluid_add_body(fluid, medium, NULL), AMBIENT_INVALID_ARGUMENT, "rigid_body is the handle");
    ambient_medium_destroy(medium);
    REFUSED(ambient_fluid_set_medium(fluid, medium), AMBIENT_INVALID_ARGUMENT, "medium was destroyed");
    ambient_medium_destroy(medium); /* twice: no harm */
    OK(ambient_medium_create_uniform(1000, 0, NULL, &other));
    EXPECT(other != medium);
    REFUSED(ambient_fluid_set_medium(fluid, medium), AMBIENT_INVALID_ARGUMENT, "medium was destroyed");
    ambient_medium_destroy(other);
    ambient_world_destroy(world);
    REFUSED(ambient_world_step(world, 0.01), AMBIENT_INVALID_ARGUMENT, "world was destroyed");
    EXPECT(ambient_world_get_address(world) == NULL);
    ambient_fluid_destroy(fluid);
    REFUSED(ambient_fluid_set_medium(fluid, NULL), AMBIENT_INVALID_ARGUMENT, "fluid was destroyed");
}

/* All kinds of handles, and a rigid body of the caller. */
enum {
    MEDIUM,
    MODEL,
    SHAPE,
    BODY,
    WORLD,
    FLUID,
    MULTI_BODY,
    THRUSTER,
    RIGID_BODY,
    REGION,
    COUPLING,
    MOORING,
    BALL,
    KINDS,
    SLOTS = 3
};

static void* handles[KINDS][SLOTS]; /* the last of each slot, alive or not */
static int isAlive[KINDS][SLOTS];
static ambient_fluid* fluidOf[SLOTS]; /* of a ball */
static uint64_t randomState = 46;

static uint32_t below(uint32_t count) {
    randomState = randomState * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(randomState >> 33) % count;
}

static void* any(int kind) {
    return handles[kind][below(SLOTS)];
}

static int knows(int kind, const void* handle) {
    int i;
    for (i = 0; i < SLOTS; ++i)
        if (isAlive[kind][i] && handles[kind][i] == handle) return 1;
    return 0;
}

/* A call succeeds if its handles are alive, and is refused otherwise; others of its needs may be missing. */
static ambient_status expectRefusedUnless(int alive, ambient_status status, int line) {
    if (!alive) expect(status == AMBIENT_INVALID_ARGUMENT, "a dead handle is refused", line);
    expect(status == AMBIENT_OK || status == AMBIENT_INVALID_ARGUMENT, "nothing else goes wrong", line);
    return status;
}
#define IF(alive, call) expectRefusedUnless(alive, call, __LINE__)

static void destroyOne(int kind, int slot) {
    void* handle = handles[kind][slot];
    if (kind == BALL) {
        if (!isAlive[BALL][slot]) return;
        ambient_fluid_remove_body(fluidOf[slot], test_ball_address((test_ball*)handle));
        test_ball_destroy((test_ball*)handle);
    }
    switch (kind) {
    case MEDIUM:
        ambient_medium_destroy((ambient_medium*)handle);
        break;
    case MODEL:
        ambient_model_destroy((ambient_model*)handle);
        break;
    case SHAPE:
        ambient_shape_destroy((ambient_shape*)handle);
        break;
    case BODY:
        ambient_body_destroy((ambient_body*)handle);
        break;
    case WORLD:
        ambient_world_destroy((ambient_world*)handle);
        break;
    case FLUID:
        ambient_fluid_destroy((ambient_fluid*)handle);
        break;
    case MULTI_BODY:
        ambient_multi_body_destroy((ambient_multi_body*)handle);
        break;
    case THRUSTER:
        ambient_thruster_destroy((ambient_thruster*)handle);
        break;
    case RIGID_BODY:
        ambient_rigid_body_destroy((ambient_rigid_body*)handle);
        break;
    case REGION:
        ambient_region_destroy((ambient_region*)handle);
        break;
    case COUPLING:
        ambient_coupling_destroy((ambient_coupling*)handle);
        break;
    case MOORING:
        ambient_mooring_destroy((ambient_mooring*)handle);
        break;
    default:
        break;
    }
    isAlive[kind][slot] = 0;
}

static ambient_status createMooring(ambient_fluid* fluid, ambient_multi_body* body, ambient_mooring** made) {
    ambient_mooring_end ends[2];
    memset(ends, 0, sizeof ends);
    ends[0].multi_body = body;
    ends[0].link = (int32_t)below(2);
    ends[1].rigid_body = ambient_rigid_body_get_address((ambient_rigid_body*)any(RIGID_BODY));
    ends[1].point[2] = -1;
    return ambient_mooring_create(fluid, &ends[0], &ends[1], NULL, made);
}

static void createBall(int slot) {
    ambient_world* world = (ambient_world*)any(WORLD);
    ambient_fluid* fluid = (ambient_fluid*)any(FLUID);
    ambient_model* model = (ambient_model*)any(MODEL);
    void* address = ambient_world_get_address(world);
    if (!address || !model) return;
    handles[BALL][slot] = test_ball_create(address, 0.1, 1, slot);
    isAlive[BALL][slot] = 1;
    fluidOf[slot] = fluid;
    IF(knows(FLUID, fluid) && knows(MODEL, model),
       ambient_fluid_add_body(fluid, test_ball_address((test_ball*)handles[BALL][slot]), model));
}

static const double kLow[3] = {-1, -1, -INFINITY}, kHigh[3] = {1, 1, 0};

static void createOne(int kind, int slot) {
    void *made = NULL, *model = any(MODEL), *fluid = any(FLUID), *shape = any(SHAPE), *medium = any(MEDIUM);
    void *multiBody = any(MULTI_BODY), *address;
    ambient_body_options options;
    if ((kind == MODEL && isAlive[MODEL][slot] && below(60) > 0) || (kind == SHAPE && below(200) > 0))
        return; /* slow */
    destroyOne(kind, slot);
    switch (kind) {
    case MEDIUM:
        OK(ambient_medium_create_uniform(1000, 1e-3, NULL, (ambient_medium**)&made));
        break;
    case MODEL:
        OK(createModel((ambient_model**)&made));
        break;
    case SHAPE:
        OK(createShape((ambient_shape**)&made));
        break;
    case BODY:
        if (below(2)) {
            IF(knows(SHAPE, shape),
               ambient_body_create_deforming((ambient_shape*)shape, NULL, NULL, NULL, (ambient_body**)&made));
            break;
        }
        if (IF(knows(MODEL, model), ambient_body_options_init(&options, sizeof options, (ambient_model*)model, 1)) ==
            AMBIENT_OK)
            IF(!medium || knows(MEDIUM, medium),
               ambient_body_create((ambient_model*)model, &options, (ambient_medium*)medium, (ambient_body**)&made));
        break;
    case WORLD:
        OK(ambient_world_create(NULL, (ambient_world**)&made));
        break;
    case FLUID:
        address = ambient_world_get_address((ambient_world*)any(WORLD));
        IF(address != NULL, ambient_fluid_create(address, ignoreLine, NULL, (ambient_fluid**)&made));
        break;
    case MULTI_BODY:
        IF(knows(FLUID, fluid) && knows(MODEL, model),
           createMultiBody((ambient_fluid*)fluid, (ambient_model*)model, (ambient_multi_body**)&made));
        break;
    case THRUSTER:
        address = ambient_rigid_body_get_address((ambient_rigid_body*)any(RIGID_BODY));
        if (address && below(2)) {
            IF(knows(FLUID, fluid),
               ambient_thruster_create((ambient_fluid*)fluid, address, NULL, (ambient_thruster**)&made));
            break;
        }
        IF(knows(MULTI_BODY, multiBody),
           ambient_thruster_create_on_link((ambient_multi_body*)multiBody, (int32_t)below(2), NULL,
                                           (ambient_thruster**)&made));
        break;
    case RIGID_BODY:
        address = any(WORLD);
        IF(knows(WORLD, address) && knows(MODEL, model),
           createRigidBody((ambient_world*)address, (ambient_model*)model, slot, (ambient_rigid_body**)&made));
        break;
    case REGION:
        IF(knows(FLUID, fluid) && knows(MEDIUM, medium),
           ambient_region_create((ambient_fluid*)fluid, kLow, kHigh, (ambient_medium*)medium, slot,
                                 (ambient_region**)&made));
        break;
    case COUPLING:
        IF(knows(FLUID, fluid), ambient_coupling_create((ambient_fluid*)fluid, NULL, (ambient_coupling**)&made));
        break;
    case MOORING:
        IF(knows(FLUID, fluid) && (!multiBody || knows(MULTI_BODY, multiBody)),
           createMooring((ambient_fluid*)fluid, (ambient_multi_body*)multiBody, (ambient_mooring**)&made));
        break;
    default:
        createBall(slot);
        return;
    }
    if (!made) return;
    handles[kind][slot] = made;
    isAlive[kind][slot] = 1;
}

static void useOne(int kind, int slot) {
    void* handle = handles[kind][slot];
    const int alive = isAlive[kind][slot];
    double numbers[36], torque = 0.1;
    void *fluid, *address;
    ambient_body_state state;
    ambient_model_info info;
    ambient_shape_info shapeInfo;
    info.struct_size = sizeof info;
    shapeInfo.struct_size = sizeof shapeInfo;
    switch (kind) {
    case MODEL:
        IF(alive, ambient_model_get_info((ambient_model*)handle, &info));
        break;
    case SHAPE:
        IF(alive, ambient_shape_get_info((ambient_shape*)handle, &shapeInfo));
        break;
    case BODY:
        IF(alive, ambient_body_step((ambient_body*)handle, 1e-3, NULL));
        break;
    case WORLD:
        IF(alive, ambient_world_step((ambient_world*)handle, 1e-3));
        break;
    case FLUID:
        IF(alive && (!handles[MEDIUM][slot] || knows(MEDIUM, handles[MEDIUM][slot])),
           ambient_fluid_set_medium((ambient_fluid*)handle, (ambient_medium*)handles[MEDIUM][slot]));
        IF(alive, ambient_fluid_set_exact_contacts((ambient_fluid*)handle, below(8) > 0));
        break;
    case MULTI_BODY:
        IF(alive, ambient_multi_body_apply_torques((ambient_multi_body*)handle, &torque));
        IF(alive, ambient_multi_body_get_joints((ambient_multi_body*)handle, numbers, numbers, numbers));
        break;
    case THRUSTER:
        IF(alive, ambient_thruster_set_command((ambient_thruster*)handle, 1));
        IF(alive, ambient_thruster_apply((ambient_thruster*)handle, 1e-3));
        break;
    case RIGID_BODY:
        fluid = any(FLUID);
        IF(alive && knows(FLUID, fluid),
           ambient_fluid_add_rigid_body((ambient_fluid*)fluid, (ambient_rigid_body*)handle));
        IF(alive, ambient_rigid_body_get_state((ambient_rigid_body*)handle, &state));
        break;
    case REGION:
        IF(alive, ambient_region_set_box((ambient_region*)handle, kLow, kHigh));
        break;
    case COUPLING:
        address = ambient_rigid_body_get_address((ambient_rigid_body*)any(RIGID_BODY));
        IF(alive && address, ambient_coupling_get_wrench((ambient_coupling*)handle, address, numbers));
        IF(alive && address, ambient_coupling_set_coupled((ambient_coupling*)handle, address, 0));
        break;
    case MOORING:
        IF(alive, ambient_mooring_reel((ambient_mooring*)handle, 0.5, 1));
        IF(alive, ambient_mooring_apply((ambient_mooring*)handle, 1e-3));
        break;
    default:
        break;
    }
}

/* 2000 random orders of making, using and destroying, of 16 calls each and a random end of all that is left. Freed
   memory is found by the address sanitizer or valgrind; AMBIENT_TEST_ORDERS sets another number of orders. */
static void HandlesDieInAnyOrder(void) {
    const char* wanted = getenv("AMBIENT_TEST_ORDERS");
    const int orders = wanted ? atoi(wanted) : 2000;
    int order, i, kind, left[KINDS * SLOTS];
    for (order = 0; order < orders && failures == 0; ++order) {
        for (i = 0; i < 8; ++i) {
            kind = (int)below(KINDS);
            switch (below(4)) {
            case 0:
                destroyOne(kind, (int)below(SLOTS));
                break;
            case 1:
                useOne(kind, (int)below(SLOTS));
                break;
            default:
                createOne(kind, (int)below(SLOTS));
                break;
            }
            useOne((int)below(KINDS), (int)below(SLOTS));
        }
        if (order % 10 != 9) continue; /* handles of one order live on into the next ones */
        for (i = 0; i < KINDS * SLOTS; ++i)
            left[i] = i;
        for (i = KINDS * SLOTS; i > 0; --i) {
            const int pick = (int)below((uint32_t)i), chosen = left[pick];
            left[pick] = left[i - 1];
            destroyOne(chosen / SLOTS, chosen % SLOTS);
        }
    }
}

static const c_test kTests[] = {
    TEST(TwoFluidsOfAWorldShareOneExactSolver),
    TEST(ADestroyedHandleOrOneOfAnotherKindIsAnError),
    TEST(HandlesDieInAnyOrder),
};

int main(int argc, char** argv) {
    return runTest(kTests, sizeof kTests / sizeof kTests[0], argc, argv);
}
