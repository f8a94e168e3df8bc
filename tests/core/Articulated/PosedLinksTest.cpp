// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/BendingSkin.h"
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "core/Articulated/TestChains.h"

#include <Eigen/Eigenvalues>

#include <gtest/gtest.h>

namespace posed_links {
using namespace ambient;

constexpr double kWater = 1000.0;

/// Ellipsoids near each other as links: their surfaces are the same in all poses, so only the interpolation differs
/// from a solution in the pose.
struct Ellipsoids {
    /// \param joints one per link beyond the base, each to the preceding link
    explicit Ellipsoids(const std::vector<JointType>& joints, bool hasFixedBase = false,
                        const std::vector<JointRange>& ranges = {}, double gap = 0.3) {
        const TriangleMesh shape = makeEllipsoid({1.0, 0.2, 0.15}, 60);
        const auto model = FluidBodyModel::build(shape);
        std::vector<ArticulatedLink> links(joints.size() + 1);
        for (std::size_t i = 0; i < links.size(); ++i) {
            links[i].inertia = makeSolidBody(model, kWater).bodyInertia;
            const bool isDry = i == 0 && hasFixedBase;
            surfaces.push_back({isDry ? nullptr : model, {}});
            meshes.push_back(isDry ? TriangleMesh() : shape);
            if (i == 0) continue;
            links[i].parent = static_cast<int>(i) - 1;
            links[i].joint.type = joints[i - 1];
            links[i].joint.axis = i % 2 == 0 ? Vector3::UnitY() : Vector3::UnitZ();
            if (joints[i - 1] == JointType::Prismatic) links[i].joint.axis = Vector3::UnitX();
            links[i].joint.firstDirection = i % 2 == 0 ? Vector3::UnitZ() : Vector3::UnitY();
            links[i].joint.secondDirection = Vector3::UnitX();
            links[i].joint.pivotInParent = links[i].joint.comFromPivot = {1.0 + 0.5 * gap, 0.0, 0.0};
        }
        body = std::make_shared<ArticulatedBody>(links, hasFixedBase);
        posed = PosedAddedMass::build(
            body, [this](const std::vector<Pose>& poses) { return skinAt(poses); }, ranges);
    }
    LinkSkin skinAt(const std::vector<Pose>& poses) const {
        LinkSkin skin;
        skin.meshFromLinks = poses;
        for (std::size_t i = 0; i < meshes.size(); ++i) {
            const int first = skin.mesh.vertexCount();
            for (const Vector3& v : meshes[i].vertices)
                skin.mesh.vertices.push_back(poses[i] * v);
            for (auto face : meshes[i].faces) {
                for (int& v : face)
                    v += first;
                skin.mesh.faces.push_back(face);
                skin.linkOfFace.push_back(static_cast<int>(i));
            }
        }
        return skin;
    }
    /// The solution in a pose, which no pose of the samples is.
    Eigen::MatrixXd solved(const JointVector& q) const {
        ArticulatedDynamics placed(body);
        placed.setPose({}, q);
        return LinkAddedMass::build(skinAt(placed.worldFromLinks()))->perDensity();
    }
    Eigen::MatrixXd at(const JointVector& q) const {
        PosedAddedMass::At place(posed);
        place.place(q);
        return place.perDensity();
    }
    ArticulatedMotion motion(const ForceSet& forces = ForceSet(), const Vector3& gravity = Vector3::Zero()) const {
        const auto medium = std::make_shared<UniformMedium>(UniformMedium::water());
        return ArticulatedMotion(body, std::make_unique<PosedLinkFluid>(*body, surfaces, medium, forces, posed),
                                 gravity);
    }

    std::vector<TriangleMesh> meshes;
    std::vector<IsolatedLinkFluid::Surface> surfaces;
    std::shared_ptr<const ArticulatedBody> body;
    std::shared_ptr<const PosedAddedMass> posed;
};

/// One joint of each kind, the hinge as the angle of the plane. Shared, since a new one takes a solution per pose.
const Ellipsoids& everyJoint() {
    const JointRange slide{-0.1, 0.1}, free;
    static const Ellipsoids made({JointType::Spherical, JointType::Planar, JointType::Prismatic}, false,
                                 {free, free, free, free, free, slide, slide, slide});
    return made;
}

/// Random turns, slides in and a little beyond their range.
JointVector posesOf(test::Random& random) {
    JointVector q = test::randomPositions(random, *everyJoint().body);
    q(4) *= 3.0;
    q.tail<3>() *= 0.12;
    return q;
}

/// Largest relative error of the energy with the links' own inertia, over all motions.
double errorOf(const Ellipsoids& chain, const Eigen::MatrixXd& given, const Eigen::MatrixXd& exact) {
    Eigen::MatrixXd dry = Eigen::MatrixXd::Zero(exact.rows(), exact.cols());
    for (int i = 0; i < chain.body->linkCount(); ++i)
        dry.block<6, 6>(6 * i, 6 * i) = chain.body->link(i).inertia.matrix() / kWater;
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> ratios(given + dry, exact + dry,
                                                                           Eigen::EigenvaluesOnly);
    return (ratios.eigenvalues().array() - 1.0).abs().maxCoeff();
}

TEST(PosedLinks, InertiaIsThatOfASolutionInThePose) {
    const Ellipsoids chain({JointType::Revolute, JointType::Revolute}, false, {{-1.6, 1.6}, {-1.6, 1.6}});
    EXPECT_EQ(chain.posed->poseCount(), 13);
    const JointVector zero = chain.body->zeroPositions();
    EXPECT_LT(errorOf(chain, chain.at(zero), chain.solved(zero)), 1e-12);
    test::Random random(3);
    double posed = 0.0, constant = 0.0;
    for (int k = 0; k < 8; ++k) {
        const JointVector q = test::randomVector(random, 2, 1.6);
        const Eigen::MatrixXd exact = chain.solved(q);
        posed = std::max(posed, errorOf(chain, chain.at(q), exact));
        constant = std::max(constant, errorOf(chain, chain.at(zero), exact));
    }
    EXPECT_LT(posed, 0.01);
    EXPECT_GT(constant, 4.0 * posed);
}

// Along every joint rate, a ball joint's and a plane's included: the change of K by a difference of poses.
TEST(PosedLinks, ChangesAreTheDerivatives) {
    const Ellipsoids& chain = everyJoint();
    test::Random random(5);
    const int count = chain.body->rateCount(), size = 6 * chain.body->linkCount();
    PosedAddedMass::At at(chain.posed);
    for (int trial = 0; trial < 10; ++trial) {
        const JointVector q = posesOf(random), rates = test::randomVector(random, count);
        const Eigen::VectorXd twists = test::randomVector(random, size);
        const auto moved = [&](const JointVector& along, double time) {
            JointVector result = q;
            for (int i = 1; i < chain.body->linkCount(); ++i) {
                const Joint& joint = chain.body->link(i).joint;
                const double* const start = q.data() + chain.body->firstPosition(i);
                const Vector3 none = Vector3::Zero();
                double speeds[3] = {0.0, 0.0, 0.0};
                coordinateRates(joint, start, none.data(), along.data() + chain.body->firstRate(i), speeds);
                for (double& speed : speeds)
                    speed *= time;
                positionsAfter(joint, start, speeds, result.data() + chain.body->firstPosition(i));
            }
            return chain.at(result);
        };
        JointVector forces = rates;
        Eigen::VectorXd momentumRates = twists;
        at.place(q);
        at.changes(twists, rates, forces, &momentumRates);
        constexpr double kStep = 1e-5;
        const Eigen::MatrixXd change = (moved(rates, kStep) - moved(rates, -kStep)) / (2.0 * kStep);
        EXPECT_LT((momentumRates - change * twists).norm(), 1e-8 * twists.norm());
        for (int r = 0; r < count; ++r) {
            const JointVector unit = JointVector::Unit(count, r);
            const Eigen::MatrixXd slope = (moved(unit, kStep) - moved(unit, -kStep)) / (2.0 * kStep);
            EXPECT_NEAR(forces(r), 0.5 * twists.dot(slope * twists), 1e-8 * twists.squaredNorm()) << r;
        }
    }
}

TEST(PosedLinks, KeepMomentumAndEnergy) {
    const Ellipsoids& chain = everyJoint();
    ArticulatedMotion motion = chain.motion();
    test::Random random(1);
    for (int trial = 0; trial < 3; ++trial) {
        ArticulatedState state =
            motion.makeState({random.rotation(), random.vector()}, posesOf(random), random.twist(0.5, 0.5),
                             test::randomVector(random, chain.body->rateCount()), 0.0);
        ASSERT_TRUE(motion.evaluate(state));
        const double energy = motion.dynamics().kineticEnergy();
        const Vector6 momentum = test::aboutOrigin(state).vector();
        ArticulatedOptions options;
        options.tolerance = 1e-8;
        options.maxSubsteps = 10000;
        for (int i = 0; i < 60; ++i)
            motion.integrate(state, 1.0 / 60.0, options);
        motion.evaluate(state);
        EXPECT_NEAR(motion.dynamics().kineticEnergy(), energy, 1e-6 * energy);
        EXPECT_LT((test::aboutOrigin(state).vector() - momentum).norm(), 1e-13 * momentum.norm());
    }
}

// The error of the energy falls with the tolerance: no error is independent of the step.
TEST(PosedLinks, EnergyConvergesWithTheTolerance) {
    const Ellipsoids& chain = everyJoint();
    ArticulatedMotion motion = chain.motion();
    double errors[2];
    for (int k = 0; k < 2; ++k) {
        test::Random random(2);
        ArticulatedState state = motion.makeState({}, posesOf(random), random.twist(0.5, 0.5),
                                                  test::randomVector(random, chain.body->rateCount()), 0.0);
        motion.evaluate(state);
        const double energy = motion.dynamics().kineticEnergy();
        ArticulatedOptions options;
        options.tolerance = k == 0 ? 1e-5 : 1e-9;
        options.maxSubsteps = 10000;
        for (int i = 0; i < 20; ++i)
            motion.integrate(state, 0.05, options);
        motion.evaluate(state);
        errors[k] = std::abs(motion.dynamics().kineticEnergy() / energy - 1.0);
    }
    EXPECT_LT(errors[1], 1e-3 * errors[0]);
}

// Accelerations, which need dK/dt, against momenta, which do not; in a stream past the links.
TEST(PosedLinks, MomentumRatesAndAccelerationsAgree) {
    for (const bool hasFixedBase : {false, true}) {
        const Ellipsoids fixed({JointType::Revolute, JointType::Prismatic}, true, {{-1.0, 1.0}, {-0.1, 0.1}});
        const Ellipsoids& chain = hasFixedBase ? fixed : everyJoint();
        ArticulatedMotion motion = chain.motion(ForceSet::named("default"), {0.0, 0.0, -9.81});
        test::Random random(7);
        for (int trial = 0; trial < 3; ++trial) {
            const int count = chain.body->rateCount();
            ArticulatedState state =
                motion.makeState({random.rotation(), random.vector()},
                                 hasFixedBase ? test::randomVector(random, 2, 0.1) : posesOf(random),
                                 random.twist(1.0, 1.0), test::randomVector(random, count), 0.0);
            motion.evaluate(state);
            const JointVector before = motion.dynamics().rates();
            const Vector6 twist = motion.dynamics().twist(0).vector();
            Vector6 base, wrench;
            JointVector accelerations = before, torques = before;
            motion.accelerations({}, base, accelerations);
            // Inverse dynamics takes them back, and its joint wrenches act along the joints as the torques do.
            motion.findJointWrenches(base, accelerations, {});
            for (int i = 1; i < chain.body->linkCount(); ++i) {
                const JointAxes axes = axesOf(chain.body->link(i).joint);
                for (int k = 0; k < axes.count; ++k)
                    EXPECT_NEAR(axes.columns[k].dot(motion.dynamics().jointWrench(i).vector()), 0.0,
                                1e-9 * kWater * (1.0 + accelerations.norm()));
            }
            constexpr double kStep = 1e-5;
            motion.integrate(state, kStep);
            motion.evaluate(state);
            const JointVector change = (motion.dynamics().rates() - before) / kStep;
            EXPECT_LT((change - accelerations).norm(), 1e-3 * (1.0 + accelerations.norm()));
            if (!hasFixedBase) {
                EXPECT_LT(((motion.dynamics().twist(0).vector() - twist) / kStep - base).norm(),
                          1e-3 * (1.0 + base.norm()));
            }
        }
    }
}

TEST(PosedLinks, ATurnedWorldMovesTheSame) {
    const Ellipsoids& chain = everyJoint();
    ArticulatedMotion motion = chain.motion();
    test::Random random(8);
    const Pose pose{random.rotation(), random.vector()}, turn{random.rotation(), random.vector(10.0)};
    const JointVector q = posesOf(random);
    const JointVector rates = test::randomVector(random, chain.body->rateCount());
    const Twist twist = random.twist(0.5, 0.5);
    ArticulatedState state = motion.makeState(pose, q, twist, rates, 0.0);
    ArticulatedState turned = motion.makeState(turn * pose, q, rotated(turn.orientation, twist), rates, 0.0);
    for (int i = 0; i < 30; ++i) {
        motion.integrate(state, 1.0 / 60.0);
        motion.integrate(turned, 1.0 / 60.0);
    }
    EXPECT_LT((turned.worldFromBase.position - turn * state.worldFromBase.position).norm(), 1e-11);
    EXPECT_LT((turned.positions - state.positions).norm(), 1e-11);
}

// A slide moves two links apart: in the end each has its isolated added mass, and the force between them vanishes.
TEST(PosedLinks, LinksFarApartAreIsolated) {
    const Ellipsoids pair({JointType::Prismatic}, false, {{0.0, 6.0}});
    const JointVector far = JointVector::Constant(1, 6.0), near = JointVector::Constant(1, 0.0);
    LinkSkin single;
    single.mesh = pair.meshes[0];
    single.linkOfFace.assign(single.mesh.faces.size(), 0);
    single.meshFromLinks.resize(1);
    const Eigen::MatrixXd alone = LinkAddedMass::build(single)->perDensity();
    const auto difference = [&](const JointVector& q) {
        Eigen::MatrixXd result = pair.at(q);
        for (int i = 0; i < 2; ++i)
            result.block<6, 6>(6 * i, 6 * i) -= alone;
        return result.norm();
    };
    EXPECT_LT(difference(far), 0.03 * difference(near));
    PosedAddedMass::At at(pair.posed);
    const Eigen::VectorXd towards = Eigen::VectorXd::Unit(12, 3) - Eigen::VectorXd::Unit(12, 9);
    JointVector ofNear(1), ofFar(1);
    at.place(near);
    at.changes(towards, far, ofNear, nullptr);
    at.place(far);
    at.changes(towards, far, ofFar, nullptr);
    EXPECT_LT(std::abs(ofFar(0)), 0.02 * std::abs(ofNear(0)));
}

// Both quaternions of a turn are the same pose, also at half a turn, where the sign changes.
TEST(PosedLinks, BallJointsHaveNoSeam) {
    const Ellipsoids& chain = everyJoint();
    test::Random random(9);
    const int ball = chain.body->firstPosition(1);
    for (int trial = 0; trial < 10; ++trial) {
        JointVector q = posesOf(random), other = q;
        other.segment<4>(ball) = -q.segment<4>(ball);
        EXPECT_LT((chain.at(q) - chain.at(other)).norm(), 1e-13);
        const Vector3 axis = random.direction();
        for (const double angle : {kPi - 1e-7, kPi + 1e-7}) {
            (angle < kPi ? q : other).segment<4>(ball) = Quaternion(Eigen::AngleAxisd(angle, axis)).coeffs();
        }
        EXPECT_LT((chain.at(q) - chain.at(other)).norm(), 1e-5);
    }
}

/// Two slender capsules with a common ball at their joint.
struct Elbow {
    explicit Elbow(int faces) {
        TriangleMesh rod = makeCapsule(kRadius, kLength, 200);
        for (Vector3& v : rod.vertices)
            v = {v.z(), v.x(), v.y()};
        std::vector<ArticulatedLink> links(2);
        for (ArticulatedLink& link : links)
            link.inertia = makeSolidBody(FluidBodyModel::build(rod), kWater).bodyInertia;
        links[1].parent = 0;
        links[1].joint.type = JointType::Revolute;
        links[1].joint.pivotInParent = links[1].joint.comFromPivot = {0.5 * kLength, 0.0, 0.0};
        body = std::make_shared<ArticulatedBody>(links);
        posed = PosedAddedMass::build(body,
                                      [=](const std::vector<Pose>& poses) {
                                          return skinOfLinks({rod, rod}, poses, faces);
                                      },
                                      {{-1.8, 1.8}});
    }
    /// Added mass of the elbow as one rigid body, over the mass of the displaced water, about the base's centre.
    Matrix6 whole(double angle) const {
        PosedAddedMass::At at(posed);
        const JointVector q = JointVector::Constant(1, angle);
        at.place(q);
        ArticulatedDynamics placed(body);
        placed.setPose({}, q);
        const Pose& pose = placed.worldFromLinks()[1];
        Eigen::Matrix<double, 12, 6> motions = Eigen::Matrix<double, 12, 6>::Zero();
        motions.topRows<6>().setIdentity();
        const Matrix3 turn = pose.orientation.toRotationMatrix().transpose();
        motions.block<3, 3>(6, 0) = turn;
        motions.block<3, 3>(9, 0) = -turn * skew(pose.position);
        motions.block<3, 3>(9, 3) = turn;
        return motions.transpose() * at.perDensity() * motions;
    }

    static constexpr double kRadius = 0.04, kLength = 1.0;
    std::shared_ptr<const ArticulatedBody> body;
    std::shared_ptr<const PosedAddedMass> posed;
};

// A slender body bent by a right angle. By strip theory each rod has the displaced mass across, and nearly none along:
// in the plane one rod's mass in each direction, across the plane both. The ends take a few per cent.
TEST(PosedLinks, ABentSlenderBodyHasTheAddedMassOfItsShape) {
    const Elbow elbow(500);
    const double rod = kPi * Elbow::kRadius * Elbow::kRadius * Elbow::kLength;
    for (const double angle : {-kPi / 2.0, 1.2, kPi / 2.0}) {
        const Matrix6 k = elbow.whole(angle);
        const double s = std::sin(angle), c = std::cos(angle);
        EXPECT_NEAR(k(3, 3) / rod, s * s, 0.08) << angle;
        EXPECT_NEAR(k(4, 4) / rod, 1.0 + c * c, 0.08) << angle;
        EXPECT_NEAR(k(5, 5) / rod, 2.0, 0.08) << angle;
        EXPECT_NEAR(k(3, 4) / rod, -s * c, 0.06) << angle;
    }
}

// Ellipsoids that a hinge would fold into each other: the table ends before the overlap, and keeps the last inertia.
TEST(PosedLinks, PosesWithoutASolutionEndTheRange) {
    const Ellipsoids folding({JointType::Revolute}, false, {}, 0.1);
    EXPECT_EQ(folding.posed->poseCount(), 5);
    EXPECT_EQ(folding.posed->failedPoseCount(), 2);
    const auto at = [&](double angle) { return folding.at(JointVector::Constant(1, angle)); };
    EXPECT_LT((at(0.5 * kPi) - folding.solved(JointVector::Constant(1, 0.5 * kPi))).norm(), 2e-3);
    EXPECT_LT((at(0.7 * kPi) - at(0.5 * kPi)).norm(), (at(0.5 * kPi) - at(0.25 * kPi)).norm());
    EXPECT_TRUE(at(0.9 * kPi).allFinite());
}

TEST(PosedLinks, WrongInputIsRefused) {
    const Ellipsoids pair({JointType::Prismatic}, false, {{0.0, 1.0}});
    const auto skinAt = [&](const std::vector<Pose>& poses) { return pair.skinAt(poses); };
    const auto refusalOf = [&](const std::vector<JointRange>& ranges) {
        return test::refusal([&] { PosedAddedMass::build(pair.body, skinAt, ranges); });
    };
    EXPECT_NE(refusalOf({{0.0, 1.0}, {0.0, 1.0}}).find("2 ranges for 1 joint positions"), std::string::npos);
    EXPECT_NE(refusalOf({{0.0, std::nan("")}}).find("range of joint position 0 is not finite"), std::string::npos);
    const auto broken = [&](const std::vector<Pose>& poses) {
        LinkSkin skin = pair.skinAt(poses);
        skin.linkOfFace[3] = 7;
        return skin;
    };
    EXPECT_NE(test::refusal([&] {
                  PosedAddedMass::build(pair.body, broken, {{0.0, 1.0}});
              }).find("belongs to link 7"),
              std::string::npos);
    EXPECT_NE(test::refusal([&] {
                  PosedLinkFluid(*pair.body, pair.surfaces, nullptr, ForceSet(), nullptr);
              }).find("2 links, but the common added mass is of 0"),
              std::string::npos);
}

} // namespace posed_links
