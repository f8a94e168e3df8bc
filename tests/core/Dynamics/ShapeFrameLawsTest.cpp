// SPDX-License-Identifier: Zlib
// Laws of invariance: a shape's frame, its playing speed and its direction make no difference to the results.
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Body/ShapeClock.h"
#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"
#include "ReferenceData.h"
#include "ShapeSequences.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

namespace shape_frame_laws_test {

using namespace ambient;

namespace {

constexpr double kCycle = 2.0 * kPi;

/// The driven ellipsoid of the reference data by formula, in the frame of its axes or in a frame moving against them.
class DrivenEllipsoid : public BodyDeformation {
  public:
    explicit DrivenEllipsoid(bool inMovingFrame) : m_moves(inMovingFrame) {}

    static Vector3 semiAxes(double t) {
        return {1.0 + 0.25 * std::sin(2.0 * t), 0.6 * (1.0 - 0.2 * std::sin(2.0 * t + 0.5)),
                0.3 * (1.0 + 0.3 * std::cos(3.0 * t))};
    }
    /// Pose of the moving frame in the frame of the axes. Its origin, the centre of mass, stays.
    Pose axesFromFrame(double t) const {
        const Vector3 axis = Vector3(1.0, 2.0, 3.0).normalized();
        return m_moves ? Pose{expSO3((0.7 * std::sin(1.3 * t) + 0.4 * t) * axis), Vector3::Zero()} : Pose();
    }
    Twist frameTwist(double t) const { // in its own axes
        const Vector3 axis = Vector3(1.0, 2.0, 3.0).normalized();
        return m_moves ? Twist((0.91 * std::cos(1.3 * t) + 0.4) * axis, Vector3::Zero()) : Twist();
    }

    void evaluate(double time, DeformedShape& shape) const override {
        const Vector3 axes = semiAxes(time), squares = axes.cwiseAbs2();
        const double mass = 0.9 * 4.0 / 3.0 * kPi * 0.18;
        const Vector3 inertia(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y());
        const Pose axesFromFrame = this->axesFromFrame(time);
        shape.bodyInertia =
            SpatialInertia::ofBody(mass, (mass / 5.0 * inertia).asDiagonal()).changeFrame(axesFromFrame);
        SurfaceData data;
        data.addedMassPerDensity = analyticEllipsoidAddedMass(axes).changeFrame(axesFromFrame);
        // mu_B = X^T mu_A - K_B Omega, mu_A = 0
        shape.fluidMomentum = -1.0 * (data.addedMassPerDensity * frameTwist(time));
        shape.bodyMomentum = -1.0 * (shape.bodyInertia * frameTwist(time));
        for (std::vector<double>& row : data.addedMassDistribution.g)
            row.assign(192, 0.0);
        data.pressureWeights.clear(192);
        shape.surface.assign(m_mesh, data);
        shape.faceVelocity.resize(m_mesh.faceCount());
        for (int f = 0; f < m_mesh.faceCount(); ++f)
            shape.faceVelocity.set(f, Vector3::Zero());
    }

  private:
    bool m_moves;
    TriangleMesh m_mesh = makeBox({1.0, 1.0, 1.0}, 192);
};

/// A loop of a bending ellipsoid in water: all its properties change.
ShapeSequence bending(int faces = 320, int keys = 16) {
    const TriangleMesh mesh = makeEllipsoid({1.0, 0.35, 0.25}, faces);
    ShapeSequence s = test::loopOf(keys, kCycle, [&](double t) {
        TriangleMesh bent = mesh;
        for (Vector3& v : bent.vertices) {
            const double x = v.x();
            v.y() += 0.25 * x * x * std::cos(t) + 0.1 * x * std::sin(t);
            v.z() += 0.15 * x * x * std::sin(t);
            v.x() *= 1.0 + 0.1 * std::sin(t);
        }
        return bent;
    });
    s.mass = 1.1 * enclosedVolume(mesh);
    return s;
}

Pose tumbling(double t) {
    return {expSO3((0.7 * std::sin(t) + t + 0.8) * Vector3(1.0, 2.0, 3.0).normalized()),
            Vector3(0.3 * std::sin(t), -0.2 * t, 0.15 * std::cos(2.0 * t))};
}

/// Plays a loop from an author's pose with drag, gravity-free, in a stream.
FluidBodyState play(const std::shared_ptr<const DeformingModel>& shape, const Pose& worldFromAuthor,
                    const ForceSet& forces, double speed = 1.0, int steps = 48, double viscosity = 1e-3) {
    auto played = std::make_shared<PlayedShape>(shape);
    played->setClock(ShapeClock().withSpeed(0.0, speed, 0.0));
    FluidBody body = shape->body();
    body.deformation = played;
    const UniformMedium stream = UniformMedium(1.0, viscosity).movingAt({0.1, 0.05, -0.02});
    const KirchhoffMotion motion(body, std::make_shared<UniformMedium>(stream), forces, {0.0, 0.0, -0.3});
    FluidBodyState state;
    state.worldFromBody = worldFromAuthor * shape->bodyFromAuthor(0.0).inverse();
    state.momentum = {{0.1, -0.05, 0.2}, {0.3, 0.1, -0.2}};
    return test::swum(motion, kCycle / std::abs(speed), steps, state);
}

} // namespace

TEST(ShapeFrameLaws, TheDrivenEllipsoidMovesExactlyInEitherFrame) {
    const nlohmann::json exact = test::referenceJson("deforming_exact.json");
    const auto& json = exact["ellipsoid_axes_driven"];
    for (const bool moves : {false, true}) {
        const auto shape = std::make_shared<DrivenEllipsoid>(moves);
        FluidBody body;
        FluidBodyDef def;
        def.addedMass = GivenAddedMass{};
        body.model = FluidBodyModel::build(makeBox({1.0, 1.0, 1.0}, 192), def);
        body.bodyInertia = SpatialInertia::ofBody(1.0, Matrix3::Identity());
        body.deformation = shape;
        const KirchhoffMotion motion(body, std::make_shared<UniformMedium>(1.0, 0.0), {}, Vector3::Zero());
        FluidBodyState state;
        state.worldFromBody = shape->axesFromFrame(0.0);
        for (int k = 0; k < 3; ++k) {
            state.momentum.angular[k] = json["momentum_LP"][static_cast<std::size_t>(k)].get<double>();
            state.momentum.linear[k] = json["momentum_LP"][static_cast<std::size_t>(k) + 3].get<double>();
        }
        for (const auto& [steps, tolerance] : {std::pair{80, 3e-5}, {160, 2e-6}}) {
            const FluidBodyState end = test::swum(motion, 4.0, steps, state);
            const Pose axes = end.worldFromBody * shape->axesFromFrame(4.0).inverse();
            const auto& expected = json["states"][2];
            EXPECT_LT((axes.position - test::vector3(expected["y"])).norm(), tolerance) << moves << steps;
            EXPECT_LT(axes.orientation.angularDistance(test::quaternion(expected["q"])), tolerance) << moves << steps;
        }
    }
}

TEST(ShapeFrameLaws, TheFrameOfTheAuthorMakesNoDifference) {
    // With every default force, weight and buoyancy, in a stream, from water to honey. Measured 9e-15.
    const ShapeSequence s = bending();
    const auto a = DeformingModel::build(s), b = DeformingModel::build(test::inFrame(s, tumbling));
    for (const double viscosity : {1e-3, 0.03}) {
        const FluidBodyState ofA = play(a, Pose(), ForceSet::surfacePressure(), 1.0, 48, viscosity);
        const FluidBodyState ofB = play(b, tumbling(0.0).inverse(), ForceSet::surfacePressure(), 1.0, 48, viscosity);
        const Pose endOfA = ofA.worldFromBody * a->bodyFromAuthor(kCycle);
        const Pose endOfB = ofB.worldFromBody * b->bodyFromAuthor(kCycle) * tumbling(0.0);
        EXPECT_LT((endOfA.position - endOfB.position).norm(), 1e-9) << viscosity;
        EXPECT_LT(endOfA.orientation.angularDistance(endOfB.orientation), 1e-7) << viscosity;
        EXPECT_GT(endOfA.position.norm(), 0.5);
    }
    // Between keys too the author's frame and the body frame describe one shape.
    std::vector<Vector3> inBody, inMoving;
    a->vertices(0.4, inBody);
    b->vertices(0.4, inMoving);
    const Pose aFromB = a->bodyFromAuthor(0.0) * (b->bodyFromAuthor(0.0) * tumbling(0.0)).inverse();
    for (std::size_t v = 0; v < inBody.size(); v += 20)
        EXPECT_LT((inBody[v] - aFromB * inMoving[v]).norm(), 1e-12);
}

TEST(ShapeFrameLaws, AConstantSequenceIsARigidBody) {
    ShapeSequence s;
    const TriangleMesh mesh = makeEllipsoid({1.0, 0.35, 0.25}, 320);
    s.faces = mesh.faces;
    s.keys = {mesh.vertices, mesh.vertices, mesh.vertices};
    s.times = {0.0, 0.5, 2.0};
    s.period = 3.0;
    s.mass = 1.1 * enclosedVolume(mesh);
    const auto shape = DeformingModel::build(s);
    EXPECT_LT(shape->report().inertiaError, 1e-12);
    FluidBody rigid = shape->body();
    rigid.deformation = nullptr;
    const FluidBody solid = makeSolidBodyOfMass(FluidBodyModel::build(mesh), s.mass);
    EXPECT_LT((rigid.bodyInertia.matrix() - solid.bodyInertia.matrix()).norm(), 1e-12);
    const UniformMedium stream = UniformMedium(1.0, 1e-3).movingAt({0.1, 0.05, -0.02});
    const auto end = [&](const FluidBody& body) {
        const KirchhoffMotion motion(body, std::make_shared<UniformMedium>(stream), ForceSet::surfacePressure(),
                                     {0.0, 0.0, -0.3});
        FluidBodyState state;
        state.momentum = {{0.1, -0.05, 0.2}, {0.3, 0.1, -0.2}};
        return test::swum(motion, 3.0, 60, state);
    };
    const FluidBodyState a = end(shape->body()), b = end(rigid);
    EXPECT_LT((a.worldFromBody.position - b.worldFromBody.position).norm(), 1e-12);
    EXPECT_LT((a.momentum - b.momentum).vector().norm(), 1e-12);
}

TEST(ShapeFrameLaws, IdealFluidIsReversibleAndDragIsNot) {
    const auto shape = DeformingModel::build(bending(320, 12));
    const auto from = [&](const ForceSet& forces, double speed, double viscosity, int steps) {
        auto played = std::make_shared<PlayedShape>(shape);
        played->setClock(ShapeClock().withSpeed(0.0, speed, 0.0));
        FluidBody body = shape->body();
        body.deformation = played;
        const KirchhoffMotion motion(body, std::make_shared<UniformMedium>(1.0, viscosity), forces, Vector3::Zero());
        FluidBodyState there = test::swum(motion, 2.0 / speed, steps);
        return std::pair{there, motion};
    };
    // Ideal fluid from rest: the way is independent of the speed, and is undone by the backward motion.
    const auto [slow, a] = from({}, 1.0, 0.0, 64);
    const auto [fast, b] = from({}, 3.0, 0.0, 64);
    EXPECT_LT((slow.worldFromBody.position - fast.worldFromBody.position).norm(), 1e-12);
    EXPECT_GT(slow.worldFromBody.position.norm() + slow.worldFromBody.orientation.vec().norm(), 1e-3);
    auto back = std::make_shared<PlayedShape>(shape);
    back->setClock(ShapeClock{2.0, 2.0, -1.0, -1.0, 0.0});
    FluidBody body = shape->body();
    body.deformation = back;
    const KirchhoffMotion backwards(body, std::make_shared<UniformMedium>(1.0, 0.0), {}, Vector3::Zero());
    const FluidBodyState home = test::swum(backwards, 2.0, 64, slow);
    EXPECT_LT(home.worldFromBody.position.norm(), 1e-7);
    EXPECT_LT(home.worldFromBody.orientation.vec().norm(), 1e-7);
    // Forces quadratic in the velocity: the way is independent of the speed too, but is not undone.
    const auto [slowly, c] = from(ForceSet::gwtf(), 1.0, 0.0, 64);
    const auto [quickly, d] = from(ForceSet::gwtf(), 2.0, 0.0, 64);
    EXPECT_LT((slowly.worldFromBody.position - quickly.worldFromBody.position).norm(), 1e-11);
    EXPECT_GT((slowly.worldFromBody.position - slow.worldFromBody.position).norm(), 5e-4);
}

TEST(ShapeFrameLaws, NoFaceGivesWorkButTheBodyMayGainIt) {
    const auto shape = DeformingModel::build(bending(320, 12));
    const KirchhoffMotion motion = test::motionOf(shape, 1.0, ForceSet::gwtf());
    bool pushes = false;
    for (const double t : {0.3, 1.1, 2.5, 4.0, 5.2}) {
        EvaluationAt at(motion, Pose(), t);
        FluidBodyState state;
        state.time = t;
        const Twist twist = motion.relativeTwist(at, state.momentum);
        const RelativeFlow flow = motion.fluid().relativeFlow(at.fluid(), 0, twist, Vector3::Zero());
        const Faces& faces = at.fluid().surface->faces();
        for (int f = 0; f < faces.size(); ++f) {
            const Vector3 u = flow.velocityOfFace(faces, f), n = faces.normal(f);
            const Vector3 direct =
                twist.linear + twist.angular.cross(faces.centroid(f)) + at.fluid().shape->faceVelocity[f];
            EXPECT_LT((u - direct).norm(), 1e-13);
            EXPECT_LE((-u.norm() * u.dot(n) * n).dot(u), 0.0);
        }
        const Loads loads = motion.loads(at, state.momentum, {});
        pushes = pushes || power(twist, loads.dissipative) > 0.0;
    }
    EXPECT_TRUE(pushes); // thrust
}

} // namespace shape_frame_laws_test
