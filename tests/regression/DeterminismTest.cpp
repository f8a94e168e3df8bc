// SPDX-License-Identifier: Zlib
#include "RunScene.h"
#include "exporters/CsvWriter.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>

using namespace samples;

namespace {

std::string csvOf(const std::string& scene, int threads) {
    omp_set_num_threads(threads);
    return csvText(runScene(scene, {}, 3.0, 1.0 / 240.0, "default", true));
}

class Determinism : public testing::TestWithParam<std::string> {};

} // namespace

TEST_P(Determinism, SameCommandGivesSameBytesForAnyNumberOfThreads) {
    const std::string once = csvOf(GetParam(), 1);
    EXPECT_GT(once.size(), 100000U);
    EXPECT_TRUE(once == csvOf(GetParam(), 1));
    EXPECT_TRUE(once == csvOf(GetParam(), 2));
    EXPECT_TRUE(once == csvOf(GetParam(), 3));
}

INSTANTIATE_TEST_SUITE_P(OfEveryScene, Determinism, testing::Values("falling-plate", "sinking-ellipsoid", "golf-drive"),
                         [](const auto& test) {
                             std::string name = test.param;
                             name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                             return name;
                         });
