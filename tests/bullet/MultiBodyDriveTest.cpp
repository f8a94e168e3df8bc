// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/JointDrive.h"
#include "BulletAmbientFluid/btFluidMultiBodyOptions.h"
#include "MultiBodyWorld.h"
#include "RestingJoints.h"

#include <algorithm>
#include <cmath>

namespace multi_body_drive {

using namespace ambient;

/// A bending wave, starting during the first second.
class Wave : public JointPath {
  public:
    void evaluate(double time, JointVector& q, JointVector& rate, JointVector& acceleration) const override {
        const double w = 2.0 * kPi, t = time;
        const double g = t < 1.0 ? t * t * (3.0 - 2.0 * t) : 1.0, g1 = t < 1.0 ? 6.0 * t * (1.0 - t) : 0.0,
                     g2 = t < 1.0 ? 6.0 - 12.0 * t : 0.0;
        for (int i = 0; i < q.size(); ++i) {
            const double a = 0.2 + 0.1 * i, s = std::sin(w * t - 1.2 * i), c = std::cos(w * t - 1.2 * i);
            q(i) = a * g * s;
            rate(i) = a * (g1 * s + g * w * c);
            acceleration(i) = a * (g2 * s + 2.0 * g1 * w * c - g * w * w * s);
        }
    }
};

/// A swimmer of four plates, neutral in water.
struct Swimmer {
    explicit Swimmer(DriveKind kind, double stiffness = 500.0, const btFluidMultiBodyOptions& options = {})
        : world(btVector3(0, 0, btScalar(-9.81))), box(btVector3(btScalar(0.15), btScalar(0.02), btScalar(0.08))) {
        world.fluid().setMedium(UniformMedium::water());
        const double mass = UniformMedium::water().density() * 8.0 * 0.15 * 0.02 * 0.08;
        btVector3 inertia;
        box.calculateLocalInertia(btScalar(mass), inertia);
        world.multiBodies.push_back(std::make_unique<btMultiBody>(3, btScalar(mass), inertia, false, false));
        chain = world.multiBodies.back().get();
        for (int i = 0; i < 3; ++i)
            chain->setupRevolute(i, btScalar(mass), inertia, i - 1, btQuaternion::getIdentity(), btVector3(0, 0, 1),
                                 btVector3(btScalar(-0.16), 0, 0), btVector3(btScalar(-0.16), 0, 0), true);
        chain->finalizeMultiDof();
        world.addToWorld(chain, &box);
        world.fluid().addMultiBody(chain, btFluidMeshOptions(), options);
        JointDrive drive;
        drive.kind = kind;
        drive.path = std::make_shared<Wave>();
        drive.stiffness = JointVector::Constant(3, stiffness);
        drive.damping = JointVector::Constant(3, 0.04 * stiffness);
        world.fluid().getFluidMultiBodies().setDrive(chain, drive);
    }
    test::MultiBodyWorld world;
    btBoxShape box;
    btMultiBody* chain;

    /// Largest error of a joint against the path now [rad].
    double error() {
        JointVector q = JointVector::Zero(3), rate = q, acceleration = q;
        Wave().evaluate(world.fluid().getTime(), q, rate, acceleration);
        double worst = 0.0;
        for (int i = 0; i < 3; ++i)
            worst = std::max(worst, std::abs(double(chain->getJointPos(i)) - q(i)));
        return worst;
    }
};

/// Place after two seconds of steps of 1/60 s.
btVector3 placeOf(const btFluidMultiBodyOptions& options) {
    Swimmer swimmer(DriveKind::Servo, 500.0, options);
    swimmer.world.run(2.0, 1.0 / 60.0);
    return swimmer.chain->getBasePos();
}

TEST(MultiBodyDrive, ErrorsFallWithTheTolerance) {
    const auto at = [](double tolerance) {
        btFluidMultiBodyOptions options;
        options.m_tolerance = tolerance;
        return placeOf(options);
    };
    const btVector3 exact = at(1e-8);
    EXPECT_GT(double(exact.length()), 0.1);
    EXPECT_LT(double((at(2e-6) - exact).length()), 1e-4);
    const double usual = double((placeOf({}) - exact).length());
    EXPECT_LT(usual, 2e-3);
    EXPECT_GT(usual, 1e-9); // its steps are others
    Swimmer swimmer(DriveKind::Servo);
    swimmer.world.fluid().removeMultiBody(swimmer.chain);
    for (const double bad : {0.0, -1.0, std::nan("")}) {
        btFluidMultiBodyOptions options;
        options.m_tolerance = bad;
        const std::string why =
            test::refusal([&] { swimmer.world.fluid().addMultiBody(swimmer.chain, btFluidMeshOptions(), options); });
        EXPECT_NE(why.find("m_tolerance"), std::string::npos) << why;
    }
}

TEST(MultiBodyDrive, SinglePrecisionOfItsFacesLeavesTheMotion) {
    btFluidMultiBodyOptions options;
    options.m_isSingle = true;
    EXPECT_LT(double((placeOf(options) - placeOf({})).length()), 1e-4);
}

// Way in three seconds: exact motion .3651 m, with servos .3651 m, with paper 004's rule .3581 m.
TEST(MultiBodyDrive, ASwimmerSwimsWithPrescribedJointsAndWithServos) {
    Swimmer exact(DriveKind::Prescribed), servo(DriveKind::Servo), paper(DriveKind::Paper004);
    for (Swimmer* swimmer : {&exact, &servo, &paper}) {
        swimmer->world.run(3.0, 1.0 / 60.0);
        EXPECT_TRUE(swimmer->world.log.empty()) << swimmer->world.log.front();
    }
    const double distance = double(exact.chain->getBasePos().x());
    EXPECT_GT(std::abs(distance), 0.1);
    EXPECT_LT(exact.error(), 1e-6);
    EXPECT_LT(servo.error(), 2e-3);
    EXPECT_LT(paper.error(), 2e-2);
    EXPECT_NEAR(double(servo.chain->getBasePos().x()), distance, 0.01 * std::abs(distance));
    EXPECT_NEAR(double(servo.chain->getBasePos().z()), 0.0, 1e-3);
    const auto* wet = servo.world.fluid().getFluidMultiBodies().find(servo.chain);
    EXPECT_GT(wet->getDriver()->torques().cwiseAbs().maxCoeff(), 0.01);
    EXPECT_LT(wet->getDriver()->trackingError(), 2e-3);
}

// A wall in the way: prescribed joints keep to the path in spite of obstacles, servos give way; all stay finite.
TEST(MultiBodyDrive, ContactsFeelTheMotors) {
    for (const DriveKind kind : {DriveKind::Prescribed, DriveKind::Servo, DriveKind::Paper004}) {
        Swimmer swimmer(kind, kind == DriveKind::Servo ? 1e6 : 100.0);
        btBoxShape wall(btVector3(2, btScalar(0.05), 2));
        swimmer.world.addRigidBody(&wall, 0, btVector3(0, btScalar(0.12), 0));
        swimmer.world.addRigidBody(&wall, 0, btVector3(0, btScalar(-0.12), 0));
        for (int i = 0; i < 90; ++i) {
            swimmer.world.run(1.0 / 60.0, 1.0 / 60.0);
            ASSERT_TRUE(swimmer.world.log.empty()) << swimmer.world.log.front();
            ASSERT_LT(std::abs(double(swimmer.chain->getBaseVel().length())), 50.0);
            if (kind == DriveKind::Prescribed) {
                ASSERT_LT(swimmer.error(), 1e-5);
            }
        }
    }
}

// Gains from 1 to 1e8 N m/rad with and without damping, host steps of 1/400 to 1/20 s, from bent joints in motion: the
// energy of body, fluid and springs never exceeds its initial value, and stiff springs are at their target in the end.
// A torque is constant through a step, so the joint moves half of the way expected by the implicit rule: the error of a
// stiff undamped spring halves every second step and changes its sign.
TEST(MultiBodyDrive, ServosOfAnyStiffnessAddNoEnergyAtAnyStep) {
    const auto plate = FluidBodyModel::build(makeBox({0.3, 0.04, 0.16}, 108));
    test::Random random(19);
    for (const double stiffness : {1.0, 1e2, 1e4, 1e6, 1e8})
        for (const double relativeDamping : {0.0, 0.04})
            for (const double step : {1.0 / 400.0, 1.0 / 60.0, 1.0 / 20.0}) {
                test::MultiBodyWorld world(btVector3(0, 0, 0));
                world.fluid().setMedium(UniformMedium::water());
                btBoxShape box(btVector3(btScalar(0.15), btScalar(0.02), btScalar(0.08)));
                btMultiBody* chain = world.addChain(&box, btScalar(1.92), btScalar(0.16), 3, false);
                for (int i = 0; i < 3; ++i) {
                    chain->setJointPos(i, btScalar(random.uniform(-0.5, 0.5)));
                    chain->setJointVel(i, btScalar(random.uniform(-3.0, 3.0)));
                }
                world.addToWorld(chain, nullptr);
                world.fluid().addMultiBody(chain, {{plate}, {plate}, {plate}, {plate}});
                JointDrive drive;
                drive.path = std::make_shared<test::RestingJoints>();
                drive.stiffness = JointVector::Constant(3, stiffness);
                drive.damping = JointVector::Constant(3, relativeDamping * stiffness);
                world.fluid().getFluidMultiBodies().setDrive(chain, drive);
                const btFluidMultiBody& wet = *world.fluid().getFluidMultiBodies().find(chain);
                const auto energy = [&] {
                    wet.motion().evaluate(wet.state());
                    double sum = 0.5 * stiffness * wet.state().positions.squaredNorm();
                    for (int link = 0; link < 4; ++link)
                        sum += wet.motion().media()[static_cast<std::size_t>(link)].inertia.energy(
                            wet.motion().dynamics().relativeTwist(link));
                    return sum;
                };
                const double start = energy();
                for (int i = 0; i < 40; ++i) {
                    world.run(step, step);
                    ASSERT_LT(energy(), start * (1.0 + 1e-6))
                        << stiffness << " " << relativeDamping << " " << step << " " << i;
                }
                EXPECT_TRUE(wet.isHealthy()) << wet.failure();
                // A damped spring creeps to its target within K_d/K_p.
                const double creep = relativeDamping > 0.0 ? 0.6 * std::exp(-40.0 * step / relativeDamping) : 0.0;
                if (stiffness > 1e5) {
                    EXPECT_LT(wet.state().positions.cwiseAbs().maxCoeff(), 1e-3 + creep)
                        << relativeDamping << " " << step;
                }
            }
}

TEST(MultiBodyDrive, ClearedDrivesLeaveTheJointsFree) {
    Swimmer swimmer(DriveKind::Servo);
    swimmer.world.run(0.5, 1.0 / 60.0);
    swimmer.world.fluid().getFluidMultiBodies().clearDrive(swimmer.chain);
    swimmer.world.run(3.0, 1.0 / 60.0);
    for (int i = 0; i < 3; ++i)
        EXPECT_LT(std::abs(double(swimmer.chain->getJointVel(i))), 0.3);
    swimmer.world.fluid().removeMultiBody(swimmer.chain);
    EXPECT_NE(test::refusal([&] {
                  swimmer.world.fluid().getFluidMultiBodies().clearDrive(swimmer.chain);
              }).find("not in the fluid"),
              std::string::npos);
}

} // namespace multi_body_drive
