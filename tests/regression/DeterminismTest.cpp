// SPDX-License-Identifier: Zlib
#include "RunScene.h"
#include "TestThreads.h"
#include "exporters/CsvWriter.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace determinism_test {

using namespace samples;

namespace {

struct Case {
    const char* scene;
    const char* solver;
    double seconds;
};

void PrintTo(const Case& c, std::ostream* out) {
    *out << c.scene << ", solver " << c.solver;
}

std::string csvOf(const Case& c, int threads) {
    const test::Threads fixed(threads);
    const std::string scene = c.scene;
    std::map<std::string, double> coarse; // with most of the time in several meshes
    if (scene == "golf-cases" || scene == "seafloor") coarse["faces"] = 320;
    return csvText(runScene(c.scene, coarse, c.seconds, 1.0 / 120.0, "default", true, c.solver));
}

class Determinism : public testing::TestWithParam<Case> {};

} // namespace

TEST_P(Determinism, SameCommandGivesSameBytesForAnyNumberOfThreads) {
    const std::string once = csvOf(GetParam(), 1);
    EXPECT_GT(once.size(), 50000U);
    EXPECT_TRUE(once == csvOf(GetParam(), 1));
    EXPECT_TRUE(once == csvOf(GetParam(), 2));
    EXPECT_TRUE(once == csvOf(GetParam(), 3));
}

INSTANTIATE_TEST_SUITE_P(OfEveryScene, Determinism,
                         testing::Values(Case{"falling-plate", "stock", 3.0}, Case{"sinking-ellipsoid", "stock", 3.0},
                                         Case{"sinking-ellipsoid", "fluid", 3.0}, Case{"golf-drive", "stock", 3.0},
                                         Case{"golf-cases", "stock", 0.5}, Case{"free-kick", "stock", 1.0},
                                         Case{"basketball-drop", "stock", 1.0}, Case{"football-spiral", "stock", 1.0},
                                         Case{"wet-collisions", "stock", 1.0}, Case{"wet-collisions", "fluid", 1.0},
                                         Case{"seafloor", "stock", 6.0}, Case{"seafloor", "fluid", 6.0},
                                         Case{"chain-in-current", "stock", 1.0}, Case{"chain-in-current", "fluid", 1.0},
                                         Case{"box-pile", "stock", 1.0}, Case{"box-pile", "fluid", 1.0}),
                         [](const auto& test) {
                             std::string name = std::string(test.param.scene) + test.param.solver;
                             name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                             return name;
                         });

} // namespace determinism_test
