// SPDX-License-Identifier: Zlib
#include "AmbientFluidC/AmbientEngineC.h"
#include "AmbientFluidC/AmbientThreadsC.h"
#include "CApiTesting.h"

/* CApiGameTest NAME runs one test: models for games, seas to draw, and threads of an engine. */

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

static void AModelForCrowdsHasTheAddedMassToo(void) {
    ambient_model *full = makeBox(1, 2, 3), *crowd = NULL;
    double misfit = -1, a[36], b[36];
    OK(ambient_model_create_crowd(full, &crowd, &misfit));
    EXPECT(misfit > 0 && misfit < 0.02);
    OK(ambient_model_get_added_mass(full, 1000, NULL, a));
    OK(ambient_model_get_added_mass(crowd, 1000, NULL, b));
    EXPECT(memcmp(a, b, sizeof a) == 0);
    REFUSED(ambient_model_create_crowd(full, NULL, NULL), AMBIENT_INVALID_ARGUMENT, "model is null");
    ambient_model_destroy(crowd);
    ambient_model_destroy(full);
}

static void ASeaIsSampledAtManyPoints(void) {
    enum { COUNT = 4000 };
    static double points[3 * COUNT], heights[COUNT], normals[3 * COUNT], near_[COUNT];
    const double step = 1e-4;
    ambient_medium *water = NULL, *air = NULL, *medium = NULL, *none = NULL;
    ambient_sea sea;
    double square = 0, slope = 0, kept = 7;
    int i;
    OK(ambient_medium_create_uniform(1000, 1e-3, NULL, &water));
    OK(ambient_medium_create_uniform(1.2, 1.8e-5, NULL, &air));
    OK(ambient_sea_init(&sea, sizeof sea));
    sea.height = 2;
    sea.peakedness = 3.3;
    sea.spread = 4;
    sea.level = 5;
    sea.is_sine = 1;
    OK(ambient_medium_create_sea(water, air, &sea, &medium));
    for (i = 0; i < COUNT; ++i) {
        points[3 * i] = 137.31 * i;
        points[3 * i + 1] = 71.7 * (i % 89);
    }
    OK(ambient_medium_sample_surface(medium, points, COUNT, 3, heights, normals));
    for (i = 0; i < COUNT; ++i)
        square += (heights[i] - 5) * (heights[i] - 5) / COUNT;
    EXPECT(near(16 * square / 4, 1, 0.02)); /* 0.007 */
    for (i = 0; i < COUNT; ++i)
        points[3 * i] += step;
    OK(ambient_medium_sample_surface(medium, points, COUNT, 3, near_, NULL));
    for (i = 0; i < COUNT; ++i) {
        const double error = (near_[i] - heights[i]) / step + normals[3 * i] / normals[3 * i + 2];
        if (error * error > slope) slope = error * error;
    }
    EXPECT(slope < 1e-9); /* (9e-6)^2: half a step times the curvature */
    OK(ambient_medium_sample_surface(medium, NULL, 0, 3, NULL, NULL));
    REFUSED(ambient_medium_sample_surface(medium, NULL, 1, 3, &kept, NULL), AMBIENT_INVALID_ARGUMENT, "points is null");
    points[1] = 1e300 * 1e300;
    REFUSED(ambient_medium_sample_surface(medium, points, 1, 3, &kept, NULL), AMBIENT_INVALID_ARGUMENT, "points");
    REFUSED(ambient_medium_sample_surface(water, points, 1, 3, &kept, NULL), AMBIENT_INVALID_ARGUMENT, "no surface");
    EXPECT(kept == 7);
    sea.peakedness = 9;
    REFUSED(ambient_medium_create_sea(water, air, &sea, &none), AMBIENT_INVALID_ARGUMENT, "peakedness");
    sea.peakedness = 1;
    REFUSED(ambient_medium_create_sea(medium, air, &sea, &none), AMBIENT_INVALID_ARGUMENT, "below");
    sea.struct_size = 8;
    REFUSED(ambient_medium_create_sea(water, air, &sea, &none), AMBIENT_INVALID_ARGUMENT, "struct_size");
    EXPECT(none == NULL);
    ambient_medium_destroy(water);
    ambient_medium_destroy(air);
    ambient_medium_destroy(medium);
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
    TEST(AModelForCrowdsHasTheAddedMassToo),
    TEST(ASeaIsSampledAtManyPoints),
    TEST(TheEnginesThreadsRunTheLoopsWithTheSameBytes),
};

int main(int argc, char** argv) {
    return runTest(kTests, sizeof kTests / sizeof kTests[0], argc, argv);
}
