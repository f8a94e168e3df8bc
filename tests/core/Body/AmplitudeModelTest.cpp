// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/AmplitudeModel.h"
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Body/DrivenShape.h"
#include "AmbientFluid/PotentialFlow/DeformationMomentum.h"
#include "ShapeFamilies.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace amplitude_model_test {

using namespace ambient;

namespace {

DeformedShape& shapeAt(const AmplitudeModel& model, const std::vector<double>& q, const std::vector<double>& rates,
                       DeformedShape& shape) {
    model.evaluate(q.data(), rates.data(), shape);
    return shape;
}

/// Largest relative error of a 6x6 over all twists, with lengths scaled out: of the eigenvalues of exact^-1 found.
double errorOverTwists(const Matrix6& found, const Matrix6& exact) {
    const Eigen::Matrix<double, 6, 6> ratio = exact.inverse() * found;
    return (ratio.eigenvalues().array() - 1.0).abs().maxCoeff();
}

std::string refusalOf(const std::function<void(ShapeModes&)>& spoil) {
    ShapeModes modes = test::bendingAndBreadth(320);
    spoil(modes);
    return test::refusal([&] { AmplitudeModel::build(modes); });
}

void expectContains(const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << ": " << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
}

} // namespace

TEST(AmplitudeModel, TablesHoldBetweenTheirNodes) {
    // deforming.md: bending .35 and breadth of 20 % of a 1 : .6 : .3 ellipsoid; there .016 and .001 for K, .001 for the
    // velocity per rate.
    const auto model = AmplitudeModel::build(test::bendingAndBreadth(500));
    EXPECT_EQ(model->report().shapesSolved, 9);
    EXPECT_LT(model->report().inertiaError, 0.01);
    test::Random random(77);
    std::vector<double> ofInertia, ofVelocity;
    DeformedShape shape;
    shape.needsWetting = shape.needsSingle = false;
    const double density = model->mass() / model->rest()->volume();
    for (int trial = 0; trial < 12; ++trial) {
        const std::vector<double> q{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
        for (int k = 0; k < 2; ++k) {
            std::vector<double> rates{0.0, 0.0};
            rates[static_cast<std::size_t>(k)] = 1.0;
            shapeAt(*model, q, rates, shape);
            TriangleMesh mesh{{}, model->triangles()};
            model->vertices(q.data(), mesh.vertices);
            std::vector<Vector3> velocities;
            for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
                velocities.push_back(Eigen::Map<const Vector3>(shape.memory.velocities.data() + 3 * v));
            const AddedMass flow = computeAddedMass(mesh);
            const SpatialInertia exact = shape.bodyInertia + flow.perDensity.scaled(density);
            const SpatialInertia found = shape.bodyInertia + shape.surface.addedMassPerDensity().scaled(density);
            const Vector6 velocity = exact.matrix().llt().solve(
                (shape.bodyMomentum + density * deformationMomentum(mesh, velocities, flow)).vector());
            const Vector6 byTables =
                found.matrix().llt().solve((shape.bodyMomentum + density * shape.fluidMomentum).vector());
            ofVelocity.push_back((byTables - velocity).norm() / std::max(velocity.norm(), 0.05));
            if (k == 0)
                ofInertia.push_back(
                    errorOverTwists(shape.surface.addedMassPerDensity().matrix(), flow.perDensity.matrix()));
        }
    }
    const auto median = [](std::vector<double> values) {
        std::sort(values.begin(), values.end());
        return values[values.size() / 2];
    };
    const auto largest = [](const std::vector<double>& values) {
        return *std::max_element(values.begin(), values.end());
    };
    RecordProperty("inertia_largest", std::to_string(largest(ofInertia)));
    RecordProperty("velocity_largest", std::to_string(largest(ofVelocity)));
    EXPECT_LT(largest(ofInertia), 0.016) << median(ofInertia);
    EXPECT_LT(median(ofInertia), 0.008);
    EXPECT_LT(largest(ofVelocity), 0.0007) << median(ofVelocity);
    EXPECT_LT(median(ofVelocity), 0.0005);
}

TEST(AmplitudeModel, IsTheSolvedBodyAtItsNodes) {
    const auto model = AmplitudeModel::build(test::bendingAndBreadth(320));
    DeformedShape shape;
    for (const std::vector<double>& q : {std::vector<double>{0.0, 0.0}, std::vector<double>{1.0, -1.0}}) {
        shapeAt(*model, q, {0.3, -0.7}, shape);
        TriangleMesh mesh{{}, model->triangles()};
        model->vertices(q.data(), mesh.vertices);
        const Matrix6 exact = computeAddedMass(mesh).perDensity.matrix();
        EXPECT_LT((shape.surface.addedMassPerDensity().matrix() - exact).norm(), 1e-11 * exact.norm());
        // The shares of the faces sum up to the whole.
        const FaceTable& table = shape.surface.faceTable();
        Matrix6 sum = Matrix6::Zero();
        for (int f = 0; f < table.size(); ++f) {
            Vector6 g;
            for (int k = 0; k < 6; ++k)
                g[k] = *table.at(FaceTable::AddedMass + k, f);
            sum += g * g.transpose();
        }
        EXPECT_LT((sum - exact).norm(), 1e-8 * exact.norm());
    }
}

TEST(AmplitudeModel, HasTheMassesOfItsPoints) {
    ShapeModes modes = test::bendingAndBreadth(320);
    modes.extraMasses = {{0.4, {Vector3(0.3, 0.0, 0.1)}}};
    modes.modes[1].massOffsets = {Vector3(0.2, -0.1, 0.0)};
    const auto model = AmplitudeModel::build(modes);
    const std::vector<double> q{0.4, -0.6}, rates{0.9, 1.3};
    DeformedShape shape;
    shapeAt(*model, q, rates, shape);
    // The same body as a linear sequence between the two sides of q: the interval's middle has that shape and motion.
    ShapeSequence s;
    s.faces = modes.rest.faces;
    s.mass = modes.mass;
    s.extraMasses = {{0.4, {}}};
    s.interpolation = ShapeSequence::Interpolation::Linear;
    const auto add = [&](double time, double a, double b) {
        s.times.push_back(time);
        s.keys.push_back(modes.rest.vertices);
        for (std::size_t v = 0; v < s.keys.back().size(); ++v)
            s.keys.back()[v] += a * modes.modes[0].offsets[v] + b * modes.modes[1].offsets[v];
        s.extraMasses[0].path.push_back(Vector3(0.3, 0.0, 0.1) + b * Vector3(0.2, -0.1, 0.0));
    };
    add(-1.0, 0.0, 0.0); // the shape at rest has uniform masses
    add(0.0, q[0] - 0.01 * rates[0], q[1] - 0.01 * rates[1]);
    add(0.02, q[0] + 0.01 * rates[0], q[1] + 0.01 * rates[1]);
    const auto sequence = DeformingModel::build(s);
    DeformedShape played;
    sequence->evaluate(0.01, 1.0, played);
    // Its frame may be turned: energies and moments about the principal axes are the same.
    const auto moments = [](const SpatialInertia& inertia) {
        return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia.matrix().topLeftCorner<3, 3>()).eigenvalues();
    };
    EXPECT_LT((moments(shape.bodyInertia) - moments(played.bodyInertia)).norm(), 1e-4 * model->mass());
    EXPECT_DOUBLE_EQ(model->mass(), sequence->mass());
}

TEST(AmplitudeModel, MoreThanThreeCoordinatesAddUpByPairs) {
    ShapeModes modes = test::bendingAndBreadth(320);
    const TriangleMesh& rest = modes.rest;
    ShapeModes::Mode twist, taper;
    for (const Vector3& v : rest.vertices) {
        twist.offsets.push_back(0.3 * v.x() * Vector3(0.0, -v.z(), v.y()));
        taper.offsets.push_back(0.15 * v.x() * Vector3(0.0, v.y(), v.z()));
    }
    modes.modes.push_back(twist);
    modes.modes.push_back(taper);
    const auto model = AmplitudeModel::build(modes);
    EXPECT_EQ(model->report().shapesSolved, 1 + 4 * 2 + 6 * 4);
    EXPECT_LT(model->report().inertiaError, 0.01);
    // Measured 8 % of the momentum of the weakest mode; 5.6 % with all 81 flows of three nodes each.
    EXPECT_LT(model->report().momentumError, 0.09);
    EXPECT_EQ(model->report().warnings.size(), 1u);
}

TEST(AmplitudeModel, APropellerTurnsWithoutEnd) {
    const auto model = AmplitudeModel::build(test::propelledHull(600));
    EXPECT_LT(model->report().inertiaError, 0.01);
    EXPECT_LT(model->report().momentumError, 0.01);
    const double period = model->coordinates()[0].period;
    DeformedShape here, there;
    shapeAt(*model, {0.37 * period, 0.1}, {2.0, 0.5}, here);
    shapeAt(*model, {41.37 * period, 0.1}, {2.0, 0.5}, there);
    const Matrix6 k = here.surface.addedMassPerDensity().matrix();
    EXPECT_LT((k - there.surface.addedMassPerDensity().matrix()).norm(), 1e-9 * k.norm());
    EXPECT_LT((here.fluidMomentum - there.fluidMomentum).vector().norm(), 1e-9 * here.fluidMomentum.vector().norm());
}

TEST(AmplitudeModel, RefusesBadInputByModeAndValue) {
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    expectContains(refusalOf([](ShapeModes& m) { m.modes.clear(); }), "0 modes");
    expectContains(refusalOf([](ShapeModes& m) { m.modes[1].offsets.pop_back(); }), "mode 1 (breadth) has 161 offsets");
    expectContains(refusalOf([&](ShapeModes& m) { m.modes[0].offsets[7].y() = kNaN; }), "mode 0 (bend), vertex 7");
    expectContains(refusalOf([](ShapeModes& m) { m.modes[0].amplitude.least = 0.5; }), "must contain 0");
    expectContains(refusalOf([](ShapeModes& m) { m.modes[0].amplitude.nodes = 4; }), "nodes must be odd");
    expectContains(refusalOf([](ShapeModes& m) { m.modes[0].amplitude.period = 1.0; }), "an amplitude has no period");
    expectContains(refusalOf([](ShapeModes& m) { m.together = {{0, 2}}; }), "set 0 of `together` names coordinate 2");
    expectContains(refusalOf([](ShapeModes& m) { m.mass = -1.0; }), "mass must be positive");
    expectContains(refusalOf([](ShapeModes& m) { // flattens the ellipsoid and then turns the surface inside out
                       for (std::size_t v = 0; v < m.rest.vertices.size(); ++v)
                           m.modes[1].offsets[v] = {0.0, 0.0, -1.5 * m.rest.vertices[v].z()};
                   }),
                   "the shape at (");
    FluidBodyDef local;
    local.addedMassMethod = AddedMassMethod::Local;
    expectContains(test::refusal([&] { AmplitudeModel::build(test::bendingAndBreadth(320), local); }), "potentials");
    ShapeParts parts = test::propelledHull(320);
    parts.parts[1].joints[0].coordinate = 5;
    expectContains(test::refusal([&] { AmplitudeModel::build(parts); }),
                   "part 1 (propeller), joint 0 names coordinate 5");
    parts = test::propelledHull(320);
    parts.parts[2].mass = 0.0;
    expectContains(test::refusal([&] { AmplitudeModel::build(parts); }), "the mass of part 2 (rudder)");
    const auto model = AmplitudeModel::build(test::bendingAndBreadth(320));
    expectContains(test::refusal([&] { model->connection({0.0, 1.2}, 1.0); }), "coordinate 1 (breadth) is 1.2");
    expectContains(test::refusal([&] { model->connection({0.0}, 1.0); }), "1 values for 2 coordinates");
}

TEST(DrivenShape, FollowsRequestsOneStepLaterWithoutAJump) {
    DrivenShape shape(AmplitudeModel::build(test::bendingAndBreadth(320)));
    const auto path = [](double t) { return 0.4 * std::sin(5.0 * t); };
    double worst[2], jump = 0.0;
    for (int fine = 0; fine < 2; ++fine) {
        const double h = fine ? 1.0 / 240 : 1.0 / 120;
        shape.jumpTo({0.0, 0.0});
        worst[fine] = 0.0;
        double q[2], rates[2], before = 0.0;
        for (int step = 0; step * h < 1.5; ++step) {
            const double t = step * h;
            shape.request({path(t), 0.0});
            EXPECT_TRUE(shape.beginStep(t, h) || step == 0);
            shape.coordinates(t, q, rates);
            if (step > 0) jump = std::max(jump, std::abs(rates[0] - before));
            for (const double share : {0.25, 0.5, 1.0}) {
                shape.coordinates(t + share * h, q, rates);
                if (t > 0.1) worst[fine] = std::max(worst[fine], std::abs(q[0] - path(t + (share - 1.0) * h)));
            }
            before = rates[0];
        }
    }
    EXPECT_LT(jump, 1e-12);
    EXPECT_LT(worst[1], 2e-5);
    EXPECT_GT(worst[0] / worst[1], 5.0); // third order
    // Without new requests the motion stops at the requested values.
    double q[2], rates[2];
    shape.beginStep(2.0, 0.01);
    shape.coordinates(2.5, q, rates);
    EXPECT_EQ(rates[0], 0.0);
    EXPECT_FALSE(shape.isMoving(2.5));
    EXPECT_TRUE(shape.isJump({-1.0, 0.9}, 2.5));
    EXPECT_FALSE(shape.isJump({q[0] + 0.9, 0.9}, 2.5));
}

} // namespace amplitude_model_test
