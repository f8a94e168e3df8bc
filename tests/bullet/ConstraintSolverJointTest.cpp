// SPDX-License-Identifier: Zlib
#include "SolverBench.h"
#include "SolverKinds.h"

#include <gtest/gtest.h>

namespace constraint_solver_joint_test {

using namespace ambient;

namespace {

/// The rows of a joint, as requested by Bullet's solver.
struct JointRow {
    const btTypedConstraint* joint;
    Vector6 a, b;
    double velocity, low, high;
};

std::vector<JointRow> rowsOf(btTypedConstraint& joint, const btContactSolverInfo& info) {
    struct Raw {
        btScalar linearA[4], angularA[4], linearB[4], angularB[4], error, softness, low, high;
    };
    btTypedConstraint::btConstraintInfo1 size;
    joint.buildJacobian();
    joint.getInfo1(&size);
    std::vector<Raw> raw(std::size_t(size.m_numConstraintRows),
                         Raw{{}, {}, {}, {}, 0, 0, -SIMD_INFINITY, SIMD_INFINITY});
    if (raw.empty()) return {};
    btTypedConstraint::btConstraintInfo2 query;
    query.fps = btScalar(1) / info.m_timeStep;
    query.erp = info.m_erp;
    query.m_J1linearAxis = raw[0].linearA;
    query.m_J1angularAxis = raw[0].angularA;
    query.m_J2linearAxis = raw[0].linearB;
    query.m_J2angularAxis = raw[0].angularB;
    query.rowskip = int(sizeof(Raw) / sizeof(btScalar));
    query.m_constraintError = &raw[0].error;
    query.cfm = &raw[0].softness;
    query.m_lowerLimit = &raw[0].low;
    query.m_upperLimit = &raw[0].high;
    query.m_numIterations = info.m_numIterations;
    query.m_damping = info.m_damping;
    joint.getInfo2(&query);
    std::vector<JointRow> rows;
    const auto vector = [](const btScalar* v) { return btVector3(v[0], v[1], v[2]); };
    for (const Raw& r : raw) {
        EXPECT_EQ(double(r.softness), 0.0);
        const double bound = double(joint.getBreakingImpulseThreshold());
        rows.push_back({&joint, test::spatial(vector(r.angularA), vector(r.linearA)),
                        test::spatial(vector(r.angularB), vector(r.linearB)), double(r.error),
                        std::max(double(r.low), -bound), std::min(double(r.high), bound)});
    }
    return rows;
}

/// By how much a cone-twist joint is within its limits: of the twist, or of the swing.
double distanceToLimit(const btConeTwistConstraint& cone, const Quaternion& worldFromA, const Quaternion& worldFromB,
                       bool ofTwist) {
    const auto rotation = [](const btTransform& frame) { return btFluidPose(frame).orientation; };
    const Quaternion q =
        (worldFromB * rotation(cone.getBFrame())).conjugate() * (worldFromA * rotation(cone.getAFrame()));
    const Quaternion twist = Quaternion(q.w(), q.x(), 0.0, 0.0).normalized();
    if (ofTwist) return double(cone.getTwistSpan()) - std::abs(logSO3(twist).x());
    const Vector3 swing = logSO3(Quaternion(q * twist.conjugate()));
    const double y = swing.y() / double(cone.getSwingSpan2()), z = swing.z() / double(cone.getSwingSpan1());
    return swing.norm() * (1.0 / std::hypot(y, z) - 1.0); // to the ellipse
}

/// Replaces the axes of the limits of a cone-twist joint by the gradients of the distances, by differences.
void takeGradients(btConeTwistConstraint& cone, std::vector<JointRow>& rows) {
    const Quaternion a = btFluidPose(cone.getRigidBodyA().getWorldTransform()).orientation;
    const Quaternion b = btFluidPose(cone.getRigidBodyB().getWorldTransform()).orientation;
    std::size_t row = 3;
    for (const bool ofTwist : {false, true}) {
        if (!(ofTwist ? cone.getSolveTwistLimit() : cone.getSolveSwingLimit())) continue;
        for (int k = 0; k < 3; ++k) {
            const auto slope = [&](double h) {
                const auto at = [&](double angle) {
                    return distanceToLimit(cone, expSO3(angle * Vector3::Unit(k)) * a, b, ofTwist);
                };
                return (at(h) - at(-h)) / (2.0 * h);
            };
            rows[row].a[k] = (4.0 * slope(1e-3) - slope(2e-3)) / 3.0;
            rows[row].b[k] = -rows[row].a[k];
        }
        ++row;
    }
}

std::vector<JointRow> allRows(const test::SolverBench& bench) {
    std::vector<JointRow> all;
    for (const auto& joint : bench.joints()) {
        std::vector<JointRow> rows = rowsOf(*joint, bench.info);
        if (joint->getConstraintType() == CONETWIST_CONSTRAINT_TYPE)
            takeGradients(static_cast<btConeTwistConstraint&>(*joint), rows);
        all.insert(all.end(), rows.begin(), rows.end());
    }
    return all;
}

/// The exact result after bench.solve(), from the rows taken before.
test::DenseSystem denseJoints(test::SolverBench& bench, const std::vector<JointRow>& rows) {
    test::DenseSystem dense = bench.denseSystem();
    const auto bound = [](double limit) {
        return std::abs(limit) >= 1e17 ? std::copysign(test::DenseSystem::infinity, limit) : limit;
    };
    for (const JointRow& row : rows)
        dense.addRow(bench.indexOf(row.joint->getRigidBodyA()), row.a, bench.indexOf(row.joint->getRigidBodyB()), row.b,
                     row.velocity, bound(row.low), bound(row.high));
    dense.solve();
    return dense;
}

btTransform inFrameOf(const btRigidBody& body, const btTransform& world) {
    return body.getWorldTransform().inverse() * world;
}

btTransform at(const Vector3& position, const Quaternion& orientation) {
    return btFluidTransform(Pose{orientation, position});
}

std::unique_ptr<btPoint2PointConstraint> pointToPoint(btRigidBody& a, btRigidBody& b, const btVector3& point) {
    return std::make_unique<btPoint2PointConstraint>(a, b, a.getWorldTransform().invXform(point),
                                                     b.getWorldTransform().invXform(point));
}

/// About the z axis of `frame`.
std::unique_ptr<btHingeConstraint> hinge(btRigidBody& a, btRigidBody& b, const btTransform& frame) {
    return std::make_unique<btHingeConstraint>(a, b, inFrameOf(a, frame), inFrameOf(b, frame));
}

/// Bodies in a row, four of six wet, with point-to-point joints and hinges in turn, hung from a static one or free.
struct Chain {
    test::SolverBench bench;
    std::vector<btRigidBody*> links;

    Chain(unsigned seed, bool hung, bool allWet = false) {
        test::Random random(seed);
        btRigidBody* previous = hung ? &bench.addStatic() : nullptr;
        for (int i = 0; i < 6; ++i) {
            btRigidBody& link = bench.addRandomBody(random, 0.0);
            link.setWorldTransform(at(Vector3(0.3 * i, 0.0, -1.0 * i - 0.5), random.rotation()));
            link.updateInertiaTensor();
            link.applyCentralForce(btVector3(0, 0, btScalar(-10)));
            link.applyTorque(btFluidVector(random.vector(5.0)));
            if (allWet || i % 3 != 2) bench.wet.add(link, test::randomInertia(random, link, random.uniform(0.2, 3.0)));
            if (previous) connect(random, *previous, link, Vector3(0.3 * i - 0.15, 0.0, -1.0 * i), i);
            links.push_back(&link);
            previous = &link;
        }
    }

    void connect(test::Random& random, btRigidBody& a, btRigidBody& b, const Vector3& point, int index) {
        if (index % 2 == 0)
            bench.addJoint(pointToPoint(a, b, btFluidVector(point)));
        else
            bench.addJoint(hinge(a, b, at(point, random.rotation())));
    }
};

/// Largest difference of a velocity from the dense solution at so many iterations [m/s, rad/s].
double chainError(test::SolverKind kind, int iterations) {
    double worst = 0.0;
    for (unsigned seed = 0; seed < 3; ++seed) {
        Chain chain(seed, true);
        chain.bench.info.m_numIterations = iterations;
        test::AnySolver solver(kind, chain.bench.wet);
        const std::vector<JointRow> rows = allRows(chain.bench);
        chain.bench.solve(*solver);
        worst = std::max(worst, chain.bench.differenceFrom(denseJoints(chain.bench, rows)));
    }
    return worst;
}

/// A wet body beside a static one (first in the bench), for a joint between them.
struct Pair {
    test::SolverBench bench;
    btRigidBody *ground, *body;
    bool limitPushed = false; ///< a one-sided row had an impulse

    explicit Pair(unsigned seed) {
        test::Random random(seed);
        ground = &bench.addStatic();
        body = &bench.addRandomBody(random);
        bench.wet.add(*body, test::randomInertia(random, *body, 2.0));
        body->applyTorque(btFluidVector(random.vector(5.0)));
        bench.info.m_numIterations = 20000;
        // Bullet corrects positions by velocities of any energy, the exact solver does not. At 0 both rows of an axis
        // between two limits would ask for the same velocity, and the impulses would not be unique.
        bench.info.m_erp = btScalar(1e-9);
    }

    /// Solves; the dense solution of the same joints.
    test::DenseSystem solve() {
        btFluidConstraintSolver solver(bench.wet);
        const std::vector<JointRow> rows = allRows(bench);
        bench.solve(solver);
        const test::DenseSystem dense = denseJoints(bench, rows);
        for (std::size_t i = 0; i < rows.size(); ++i)
            if ((rows[i].low == 0.0 || rows[i].high == 0.0) && dense.impulses()[Eigen::Index(i)] != 0.0)
                limitPushed = true;
        return dense;
    }
};

} // namespace

TEST(ConstraintSolverJoint, ChainOfWetAndDryLinksConvergesToTheDenseSolution) {
    for (test::SolverKind kind : test::allSolvers) {
        SCOPED_TRACE(test::nameOf(kind));
        if (kind != test::SolverKind::MLCP) {
            EXPECT_LT(chainError(kind, 10), 0.8);
            EXPECT_LT(chainError(kind, 100), 0.02);
        }
        EXPECT_LT(chainError(kind, 20000), test::bulletTolerance(1e-13, 5e-5)); // measured 3.5e-14, 1.5e-5
    }
}

TEST(ConstraintSolverJoint, FeedbackIsThePhysicalForceOfTheJoint) {
    Chain chain(7, true);
    chain.bench.info.m_numIterations = 20000;
    std::vector<btJointFeedback> feedback(chain.bench.joints().size());
    for (std::size_t i = 0; i < feedback.size(); ++i)
        chain.bench.joints()[i]->setJointFeedback(&feedback[i]);
    btFluidConstraintSolver solver(chain.bench.wet);
    const std::vector<JointRow> rows = allRows(chain.bench);
    chain.bench.solve(solver);
    const Eigen::VectorXd impulses = denseJoints(chain.bench, rows).impulses();
    double worst = 0.0, largest = 0.0;
    for (std::size_t i = 0; i < feedback.size(); ++i) {
        Vector6 onA = Vector6::Zero(), onB = Vector6::Zero();
        for (std::size_t k = 0; k < rows.size(); ++k)
            if (rows[k].joint == chain.bench.joints()[i].get()) {
                onA += rows[k].a * impulses[Eigen::Index(k)] / double(chain.bench.info.m_timeStep);
                onB += rows[k].b * impulses[Eigen::Index(k)] / double(chain.bench.info.m_timeStep);
            }
        const btJointFeedback& f = feedback[i];
        worst = std::max(worst, (test::spatial(f.m_appliedTorqueBodyA, f.m_appliedForceBodyA) - onA).norm());
        worst = std::max(worst, (test::spatial(f.m_appliedTorqueBodyB, f.m_appliedForceBodyB) - onB).norm());
        largest = std::max(largest, onB.norm());
    }
    EXPECT_GT(largest, 100.0);                                      // [N]
    EXPECT_LT(worst / largest, test::bulletTolerance(3e-13, 1e-3)); // measured 6.1e-14, 3.0e-4
}

TEST(ConstraintSolverJoint, JointsKeepTheMomentumOfTheFullInertia) {
    double worst = 0.0;
    for (test::SolverKind kind : test::allSolvers)
        for (unsigned seed = 0; seed < 5; ++seed) {
            Chain chain(seed, false, true);
            test::AnySolver solver(kind, chain.bench.wet);
            chain.bench.solve(*solver);
            worst = std::max(worst, chain.bench.momentumChangeAboutOrigin().cwiseAbs().maxCoeff());
            EXPECT_GT(chain.bench.wet.find(chain.links[0])->momentumChange().norm(), 0.1);
        }
    EXPECT_LT(worst, test::bulletTolerance(2e-13, 5e-5)); // [kg m/s, kg m^2/s] measured 5.6e-14, 1.6e-5
}

TEST(ConstraintSolverJoint, HingeMotorReachesItsSpeedOrItsLargestImpulse) {
    double worst = 0.0;
    for (unsigned seed = 0; seed < 10; ++seed)
        for (double largestImpulse : {0.05, 1e3}) {
            Pair pair(seed);
            const btTransform frame = at(Vector3(0.3, 0.2, -0.4), Quaternion::Identity());
            btHingeConstraint& joint = pair.bench.addJoint(hinge(*pair.ground, *pair.body, frame));
            joint.enableAngularMotor(true, 9, btScalar(largestImpulse));
            const test::DenseSystem dense = pair.solve();
            worst = std::max(worst, pair.bench.differenceFrom(dense));
            const double speed = std::abs(double(pair.body->getAngularVelocity().z()));
            const double strongest = dense.impulses().tail<1>().cwiseAbs().maxCoeff();
            if (largestImpulse > 1.0)
                EXPECT_NEAR(speed, 9.0, test::bulletTolerance(1e-12, 1e-4));
            else
                EXPECT_EQ(strongest, double(btScalar(largestImpulse)));
        }
    EXPECT_LT(worst, test::bulletTolerance(1e-13, 1e-5)); // measured 2.8e-14, 2.4e-6
}

TEST(ConstraintSolverJoint, LimitsOfHingeSliderConeAnd6DofHoldAsTheDenseSolutionSays) {
    double worst[4] = {};
    int held[4] = {};
    for (unsigned seed = 0; seed < 30; ++seed)
        for (int kind = 0; kind < 4; ++kind) {
            Pair pair(seed);
            btRigidBody &a = *pair.ground, &b = *pair.body;
            const btTransform frame = at(Vector3(0.3, 0.2, -0.4), Quaternion::Identity());
            const btTransform inA = inFrameOf(a, frame), inB = inFrameOf(b, frame);
            if (kind == 0) pair.bench.addJoint(hinge(a, b, frame)).setLimit(btScalar(0.1), btScalar(0.2));
            if (kind == 1) {
                auto& slider = pair.bench.addJoint(std::make_unique<btSliderConstraint>(a, b, inA, inB, true));
                slider.setLowerLinLimit(btScalar(0.1));
                slider.setUpperLinLimit(btScalar(0.2));
                slider.setLowerAngLimit(-1);
                slider.setUpperAngLimit(1);
            }
            if (kind == 2) {
                const btTransform tilted = frame * btTransform(btQuaternion(0, btScalar(0.4), btScalar(0.7)));
                auto& cone =
                    pair.bench.addJoint(std::make_unique<btConeTwistConstraint>(a, b, inA, inFrameOf(b, tilted)));
                cone.setLimit(btScalar(0.3), btScalar(0.5), btScalar(0.2), 1, 0); // no bias: as m_erp
            }
            if (kind == 3) {
                auto& free = pair.bench.addJoint(std::make_unique<btGeneric6DofSpring2Constraint>(a, b, inA, inB));
                free.setLinearLowerLimit(btVector3(btScalar(0.1), -1, 0));
                free.setLinearUpperLimit(btVector3(btScalar(0.2), 1, 0));
                free.setAngularLowerLimit(btVector3(-1, 0, -1));
                free.setAngularUpperLimit(btVector3(1, 0, 1));
            }
            const test::DenseSystem dense = pair.solve();
            worst[kind] = std::max(worst[kind], pair.bench.differenceFrom(dense));
            held[kind] += pair.limitPushed;
        }
    for (int kind = 0; kind < 4; ++kind) {
        SCOPED_TRACE(kind);
        // Measured 4.5e-13, 9.0e-6; the last kind 4.2e-7, of the size of its corrections, which may go to the pose.
        // That of the cone contains the differences.
        EXPECT_LT(worst[kind], test::bulletTolerance(kind == 3 ? 1e-6 : kind == 2 ? 1e-10 : 5e-13, 3e-5));
        EXPECT_GT(held[kind], 5);
        std::printf("  %d: %.1e\n", kind, worst[kind]);
    }
}

TEST(ConstraintSolverJoint, AGapMovesABodyAtRestAndGivesItNoVelocity) {
    // Joints whose points and frames are apart. The pose closes the share ERP of the error: to rounding for points, to
    // first order in the angle for frames.
    double worstVelocity = 0.0, worstGap[3] = {};
    for (unsigned seed = 0; seed < 30; ++seed)
        for (int kind = 0; kind < 3; ++kind)
            for (const double erp : {0.2, 0.8}) {
                Pair pair(seed);
                pair.bench.info.m_erp = btScalar(erp);
                pair.body->clearForces();
                pair.body->setLinearVelocity(btVector3(0, 0, 0));
                pair.body->setAngularVelocity(btVector3(0, 0, 0));
                test::Random random(seed);
                btRigidBody &a = *pair.ground, &b = *pair.body;
                const btTransform frame = at(Vector3(0.3, 0.2, -0.4), random.rotation());
                const btTransform apart = at(0.05 * random.direction(), expSO3(0.05 * random.direction()));
                const btTransform inA = inFrameOf(a, frame), inB = inFrameOf(b, frame * apart);
                if (kind == 0)
                    pair.bench.addJoint(
                        std::make_unique<btPoint2PointConstraint>(a, b, inA.getOrigin(), inB.getOrigin()));
                if (kind == 1)
                    pair.bench.addJoint(std::make_unique<btHingeConstraint>(a, b, inA, inB)).setUseFrameOffset(false);
                if (kind == 2) pair.bench.addJoint(std::make_unique<btGeneric6DofSpring2Constraint>(a, b, inA, inB));
                const std::vector<JointRow> before = allRows(pair.bench);
                btFluidConstraintSolver solver(pair.bench.wet);
                pair.bench.solve(solver);
                const std::vector<JointRow> after = allRows(pair.bench);
                double error = 0.0, rest = 0.0;
                for (std::size_t i = 0; i < before.size(); ++i) {
                    error = std::hypot(error, before[i].velocity);
                    rest = std::hypot(rest, after[i].velocity - (1.0 - erp) * before[i].velocity);
                }
                EXPECT_GT(error, 0.5);
                worstGap[kind] = std::max(worstGap[kind], rest / error);
                worstVelocity = std::max(worstVelocity, test::twistOf(b).cwiseAbs().maxCoeff() / error);
            }
    // The share that the pose takes is a double root here: its error is the square root of rounding.
    EXPECT_LT(worstVelocity, test::bulletTolerance(1e-7, 1e-3)); // measured -, 6.1e-4
    for (const int kind : {0, 1, 2})
        EXPECT_LT(worstGap[kind], 0.05) << kind;
}

TEST(ConstraintSolverJoint, JointBreaksAtItsThreshold) {
    for (double threshold : {0.01, 1e6}) {
        Pair pair(2);
        btTypedConstraint& joint = pair.bench.addJoint(pointToPoint(*pair.ground, *pair.body, btVector3(0, 0, 0)));
        joint.setBreakingImpulseThreshold(btScalar(threshold));
        const test::DenseSystem dense = pair.solve();
        EXPECT_EQ(joint.isEnabled(), threshold > 1.0);
        EXPECT_LT(pair.bench.differenceFrom(dense), test::bulletTolerance(2e-15, 1e-6)); // measured 6.7e-16, 1.6e-7
    }
}

TEST(ConstraintSolverJoint, AJointsOwnNumberOfIterationsIsObeyed) {
    Chain chain(3, true);
    chain.bench.info.m_numIterations = 1;
    for (const auto& joint : chain.bench.joints())
        joint->setOverrideNumSolverIterations(20000);
    btFluidConstraintSolver solver(chain.bench.wet);
    const std::vector<JointRow> rows = allRows(chain.bench);
    chain.bench.solve(solver);
    EXPECT_LT(chain.bench.differenceFrom(denseJoints(chain.bench, rows)), test::bulletTolerance(1e-13, 1e-4));
}

TEST(ConstraintSolverJoint, DisabledJointDoesNothing) {
    Pair pair(2);
    pair.bench.addJoint(pointToPoint(*pair.ground, *pair.body, btVector3(0, 0, 0))).setEnabled(false);
    btFluidConstraintSolver solver(pair.bench.wet);
    pair.bench.solve(solver);
    EXPECT_EQ(pair.bench.wet.find(pair.body)->change.norm(), 0.0);
}

} // namespace constraint_solver_joint_test
