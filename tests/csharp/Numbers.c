// SPDX-License-Identifier: Zlib
/* numbers: prints what the C interface says of a ball, each number by its bits, for Tests.cs to compare. */
#include "AmbientFluidC/AmbientEngineC.h"
#include "AmbientFluidC/AmbientWorldC.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An icosahedron with a slightly moved vertex: no symmetry hides an exchange of axes. */
static const double kVertices[36] = {-0.0526, 0.0851,  0.0031,  0.0526,  0.0851,  0,       -0.0526, -0.0851, 0,
                                     0.0526,  -0.0851, 0,       0,       -0.0526, 0.0851,  0,       0.0526,  0.0851,
                                     0,       -0.0526, -0.0851, 0,       0.0526,  -0.0851, 0.0851,  0,       -0.0526,
                                     0.0851,  0,       0.0526,  -0.0851, 0,       -0.0526, -0.0851, 0,       0.0526};
static const uint32_t kTriangles[60] = {0, 11, 5,  0, 5,  1, 0, 1, 7, 0, 7,  10, 0, 10, 11, 1, 5, 9, 5, 11,
                                        4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3,  9,  4, 3,  4,  2, 3, 2, 6, 3,
                                        6, 8,  3,  8, 9,  4, 9, 5, 2, 4, 11, 6,  2, 10, 8,  6, 7, 9, 8, 1};

static void need(ambient_status status) {
    if (status == AMBIENT_OK) return;
    fprintf(stderr, "%s\n", ambient_last_error());
    exit(1);
}

static void print(const char* name, const double* numbers, size_t count) {
    size_t i;
    printf("%s", name);
    for (i = 0; i < count; ++i) {
        uint64_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        printf(" %" PRIx64, bits);
    }
    printf("\n");
}

static void printWorld(const ambient_model* ball, const ambient_medium* water) {
    ambient_world* world;
    ambient_fluid* fluid;
    ambient_rigid_body_options options;
    ambient_rigid_body* body;
    ambient_body_state state;
    int i;
    need(ambient_world_create(NULL, &world));
    need(ambient_fluid_create(ambient_world_get_address(world), NULL, NULL, &fluid));
    need(ambient_fluid_set_exact_contacts(fluid, 1));
    need(ambient_fluid_set_medium(fluid, water));
    need(ambient_rigid_body_options_init(&options, sizeof options, ball, 6.0));
    need(ambient_rigid_body_create(world, &options, &body));
    need(ambient_fluid_add_rigid_body(fluid, body));
    for (i = 0; i < 60; ++i)
        need(ambient_world_step(world, 1.0 / 60));
    need(ambient_rigid_body_get_state(body, &state));
    print("world", (const double*)&state, sizeof state / sizeof(double));
    ambient_world_destroy(world);
    ambient_fluid_destroy(fluid);
    ambient_rigid_body_destroy(body);
}

int main(void) {
    ambient_medium* water;
    ambient_model* ball;
    ambient_body_options options;
    ambient_body* body;
    ambient_body_state state;
    ambient_solver_body solver = {0};
    ambient_readout readout = {0};
    double matrix[36];
    int i;
    need(ambient_medium_create_uniform(998.2, 1.002e-3, NULL, &water));
    need(ambient_model_create(kVertices, 12, kTriangles, 20, NULL, &ball));
    print("vertices", kVertices, 36);
    printf("triangles");
    for (i = 0; i < 60; ++i)
        printf(" %x", (unsigned)kTriangles[i]);
    printf("\n");
    need(ambient_model_get_added_mass(ball, 998.2, NULL, matrix));
    print("added_mass", matrix, 36);
    need(ambient_body_options_init(&options, sizeof options, ball, 6.0));
    need(ambient_body_create(ball, &options, water, &body));
    for (i = 0; i < 600; ++i)
        need(ambient_body_step(body, 1.0 / 60, NULL));
    need(ambient_body_get_state(body, &state));
    print("falling", (const double*)&state, sizeof state / sizeof(double));
    readout.struct_size = sizeof readout;
    need(ambient_body_get_readout(body, &readout));
    print("readout", readout.surface_wrench, (sizeof readout - 2 * sizeof(uint32_t)) / sizeof(double));
    solver.struct_size = sizeof solver;
    need(ambient_body_begin_step(body, 1.0 / 60, NULL, &solver));
    print("solver", &solver.mass, (sizeof solver - 2 * sizeof(uint32_t)) / sizeof(double));
    printWorld(ball, water);
    return 0;
}
