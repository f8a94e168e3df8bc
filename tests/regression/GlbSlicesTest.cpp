// SPDX-License-Identifier: Zlib
#include "GlbReader.h"
#include "RunScene.h"
#include "drawing/ColourMap.h"
#include "drawing/SurfaceColours.h"
#include "exporters/GlbFile.h"

#include <gtest/gtest.h>

namespace glb_slices_test {

using namespace samples;

TEST(GlbSlices, OneMomentOfASliceIsShownAtATime) {
    RunRecord record = runScene("falling-plate", {{"faces", 320}}, 2.0);
    for (int moment = 0; moment <= 40; ++moment) {
        RecordedSlice slice;
        slice.quantity = "vorticity [1/s]";
        slice.isSigned = true;
        slice.left = 0.1 * moment; // the box follows a body
        slice.spacing = 0.5;
        slice.columns = 4;
        slice.rows = 3;
        slice.values.assign(12, moment % 2 == 0 ? 2.0 : -2.0);
        record.sliceMoments.push_back({0.05 * moment, {slice}, {}, {}});
    }
    const GlbReader glb(glbOf(record, {}));
    const std::vector<int> nodes = glb.nodesOfKind("slice");
    ASSERT_EQ(nodes.size(), 16u);
    for (const double time : {0.0, 0.31, 0.97, 1.5, 2.0}) {
        int shown = 0;
        for (const int node : nodes) {
            const auto keys = glb.keysOf(node, "scale");
            Eigen::Index last = 0;
            while (last + 1 < keys.times.size() && keys.times(last + 1) <= float(time))
                ++last;
            if (keys.values(0, last) == 0.0f) continue;
            ++shown;
            EXPECT_NEAR(double(glb.node(node)["translation"][0]), 0.25 + 2.0 * time, 0.15) << time;
        }
        EXPECT_EQ(shown, 1) << time;
    }
    // Still pictures have the first moment; all share one sheet, and have colours of their own.
    EXPECT_EQ(glb.node(nodes[0])["scale"][0], 1.0);
    EXPECT_EQ(glb.node(nodes[1])["scale"][0], 0.0);
    const nlohmann::json &first = glb.primitiveOf(nodes[0]), &next = glb.primitiveOf(nodes[1]);
    EXPECT_EQ(first["attributes"]["POSITION"], next["attributes"]["POSITION"]);
    EXPECT_EQ(glb.indices(first["indices"]).size(), 36u); // two triangles between four centres of cells
    const Eigen::Vector3f colour = glb.numbers(first["attributes"]["COLOR_0"]).col(0);
    EXPECT_LT((colour - linearOf(ColourMap::diverging().at(1.0))).norm(), 1e-6f);
    EXPECT_EQ(glb.extras()["slice"]["unit"], "1/s");
    EXPECT_EQ(glb.extras()["slice"]["minimum"], -2.0);
}

} // namespace glb_slices_test
