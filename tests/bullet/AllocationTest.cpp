// SPDX-License-Identifier: Zlib
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

// A sanitizer brings its own allocator; there is nothing to count then. clang says so by __has_feature only.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define AMBIENT_CANNOT_COUNT_ALLOCATIONS
#endif
#endif
#if !defined(AMBIENT_CANNOT_COUNT_ALLOCATIONS) &&                                                                      \
    (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__))
#define AMBIENT_CANNOT_COUNT_ALLOCATIONS
#endif

#ifndef AMBIENT_CANNOT_COUNT_ALLOCATIONS
namespace {
std::atomic<long> g_allocations{0};
}
extern "C" void* __libc_malloc(size_t size);
extern "C" void* malloc(size_t size) {
    ++g_allocations;
    return __libc_malloc(size);
}
#endif

TEST(Allocation, AStepOfBodiesInTheFluidCostsNone) {
#ifdef AMBIENT_CANNOT_COUNT_ALLOCATIONS
    GTEST_SKIP() << "allocations are counted in plain builds only";
#else
    test::World w;
    w.fluid().setMedium(ambient::UniformMedium::water());
    for (int i = 0; i < 5; ++i)
        w.fluid().addBody(w.addSphere(0.1, 8.0, btVector3(btScalar(i), 0, 0)), test::sphereModel(0.1));
    w.run(0.1, 1.0 / 60); // OpenMP makes its threads on first use
    const long before = g_allocations;
    for (int i = 0; i < 100; ++i)
        w.fluid().updateAction(&w.world(), btScalar(1.0 / 60));
    EXPECT_EQ(g_allocations - before, 0);
    void* volatile counted = std::malloc(16); // the counter works
    EXPECT_EQ(g_allocations - before, 1);
    std::free(counted);
#endif
}
