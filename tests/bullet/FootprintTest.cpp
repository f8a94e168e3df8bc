// SPDX-License-Identifier: Zlib
#include "BulletTestWorld.h"
#include "TestThreads.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <vector>

// A sanitizer brings its own allocator, outside of the C library's statistics. clang reports sanitizers by
// __has_feature only.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define AMBIENT_CANNOT_MEASURE_THE_HEAP
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define AMBIENT_CANNOT_MEASURE_THE_HEAP
#endif
#ifndef AMBIENT_CANNOT_MEASURE_THE_HEAP
#include <malloc.h>
#endif

namespace footprint_test {

#ifndef AMBIENT_CANNOT_MEASURE_THE_HEAP

namespace {

/// Bytes in use on the heap.
double used() {
    const auto info = mallinfo2();
    return double(info.uordblks + info.hblkhd);
}

/// Bytes added by the fluid for each body of a crowd with one shared model, after the first steps.
double bytesOfABody(test::Solver solver, const std::shared_ptr<const ambient::FluidBodyModel>& model) {
    const test::Threads alone(1, ambient::LoopThreads::Serial);
    constexpr int kBodies = 512;
    test::World w(btVector3(0, 0, btScalar(-9.81)), solver);
    w.fluid().setMedium(ambient::UniformMedium::water());
    std::vector<btRigidBody*> bodies;
    for (int i = 0; i < kBodies; ++i)
        bodies.push_back(w.addSphere(0.1, 8.0, btVector3(btScalar(i), 0, 0)));
    w.run(0.1, 1.0 / 60); // Bullet makes its pools
    const double before = used();
    for (btRigidBody* body : bodies)
        w.fluid().addBody(body, model);
    w.run(0.1, 1.0 / 60);
    return (used() - before) / kBodies;
}

} // namespace

// The figures of docs/portability.md. They include vectors that grow by doubling.
TEST(Footprint, OfABodyDoesNotDependOnItsFaces) {
    const auto small = test::sphereModel(0.1, 80), large = test::sphereModel(0.1, 1280);
    for (const test::Solver solver : test::kSolvers) {
        const double bytes = bytesOfABody(solver, small), ofMany = bytesOfABody(solver, large);
        std::printf("  %s: %.0f bytes a body of 80 faces, %.0f of 1280\n",
                    solver == test::Solver::Fluid ? "exact" : "drop-in", bytes, ofMany);
        EXPECT_LT(ofMany, 1.01 * bytes); // 1.000
        EXPECT_LT(bytes, 8500.0);        // 7470 in single precision, 8120 in double
    }
}

TEST(Footprint, OfAModelIsProportionalToItsFaces) {
    const test::Threads alone(1); // a second thread would allocate its own buffers once
    double bytes[2];
    int i = 0;
    for (const int faces : {320, 1280}) {
        test::sphereModel(0.1, faces); // objects made only once exist now
        // The C library counts some freed blocks as used, up to some kB, which depend on everything allocated before:
        // several models share this error.
        constexpr int kModels = 8;
        std::vector<std::shared_ptr<const ambient::FluidBodyModel>> models(kModels);
        const double before = used();
        for (auto& model : models)
            model = test::sphereModel(0.1, faces);
        bytes[i] = (used() - before) / kModels;
        std::printf("  a model of %d faces: %.1f kB\n", faces, bytes[i++] / 1000.0);
    }
    const double ofAFace = (bytes[1] - bytes[0]) / (1280 - 320);
    EXPECT_LT(ofAFace, 915.0);                    // 892
    EXPECT_LT(bytes[0] - 320 * ofAFace, 20000.0); // 9700: what does not grow with the faces
}

#endif

} // namespace footprint_test
