// SPDX-License-Identifier: Zlib
#include "validation/MeasuredForces.h"
#include "validation/MeasuredBodies.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "TestPaths.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace measured_forces_test {

using namespace samples;

TEST(MeasuredBodies, HaveTheVolumeAndTheAreaOfTheirDescriptions) {
    std::set<std::string> ids;
    for (const MeasuredBody& body : measuredBodies()) {
        const ambient::TriangleMesh mesh = body.mesh();
        const ambient::MeshReport report = ambient::checkMesh(mesh);
        EXPECT_TRUE(report.closed && report.manifold && report.oriented && report.outward) << body.ids[0];
        EXPECT_NEAR(ambient::enclosedVolume(mesh) / body.size.volume, 1.0, 0.006) << body.ids[0];
        // The tube of the slender ring has few sides: measured 0.028.
        EXPECT_NEAR(ambient::surfaceArea(mesh) / body.size.area, 1.0, body.ids[0] == "3d-058" ? 0.03 : 0.01)
            << body.ids[0];
        EXPECT_TRUE(body.ahead.size() == 1 || body.ahead.size() == body.ids.size()) << body.ids[0];
        for (const ambient::Vector3& ahead : body.ahead)
            EXPECT_NEAR(ahead.dot(body.side), 0.0, 1e-12) << body.ids[0];
        for (const std::string& id : body.ids)
            EXPECT_TRUE(ids.insert(id).second) << id;
    }
    EXPECT_EQ(ids.size(), 82u);
}

// The form of the default law was chosen with these rows; the held-out rows are judged apart.
TEST(MeasuredForces, OfTheDefaultForcesAreNearTheMeasured) {
    const auto table = readMeasuredTable(test::rootPath() + '/' + kMeasuredTable);
    ASSERT_TRUE(table);
    const auto rows = judgeMeasured(*table, ambient::ForceSet::named("default"), [](double) {});
    ASSERT_EQ(rows.size(), 82u);
    const auto all = [](const MeasuredRow&) { return true; };
    const auto group = [](const char* name) { return [=](const MeasuredRow& row) { return row.group == name; }; };
    EXPECT_LT(rmsLogError(rows, all), 0.17);                  // measured 0.165
    EXPECT_LT(rmsLogError(rows, group("3d")), 0.14);          // measured 0.133
    EXPECT_LT(rmsLogError(rows, group("2d")), 0.21);          // measured 0.205
    EXPECT_LT(rmsLogError(rows, group("wing")), 0.176);       // measured 0.171
    EXPECT_LT(rmsLogError(rows, group("streamlined")), 0.24); // measured 0.230
    EXPECT_LT(rmsLogError(rows, isInFirstHalf), 0.185);       // measured 0.178
    EXPECT_LT(rmsLogError(rows, [](const MeasuredRow& row) { return !isInFirstHalf(row); }),
              0.158); // measured 0.150
}

TEST(MeasuredTable, AnswersNothingWhereThereIsNoFile) {
    EXPECT_FALSE(readMeasuredTable("no-such-folder/force_coefficients.csv").has_value());
}

} // namespace measured_forces_test
