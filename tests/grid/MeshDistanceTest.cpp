// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/MeshDistance.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluidGrid/GridBody.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace mesh_distance_test {

using namespace ambient;

// Exact at the samples; between samples the error is due to the linear interpolation: step^2/8 times the curvatures on
// a ball, more beside the edges of a brick.
TEST(MeshDistance, IsThatOfTheExactBodies) {
    const double spacing = 0.05;
    test::Random random(1);
    const Pose pose{random.rotation(), Vector3(0.03, -0.02, 0.05)};
    const MeshDistance ball(makeSphere(0.3, 20480), pose, spacing);
    const Vector3 half(0.2, 0.3, 0.15);
    const MeshDistance brick(makeBox(2.0 * half, 300), pose, spacing);
    const auto exactBrick = boxDistance(half);
    double worstBall = 0.0, worstBrick = 0.0;
    for (int i = 0; i < 20000; ++i) {
        const Vector3 point = random.vector(0.5), inMesh = pose.inverse() * point;
        const double ofBall = std::clamp(inMesh.norm() - 0.3, -ball.reach(), ball.reach());
        const double ofBrick = std::clamp(exactBrick(inMesh), -brick.reach(), brick.reach());
        EXPECT_LE(std::abs(ball(point)), ball.reach() * (1.0 + 1e-6));
        if (std::abs(ofBall) < spacing) worstBall = std::max(worstBall, std::abs(ball(point) - ofBall));
        if (std::abs(ofBrick) < spacing) worstBrick = std::max(worstBrick, std::abs(brick(point) - ofBrick));
        if (std::abs(ofBall) > spacing) {
            EXPECT_EQ(ball(point) > 0.0, ofBall > 0.0);
        }
        if (std::abs(ofBrick) > spacing) {
            EXPECT_EQ(brick(point) > 0.0, ofBrick > 0.0);
        }
    }
    EXPECT_LT(worstBall, 0.02 * spacing);
    EXPECT_LT(worstBrick, 0.25 * spacing);
}

TEST(MeshDistance, ABodyOfAMeshIsThatOfItsFormulaToTheGrid) {
    FluidGridDef def;
    def.cells = {20, 20, 20};
    def.spacing = 0.05;
    def.density = 1000.0;
    def.dynamicViscosity = 0.0;
    def.setSides(GridSideKind::Open);
    const auto model = FluidBodyModel::build(makeSphere(0.2, 1280));
    GridBody meshed = makeGridBody(makeSolidBody(model, 800.0), def.spacing);
    GridBody exact = meshed;
    exact.distance = sphereDistance(std::cbrt(model->volume() * 0.75 / kPi));
    const double expected = model->volume();
    Vector3 speeds[2];
    int i = 0;
    for (GridBody* body : {&meshed, &exact}) {
        body->worldFromBody.position = Vector3(0.52, 0.49, 0.5);
        body->load.linear = Vector3(1.0, 2.0, -1.0);
        ResolvedProjection projection(def, 1e-9);
        projection.setBodies({*body});
        EXPECT_NEAR(projection.volume(0) / expected, 1.0, 0.017); // measured 1.010 and 1.016
        GridVelocity velocity;
        for (GridField& component : velocity)
            component = makeGridField(GridLayout(def.cells));
        GridField pressure = velocity[0];
        projection.project(0.1, velocity, pressure);
        speeds[i++] = projection.bodies()[0].velocity.linear;
    }
    EXPECT_LT((speeds[0] - speeds[1]).norm(), 3e-3 * speeds[1].norm()); // measured 2.6e-3
}

TEST(MeshDistance, RefusesWhatHasNoDistance) {
    const TriangleMesh box = makeBox(Vector3(1.0, 1.0, 1.0), 12);
    const auto refusal = [](const TriangleMesh& mesh, double spacing) {
        return test::refusal([&] { MeshDistance bad(mesh, Pose(), spacing); });
    };
    EXPECT_NE(refusal(box, 0.0).find("spacing"), std::string::npos);
    EXPECT_NE(refusal(TriangleMesh(), 0.1).find("no faces"), std::string::npos);
    EXPECT_NE(refusal(box, 1e-3).find("500 times"), std::string::npos);
    TriangleMesh broken = box;
    broken.vertices[0].x() = std::nan("");
    EXPECT_NE(refusal(broken, 0.1).find("not finite"), std::string::npos);
}

} // namespace mesh_distance_test
