// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "MotionSupport.h"

#include "../TestBodies.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace kirchhoff_motion_test {

using namespace ambient;

namespace {

const Vector3 kGravity(0, 0, -9.81);

/// A body without symmetry, its mesh turned and shifted in the body frame.
FluidBody lopsidedBody() {
    static const auto model = FluidBodyModel::build(test::lumpy(makeSphere(1.0, 320)));
    FluidBody body = makeSolidBody(model, 700.0);
    body.bodyFromMesh = Pose{expSO3({0.4, -0.2, 0.9}), {0.2, -0.1, 0.3}};
    return body;
}

KirchhoffMotion equations(std::shared_ptr<const FluidMedium> medium, ForceSet forces = ForceSet::paper001()) {
    return {lopsidedBody(), std::move(medium), std::move(forces), kGravity};
}

std::shared_ptr<const FluidMedium> current() {
    return std::make_shared<UniformMedium>(UniformMedium::water().movingAs([](double t) {
        return UniformFlow{{std::sin(t), 2.0, -0.3 * t}, {std::cos(t), 0.0, -0.3}};
    }));
}

Twist rotated(const Quaternion& q, const Twist& twist) {
    return {q * twist.angular, q * twist.linear};
}

/// A force set with a constant wrench in mesh axes only.
class ConstantWrench final : public ForceModel {
  public:
    explicit ConstantWrench(const Wrench& wrench) : m_wrench(wrench) {}
    const std::string& name() const override {
        static const std::string kName = "constant";
        return kName;
    }
    bool isDissipative() const override { return false; }
    Wrench evaluate(const Surface&, const RelativeFlow&, SurfaceField*) const override { return m_wrench; }

  private:
    Wrench m_wrench;
};

/// Records the last flow passed in.
class FlowProbe final : public ForceModel {
  public:
    const std::string& name() const override {
        static const std::string kName = "probe";
        return kName;
    }
    bool isDissipative() const override { return false; }
    Wrench evaluate(const Surface&, const RelativeFlow& flow, SurfaceField*) const override {
        seen = flow;
        return {};
    }
    mutable RelativeFlow seen;
};

class MediumOf final : public FluidMedium {
  public:
    explicit MediumOf(double density) : m_density(density) {}
    MediumSample sample(const Vector3&, double) const override {
        MediumSample s;
        s.density = m_density;
        return s;
    }

  private:
    double m_density;
};

} // namespace

TEST(KirchhoffMotion, TotalInertiaIsBodyPlusFluid) {
    const KirchhoffMotion wet = equations(std::make_shared<UniformMedium>(UniformMedium::water()));
    const FluidBody body = lopsidedBody();
    EXPECT_EQ(totalInertia(wet, Pose(), 0.0).inertia.matrix(), (body.bodyInertia + body.addedMass(998.2)).matrix());
    const Matrix6 one = totalInertia(wet, Pose(), 0.0).inertia.matrix() * totalInertia(wet, Pose(), 0.0).inverse;
    EXPECT_LT((one - Matrix6::Identity()).norm(), 1e-12);
    EXPECT_EQ(totalInertia(equations(nullptr), Pose(), 0.0).inertia.matrix(), body.bodyInertia.matrix());
}

TEST(KirchhoffMotion, AStateGivesBackTheTwistItWasMadeOfInAMovingMedium) {
    test::Random random(1);
    for (const auto& medium : {current(), std::shared_ptr<const FluidMedium>()}) {
        const KirchhoffMotion e = equations(medium);
        for (int i = 0; i < 100; ++i) {
            const Pose pose{random.rotation(), random.vector(10.0)};
            const Twist twist = random.twist(3.0, 3.0);
            const FluidBodyState state = makeState(e, pose, twist, random.uniform(0.0, 10.0));
            EXPECT_LT((twistInWorld(e, state) - twist).vector().norm(), 1e-12);
            EXPECT_EQ(state.momentum.vector(), makeState(e, pose, twist, state.time).momentum.vector());
        }
    }
}

TEST(KirchhoffMotion, ABodyCarriedByTheCurrentHasNoMomentumNoEnergyAndNoRelativeTwist) {
    const KirchhoffMotion e = equations(current());
    const Twist carried(Vector3::Zero(), {std::sin(2.0), 2.0, -0.6});
    const FluidBodyState state = makeState(e, {expSO3({1, 2, 0.4}), {1, 2, 3}}, carried, 2.0);
    EXPECT_LT(state.momentum.vector().norm(), 1e-11);
    EXPECT_LT(relativeTwist(e, state).vector().norm(), 1e-14);
    EXPECT_LT(kineticEnergy(e, state), 1e-20);
}

TEST(KirchhoffMotion, EnergyIsTheQuadraticFormOfTheRelativeTwist) {
    test::Random random(2);
    const KirchhoffMotion e = equations(current());
    for (int i = 0; i < 50; ++i) {
        const Pose pose{random.rotation(), random.vector()};
        const Twist twist = random.twist(2.0, 2.0);
        const FluidBodyState state = makeState(e, pose, twist, 1.5);
        Twist relative = twist;
        relative.linear -= Vector3(std::sin(1.5), 2.0, -0.45);
        const double expected =
            totalInertia(e, Pose(), 0.0).inertia.energy(rotated(pose.orientation.conjugate(), relative));
        EXPECT_NEAR(kineticEnergy(e, state) / expected, 1.0, 1e-12);
        const Momentum& mu = state.momentum;
        EXPECT_NEAR(0.5 * dot(relative, mu) / expected, 1.0, 1e-12);
    }
}

TEST(KirchhoffMotion, AddedMassTurnsWithTheBody) {
    test::Random random(3);
    const KirchhoffMotion e = equations(std::make_shared<UniformMedium>(UniformMedium::water()));
    const Twist inBody = random.twist(1.0, 1.0);
    const FluidBodyState upright = makeState(e, Pose(), inBody, 0.0);
    for (int i = 0; i < 20; ++i) {
        const Quaternion q = random.rotation();
        const FluidBodyState turned = makeState(e, {q, Vector3::Zero()}, rotated(q, inBody), 0.0);
        const Momentum expected(q * upright.momentum.angular, q * upright.momentum.linear);
        EXPECT_LT(test::relativeDifference(turned.momentum, expected), 1e-14);
        EXPECT_NEAR(kineticEnergy(e, turned) / kineticEnergy(e, upright), 1.0, 1e-13);
    }
}

TEST(KirchhoffMotion, WeightIsOfTheBodyAloneNotOfTheFluidItMoves) {
    const KirchhoffMotion wet = equations(std::make_shared<UniformMedium>(UniformMedium::water()), ForceSet());
    const FluidBodyState state = makeState(wet, {expSO3({1, 2, 0.4}), {1, 2, 3}}, Twist(), 0.0);
    const Wrench loads = ambient::loads(wet, state, Wrench()).total();
    EXPECT_LT((loads.linear - lopsidedBody().mass() * kGravity).norm(), 1e-11);
    EXPECT_EQ(loads.angular, Vector3::Zero().eval());
}

TEST(KirchhoffMotion, InVacuumOnlyWeightAndTheUserAct) {
    const KirchhoffMotion dry = equations(nullptr);
    const FluidBodyState state = makeState(dry, {expSO3({1, 2, 0.4}), {1, 2, 3}}, {{1, 2, 3}, {4, 5, 6}}, 0.0);
    const Wrench user({1, 2, 3}, {4, 5, 6});
    const Wrench expected = user + Wrench(Vector3::Zero(), lopsidedBody().mass() * kGravity);
    EXPECT_EQ(ambient::loads(dry, state, user).total().vector(), expected.vector());
    EXPECT_EQ(mediumAt(dry, state.worldFromBody, 0.0).density, 0.0);
}

TEST(KirchhoffMotion, ANeutrallyBuoyantBodyAtRestFeelsOnlyTheRightingTorque) {
    FluidBody body = lopsidedBody();
    body.bodyInertia = SpatialInertia::ofBody(998.2 * body.model->volume(), Vector3(500, 600, 700).asDiagonal());
    const Pose pose{expSO3({1, 2, 0.4}), {1, 2, 3}};
    const KirchhoffMotion e(body, std::make_shared<UniformMedium>(UniformMedium::water()), ForceSet::paper001(),
                            kGravity);
    const Wrench loads = ambient::loads(e, makeState(e, pose, Twist(), 0.0), Wrench()).total();
    const Vector3 arm = pose.orientation * (body.bodyFromMesh * body.model->centerOfVolume());
    EXPECT_LT(loads.linear.norm(), 1e-9); // of 3e4 N
    EXPECT_LT((loads.angular - arm.cross(-body.mass() * kGravity)).norm(), 1e-9);
}

TEST(KirchhoffMotion, AnAcceleratingMediumActsAsGravityDoes) {
    const auto medium = current();
    const double t = 0.7;
    const Vector3 acceleration(std::cos(t), 0.0, -0.3);
    const Pose pose{expSO3({1, 2, 0.4}), {1, 2, 3}};
    const KirchhoffMotion e = equations(medium);
    const Twist carried(Vector3::Zero(), {std::sin(t), 2.0, -0.3 * t});
    const Wrench loads = ambient::loads(e, makeState(e, pose, carried, t), Wrench()).total();
    KirchhoffMotion still = equations(std::make_shared<UniformMedium>(UniformMedium::water()));
    still.setGravity(kGravity - acceleration);
    const Wrench expected = ambient::loads(still, makeState(still, pose, Twist(), t), Wrench()).total();
    EXPECT_LT(test::relativeDifference(loads, expected), 1e-13);
    EXPECT_EQ(still.gravity(), kGravity - acceleration);
}

TEST(KirchhoffMotion, ForcesSeeTheRelativeMotionInTheMeshFrame) {
    test::Random random(4);
    const auto probe = std::make_shared<FlowProbe>();
    ForceSet set;
    set.add(probe);
    const KirchhoffMotion e = equations(current(), set);
    const FluidBody body = lopsidedBody();
    for (int i = 0; i < 20; ++i) {
        const double t = random.uniform(0.0, 3.0);
        const Pose worldFromBody{random.rotation(), random.vector()};
        const Twist twist = random.twist(1.0, 1.0);
        ambient::loads(e, makeState(e, worldFromBody, twist, t), Wrench());
        const Vector3 pointInMesh = random.vector();
        const Pose worldFromMesh = worldFromBody * body.bodyFromMesh;
        const Vector3 arm = worldFromMesh * pointInMesh - worldFromBody.position;
        const Vector3 u = twist.linear + twist.angular.cross(arm) - Vector3(std::sin(t), 2.0, -0.3 * t);
        EXPECT_LT((worldFromMesh.orientation * probe->seen.velocityAt(pointInMesh) - u).norm(), 1e-12);
        const Vector3 g = kGravity - Vector3(std::cos(t), 0.0, -0.3);
        EXPECT_LT((worldFromMesh.orientation * probe->seen.effectiveGravity - g).norm(), 1e-13);
        EXPECT_EQ(probe->seen.density, 998.2);
        EXPECT_EQ(probe->seen.dynamicViscosity, 1.002e-3);
    }
}

TEST(KirchhoffMotion, AForceInTheMeshFrameActsAboutTheCentreOfMassInTheWorld) {
    const Wrench inMesh({1, 2, 3}, {4, 5, 6});
    ForceSet set;
    set.add(std::make_shared<ConstantWrench>(inMesh));
    KirchhoffMotion e = equations(std::make_shared<UniformMedium>(UniformMedium::water()), set);
    e.setGravity(Vector3::Zero());
    const FluidBody body = lopsidedBody();
    const Pose worldFromBody{expSO3({1, 2, 0.4}), {1, 2, 3}};
    const FluidBodyState state = makeState(e, worldFromBody, {{1, 2, 3}, {1, 1, 1}}, 0.0);
    const Wrench loads = ambient::loads(e, state, Wrench()).total();
    const Pose worldFromMesh = worldFromBody * body.bodyFromMesh;
    const Vector3 force = worldFromMesh.orientation * inMesh.linear;
    const Vector3 arm = worldFromMesh.position - worldFromBody.position;
    EXPECT_LT((loads.linear - force).norm(), 1e-14);
    EXPECT_LT((loads.angular - (worldFromMesh.orientation * inMesh.angular + arm.cross(force))).norm(), 1e-14);
    Wrench term;
    test::termWrenches(e, state, &term);
    EXPECT_EQ(term.vector(), loads.vector());
}

TEST(KirchhoffMotion, TermsAndWeightSumToTheLoads) {
    const KirchhoffMotion e = equations(std::make_shared<UniformMedium>(UniformMedium::water()));
    const FluidBodyState state = makeState(e, {expSO3({1, 2, 0.4}), {1, 2, 3}}, {{1, 2, 3}, {1, 1, 1}}, 0.0);
    Wrench terms[3];
    test::termWrenches(e, state, terms);
    const Wrench weight(Vector3::Zero(), e.body().mass() * kGravity);
    const Loads loads = ambient::loads(e, state, Wrench());
    EXPECT_LT(test::relativeDifference(terms[0] + terms[1], loads.dissipative), 2e-15);
    EXPECT_LT(test::relativeDifference(terms[2] + weight, loads.other), 2e-15);
    EXPECT_EQ(loads.total().vector(), (loads.dissipative + loads.other).vector());
}

TEST(KirchhoffMotion, RefusesABodyThatCannotMove) {
    const auto water = std::make_shared<UniformMedium>(UniformMedium::water());
    const auto refuses = [&](const FluidBody& body) {
        EXPECT_THROW(KirchhoffMotion(body, water, ForceSet(), kGravity), std::invalid_argument);
    };
    FluidBody body = lopsidedBody();
    body.model = nullptr;
    refuses(body);
    for (double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        body = lopsidedBody();
        body.bodyInertia = SpatialInertia::ofBody(bad, Matrix3::Identity());
        refuses(body);
        body.bodyInertia = SpatialInertia::ofBody(1.0, bad * Matrix3::Identity());
        refuses(body);
    }
    body = lopsidedBody();
    body.bodyFromMesh.position.x() = std::numeric_limits<double>::quiet_NaN();
    refuses(body);
}

TEST(KirchhoffMotion, RefusesABadMediumAndTooManyForces) {
    const auto build = [](std::shared_ptr<const FluidMedium> medium, int forces) {
        ForceSet set;
        for (int i = 0; i < forces; ++i)
            set.add(std::make_shared<ConstantWrench>(Wrench()));
        KirchhoffMotion(lopsidedBody(), std::move(medium), set, kGravity);
    };
    for (double bad : {-1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_THROW(build(std::make_shared<MediumOf>(bad), 1), std::invalid_argument) << bad;
    EXPECT_NO_THROW(build(std::make_shared<MediumOf>(0.0), 1));
    EXPECT_NO_THROW(build(nullptr, ForceSet::kMaxTerms));
    EXPECT_THROW(build(nullptr, ForceSet::kMaxTerms + 1), std::invalid_argument);
}

} // namespace kirchhoff_motion_test
