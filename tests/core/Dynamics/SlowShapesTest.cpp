// SPDX-License-Identifier: Zlib
// Bodies that change their shape in a viscous fluid: the viscous law has the tensor of the present shape, and the
// creeping drag of the change itself.
#include "AmbientFluid/Body/DrivenShape.h"
#include "AmbientFluid/Dynamics/RigidFit.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Forces/ViscousForce.h"
#include "AmbientFluid/Locomotion/StokesResistance.h"
#include "AmbientFluid/StokesFlow/ShapeResistance.h"
#include "ShapeFamilies.h"
#include "../TestBodies.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace slow_shapes_test {

using namespace ambient;

namespace {

constexpr double kCycle = 2.0 * kPi;

/// Two plates of length and width 1 in a V, 69 degrees open at rest. The coordinate opens it, in radian.
std::shared_ptr<const AmplitudeModel> scallop() {
    static const auto model = [] {
        ShapeParts s;
        s.coordinates.resize(1);
        s.coordinates[0].least = -0.35;
        s.coordinates[0].most = 0.35;
        s.coordinates[0].nodes = 5;
        for (const double side : {1.0, -1.0}) {
            TriangleMesh plate = test::boxAt({1.0, 0.06, 1.0}, {0.7, 0.0, 0.0}, 100);
            for (Vector3& v : plate.vertices)
                v = expSO3({0.0, 0.0, side * 0.6}) * v;
            s.parts.push_back({side > 0.0 ? "upper" : "lower", plate, enclosedVolume(plate), {}, {}});
            s.parts.back().joints = {{0, Vector3::Zero(), Vector3::UnitZ(), side, false}};
        }
        return AmplitudeModel::build(s);
    }();
    return model;
}

/// Three plates in a row on two hinges: the swimmer of [Purcell1977].
std::shared_ptr<const AmplitudeModel> threeLinks() {
    static const auto model = [] {
        ShapeParts s;
        s.coordinates.resize(2);
        for (ShapeCoordinate& c : s.coordinates) {
            c.least = -0.8;
            c.most = 0.8;
            c.nodes = 3;
        }
        for (int k = -1; k <= 1; ++k) {
            const TriangleMesh plate = test::boxAt({0.9, 0.1, 0.3}, {1.1 * k, 0.0, 0.0}, 48);
            s.parts.push_back({"link " + std::to_string(k), plate, enclosedVolume(plate), {}, {}});
            if (k != 0) s.parts.back().joints = {{k < 0 ? 0 : 1, {0.55 * k, 0.0, 0.0}, Vector3::UnitZ(), 1.0, false}};
        }
        return AmplitudeModel::build(s);
    }();
    return model;
}

using Path = std::function<void(double time, double* q, double* rates)>;

/// Places of the author's frame over one period from rest, in a fluid of density 1, without gravity.
std::vector<Vector3> placesOver(const std::shared_ptr<const AmplitudeModel>& model, const Path& path, double viscosity,
                                int steps) {
    const auto driven = std::make_shared<DrivenShape>(model);
    driven->setFunction(path, 0.0);
    FluidBody body = model->body();
    body.deformation = driven;
    const KirchhoffMotion motion(body, std::make_shared<UniformMedium>(1.0, viscosity), ForceSet::surfacePressure(),
                                 Vector3::Zero());
    FluidBodyState state;
    IntegratorOptions options;
    std::vector<Vector3> places;
    const Pose start = driven->bodyFromAuthor(0.0).inverse();
    for (int step = 1; step <= steps; ++step) {
        integrate(motion, state, kCycle / steps, options);
        places.push_back((start * (state.worldFromBody * driven->bodyFromAuthor(kCycle * step / steps))).position);
    }
    return places;
}

double reachOf(const std::vector<Vector3>& places) {
    double reach = 0.0;
    for (const Vector3& place : places)
        reach = std::max(reach, place.norm());
    return reach;
}

/// Opens and closes, opening faster than closing.
void reciprocal(double t, double* q, double* rates) {
    const double phase = t + 0.5 * std::sin(t), rate = 1.0 + 0.5 * std::cos(t);
    q[0] = -0.3 * std::cos(phase);
    rates[0] = 0.3 * std::sin(phase) * rate;
}

/// Around a circle of the two coordinates, one way or the other.
Path circle(double sense) {
    return [sense](double t, double* q, double* rates) {
        q[0] = 0.7 * std::cos(t);
        q[1] = 0.7 * std::sin(sense * t);
        rates[0] = -0.7 * std::sin(t);
        rates[1] = 0.7 * sense * std::cos(sense * t);
    };
}

/// The surface of a shape, and its motion as forces see it.
struct Seen {
    DeformedShape shape;
    RelativeFlow flow;

    Seen(const AmplitudeModel& model, const std::vector<double>& q, const std::vector<double>& rates,
         double viscosity) {
        model.evaluate(q.data(), rates.data(), shape);
        flow.density = 1.0;
        flow.dynamicViscosity = viscosity;
    }
};

} // namespace

// A sequence whose author moves it about has no change of shape. Measured 1e-8, of the placement of the keys.
TEST(SlowShapes, AShapeThatStaysHasTheForceOfTheRigidBody) {
    test::Random random(5);
    ShapeSequence still = test::loopOf(4, 1.0, [](double) { return makeEllipsoid({1.0, 0.6, 0.3}, 320); });
    still.mass = 1.0;
    const auto moving = DeformingModel::build(test::inFrame(still, [](double t) {
        return Pose{Quaternion(expSO3({0.3 * std::sin(kCycle * t), 0.2, 0.0})), {t, 0.0, 0.0}};
    }));
    DeformedShape shape;
    moving->evaluate(0.3, shape);
    const FluidBodyModel& rigid = *moving->rest();
    const Matrix6 &found = shape.surface.viscous().resistance, &exact = rigid.viscousTensor().resistance;
    EXPECT_LT((found - exact).norm(), 1e-7 * exact.norm());
    EXPECT_LT(shape.surface.viscous().shapeMotion.vector().norm(), 1e-7);
    RelativeFlow flow;
    flow.density = 1.0;
    for (const double viscosity : {10.0, 0.1, 1e-3}) {
        flow.dynamicViscosity = viscosity;
        flow.twist = Twist(random.vector(), random.vector());
        const Vector6 ofShape = ViscousForce().evaluate(shape.surface, flow, nullptr).vector();
        const Vector6 ofBody = ViscousForce().evaluate(rigid.surface(), flow, nullptr).vector();
        EXPECT_LT((ofShape - ofBody).norm(), 1e-7 * ofBody.norm()) << viscosity;
    }
    EXPECT_LT(moving->report().resistanceError, 1e-7);
}

// Exact: 6 pi a, 8 pi a^3 and, for a radius that changes, the power 16 pi a a'^2 without a motion. Measured: .07 % with
// three nodes; power 5.1 % low, of the 160 facets that are solved.
TEST(SlowShapes, ASphereThatGrowsHasTheResistanceOfItsRadius) {
    ShapeModes modes;
    modes.rest = makeSphere(1.0, 320);
    modes.mass = 1.0;
    modes.modes.resize(1);
    modes.modes[0].amplitude.least = -0.3;
    modes.modes[0].amplitude.most = 0.3;
    modes.modes[0].offsets = modes.rest.vertices;
    const auto model = AmplitudeModel::build(modes);
    for (const double q : {-0.25, -0.1, 0.2}) {
        const Seen seen(*model, {q}, {0.5}, 1.0);
        const ViscousTensor& tensor = seen.shape.surface.viscous();
        const Matrix6 atRest = model->rest()->viscousTensor().resistance;
        EXPECT_NEAR(tensor.resistance(3, 3) / (atRest(3, 3) * (1.0 + q)), 1.0, 2e-3) << q;
        EXPECT_NEAR(tensor.resistance(0, 0) / (atRest(0, 0) * std::pow(1.0 + q, 3)), 1.0, 6e-3) << q;
        EXPECT_LT(tensor.shapeMotion.vector().norm(), 2e-3) << q;
        EXPECT_NEAR(tensor.shapePower / (16.0 * kPi * (1.0 + q) * 0.25), 1.0, 0.055) << q;
    }
}

// The flow of a source, Q/(4 pi d^2), carries the other one of two equal spheres on a rod, and half of that both: to
// second order in the ratio of radius and distance.
TEST(SlowShapes, ASphereThatGrowsPushesItsNeighbourAway) {
    const double distance = 10.0;
    const TriangleMesh sphere = makeSphere(1.0, 180);
    const TriangleMesh pair = test::joined({sphere, test::moved(sphere, {distance, 0.0, 0.0})});
    ViscousOptions options;
    options.faces = 360;
    const ShapeResistance shapes(pair, computeViscousTensor(pair, options), 360);
    std::vector<Vector3> growth(pair.vertices.size(), Vector3::Zero());
    std::copy(sphere.vertices.begin(), sphere.vertices.end(), growth.begin());
    // A body without drag moves against the motion that has the drag of its change of shape, fit and rest.
    const double found = shapes.solve(pair, {growth}).motions[0].linear.x(),
                 exact = -0.5 / (distance * distance); // Q = 4 pi
    EXPECT_NEAR(found / exact, 1.0, 0.06);
}

// The same surface, whole and without interpolation: the metric of the locomotion. Measured .7 and 2.4 % of the fastest
// motion, of 160 faces and three nodes.
TEST(SlowShapes, AFreeBodyMovesAsInStokesFlow) {
    const auto model = threeLinks();
    test::Random random(11);
    double error = 0.0, largest = 0.0;
    for (int k = 0; k < 2; ++k) {
        const std::vector<double> q = {0.6 * random.vector().x(), 0.6 * random.vector().x()}, rates = {1.0, -0.5};
        const Seen seen(*model, q, rates, 1.0);
        const ShapeTopology topology{{}, model->triangles()};
        std::vector<Vector3> points;
        model->vertices(q.data(), points);
        PointColumns places(3, model->vertexCount()), velocity = places;
        for (int v = 0; v < model->vertexCount(); ++v) {
            places.col(v) = points[static_cast<std::size_t>(v)];
            velocity.col(v) = seen.shape.vertexVelocity[v];
        }
        const ShapeReduction exact = StokesResistance(1.0).reduce(Shape{places, topology}, velocity);
        const Vector6 wanted = exact.locked.llt().solve(exact.momentum);
        const Twist fit = rigidFit(seen.shape.surface.faceTable(), seen.shape.faceVelocity);
        const Vector6 found = (fit + seen.shape.surface.viscous().shapeMotion).vector();
        error = std::max(error, (found - wanted).norm());
        largest = std::max(largest, wanted.norm());
    }
    EXPECT_LT(error, 0.04 * largest) << error / largest;
}

// [Purcell1977]: a reciprocal stroke goes nowhere without inertia, at whatever speeds it opens and closes. Measured 1e-4
// of the stroke, and 9 % of it at a Reynolds number of 30.
TEST(SlowShapes, AScallopGoesNowhereInHoney) {
    const std::vector<Vector3> places = placesOver(scallop(), reciprocal, 400.0, 100); // Re 1e-3
    const double stroke = reachOf(places);
    EXPECT_GT(stroke, 0.05);
    EXPECT_LT(places.back().norm(), 5e-4 * stroke) << places.back().transpose() / stroke;
    // With inertia it swims.
    const std::vector<Vector3> fast = placesOver(scallop(), reciprocal, 0.01, 100); // Re 30
    EXPECT_GT(fast.back().norm(), 0.05 * reachOf(fast)) << fast.back().transpose();
}

TEST(SlowShapes, ALoopOfTwoHingesSwimsInHoneyAndBackIfReversed) {
    const std::vector<Vector3> there = placesOver(threeLinks(), circle(1.0), 400.0, 48);
    const std::vector<Vector3> back = placesOver(threeLinks(), circle(-1.0), 400.0, 48);
    EXPECT_GT(there.back().norm(), 0.02) << there.back().transpose();
    EXPECT_LT((there.back() + back.back()).norm(), 0.02 * there.back().norm())
        << there.back().transpose() << ' ' << back.back().transpose();
}

TEST(SlowShapes, TakesPowerAtAnyShapeAndMotion) {
    const auto model = threeLinks();
    test::Random random(17);
    for (int trial = 0; trial < 300; ++trial) {
        const Vector3 a = random.vector(), b = random.vector();
        Seen seen(*model, {0.79 * std::clamp(a.x(), -1.0, 1.0), 0.79 * std::clamp(a.y(), -1.0, 1.0)}, {b.x(), b.y()},
                  std::pow(10.0, 4.0 * std::clamp(a.z(), -1.0, 1.0)));
        seen.flow.twist = Twist(random.vector(), random.vector());
        EXPECT_LT(ViscousForce().power(seen.shape.surface, seen.flow), 0.0);
        EXPECT_GE(seen.shape.surface.viscous().shapePower, 0.0);
    }
}

// Measured .4 % at Re 1e5: the creeping part is lost beside the pressure.
TEST(SlowShapes, FastShapesHaveTheForcesOfTheLawWithoutViscosity) {
    const auto model = scallop();
    const auto driven = std::make_shared<DrivenShape>(model);
    driven->setFunction(reciprocal, 0.0);
    FluidBody body = model->body();
    body.deformation = driven;
    const auto medium = std::make_shared<UniformMedium>(1.0, 1e-5);
    const KirchhoffMotion now(body, medium, ForceSet::surfacePressure(), Vector3::Zero());
    const KirchhoffMotion before(body, medium, ForceSet::named("surface2026b"), Vector3::Zero());
    for (const double time : {0.5, 2.0, 4.0}) {
        Evaluation at;
        now.evaluate(Pose(), time, at);
        FluidLoads with, without;
        const Twist twist({0.1, -0.2, 0.3}, {0.5, 0.8, -0.4});
        now.fluid().addLoads(at.fluid(), twist, twist, Vector3::Zero(), with);
        before.evaluate(Pose(), time, at);
        before.fluid().addLoads(at.fluid(), twist, twist, Vector3::Zero(), without);
        const Vector6 a = with.dissipative.vector() + with.other.vector();
        const Vector6 b = without.dissipative.vector() + without.other.vector();
        EXPECT_LT((a - b).norm(), 0.02 * b.norm()) << time << ' ' << (a - b).norm() / b.norm();
    }
}

} // namespace slow_shapes_test
