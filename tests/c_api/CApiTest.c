// SPDX-License-Identifier: Zlib
#include "AmbientFluidC/AmbientEngineC.h"
#include "CApiTesting.h"

/* CApiTest NAME runs one test. Each states a law of the interface. */

/* 0.6384 of the displaced mass for a cube (AddedMassTest.cpp); measured 0.6326 with twelve triangles. */
static void TheAddedMassOfACubeIsKnown(void) {
    ambient_model* cube = makeBox(2, 2, 2);
    ambient_model_info info;
    double about[3] = {1, 0, 0}, here[36], there[36];
    int i, j;
    info.struct_size = sizeof info;
    OK(ambient_model_get_info(cube, &info));
    EXPECT(near(info.volume, 8, 1e-12));
    EXPECT(near(info.area, 24, 1e-12));
    EXPECT(near(info.centroid[0], 0, 1e-12));
    EXPECT(info.face_count >= 12 && info.vertex_count >= 8 && info.unknowns > 0 && info.residual < 1e-9);
    OK(ambient_model_get_added_mass(cube, 1000, NULL, here));
    OK(ambient_model_get_added_mass(cube, 1000, about, there));
    for (i = 0; i < 6; ++i)
        for (j = 0; j < 6; ++j)
            EXPECT(here[6 * i + j] == here[6 * j + i]);
    for (i = 3; i < 6; ++i)
        EXPECT(near(here[7 * i] / 8000, 0.638416, 0.007));
    /* About another point the angular part grows by m d^2, the linear one stays. */
    EXPECT(near(there[7 * 1], here[7 * 1] + here[7 * 5], 1e-6));
    EXPECT(near(there[7 * 5], here[7 * 5], 1e-9));
    ambient_model_destroy(cube);
}

/* The matrix that a user gives is the one that comes back, about another point and in another fluid too. */
static void AGivenAddedMassIsUsed(void) {
    double corners[24], given[36] = {0}, back[36];
    ambient_model_options options;
    ambient_model* model = NULL;
    ambient_model_info info;
    int i;
    for (i = 0; i < 6; ++i)
        given[7 * i] = 1 + i;
    boxCorners(1, 1, 1, corners);
    OK(ambient_model_options_init(&options, sizeof options));
    options.added_mass = given;
    OK(ambient_model_create(corners, 8, kBoxTriangles, 12, &options, &model));
    OK(ambient_model_get_added_mass(model, 500, NULL, back));
    for (i = 0; i < 36; ++i)
        EXPECT(near(back[i], 0.5 * given[i], 1e-12));
    info.struct_size = sizeof info;
    OK(ambient_model_get_info(model, &info));
    EXPECT(info.unknowns == 0);
    ambient_model_destroy(model);
}

/* Along each axis the drag of a cube is 1.346 times 3 pi (ViscousTensorTest.cpp), and the matrix moves with its
   reference point; measured 1.338. Slow motion has the drag of the matrix. */
static void TheResistanceOfACubeIsThatOfStokes(void) {
    ambient_model* cube = makeBox(1, 1, 1);
    const double pi = 3.14159265358979323846, viscosity = 1000, about[3] = {0.2, 0, 0};
    const double twist[6] = {0, 0, 0, 0, 1e-6, 0}, bad[3] = {0, NAN, 0};
    double center[3], here[36], there[36], wrench[6];
    int i, j;
    OK(ambient_model_get_resistance(cube, NULL, center, here));
    OK(ambient_model_get_resistance(cube, about, NULL, there));
    for (i = 0; i < 3; ++i) {
        EXPECT(near(center[i], 0, 1e-9));
        EXPECT(near(here[7 * (i + 3)] / (3 * pi), 1.346, 0.02));
        for (j = 0; j < 6; ++j)
            EXPECT(near(here[6 * i + j], here[6 * j + i], 1e-12));
    }
    /* The force of a spin about z at a point beside the centre is R (w x (c - p)). */
    EXPECT(near(there[6 * 2 + 4], -0.2 * here[7 * 4], 1e-9));
    EXPECT(near(there[7 * 2], here[7 * 2] + 0.04 * here[7 * 4], 1e-9));
    OK(ambient_model_get_wrenches(cube, NULL, 1, viscosity, NULL, twist, 1, wrench));
    EXPECT(near(wrench[4] / (-viscosity * 1e-6 * here[7 * 4]), 1, 1e-4));
    REFUSED(ambient_model_get_resistance(cube, bad, NULL, here), AMBIENT_INVALID_ARGUMENT, "point");
    REFUSED(ambient_model_get_resistance(cube, NULL, NULL, NULL), AMBIENT_INVALID_ARGUMENT, "matrix is null");
    REFUSED(ambient_model_get_resistance(NULL, NULL, NULL, here), AMBIENT_INVALID_ARGUMENT, "model");
    ambient_model_destroy(cube);
}

/* Broadside drag of a square plate against its edge-on drag, wrenches about a shifted point, and scaling with U^2. */
static void WrenchesBelongToTheirTwists(void) {
    ambient_model* plate = makeBox(1, 1, 0.02);
    const double twists[18] = {0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 6, 0, 0, 0, 3, 0, 0};
    const double aside[3] = {0.5, 0, 0};
    double w[18], shifted[18];
    OK(ambient_model_get_wrenches(plate, NULL, 1.2, 0, NULL, twists, 3, w));
    EXPECT(w[5] < 0);
    EXPECT(near(w[11] / w[5], 4, 1e-9));
    EXPECT(near(-w[5] / (0.5 * 1.2 * 9), 1.16, 0.15)); /* measured Cd of square plates: 1.1 to 1.2 */
    EXPECT(fabs(w[15]) < 0.1 * fabs(w[5]));
    OK(ambient_model_get_wrenches(plate, "default", 1.2, 0, aside, twists, 3, shifted));
    EXPECT(near(shifted[5], w[5], 1e-12));
    EXPECT(near(shifted[1], 0.5 * w[5], 1e-9));
    OK(ambient_model_get_wrenches(plate, "paper001", 1.2, 1.8e-5, NULL, twists, 1, w));
    OK(ambient_model_get_wrenches(plate, NULL, 1.2, 0, NULL, NULL, 0, NULL));
    REFUSED(ambient_model_get_wrenches(plate, "wind", 1.2, 0, NULL, twists, 1, w), AMBIENT_INVALID_ARGUMENT, "wind");
    ambient_model_destroy(plate);
}

/* From rest the acceleration is that of weight less buoyancy on mass and added mass, in a stream relative to it. */
static void AReleasedBodyAcceleratesWithItsAddedMass(void) {
    const double stream[3] = {1, 0, 0}, tick = 1e-4;
    ambient_model* cube = makeBox(0.1, 0.1, 0.1);
    ambient_medium* water = NULL;
    ambient_body_options options;
    ambient_body* body = NULL;
    ambient_body_state state;
    ambient_readout readout;
    double added[36], expected;
    OK(ambient_model_get_added_mass(cube, 1000, NULL, added));
    OK(ambient_medium_create_uniform(1000, 1e-3, stream, &water));
    OK(ambient_body_options_init(&options, sizeof options, cube, 0.5));
    EXPECT(near(options.inertia[0], 0.5 * 0.01 / 6, 1e-12));
    OK(ambient_body_create(cube, &options, water, &body));
    ambient_medium_destroy(water); /* the body keeps what it needs */
    ambient_model_destroy(cube);
    OK(ambient_body_get_state(body, &state));
    state.linear_velocity[0] = 1;
    OK(ambient_body_set_state(body, &state));
    OK(ambient_body_step(body, tick, NULL));
    OK(ambient_body_get_state(body, &state));
    expected = (1.0 - 0.5) * 9.81 / (0.5 + added[35]);
    EXPECT(near(state.linear_velocity[2] / (expected * tick), 1, 1e-3));
    EXPECT(near(state.linear_velocity[0], 1, 1e-9));
    EXPECT(near(state.time, tick, 1e-15));
    readout.struct_size = sizeof readout;
    OK(ambient_body_get_readout(body, &readout));
    EXPECT(near(readout.buoyancy_wrench[5], 9.81, 1e-9));
    EXPECT(near(readout.weight_wrench[5], -0.5 * 9.81, 1e-12));
    EXPECT(near(readout.submerged_volume, 1e-3, 1e-12));
    ambient_body_destroy(body);
}

/* Half as heavy as water it floats with half of it below the surface. */
static void AFloatingBodyStaysWhereItBelongs(void) {
    const double up[3] = {0, 0, 1};
    ambient_model* cube = makeBox(0.2, 0.2, 0.1);
    ambient_medium *water = NULL, *sea = NULL;
    ambient_body_options options;
    ambient_body* body = NULL;
    ambient_readout readout;
    int i;
    OK(ambient_medium_create_uniform(1000, 1e-3, NULL, &water));
    OK(ambient_medium_create_divided(water, NULL, 0, up, &sea));
    OK(ambient_body_options_init(&options, sizeof options, cube, 2));
    OK(ambient_body_create(cube, &options, sea, &body));
    for (i = 0; i < 10; ++i)
        OK(ambient_body_step(body, 0.01, NULL));
    readout.struct_size = sizeof readout;
    OK(ambient_body_get_readout(body, &readout));
    EXPECT(near(readout.submerged_volume, 2e-3, 2e-6));
    EXPECT(near(readout.total_wrench[5], 0, 1e-2));
    ambient_body_destroy(body);
    ambient_medium_destroy(water);
    ambient_medium_destroy(sea);
    ambient_model_destroy(cube);
}

/* A slope that rises with time. */
static void swell(const double* points, size_t count, double time, double* heights, void* speed) {
    size_t i;
    for (i = 0; i < count; ++i)
        heights[i] = *(const double*)speed * time + 0.1 * points[3 * i];
}

/* A surface by a callback wets what it covers: half of a cube that its slope cuts through the middle. */
static void AnEnginesOwnWaterIsAskedForItsHeights(void) {
    const double up[3] = {0, 0, 1};
    double speed = 0.05;
    ambient_model* cube = makeBox(0.2, 0.2, 0.2);
    ambient_medium *water = NULL, *sea = NULL, *none = NULL;
    ambient_body_options options;
    ambient_body* body = NULL;
    ambient_body_state state;
    ambient_readout readout;
    OK(ambient_medium_create_uniform(1000, 1e-3, NULL, &water));
    OK(ambient_medium_create_waves(water, NULL, swell, &speed, up, &sea));
    OK(ambient_body_options_init(&options, sizeof options, cube, 4));
    OK(ambient_body_create(cube, &options, sea, &body));
    readout.struct_size = sizeof readout;
    OK(ambient_body_get_readout(body, &readout));
    EXPECT(near(readout.submerged_volume, 4e-3, 1e-12));
    EXPECT(readout.center_of_buoyancy[0] > 1e-3); /* deeper where x > 0 */
    EXPECT(near(readout.center_of_buoyancy[1], 0, 1e-12));
    OK(ambient_body_get_state(body, &state));
    state.time = 1;
    OK(ambient_body_set_state(body, &state));
    OK(ambient_body_get_readout(body, &readout));
    EXPECT(near(readout.submerged_volume, 6e-3, 1e-12));
    REFUSED(ambient_medium_create_waves(water, NULL, NULL, NULL, up, &none), AMBIENT_INVALID_ARGUMENT,
            "heights is null");
    EXPECT(none == NULL);
    ambient_medium_destroy(sea);
    ambient_body_destroy(body);
    ambient_medium_destroy(water);
    ambient_model_destroy(cube);
}

/* A sea of the library: its heights at many points have the wanted mean square, its normals are across the surface. */
static void countLine(const char* line, void* count) {
    EXPECT(line != NULL);
    ++*(int*)count;
}

/* A light ball in a Bullet world rises in water as potential theory says: a = (rho V - m) g / (m + rho V / 2). */
static void ABulletWorldBecomesWet(void) {
    const double radius = 0.1, mass = 1, tick = 1e-3, volume = 4.0 / 3.0 * 3.14159265358979 * 1e-3;
    const double expected = (1000 * volume - mass) * 9.81 / (mass + 500 * volume);
    test_world* world = test_world_create(radius, mass);
    ambient_medium* water = NULL;
    ambient_fluid* fluid = NULL;
    ambient_readout readout;
    double twist[6];
    int lines = 0;
    OK(ambient_medium_create_uniform(1000, 0, NULL, &water));
    OK(ambient_fluid_create(test_world_address(world), countLine, &lines, &fluid));
    OK(ambient_fluid_set_medium(fluid, water));
    OK(ambient_fluid_add_body(fluid, test_world_body_address(world), NULL));
    OK(ambient_fluid_set_exact_contacts(fluid, 1));
    EXPECT(!test_world_has_own_solver(world));
    test_world_step(world, tick);
    test_world_step(world, tick);
    OK(ambient_fluid_get_twist(fluid, test_world_body_address(world), twist));
    EXPECT(near(twist[5] / (2 * tick * expected), 1, 5e-3));
    EXPECT(test_world_body_height(world) > 0);
    readout.struct_size = sizeof readout;
    OK(ambient_fluid_get_readout(fluid, test_world_body_address(world), &readout));
    EXPECT(near(readout.submerged_volume / volume, 1, 1e-6));
    REFUSED(ambient_fluid_add_body(fluid, test_world_body_address(world), NULL), AMBIENT_INVALID_ARGUMENT, "");
    OK(ambient_fluid_remove_body(fluid, test_world_body_address(world)));
    REFUSED(ambient_fluid_get_readout(fluid, test_world_body_address(world), &readout), AMBIENT_INVALID_ARGUMENT, "");
    ambient_fluid_destroy(fluid);
    EXPECT(test_world_has_own_solver(world));
    EXPECT(lines > 0); /* the mode is announced once */
    test_world_step(world, tick);
    ambient_medium_destroy(water);
    test_world_destroy(world);
}

static void findExactMode(const char* line, void* found) {
    if (strstr(line, "exact mode")) ++*(int*)found;
}

/* Its setConstraintSolver() changes nothing: the solver must be its own kind's. */
static void ContactsAreExactInAMultiBodyWorldToo(void) {
    test_world* world = test_world_create_multi_body(0.1, 1);
    ambient_medium* water = NULL;
    ambient_fluid* fluid = NULL;
    int found = 0;
    OK(ambient_medium_create_uniform(1000, 0, NULL, &water));
    OK(ambient_fluid_create(test_world_address(world), findExactMode, &found, &fluid));
    OK(ambient_fluid_set_medium(fluid, water));
    OK(ambient_fluid_add_body(fluid, test_world_body_address(world), NULL));
    OK(ambient_fluid_set_exact_contacts(fluid, 1));
    EXPECT(!test_world_has_own_solver(world));
    test_world_step(world, 1e-3);
    EXPECT(found == 1);
    OK(ambient_fluid_set_exact_contacts(fluid, 0));
    EXPECT(test_world_has_own_solver(world));
    test_world_step(world, 1e-3);
    ambient_fluid_destroy(fluid);
    ambient_medium_destroy(water);
    test_world_destroy(world);
}

static void findComplaint(const char* line, void* found) {
    if (strstr(line, "cannot be written to")) ++*(int*)found;
}

/* A folder below a file cannot be made: models are built as without one, and the log says so once. That the next start
   reads what the first built is tested from Python, which can look into a folder. */
static void AModelCacheThatCannotBeWrittenIsSaidAndNoError(void) {
    test_world *world = test_world_create(0.1, 1), *other = test_world_create(0.2, 1);
    ambient_fluid *fluid = NULL, *second = NULL;
    int complaints = 0;
    OK(ambient_fluid_create(test_world_address(world), findComplaint, &complaints, &fluid));
    OK(ambient_fluid_set_model_cache(fluid, __FILE__ "/models"));
    OK(ambient_fluid_add_body(fluid, test_world_body_address(world), NULL));
    test_world_step(world, 1e-3);
    EXPECT(complaints == 1);
    OK(ambient_fluid_create(test_world_address(other), findComplaint, &complaints, &second));
    OK(ambient_fluid_set_model_cache(second, __FILE__ "/models"));
    OK(ambient_fluid_set_model_cache(second, NULL));
    OK(ambient_fluid_add_body(second, test_world_body_address(other), NULL));
    test_world_step(other, 1e-3);
    EXPECT(complaints == 1); /* nowhere again: nothing to complain of */
    REFUSED(ambient_fluid_set_model_cache(NULL, "models"), AMBIENT_INVALID_ARGUMENT, "fluid is null");
    ambient_fluid_destroy(fluid);
    ambient_fluid_destroy(second);
    test_world_destroy(world);
    test_world_destroy(other);
}

static void RefusalsSayWhyAndChangeNothing(void) {
    double corners[24];
    uint32_t open[33], outside[36];
    ambient_model *model = NULL, *cube = makeBox(1, 1, 1);
    ambient_model_options options;
    ambient_model_info info;
    ambient_body_options bodyOptions;
    ambient_body* body = NULL;
    ambient_body_state state;
    ambient_medium* medium = NULL;
    boxCorners(1, 1, 1, corners);
    memcpy(open, kBoxTriangles, sizeof open);
    memcpy(outside, kBoxTriangles, sizeof outside);
    outside[5] = 8;
    REFUSED(ambient_model_create(corners, 8, open, 11, NULL, &model), AMBIENT_INVALID_MESH, "open");
    REFUSED(ambient_model_create(corners, 8, outside, 12, NULL, &model), AMBIENT_INVALID_ARGUMENT,
            "names vertex 8, but there are 8");
    REFUSED(ambient_model_create(NULL, 8, open, 11, NULL, &model), AMBIENT_INVALID_ARGUMENT, "vertices is null");
    REFUSED(ambient_model_create(NULL, 0, NULL, 0, NULL, &model), AMBIENT_INVALID_MESH, "");
    REFUSED(ambient_model_create(corners, 8, open, 11, NULL, NULL), AMBIENT_INVALID_ARGUMENT, "model is null");
    REFUSED(ambient_model_options_init(&options, 8), AMBIENT_INVALID_ARGUMENT, "struct_size is 8");
    OK(ambient_model_options_init(&options, sizeof options));
    options.wake_factor = 2;
    REFUSED(ambient_model_create(corners, 8, kBoxTriangles, 12, &options, &model), AMBIENT_INVALID_ARGUMENT, "wake");
    EXPECT(model == NULL);
    info.struct_size = 4;
    info.volume = -1;
    REFUSED(ambient_model_get_info(cube, &info), AMBIENT_INVALID_ARGUMENT, "struct_size is 4");
    EXPECT(info.volume == -1);
    REFUSED(ambient_medium_create_uniform(-1, 0, NULL, &medium), AMBIENT_INVALID_ARGUMENT, "");
    REFUSED(ambient_medium_create_divided(NULL, NULL, 0, corners, &medium), AMBIENT_INVALID_ARGUMENT, "below is null");
    EXPECT(medium == NULL);
    OK(ambient_body_options_init(&bodyOptions, sizeof bodyOptions, cube, 1));
    OK(ambient_body_create(cube, &bodyOptions, NULL, &body));
    OK(ambient_body_get_state(body, &state));
    state.position[1] = NAN;
    REFUSED(ambient_body_set_state(body, &state), AMBIENT_INVALID_ARGUMENT, "position");
    REFUSED(ambient_body_step(body, 0, NULL), AMBIENT_INVALID_ARGUMENT, "duration");
    OK(ambient_body_get_state(body, &state));
    EXPECT(state.position[1] == 0 && state.time == 0);
    REFUSED(ambient_fluid_create(NULL, NULL, NULL, NULL), AMBIENT_INVALID_ARGUMENT, "null");
    ambient_body_destroy(body);
    ambient_model_destroy(cube);
    ambient_model_destroy(NULL);
    ambient_medium_destroy(NULL);
    ambient_body_destroy(NULL);
    ambient_fluid_destroy(NULL);
}

static void TheVersionIsToldBeforeAnythingElse(void) {
    EXPECT(ambient_abi_version() == AMBIENT_ABI_VERSION);
    EXPECT(strcmp(ambient_version(), EXPECTED_VERSION) == 0);
    EXPECT(ambient_bullet_scalar_size() == EXPECTED_SCALAR_SIZE);
    EXPECT(strcmp(ambient_last_error(), "") == 0);
}

static const c_test kTests[] = {
    TEST(TheAddedMassOfACubeIsKnown),
    TEST(AGivenAddedMassIsUsed),
    TEST(TheResistanceOfACubeIsThatOfStokes),
    TEST(WrenchesBelongToTheirTwists),
    TEST(AReleasedBodyAcceleratesWithItsAddedMass),
    TEST(AFloatingBodyStaysWhereItBelongs),
    TEST(AnEnginesOwnWaterIsAskedForItsHeights),
    TEST(ContactsAreExactInAMultiBodyWorldToo),
    TEST(ABulletWorldBecomesWet),
    TEST(AModelCacheThatCannotBeWrittenIsSaidAndNoError),
    TEST(RefusalsSayWhyAndChangeNothing),
    TEST(TheVersionIsToldBeforeAnythingElse),
};

int main(int argc, char** argv) {
    return runTest(kTests, sizeof kTests / sizeof kTests[0], argc, argv);
}
