// SPDX-License-Identifier: Zlib
#include "AmbientFluidC/AmbientThreadsC.h"
#include "CApiTesting.h"

/* CApiGameTest NAME runs one test: models for games, and threads of an engine. */

static void AModelForGamesHasTheAddedMassAndFewFaces(void) {
    ambient_model *full = makeBox(1, 2, 3), *game = NULL;
    ambient_model_info before, after;
    double misfit = -1, a[36], b[36];
    before.struct_size = after.struct_size = sizeof before;
    OK(ambient_model_create_game(full, &game, &misfit));
    OK(ambient_model_get_info(full, &before));
    OK(ambient_model_get_info(game, &after));
    EXPECT(after.face_count <= 144 && after.face_count < before.face_count);
    EXPECT(near(after.volume, before.volume, 0));
    EXPECT(misfit > 0 && misfit < 0.02);
    OK(ambient_model_get_added_mass(full, 1000, NULL, a));
    OK(ambient_model_get_added_mass(game, 1000, NULL, b));
    EXPECT(memcmp(a, b, sizeof a) == 0);
    REFUSED(ambient_model_create_game(NULL, &game, NULL), AMBIENT_INVALID_ARGUMENT, "full is null");
    ambient_model_destroy(game);
    ambient_model_destroy(full);
}

static int tasks = 0, functionCalls = 0;

static void lastToFirst(int32_t count, ambient_task task, void* data, void* user_data) {
    int32_t i;
    ++functionCalls;
    EXPECT(user_data == &tasks);
    for (i = count - 1; i >= 0; --i, ++tasks)
        task(data, i);
}

/* Bodies: more than the step takes at once, so that its loop has two tasks. */
enum { kBodies = 12 };

/* Velocities of bodies that have sunk for half a second. */
static void sunk(double twists[6 * kBodies]) {
    test_world* world = test_world_create(0.1, 8);
    ambient_fluid* fluid = NULL;
    ambient_medium* water = NULL;
    ambient_model* box = makeBox(0.2, 0.15, 0.1);
    void* bodies[kBodies];
    int i;
    bodies[0] = test_world_body_address(world);
    for (i = 1; i < kBodies; ++i)
        bodies[i] = test_world_add_ball(world, i);
    OK(ambient_fluid_create(test_world_address(world), NULL, NULL, &fluid));
    OK(ambient_medium_create_uniform(998.2, 1e-3, NULL, &water));
    OK(ambient_fluid_set_medium(fluid, water));
    for (i = 0; i < kBodies; ++i)
        OK(ambient_fluid_add_body(fluid, bodies[i], box));
    for (i = 0; i < 30; ++i)
        test_world_step(world, 1.0 / 60);
    for (i = 0; i < kBodies; ++i)
        OK(ambient_fluid_get_twist(fluid, bodies[i], twists + 6 * i));
    ambient_fluid_destroy(fluid);
    ambient_medium_destroy(water);
    ambient_model_destroy(box);
    test_world_destroy(world);
}

static void TheEnginesThreadsRunTheLoopsWithTheSameBytes(void) {
    double expected[6 * kBodies], found[6 * kBodies];
    int32_t by;
    OK(ambient_set_threads(AMBIENT_THREADS_SERIAL, 0));
    sunk(expected);
    EXPECT(expected[5] < -0.1 && expected[6 * kBodies - 1] < -0.1);
    for (by = AMBIENT_THREADS_AUTOMATIC; by <= AMBIENT_THREADS_OPENMP; ++by) {
        OK(ambient_set_threads(by, 2));
        sunk(found);
        EXPECT(memcmp(expected, found, sizeof expected) == 0);
    }
    OK(ambient_set_parallel_for(lastToFirst, 2, &tasks));
    sunk(found);
    EXPECT(memcmp(expected, found, sizeof expected) == 0);
    EXPECT(functionCalls >= 30 && tasks == 2 * functionCalls);
    REFUSED(ambient_set_parallel_for(NULL, 2, NULL), AMBIENT_INVALID_ARGUMENT, "function is null");
    REFUSED(ambient_set_threads(9, 0), AMBIENT_INVALID_ARGUMENT, "by is 9");
    REFUSED(ambient_set_threads(AMBIENT_THREADS_LIBRARY, 65), AMBIENT_INVALID_ARGUMENT, "65 threads");
    OK(ambient_set_threads(AMBIENT_THREADS_AUTOMATIC, 0));
}

static const c_test kTests[] = {
    TEST(AModelForGamesHasTheAddedMassAndFewFaces),
    TEST(TheEnginesThreadsRunTheLoopsWithTheSameBytes),
};

int main(int argc, char** argv) {
    return runTest(kTests, sizeof kTests / sizeof kTests[0], argc, argv);
}
