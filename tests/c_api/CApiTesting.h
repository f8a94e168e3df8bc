// SPDX-License-Identifier: Zlib
#ifndef CAPI_TESTING_H
#define CAPI_TESTING_H

/* What the tests of the C interface share. A program has tests in kTests and runs the one that its argument names. */
#include "AmbientFluidC/AmbientFluidC.h"
#include "TestWorld.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(int holds, const char* what, int line) {
    if (holds) return;
    ++failures;
    printf("line %d: %s does not hold; last error: %s\n", line, what, ambient_last_error());
}
#define EXPECT(what) expect((what), #what, __LINE__)
#define OK(call) EXPECT((call) == AMBIENT_OK)
#define REFUSED(call, status, text)                                                                                    \
    do {                                                                                                               \
        EXPECT((call) == (status));                                                                                    \
        EXPECT(strstr(ambient_last_error(), text) != NULL);                                                            \
        EXPECT(strchr(ambient_last_error(), '\n') == NULL);                                                            \
    } while (0)

static inline int near(double value, double expected, double tolerance) {
    if (fabs(value - expected) <= tolerance) return 1;
    printf("%.17g is not %.17g to %g\n", value, expected, tolerance);
    return 0;
}

/* A log that keeps nothing. */
static inline void ignoreLine(const char* line, void* unused) {
    (void)line, (void)unused;
}

/* Eight corners of a box about the origin, twelve triangles. */
static const uint32_t kBoxTriangles[36] = {0, 3, 1, 0, 2, 3, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
static inline void boxCorners(double x, double y, double z, double corners[24]) {
    int i;
    for (i = 0; i < 8; ++i) {
        corners[3 * i] = (i & 1 ? 0.5 : -0.5) * x;
        corners[3 * i + 1] = (i & 2 ? 0.5 : -0.5) * y;
        corners[3 * i + 2] = (i & 4 ? 0.5 : -0.5) * z;
    }
}
static inline ambient_model* makeBox(double x, double y, double z) {
    double corners[24];
    ambient_model* model = NULL;
    boxCorners(x, y, z, corners);
    OK(ambient_model_create(corners, 8, kBoxTriangles, 12, NULL, &model));
    return model;
}

typedef struct {
    const char* name;
    void (*run)(void);
} c_test;
#define TEST(name)                                                                                                     \
    { #name, name }

static int runTest(const c_test* tests, size_t count, int argc, char** argv) {
    size_t i;
    for (i = 0; argc == 2 && i < count; ++i)
        if (strcmp(argv[1], tests[i].name) == 0) {
            tests[i].run();
            return failures != 0;
        }
    printf("usage: %s NAME\n", argv[0]);
    return 2;
}

#endif
