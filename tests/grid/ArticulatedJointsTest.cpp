// SPDX-License-Identifier: Zlib
// Links with joints in a projection of the grid.
#include "AmbientFluidGrid/ArticulatedJoints.h"

#include "AmbientFluidGrid/ResolvedProjection.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>

namespace articulated_joints_test {

using namespace ambient;

namespace {

/// A tree with each type of joint, random masses, places and axes.
std::shared_ptr<const ArticulatedBody> treeOf(test::Random& random, bool hasFixedBase = false) {
    const JointType types[] = {JointType::Fixed,     JointType::Revolute, JointType::Spherical,
                               JointType::Prismatic, JointType::Planar,   JointType::Revolute};
    std::vector<ArticulatedLink> links;
    for (int i = 0; i < 7; ++i) {
        ArticulatedLink link;
        const double mass = random.uniform(0.5, 3.0);
        const Vector3 size = Vector3::Constant(0.3) + random.vector(0.1);
        link.inertia = SpatialInertia::ofBody(mass, (0.1 * mass * size.cwiseAbs2()).asDiagonal());
        link.parent = i == 0 ? -1 : (i - 1) / 2;
        if (i > 0) {
            Joint& joint = link.joint;
            joint.type = types[i - 1];
            joint.zeroParentFromChild = random.rotation();
            joint.pivotInParent = random.vector(0.3);
            joint.comFromPivot = random.vector(0.3);
            joint.axis = random.rotation() * Vector3::UnitZ();
            joint.firstDirection = 1.3 * joint.axis.unitOrthogonal();
            joint.secondDirection = 0.6 * joint.axis.cross(joint.firstDirection);
        }
        links.push_back(link);
    }
    return std::make_shared<const ArticulatedBody>(links, hasFixedBase);
}

JointVector randomNumbers(test::Random& random, int count, double size) {
    JointVector numbers(count);
    for (int i = 0; i < count; ++i)
        numbers(i) = random.uniform(-size, size);
    return numbers;
}

/// A tree in motion, and its links as bodies.
struct Moving {
    explicit Moving(unsigned seed, bool hasFixedBase = false) : random(seed), body(treeOf(random, hasFixedBase)) {
        for (int i = 0; i < body->linkCount(); ++i) {
            GridBody link;
            link.mass = body->link(i).inertia.matrix()(3, 3);
            link.inertia = body->link(i).inertia.matrix().topLeftCorner<3, 3>();
            links.push_back(link);
        }
        JointVector positions = body->zeroPositions();
        for (int i = 1; i < body->linkCount(); ++i)
            if (body->link(i).joint.type != JointType::Spherical)
                positions.segment(body->firstPosition(i), body->ratesOf(i)) =
                    randomNumbers(random, body->ratesOf(i), 0.4);
        twist = random.twist(1.0, 1.0);
        rates = randomNumbers(random, body->rateCount(), 1.0);
        joints = std::make_shared<ArticulatedJoints>(body);
        joints->setMotion({random.rotation(), random.vector(1.0)}, positions, twist, rates, 0.0, links.data());
    }
    /// Momentum about the origin of the world.
    Momentum momentum() const {
        Momentum sum;
        for (const GridBody& link : links) {
            const Matrix3 turn = link.worldFromBody.orientation.toRotationMatrix();
            const Vector3 linear = link.mass * link.velocity.linear;
            sum += Momentum(Vector3(turn * link.inertia * turn.transpose() * link.velocity.angular +
                                    link.worldFromBody.position.cross(linear)),
                            linear);
        }
        return sum;
    }
    std::size_t size() const { return links.size(); }

    test::Random random;
    std::shared_ptr<const ArticulatedBody> body;
    std::vector<GridBody> links;
    Twist twist;
    JointVector rates;
    std::shared_ptr<ArticulatedJoints> joints;
};

/// All joints swing.
class Swing final : public JointPath {
  public:
    explicit Swing(JointVector start) : m_start(std::move(start)) {}
    void evaluate(double time, JointVector& positions, JointVector& rates, JointVector& accelerations) const override {
        positions = m_start;
        positions.array() += 0.2 * std::sin(3.0 * time);
        rates = JointVector::Constant(m_start.size(), 0.6 * std::cos(3.0 * time));
        accelerations = JointVector::Constant(m_start.size(), -1.8 * std::sin(3.0 * time));
    }

  private:
    JointVector m_start;
};

} // namespace

TEST(ArticulatedJoints, RatesAreThoseOfTheLinks) {
    for (const bool isFixed : {false, true}) {
        Moving tree(3, isFixed);
        tree.joints->takeVelocities(tree.links.data());
        EXPECT_LT((tree.joints->rates() - tree.rates).norm(), 1e-14 * 10.0);
        const Twist base = isFixed ? Twist() : tree.twist;
        EXPECT_LT((tree.joints->baseTwist().vector() - base.vector()).norm(), 1e-14);
    }
}

// J M^-1 tau by pairs of impulses on the links, against M^-1 of the tree.
TEST(ArticulatedJoints, ImpulsesAlongARateActOnThisRateAlone) {
    Moving tree(4);
    const JointVector impulses = randomNumbers(tree.random, tree.body->rateCount(), 1.0);
    tree.joints->addJointImpulses(impulses, tree.links.data());
    std::vector<Wrench> wrenches;
    Momentum sum;
    for (const GridBody& link : tree.links) {
        wrenches.push_back(link.impulse);
        sum += Momentum(Vector3(link.impulse.angular + link.worldFromBody.position.cross(link.impulse.linear)),
                        link.impulse.linear);
    }
    EXPECT_LT(sum.vector().norm(), 1e-14 * 10.0);
    ArticulatedDynamics dynamics(tree.body);
    dynamics.setPose(tree.joints->worldFromBase(), tree.joints->positions());
    ASSERT_TRUE(dynamics.factor());
    Vector6 base;
    JointVector joints = JointVector::Zero(tree.body->rateCount()), expected = joints;
    dynamics.generalisedForce(wrenches.data(), base, joints);
    EXPECT_LT(base.norm(), 1e-14 * 10.0);
    EXPECT_LT((joints - impulses).norm(), 1e-14 * 10.0);
    dynamics.respond(Vector6::Zero(), impulses, base, expected);
    std::vector<Twist> changes(tree.size());
    tree.joints->respond(tree.links.data(), wrenches.data(), changes.data());
    for (std::size_t i = 0; i < tree.size(); ++i)
        tree.links[i].velocity += changes[i];
    tree.joints->takeVelocities(tree.links.data());
    EXPECT_LT((tree.joints->rates() - tree.rates - expected).norm(), 1e-13 * 10.0 * expected.norm());
}

TEST(ArticulatedJoints, TheResponseIsSymmetric) {
    Moving tree(5);
    std::vector<Wrench> first(tree.size()), second(tree.size());
    std::vector<Twist> ofFirst(tree.size()), ofSecond(tree.size());
    for (std::size_t i = 0; i < tree.size(); ++i) {
        first[i] = {tree.random.vector(1.0), tree.random.vector(1.0)};
        second[i] = {tree.random.vector(1.0), tree.random.vector(1.0)};
    }
    tree.joints->respond(tree.links.data(), first.data(), ofFirst.data());
    tree.joints->respond(tree.links.data(), second.data(), ofSecond.data());
    double a = 0.0, b = 0.0, energy = 0.0;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        a += power(ofFirst[i], second[i]);
        b += power(ofSecond[i], first[i]);
        energy += power(ofFirst[i], first[i]);
    }
    EXPECT_NEAR(a, b, 1e-12 * std::abs(energy));
    EXPECT_GT(energy, 0.0);
}

TEST(ArticulatedJoints, AFreeTreeKeepsItsMomentum) {
    Moving tree(6);
    const Momentum before = tree.momentum();
    for (int i = 0; i < 20; ++i)
        tree.joints->advance(0.02, tree.links.data());
    EXPECT_LT((tree.momentum() - before).vector().norm(), 1e-12 * before.vector().norm());
}

TEST(ArticulatedJoints, APathLeavesTheMomentumAndSetsTheRates) {
    test::Random random(7);
    ArticulatedLink links[2];
    links[0].inertia = links[1].inertia = SpatialInertia::ofBody(2.0, 0.1 * Matrix3::Identity());
    links[1].parent = 0;
    links[1].joint.type = JointType::Revolute;
    links[1].joint.pivotInParent = links[1].joint.comFromPivot = Vector3(0.2, 0.0, 0.0);
    const auto body = std::make_shared<const ArticulatedBody>(std::vector<ArticulatedLink>{links[0], links[1]});
    ArticulatedJoints joints(body);
    std::vector<GridBody> bodies(2);
    const Twist twist = random.twist(1.0, 1.0);
    joints.setMotion({random.rotation(), random.vector(1.0)}, JointVector::Zero(1), twist, JointVector::Zero(1), 0.0,
                     bodies.data());
    const auto momentum = [&] { return Vector3(2.0 * bodies[0].velocity.linear + 2.0 * bodies[1].velocity.linear); };
    const Vector3 before = momentum();
    const Swing swing(JointVector::Zero(1));
    joints.setPath(&swing, bodies.data());
    EXPECT_LT((momentum() - before).norm(), 1e-14 * 10.0);
    EXPECT_DOUBLE_EQ(joints.rates()(0), 0.6);
    // Impulses move the whole with locked joints.
    const std::vector<Wrench> push = {Wrench(), Wrench(random.vector(1.0), random.vector(1.0))};
    Twist changes[2];
    joints.respond(bodies.data(), push.data(), changes);
    EXPECT_LT((changes[0].angular - changes[1].angular).norm(), 1e-14);
    EXPECT_LT((2.0 * changes[0].linear + 2.0 * changes[1].linear - push[1].linear).norm(), 1e-14 * 10.0);
    for (int i = 0; i < 10; ++i)
        joints.advance(0.02, bodies.data());
    EXPECT_LT((momentum() - before).norm(), 1e-12);
    EXPECT_DOUBLE_EQ(joints.positions()(0), 0.2 * std::sin(0.6));
    const Vector3 arm = Vector3(0.2, 0.0, 0.0);
    const Vector3 gap = bodies[0].worldFromBody * arm - bodies[1].worldFromBody * Vector3(-arm);
    EXPECT_LT(gap.norm(), 1e-14 * 10.0);
}

// A brick whose mass is in two halves, which a fixed joint holds, is the brick. The first half has the whole surface;
// the other is absent from the flow.
TEST(ArticulatedJoints, HalvesWithAFixedJointAreTheWhole) {
    FluidGridDef def;
    def.cells = {24, 24, 24};
    def.spacing = 1.0 / 24.0;
    def.density = 1000.0;
    def.setSides(GridSideKind::Periodic);
    const auto brick = [](const Vector3& half, const Pose& pose) {
        GridBody body;
        body.distance = boxDistance(half);
        body.radius = half.norm();
        body.worldFromBody = pose;
        body.mass = 8.0 * 700.0 * half.prod();
        const Vector3 squares = half.cwiseAbs2();
        body.inertia = (body.mass / 3.0 * (Vector3::Constant(squares.sum()) - squares)).asDiagonal();
        return body;
    };
    const Pose pose{Quaternion(Eigen::AngleAxisd(0.4, Vector3(1, 2, 3).normalized())), Vector3(0.5, 0.47, 0.52)};
    const Vector3 half(0.2, 0.12, 0.12), quarter(0.1, 0.12, 0.12), arm(0.1, 0.0, 0.0);
    const Wrench load{Vector3(3.0, -2.0, 1.0), Vector3(20.0, 30.0, -10.0)};
    Twist motions[2];
    for (const bool isWhole : {true, false}) {
        std::vector<GridBody> bodies;
        std::vector<GridGroup> groups;
        if (isWhole) {
            bodies = {brick(half, pose)};
            bodies[0].load = load;
        } else {
            bodies = {brick(quarter, pose * Pose{Quaternion::Identity(), Vector3(-arm)}),
                      brick(quarter, pose * Pose{Quaternion::Identity(), arm})};
            bodies[0].distance = [&](const Vector3& point) { return boxDistance(half)(point - arm); };
            bodies[0].radius = half.norm() + arm.norm();
            bodies[1].isAbsent = true;
            std::vector<ArticulatedLink> links(2);
            for (std::size_t i = 0; i < 2; ++i)
                links[i].inertia = SpatialInertia::ofBody(bodies[i].mass, bodies[i].inertia);
            links[1].parent = 0;
            links[1].joint.pivotInParent = links[1].joint.comFromPivot = arm;
            const auto joints = std::make_shared<ArticulatedJoints>(std::make_shared<const ArticulatedBody>(links));
            joints->setMotion(bodies[0].worldFromBody, JointVector(0), Twist(), JointVector(0), 0.0, bodies.data());
            groups = {{0, joints}};
            bodies[0].load = {Vector3(load.angular + (pose.orientation * arm).cross(load.linear)), load.linear};
        }
        ResolvedProjection projection(def, 1e-10);
        projection.setBodies(bodies, groups);
        const GridLayout layout(def.cells);
        GridVelocity velocity;
        for (GridField& component : velocity)
            component = makeGridField(layout);
        GridField pressure = makeGridField(layout);
        projection.project(0.1, velocity, pressure);
        Twist& motion = motions[isWhole ? 0 : 1];
        motion = projection.bodies()[0].velocity;
        if (!isWhole) motion.linear += motion.angular.cross(Vector3(pose.orientation * arm));
    }
    EXPECT_LT((motions[0] - motions[1]).vector().norm(), 1e-9 * motions[0].vector().norm());
}

TEST(ArticulatedJoints, GroupsThatDoNotFitAreRefused) {
    Moving tree(8);
    FluidGridDef def;
    def.cells = {16, 16, 16};
    def.spacing = 1.0 / 16.0;
    def.density = 1000.0;
    ResolvedProjection projection(def);
    std::vector<GridBody> bodies(7);
    for (GridBody& body : bodies)
        body.isAbsent = true;
    const auto refusal = [&](std::vector<GridGroup> groups) {
        return test::refusal([&] { projection.setBodies(bodies, std::move(groups)); });
    };
    EXPECT_EQ(refusal({{0, tree.joints}}), "");
    EXPECT_NE(refusal({{1, tree.joints}}).find("behind the last"), std::string::npos);
    EXPECT_NE(refusal({{0, tree.joints}, {3, tree.joints}}).find("overlaps"), std::string::npos);
    EXPECT_NE(refusal({{-1, tree.joints}}).find("overlaps"), std::string::npos);
    EXPECT_NE(refusal({{0, nullptr}}).find("no joints"), std::string::npos);
}

} // namespace articulated_joints_test
