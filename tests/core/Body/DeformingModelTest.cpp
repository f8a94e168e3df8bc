// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Body/ShapeClock.h"
#include "AmbientFluid/Mesh/SurfaceFolds.h"
#include "ShapeSequences.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <limits>

namespace deforming_model_test {

using namespace ambient;

namespace {

/// A stretching ellipsoid.
ShapeSequence stretching(int keys = 4) {
    const TriangleMesh ellipsoid = makeEllipsoid({0.5, 0.4, 0.3}, 320);
    ShapeSequence s = test::loopOf(keys, 2.0, [&](double t) {
        TriangleMesh mesh = ellipsoid;
        for (Vector3& v : mesh.vertices)
            v.x() *= 1.0 + 0.2 * std::sin(kPi * t);
        return mesh;
    });
    s.mass = 2.0;
    return s;
}

std::string refusalOf(const std::function<void(ShapeSequence&)>& spoil, const FluidBodyDef& def = {}) {
    ShapeSequence s = stretching();
    spoil(s);
    return test::refusal([&] { DeformingModel::build(s, def); });
}

} // namespace

TEST(DeformingModel, RefusesBadSequencesByKeyAndFace) {
    const auto contains = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << part << ": " << text;
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    };
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    contains(refusalOf([](ShapeSequence& s) { s.keys[2].pop_back(); }), "key 2 has 161 vertices, key 0 has 162");
    contains(refusalOf([&](ShapeSequence& s) { s.keys[1][5].y() = kNaN; }), "key 1, vertex 5");
    contains(refusalOf([](ShapeSequence& s) { s.times[2] = s.times[1]; }), "key 2");
    contains(refusalOf([](ShapeSequence& s) { s.times.pop_back(); }), "3 times for 4 keys");
    contains(refusalOf([](ShapeSequence& s) { s.period = 1.0; }), "period");
    contains(refusalOf([](ShapeSequence& s) { s.mass = 0.0; }), "mass");
    contains(refusalOf([](ShapeSequence& s) { s.faces[7][1] = 400; }), "face 7");
    contains(refusalOf([](ShapeSequence& s) { s.keys.clear(); }), "no keys");
    contains(refusalOf([](ShapeSequence& s) { s.restKey = 4; }), "restKey");
    contains(refusalOf([](ShapeSequence& s) { s.extraMasses = {{-1.0, {Vector3::Zero()}}}; }), "extra mass 0");
    contains(refusalOf([](ShapeSequence& s) {
                 s.extraMasses = {{1.0, {Vector3::Zero(), Vector3::Zero()}}};
             }),
             "extra mass 0 has 2 places");
    contains(refusalOf([](ShapeSequence& s) {
                 s.masses = ShapeSequence::Masses::PerVertex;
                 s.vertexMasses.assign(162, 1.0);
                 s.vertexMasses[9] = 0.0;
             }),
             "vertex 9");
    contains(refusalOf([](ShapeSequence& s) {
                 for (Vector3& v : s.keys[3])
                     v.x() *= -1.0;
             }),
             "key 3");
    contains(refusalOf([](ShapeSequence& s) { // one corner pushed through: its faces turn over
                 const TriangleMesh::Face& face = s.faces[40];
                 const std::size_t v = static_cast<std::size_t>(face[0]);
                 const Vector3 a = s.keys[2][v], middle = 0.5 * (s.keys[2][static_cast<std::size_t>(face[1])] +
                                                                 s.keys[2][static_cast<std::size_t>(face[2])]);
                 s.keys[2][v] = middle + 1.5 * (middle - a);
             }),
             "key 2: face");
    contains(refusalOf([](ShapeSequence& s) {
                 s.masses = ShapeSequence::Masses::None;
                 s.extraMasses = {{1.0, {Vector3(-1.0, 0.0, 0.0)}}, {1.0, {Vector3(1.0, 0.0, 0.0)}}};
             }),
             "key 0: the masses lie on a line");
    contains(refusalOf([](ShapeSequence& s) { s.times[0] = kNaN; }), "time of key 0");
    contains(refusalOf([](ShapeSequence& s) { s.mass = kNaN; }), "mass");
    contains(refusalOf([](ShapeSequence& s) {
                 s.masses = ShapeSequence::Masses::PerVertex;
                 s.vertexMasses.assign(161, 1.0);
             }),
             "161 vertex masses for 162 vertices");
    contains(refusalOf([](ShapeSequence& s) { s.faces.pop_back(); }), "key 0");
    FluidBodyDef given;
    given.addedMass = GivenAddedMass{Matrix6(Matrix6::Identity()), 1000.0, Vector3::Zero()};
    contains(refusalOf([](ShapeSequence&) {}, given), "potentials");
}

TEST(DeformingModel, ReportsItsTablesAndSurfaces) {
    const DeformingReport smooth = DeformingModel::build(stretching(8))->report();
    EXPECT_EQ(smooth.keysSolved, 8);
    EXPECT_LT(smooth.inertiaError, 0.01);
    EXPECT_LT(smooth.momentumError, 0.03);
    EXPECT_NEAR(smooth.leastVolume, 0.8 * 4.0 / 3.0 * kPi * 0.06, 1e-12);
    EXPECT_NEAR(smooth.largestVolume, 1.2 * 4.0 / 3.0 * kPi * 0.06, 1e-12);
    EXPECT_EQ(smooth.crossingFaces, 0);
    EXPECT_EQ(smooth.worstJump, 0.0);

    ShapeSequence s = stretching(4);
    s.interpolation = ShapeSequence::Interpolation::Linear;
    for (std::vector<Vector3>& key : s.keys) // a jumping motion: the whole body goes to and fro against a mass
        for (Vector3& v : key)
            v.x() += &key == &s.keys[1] ? 0.3 : 0.0;
    s.extraMasses = {{1.0, {Vector3::Zero()}}};
    const DeformingReport linear = DeformingModel::build(s)->report();
    EXPECT_EQ(linear.keysSolved, 12);
    EXPECT_GT(linear.worstJump, 0.01);
    ASSERT_FALSE(linear.warnings.empty());
}

TEST(DeformingModel, FindsFacesThatCross) {
    const TriangleMesh box = makeBox({1.0, 1.0, 1.0}, 192);
    EXPECT_TRUE(crossingFaces(box).empty());
    const TriangleMesh two = test::joined({box, test::moved(box, {0.7, 0.13, 0.11})});
    EXPECT_GT(crossingFaces(two).size(), 20u);
    EXPECT_TRUE(crossingFaces(test::joined({box, test::moved(box, {1.1, 0.0, 0.0})})).empty());
}

TEST(DeformingModel, SurfaceIsThatOfAFreshModelAtTheSameShape) {
    ShapeSequence s = stretching(8);
    const auto model = DeformingModel::build(s);
    DeformedShape shape;
    model->evaluate(0.5, shape); // a key
    TriangleMesh mesh{{}, model->triangles()};
    model->vertices(0.5, mesh.vertices);
    const auto fresh = FluidBodyModel::build(mesh);
    EXPECT_NEAR(shape.surface.volume(), fresh->volume(), 1e-12);
    EXPECT_NEAR(shape.surface.area(), fresh->area(), 1e-12);
    EXPECT_LT((shape.surface.centerOfVolume() - fresh->centerOfVolume()).norm(), 1e-12);
    EXPECT_NEAR(shape.surface.radius(), fresh->radius(), 1e-12);
    EXPECT_LT((shape.surface.addedMassPerDensity().matrix() - fresh->addedMassPerDensity().matrix()).norm(), 1e-12);
    const VolumeQuadrature &a = shape.surface.volumeQuadrature(), &b = fresh->volumeQuadrature();
    EXPECT_LT((a.secondMoments - b.secondMoments).norm(), 1e-12);
    Matrix6 sum = Matrix6::Zero();
    for (int f = 0; f < shape.surface.faces().size(); ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        EXPECT_NEAR(a.weight[i], b.weight[i], 1e-12);
        EXPECT_LT((shape.surface.faces().normal(f) - fresh->faces().normal(f)).norm(), 1e-12);
        Vector6 g;
        for (int k = 0; k < 6; ++k)
            g[k] = shape.surface.faceTable().row(FaceTable::AddedMass + k)[f];
        sum += g * g.transpose();
    }
    EXPECT_LT((sum - fresh->addedMassPerDensity().matrix()).norm(), 1e-9);
}

TEST(DeformingModel, ASequencePlayedOnceRestsAtBothEnds) {
    ShapeSequence s = stretching(5);
    s.period = 0.0;
    const auto model = DeformingModel::build(s);
    EXPECT_EQ(model->lastPhase(), s.times.back());
    std::vector<Vector3> at, velocity;
    for (const double phase : {-1.0, s.times.front(), s.times.back(), 7.0}) {
        model->velocities(phase, velocity);
        for (const Vector3& v : velocity)
            EXPECT_LT(v.norm(), 1e-12);
        DeformedShape shape;
        model->evaluate(phase, shape);
        EXPECT_LT(shape.fluidMomentum.vector().norm(), 1e-15);
    }
    // Velocities are those of the vertices.
    std::vector<Vector3> before, after;
    model->vertices(0.7 - 1e-6, before);
    model->vertices(0.7 + 1e-6, after);
    model->velocities(0.7, velocity);
    for (std::size_t v = 0; v < velocity.size(); v += 7)
        EXPECT_LT(((after[v] - before[v]) / 2e-6 - velocity[v]).norm(), 1e-8);
}

TEST(ShapeClock, GoesOnWithoutAJump) {
    const ShapeClock clock = ShapeClock().withSpeed(1.0, 3.0, 2.0);
    EXPECT_EQ(clock.phaseAt(1.0), 1.0);
    EXPECT_NEAR(clock.speedAt(2.0), 2.0, 1e-15);
    EXPECT_NEAR(clock.phaseAt(3.0), 1.0 + 4.0, 1e-14);
    EXPECT_NEAR(clock.phaseAt(4.0), 1.0 + 4.0 + 3.0, 1e-14);
    const ShapeClock shifted = clock.withPhase(2.0, -5.0);
    EXPECT_NEAR(shifted.phaseAt(2.0), -5.0, 1e-14);
    EXPECT_NEAR(shifted.speedAt(2.5), clock.speedAt(2.5), 1e-14);
    EXPECT_NEAR(shifted.phaseAt(4.0) - clock.phaseAt(4.0), -5.0 - clock.phaseAt(2.0), 1e-13);
}

} // namespace deforming_model_test
