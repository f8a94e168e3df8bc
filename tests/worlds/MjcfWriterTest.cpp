// SPDX-License-Identifier: Zlib
#include "RobotFormats/MjcfWriter.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "TestPaths.h"
#include "TestSupport.h"
#include "regression/RunProgram.h"

#include <gtest/gtest.h>

#include <map>

#ifdef AMBIENT_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#endif

namespace mjcf_writer_test {

using namespace ambient;

namespace {

using Kind = RobotGeometry::Kind;

Pose somePose(test::Random& random) {
    return {random.rotation(), random.vector()};
}

RobotGeometry someShape(test::Random& random) {
    constexpr Kind kinds[] = {Kind::Box, Kind::Cylinder, Kind::Sphere, Kind::Capsule, Kind::Ellipsoid, Kind::Mesh};
    RobotGeometry shape;
    shape.kind = kinds[random.integer(0, 5)];
    shape.linkFromGeometry = somePose(random);
    const auto length = [&random] { return random.uniform(0.05, 0.4); };
    shape.size = {length(), 0.0, 0.0};
    if (shape.kind == Kind::Cylinder || shape.kind == Kind::Capsule) shape.size.y() = length();
    if (shape.kind == Kind::Box || shape.kind == Kind::Ellipsoid) shape.size = {length(), length(), length()};
    if (shape.kind != Kind::Mesh) return shape;
    shape.size.setZero();
    shape.mesh = std::make_shared<TriangleMesh>(makeBox({length(), length(), length()}, 12));
    if (random.integer(0, 1) == 1) shape.scale = {1.0, -1.0, length()};
    return shape;
}

RobotServo someServo(test::Random& random) {
    RobotServo servo;
    const int kind = random.integer(0, 2); // a spring, a servo, a resistance
    if (kind < 2) servo.stiffness = random.uniform(1.0, 9.0);
    if (kind < 2) servo.position = random.uniform(-1.0, 1.0);
    if (kind > 0) servo.damping = random.uniform(0.1, 0.9);
    if (kind > 0 && random.integer(0, 1) == 1) servo.limit = random.uniform(1.0, 4.0);
    return servo;
}

RobotJoint someJoint(test::Random& random, const std::string& name) {
    constexpr RobotJointType types[] = {RobotJointType::Hinge, RobotJointType::Slider, RobotJointType::Ball,
                                        RobotJointType::Fixed};
    RobotJoint joint;
    joint.name = name;
    joint.type = types[random.integer(0, 3)];
    if (joint.type == RobotJointType::Fixed) return joint;
    joint.damping = random.uniform(0.0, 2.0);
    joint.friction = random.integer(0, 1) * random.uniform(0.1, 1.0);
    joint.armature = random.integer(0, 1) * random.uniform(0.1, 1.0);
    if (joint.type == RobotJointType::Ball) return joint;
    joint.axis = random.direction();
    if (random.integer(0, 1) == 1) joint.limits = {random.uniform(-2.0, 0.0), random.uniform(0.1, 2.0)};
    if (random.integer(0, 1) == 1) joint.servo = someServo(random);
    if (random.integer(0, 1) == 1) joint.effort = random.uniform(0.1, 1.0); // at most the servo's limit
    if (joint.servo && joint.servo->limit && !joint.effort) joint.effort = joint.servo->limit;
    return joint;
}

Matrix3 someMoments(test::Random& random) {
    const double a = random.uniform(1.0, 1.2), b = random.uniform(1.0, 1.2), c = random.uniform(1.0, 1.2);
    const Matrix3 turn = random.rotation().toRotationMatrix();
    const Matrix3 moments = turn * Vector3(a, b, c).asDiagonal() * turn.transpose();
    return 0.5 * (moments + moments.transpose());
}

/// A robot in which the links come in the order of a file: each with all that hangs on it.
RobotTree someRobot(test::Random& random, int count) {
    RobotTree tree;
    tree.name = "some";
    tree.hasFixedBase = random.integer(0, 1) == 1;
    tree.rootFromBase = somePose(random);
    for (int i = 0; i < count; ++i) {
        RobotTreeLink link;
        link.name = "link" + std::to_string(i);
        if (i > 0) {
            link.parent = random.integer(0, i - 1);
            link.parentFromLink = somePose(random);
            link.joint = someJoint(random, "joint" + std::to_string(i));
        }
        RobotInertia inertia;
        inertia.mass = random.uniform(0.5, 5.0);
        inertia.centerOfMass = random.vector();
        inertia.moments = someMoments(random);
        link.mass = inertia;
        for (int k = random.integer(0, 2); k > 0; --k)
            link.shapes.push_back(someShape(random));
        if (random.integer(0, 2) == 0) {
            Matrix6 a;
            for (int k = 0; k < 36; ++k)
                a(k / 6, k % 6) = random.uniform(-1.0, 1.0);
            const Matrix6 added = a * a.transpose();
            link.addedMass = Matrix6(0.5 * (added + added.transpose()));
        }
        tree.links.push_back(link);
    }
    return tree;
}

/// Hinges and slides follow the first one, some of them.
void addGears(RobotTree& tree, test::Random& random) {
    const RobotJoint* leader = nullptr;
    for (RobotTreeLink& link : tree.links) {
        if (link.joint.type != RobotJointType::Hinge && link.joint.type != RobotJointType::Slider) continue;
        if (leader && random.integer(0, 1) == 1)
            link.joint.mimic = RobotMimic{"", leader->name, random.uniform(0.5, 2.0), random.uniform(-1.0, 1.0)};
        if (!leader) leader = &link.joint;
    }
}

MjcfRobot withFluid(const RobotTree& tree, test::Random& random) {
    MjcfRobot robot;
    robot.tree = &tree;
    robot.fluidDensity = 1025.0;
    for (const RobotTreeLink& link : tree.links) {
        if (link.shapes.empty()) {
            robot.fluids.emplace_back();
            continue;
        }
        MjcfLinkFluid fluid;
        fluid.volume = 0.1;
        fluid.fit.meshFromEllipsoid = somePose(random);
        fluid.fit.semiAxes = {random.uniform(0.2, 0.3), random.uniform(0.1, 0.2), random.uniform(0.1, 0.2)};
        fluid.fit.coefficients = {0.4, 0.2, 0.6, 0.8, 0.5};
        robot.fluids.push_back(fluid);
    }
    return robot;
}

double poseError(const Pose& a, const Pose& b) {
    const Pose between = a.inverse() * b;
    return between.position.norm() + between.orientation.vec().norm();
}

double errorOf(const std::optional<double>& a, const std::optional<double>& b) {
    return a.has_value() != b.has_value() ? 1.0 : a ? std::fabs(*a - *b) : 0.0;
}

double jointError(const RobotJoint& a, const RobotJoint& b) {
    if (a.type != b.type || a.limits.has_value() != b.limits.has_value() || a.servo.has_value() != b.servo.has_value())
        return 1.0;
    if (a.type == RobotJointType::Fixed) return 0.0; // has no name in MJCF
    double error = a.name == b.name ? 0.0 : 1.0;
    if (a.type != RobotJointType::Ball) error += (a.axis - b.axis).norm();
    if (a.limits) error += std::fabs((*a.limits)[0] - (*b.limits)[0]) + std::fabs((*a.limits)[1] - (*b.limits)[1]);
    error += errorOf(a.effort, b.effort) + std::fabs(a.damping - b.damping) + std::fabs(a.friction - b.friction) +
             std::fabs(a.armature - b.armature);
    if (a.mimic.has_value() != b.mimic.has_value() || (a.mimic && a.mimic->joint != b.mimic->joint)) return 1.0;
    if (a.mimic) error += std::fabs(a.mimic->ratio - b.mimic->ratio) + std::fabs(a.mimic->offset - b.mimic->offset);
    if (a.servo)
        error += std::fabs(a.servo->stiffness - b.servo->stiffness) + std::fabs(a.servo->damping - b.servo->damping) +
                 std::fabs(a.servo->position - b.servo->position) + errorOf(a.servo->limit, b.servo->limit);
    return error;
}

double shapeError(const RobotGeometry& a, const RobotGeometry& b) {
    if (a.kind != b.kind || bool(a.mesh) != bool(b.mesh)) return 1.0;
    double error =
        (a.size - b.size).norm() + (a.scale - b.scale).norm() + poseError(a.linkFromGeometry, b.linkFromGeometry);
    if (a.mesh) error += a.mesh->faces == b.mesh->faces && a.mesh->vertices == b.mesh->vertices ? 0.0 : 1.0;
    return error;
}

double linkError(const RobotTreeLink& a, const RobotTreeLink& b) {
    if (a.shapes.size() != b.shapes.size() || a.addedMass.has_value() != b.addedMass.has_value() || !b.mass) return 1.0;
    double error = poseError(a.parentFromLink, b.parentFromLink) + jointError(a.joint, b.joint);
    error += std::fabs(a.mass->mass - b.mass->mass) + (a.mass->centerOfMass - b.mass->centerOfMass).norm() +
             (a.mass->moments - b.mass->moments).norm();
    for (std::size_t i = 0; i < a.shapes.size(); ++i)
        error += shapeError(a.shapes[i], b.shapes[i]);
    if (a.addedMass) error += (*a.addedMass - *b.addedMass).norm();
    return error;
}

} // namespace

// Masses, shapes, joints with rotors and gears, motors and added masses. Measured 2e-14 in all.
TEST(MjcfWriter, AWrittenRobotReadsBackAsItWas) {
    test::Random random(51);
    double worst = 0.0;
    for (int trial = 0; trial < 40; ++trial) {
        RobotTree tree = someRobot(random, 1 + trial % 7);
        addGears(tree, random);
        const std::string text = mjcfOf(withFluid(tree, random));
        const RobotTree read = parseRobotTree(text, "r", "");
        ASSERT_EQ(read.links.size(), tree.links.size()) << text;
        EXPECT_EQ(read.hasFixedBase, tree.hasFixedBase) << text;
        EXPECT_EQ(read.name, tree.name);
        std::map<std::string, const RobotTreeLink*> byName;
        for (const RobotTreeLink& link : read.links)
            byName[link.name] = &link;
        double error = poseError(read.rootFromBase, tree.rootFromBase);
        for (const RobotTreeLink& link : tree.links) {
            ASSERT_EQ(byName.count(link.name), 1U) << text;
            const RobotTreeLink& same = *byName[link.name];
            error += linkError(link, same);
            if (link.parent >= 0) {
                EXPECT_EQ(read.links[static_cast<std::size_t>(same.parent)].name,
                          tree.links[static_cast<std::size_t>(link.parent)].name);
            }
        }
        worst = std::max(worst, error);
        EXPECT_LT(error, 1e-13) << text;
    }
    RecordProperty("worst", std::to_string(worst));
}

// A cone becomes a mesh of the same solid, and a plane's three freedoms three joints.
TEST(MjcfWriter, ConesAndPlanesBecomeTheirParts) {
    test::Random random(7);
    RobotTree tree = someRobot(random, 2);
    tree.links[1].joint = {};
    tree.links[1].joint.name = "slide";
    tree.links[1].joint.type = RobotJointType::Planar;
    tree.links[1].joint.axis = random.direction();
    RobotGeometry cone;
    cone.kind = Kind::Cone;
    cone.size = {0.2, 0.6, 0.0};
    cone.linkFromGeometry = somePose(random);
    tree.links[1].shapes = {cone};
    const RobotTree read = parseRobotTree(mjcfOf(withFluid(tree, random)), "r", "");
    ASSERT_EQ(read.links.size(), 4U);
    EXPECT_EQ(read.links[1].joint.type, RobotJointType::Slider);
    EXPECT_EQ(read.links[2].joint.type, RobotJointType::Slider);
    EXPECT_EQ(read.links[3].joint.type, RobotJointType::Hinge);
    EXPECT_LT((read.links[3].joint.axis - tree.links[1].joint.axis).norm(), 1e-15);
    EXPECT_LT(std::fabs(read.links[1].joint.axis.dot(tree.links[1].joint.axis)), 1e-15);
    const RobotGeometry& mesh = read.links[3].shapes.at(0);
    ASSERT_TRUE(mesh.mesh);
    double lowest = 0.0, highest = 0.0; // along the cone, from the middle of its height
    for (const Vector3& vertex : mesh.mesh->vertices) {
        const double z = (cone.linkFromGeometry.inverse() * (mesh.linkFromGeometry * vertex)).z();
        lowest = std::min(lowest, z);
        highest = std::max(highest, z);
    }
    EXPECT_NEAR(lowest, -0.3, 1e-12);
    EXPECT_NEAR(highest, 0.3, 1e-12);
}

// A file of another maker: affine actuators, and meshes without files.
TEST(MjcfWriter, AffineActuatorsAndMeshesInTheFileAreRead) {
    const auto read = [](const std::string& actuator, const std::string& mesh = "vertex='0 0 0 1 0 0 0 1 0 0 0 1'") {
        return parseRobotTree("<mujoco><asset><mesh name='m' " + mesh +
                                  "/></asset><worldbody><body name='a'><freejoint/><geom size='.1'/><body name='b'>"
                                  "<joint name='j' axis='0 1 0'/><geom type='mesh' mesh='m' mass='1'/></body></body>"
                                  "</worldbody><actuator>" +
                                  actuator + "</actuator></mujoco>",
                              "r", "");
    };
    const std::string affine = "<general joint='j' gear='2' biastype='affine' ";
    const RobotTree servo = read(affine + "gainprm='5' biasprm='1 -5 -.5' forcerange='-3 3'/>");
    const RobotJoint& joint = servo.links[1].joint;
    ASSERT_TRUE(joint.servo);
    EXPECT_DOUBLE_EQ(joint.servo->stiffness, 20.0); // of the joint: twice by the length, twice by the force
    EXPECT_DOUBLE_EQ(joint.servo->damping, 2.0);
    EXPECT_DOUBLE_EQ(joint.servo->position, 0.1); // 2 (1 - 5 * 2 * .1) = 0
    EXPECT_DOUBLE_EQ(*joint.servo->limit, 6.0);
    EXPECT_EQ(servo.links[1].shapes.at(0).mesh->vertexCount(), 4);
    EXPECT_DOUBLE_EQ(*read("<general joint='j' gainprm='4' ctrlrange='-1 1'/>").links[1].joint.effort, 4.0);
    for (const std::string& unread : {std::string("<general joint='j' gaintype='muscle' biastype='muscle'/>"),
                                      affine + "biasprm='0 5 0'/>"}) // the second one pushes away
        EXPECT_NE(read(unread).notes.at(0).find("has no effect on 'j'"), std::string::npos) << unread;
    for (const auto& [mesh, why] : {std::pair("vertex='0 0 0 1'", "9 numbers"), std::pair("", "neither a file nor"),
                                    std::pair("vertex='0 0 0 1 0 0 0 1 0' face='0 1 3'", "number of no vertex")}) {
        const std::string refusal = test::refusal([&read, mesh = mesh] { read("", mesh); });
        EXPECT_NE(refusal.find(why), std::string::npos) << refusal;
    }
}

// What the tool writes is the robot that it has read.
TEST(MjcfWriter, TheToolWritesTheRobotItReads) {
    const std::string file = test::rootPath() + "/samples/robots/fish.urdf";
    const ProgramResult run = runProgram(test::toolWord() + " robot '" + file + "' --mjcf");
    ASSERT_EQ(run.exitCode, 0) << run.err;
    const RobotTree tree = readRobotTree(file), read = parseRobotTree(run.out, "r", "");
    ASSERT_EQ(read.links.size(), tree.links.size());
    for (std::size_t i = 0; i < tree.links.size(); ++i)
        EXPECT_LT(linkError(tree.links[i], read.links[i]), 1e-14) << tree.links[i].name;
    EXPECT_TRUE(read.notes.empty());
}

#ifdef AMBIENT_HAVE_MUJOCO
namespace {

/// A file in MuJoCo.
struct InMujoco {
    explicit InMujoco(const std::string& file) {
        char error[500] = "";
        model = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
        if (!model) throw std::runtime_error(error);
        data = mj_makeData(model);
    }
    ~InMujoco() {
        mj_deleteData(data);
        mj_deleteModel(model);
    }
    InMujoco(const InMujoco&) = delete;
    InMujoco& operator=(const InMujoco&) = delete;

    int body(const std::string& name) const { return mj_name2id(model, mjOBJ_BODY, name.c_str()); }

    mjModel* model = nullptr;
    mjData* data = nullptr;
};

/// Power of the fitted ellipsoids' drag and lift in MuJoCo's motion [W].
double fluidPower(const InMujoco& in, const MjcfRobot& robot) {
    double power = 0.0;
    for (std::size_t i = 0; i < robot.fluids.size(); ++i) {
        if (!robot.fluids[i]) continue;
        const int body = in.body(robot.tree->links[i].name);
        const int geom = in.model->body_geomadr[body] + in.model->body_geomnum[body] - 1; // the last one is the fluid's
        mjtNum v[6];
        mj_objectVelocity(in.model, in.data, mjOBJ_GEOM, geom, v, 1);
        const Twist twist{{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
        const EllipsoidFluidFit& fit = robot.fluids[i]->fit;
        const Wrench wrench = ellipsoidFluidWrench(fit.semiAxes, fit.coefficients, twist);
        power += robot.fluidDensity * (wrench.angular.dot(twist.angular) + wrench.linear.dot(twist.linear));
    }
    return power;
}

} // namespace
#endif

// Masses and places of all links; at rest in the start the motors' forces; in motion the power of the fluid and of the
// joints' resistance. Measured 3e-16 m, 1e-7 of the power.
TEST(MjcfWriter, MujocoHasTheRobotWithItsFluid) {
#ifdef AMBIENT_HAVE_MUJOCO
    test::Random random(8);
    const ScratchFolder folder;
    for (int trial = 0; trial < 8; ++trial) {
        RobotTree tree = someRobot(random, 4);
        for (RobotTreeLink& link : tree.links) {
            link.joint.friction = 0.0;
            if (link.joint.servo) link.joint.limits.reset();
        }
        const MjcfRobot robot = withFluid(tree, random);
        const InMujoco in(folder.write("robot.xml", mjcfOf(robot)));
        double mass = 0.0;
        std::vector<Pose> places;
        mj_forward(in.model, in.data);
        for (const RobotTreeLink& link : tree.links) {
            mass += link.mass->mass;
            places.push_back(link.parent < 0 ? tree.rootFromBase
                                             : places[static_cast<std::size_t>(link.parent)] * link.parentFromLink);
            const mjtNum* center = in.data->xipos + 3 * in.body(link.name);
            const Vector3 expected = places.back() * link.mass->centerOfMass;
            EXPECT_LT((expected - Vector3(center[0], center[1], center[2])).norm(), 1e-12);
            const int joint = mj_name2id(in.model, mjOBJ_JOINT, link.joint.name.c_str());
            if (joint < 0 || !link.joint.servo) continue;
            const RobotServo& servo = *link.joint.servo;
            const double pull = servo.stiffness * servo.position, most = servo.limit.value_or(1e9);
            const int at = in.model->jnt_dofadr[joint];
            const double force = in.data->qfrc_actuator[at] + in.data->qfrc_passive[at];
            EXPECT_NEAR(force, std::min(most, std::max(-most, pull)), 1e-12);
        }
        EXPECT_NEAR(mj_getTotalmass(in.model), mass, 1e-12);
        double resisted = 0.0;
        for (int k = 0; k < in.model->nv; ++k) {
            in.data->qvel[k] = random.uniform(-1.0, 1.0);
            resisted -= in.model->dof_damping[k] * in.data->qvel[k] * in.data->qvel[k];
        }
        mj_forward(in.model, in.data);
        double power = 0.0;
        for (int k = 0; k < in.model->nv; ++k)
            power += in.data->qvel[k] * in.data->qfrc_passive[k];
        for (int k = 0; k < in.model->njnt; ++k) // springs
            if (in.model->jnt_stiffness[k] > 0.0)
                resisted += in.model->jnt_stiffness[k] * in.model->qpos_spring[in.model->jnt_qposadr[k]] *
                            in.data->qvel[in.model->jnt_dofadr[k]];
        const double expected = fluidPower(in, robot) + resisted;
        EXPECT_NEAR(power / expected, 1.0, 2e-6);
        EXPECT_LT(fluidPower(in, robot), in.model->nv > 0 ? 0.0 : 1.0);
    }
#else
    GTEST_SKIP() << "libmujoco is not installed (Debian: libmujoco-dev)";
#endif
}

} // namespace mjcf_writer_test
