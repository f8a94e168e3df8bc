// SPDX-License-Identifier: Zlib
/* Steps of many bodies that are shared with an engine, in one call each, against the calls for one body. */
#include "AmbientFluidC/AmbientEngineC.h"
#include "CApiTesting.h"

enum { kBodies = 5 };
static const double kStep = 1.0 / 240;

typedef struct {
    ambient_medium* water;
    ambient_model* box;
    ambient_body* body[kBodies];
} pool;

/* A number in -1 to 1. */
static double chance(void) {
    static uint64_t seed = 7;
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 33) / 1073741824.0 - 1.0;
}

/* Bodies of one shape; those with a tilted inertia need a smaller one in an engine's solver. */
static pool makePool(int isTilted) {
    pool p;
    int i, k;
    ambient_body_options options;
    OK(ambient_medium_create_uniform(1000, 1e-3, NULL, &p.water));
    p.box = makeBox(0.3, 0.2, 0.1);
    for (i = 0; i < kBodies; ++i) {
        OK(ambient_body_options_init(&options, sizeof options, p.box, 3.0 + i));
        for (k = 0; k < 9; ++k)
            if (k % 4 != 0) options.inertia[k] = 0; /* to the bit */
        if (isTilted) options.inertia[1] = options.inertia[3] = 0.3 * options.inertia[0];
        OK(ambient_body_create(p.box, &options, p.water, &p.body[i]));
    }
    return p;
}

static void destroyPool(pool* p) {
    int i;
    for (i = 0; i < kBodies; ++i)
        ambient_body_destroy(p->body[i]);
    ambient_model_destroy(p->box);
    ambient_medium_destroy(p->water);
}

static void randomState(double row[13]) {
    int k;
    for (k = 0; k < 13; ++k)
        row[k] = chance();
}

static ambient_body_state stateOf(const double row[13]) {
    ambient_body_state state;
    memcpy(state.position, row, sizeof state.position);
    memcpy(state.orientation, row + 3, sizeof state.orientation);
    memcpy(state.angular_velocity, row + 7, sizeof state.angular_velocity);
    memcpy(state.linear_velocity, row + 10, sizeof state.linear_velocity);
    state.time = 0;
    return state;
}

static int isRow(const ambient_body_state* state, const double row[13]) {
    return memcmp(state->position, row, sizeof state->position) == 0 &&
           memcmp(state->orientation, row + 3, sizeof state->orientation) == 0 &&
           memcmp(state->angular_velocity, row + 7, sizeof state->angular_velocity) == 0 &&
           memcmp(state->linear_velocity, row + 10, sizeof state->linear_velocity) == 0;
}

/* The same bits as by ambient_body_set_state, _begin_step, _get_responses and _end_step of each body. */
static void BatchesAreSingleSteps(void) {
    pool many = makePool(0), single = makePool(0);
    double states[kBodies][13], solver[kBodies][10], impulses[kBodies][6], responses[kBodies][2];
    uint8_t isMoved[kBodies], isTouched[kBodies];
    int round, i, k;
    for (i = 0; i < kBodies; ++i)
        randomState(states[i]), isMoved[i] = 1;
    for (round = 0; round < 20; ++round) {
        double poses[kBodies][7], given[kBodies][13];
        memcpy(given, states, sizeof given);
        OK(ambient_bodies_begin_step(many.body, kBodies, kStep, &given[0][0], isMoved, &solver[0][0]));
        for (i = 0; i < kBodies; ++i) {
            for (k = 0; k < 6; ++k)
                impulses[i][k] = 0.1 * chance();
            memcpy(poses[i], given[i], sizeof poses[i]);
            isTouched[i] = (uint8_t)((round + i) % 2);
        }
        OK(ambient_bodies_get_responses((const ambient_body* const*)many.body, kBodies, &impulses[0][0],
                                        &responses[0][0]));
        OK(ambient_bodies_end_step(many.body, kBodies, &impulses[0][0], &poses[0][0], isTouched, &states[0][0]));
        for (i = 0; i < kBodies; ++i) {
            ambient_body_state state = stateOf(given[i]);
            ambient_solver_body one;
            double effective, actual;
            state.time = round * kStep;
            one.struct_size = sizeof one;
            if (isMoved[i]) OK(ambient_body_set_state(single.body[i], &state));
            OK(ambient_body_begin_step(single.body[i], kStep, NULL, &one));
            EXPECT(solver[i][0] == one.mass && solver[i][1] == one.inertia[0] && solver[i][2] == one.inertia[4] &&
                   solver[i][3] == one.inertia[8]);
            EXPECT(memcmp(solver[i] + 4, one.angular_velocity, sizeof one.angular_velocity) == 0);
            EXPECT(memcmp(solver[i] + 7, one.linear_velocity, sizeof one.linear_velocity) == 0);
            OK(ambient_body_get_responses(single.body[i], impulses[i], &effective, &actual));
            EXPECT(responses[i][0] == effective && responses[i][1] == actual && effective >= actual);
            OK(ambient_body_end_step(single.body[i], isTouched[i] ? impulses[i] : NULL, poses[i], poses[i] + 3,
                                     &state));
            EXPECT(isRow(&state, states[i]));
            isMoved[i] = (uint8_t)(round % 4 == i % 4);
            if (isMoved[i]) randomState(states[i]);
        }
    }
    destroyPool(&many);
    destroyPool(&single);
}

/* Least eigenvalue of a symmetric matrix is above -1e-9 of its trace: Gauss' pivots of the shifted matrix. */
static int isNotNegative(double matrix[36]) {
    double trace = 0;
    int i, j, k;
    for (i = 0; i < 6; ++i)
        trace += matrix[7 * i];
    for (i = 0; i < 6; ++i)
        matrix[7 * i] += 1e-9 * trace;
    for (k = 0; k < 6; ++k) {
        if (!(matrix[7 * k] > 0)) return 0;
        for (i = k + 1; i < 6; ++i)
            for (j = k + 1; j < 6; ++j)
                matrix[6 * i + j] -= matrix[6 * i + k] * matrix[6 * k + j] / matrix[7 * k];
    }
    return 1;
}

/* The solver's diagonal inertia is not above that of body and added fluid, so that impulses never overshoot. */
static void SolverIsBelowTheInertia(void) {
    pool p = makePool(1);
    double solver[kBodies][10], inertia[36];
    int i, k;
    OK(ambient_bodies_begin_step(p.body, kBodies, kStep, NULL, NULL, &solver[0][0]));
    for (i = 0; i < kBodies; ++i) {
        OK(ambient_body_get_inertia(p.body[i], inertia));
        EXPECT(fabs(inertia[1]) > 1e-3 * inertia[0]); /* the law is about tilted inertias */
        EXPECT(solver[i][0] > 3.0 + i && solver[i][0] < inertia[21]);
        for (k = 0; k < 3; ++k) {
            EXPECT(solver[i][1 + k] > 0);
            inertia[7 * k] -= solver[i][1 + k];
            inertia[7 * (k + 3)] -= solver[i][0];
        }
        EXPECT(isNotNegative(inertia));
    }
    destroyPool(&p);
}

/* Gravity of now: a body in a vacuum falls along the new one. */
static void GravityTurns(void) {
    pool p = makePool(0);
    ambient_body_options options;
    ambient_body* stone = NULL;
    ambient_body_state state;
    const double sideways[3] = {2, 0, 0};
    OK(ambient_body_options_init(&options, sizeof options, p.box, 3));
    OK(ambient_body_create(p.box, &options, NULL, &stone));
    OK(ambient_body_step(stone, 0.5, NULL));
    OK(ambient_body_set_gravity(stone, sideways));
    OK(ambient_body_step(stone, 1, NULL));
    OK(ambient_body_get_state(stone, &state));
    EXPECT(near(state.linear_velocity[2], -0.5 * 9.81, 1e-12));
    EXPECT(near(state.linear_velocity[0], 2, 1e-12));
    EXPECT(near(state.position[0], 1, 1e-12));
    ambient_body_destroy(stone);
    destroyPool(&p);
}

/* One bad number of one body: refused with its place, and the other bodies have not moved either. */
static ambient_status badStep(pool* p, int which, double bad) {
    double states[kBodies][13], solver[kBodies][10], impulses[kBodies][6], responses[kBodies][2], after[kBodies][13];
    double poses[kBodies][7], gravity[3] = {0, 0, -9.81};
    uint8_t flags[kBodies];
    int i;
    memset(impulses, 0, sizeof impulses);
    for (i = 0; i < kBodies; ++i) {
        randomState(states[i]), flags[i] = 1;
        memcpy(poses[i], states[i], sizeof poses[i]);
    }
    if (which == 0) return ambient_bodies_begin_step(p->body, kBodies, bad, NULL, NULL, &solver[0][0]);
    if (which < 14) {
        states[3][which - 1] = bad;
        return ambient_bodies_begin_step(p->body, kBodies, kStep, &states[0][0], flags, &solver[0][0]);
    }
    if (which < 17) {
        gravity[which - 14] = bad;
        return ambient_body_set_gravity(p->body[3], gravity);
    }
    if (which >= 36) return -1;
    OK(ambient_bodies_begin_step(p->body, kBodies, kStep, NULL, NULL, &solver[0][0]));
    if (which < 23) {
        impulses[3][which - 17] = bad;
        return ambient_bodies_get_responses((const ambient_body* const*)p->body, kBodies, &impulses[0][0],
                                            &responses[0][0]);
    }
    if (which < 29)
        impulses[3][which - 23] = bad;
    else
        poses[3][which - 29] = bad;
    return ambient_bodies_end_step(p->body, kBodies, &impulses[0][0], &poses[0][0], flags, &after[0][0]);
}

static void BadNumbersOfOneBodyChangeNone(void) {
    pool p = makePool(0);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    int which, i, b, count = 0;
    for (b = 0; b < 3; ++b)
        for (which = 0; which < 36; ++which) {
            ambient_body_state before[kBodies], after;
            for (i = 0; i < kBodies; ++i)
                OK(ambient_body_get_state(p.body[i], &before[i]));
            EXPECT(badStep(&p, which, bad[b]) == AMBIENT_INVALID_ARGUMENT);
            if (which != 0 && (which < 14 || which >= 17)) EXPECT(strstr(ambient_last_error(), "bodies[3]: ") != NULL);
            for (i = 0; i < kBodies; ++i) {
                OK(ambient_body_get_state(p.body[i], &after));
                EXPECT(memcmp(&before[i], &after, sizeof after) == 0);
            }
            ++count;
        }
    EXPECT(count == 108);
    destroyPool(&p);
}

static void WrongHandlesAndOrdersAreRefused(void) {
    pool p = makePool(0);
    double rows[kBodies * 13] = {0};
    uint8_t flags[kBodies] = {0};
    ambient_body* const third = p.body[2];
    OK(ambient_bodies_begin_step(NULL, 0, kStep, NULL, NULL, NULL));
    OK(ambient_bodies_end_step(NULL, 0, NULL, NULL, NULL, NULL));
    REFUSED(ambient_bodies_begin_step(NULL, 1, kStep, NULL, NULL, rows), AMBIENT_INVALID_ARGUMENT, "bodies is null");
    REFUSED(ambient_bodies_begin_step(p.body, 1, kStep, NULL, NULL, NULL), AMBIENT_INVALID_ARGUMENT, "solver is null");
    REFUSED(ambient_bodies_begin_step(p.body, 1, kStep, NULL, flags, rows), AMBIENT_INVALID_ARGUMENT, "states is null");
    REFUSED(ambient_bodies_end_step(p.body, 1, rows, rows, flags, rows), AMBIENT_INVALID_ARGUMENT,
            "bodies[0]: no step is begun");
    REFUSED(ambient_bodies_get_responses((const ambient_body* const*)p.body, 1, rows, rows), AMBIENT_INVALID_ARGUMENT,
            "bodies[0]: no step is begun");
    REFUSED(ambient_body_get_inertia(p.body[0], NULL), AMBIENT_INVALID_ARGUMENT, "inertia is null");
    p.body[2] = (ambient_body*)p.box;
    REFUSED(ambient_bodies_begin_step(p.body, kBodies, kStep, NULL, NULL, rows), AMBIENT_INVALID_ARGUMENT,
            "bodies[2] is an ambient_model");
    p.body[2] = NULL;
    REFUSED(ambient_bodies_begin_step(p.body, kBodies, kStep, NULL, NULL, rows), AMBIENT_INVALID_ARGUMENT,
            "bodies[2] is null");
    p.body[2] = third;
    destroyPool(&p);
}

static const c_test kTests[] = {TEST(BatchesAreSingleSteps), TEST(SolverIsBelowTheInertia), TEST(GravityTurns),
                                TEST(BadNumbersOfOneBodyChangeNone), TEST(WrongHandlesAndOrdersAreRefused)};

int main(int argc, char** argv) {
    return runTest(kTests, sizeof kTests / sizeof kTests[0], argc, argv);
}
