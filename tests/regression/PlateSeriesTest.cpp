// SPDX-License-Identifier: Zlib
#include "FlightAnalysis.h"
#include "PlateRegime.h"
#include "RunScene.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace samples;

namespace {

class PlateSeries : public testing::TestWithParam<double> {};

} // namespace

TEST_P(PlateSeries, print) {
    for (const char* model : {"paper001", "default"}) {
        const RunRecord record = runScene("plate-sizes", {{"faces", 320}}, 6.0, GetParam(), model);
        std::cout << model << "\n" << describeFalls(record);
        for (double m : {.0005, .001, .005, .02})
            std::cout << m << describeFalls(runScene("falling-plate", {{"mass", m}, {"faces", 320}}, 6.0, GetParam(), model));
        const RunRecord r = runScene("plate-masses", {{"faces", 320}}, 7.0, GetParam(), model);
        std::cout << findSample("plate-masses").create()->summary(r);
        const RunRecord c = runScene("coins", {{"faces", 600}}, 4.0, GetParam(), model);
        std::cout << describeFalls(c);
        const RunRecord d = runScene("coins", {{"faces", 600},{"tilt", 60}}, 4.0, GetParam(), model);
        std::cout << describeFalls(d);
        for (const char* s : {"maple-seed", "falling-leaf", "business-card", "paper-copter"})
            std::cout << s << findSample(s).create()->summary(runScene(s, {{"faces", 600}}, 3.0, GetParam(), model));
    }
}

INSTANTIATE_TEST_SUITE_P(AtAnyStep, PlateSeries, testing::Values(1.0 / 60.0, 1.0 / 240.0));
