// SPDX-License-Identifier: Zlib
// The robot of a file moves by the laws of mechanics.
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Math/LinearFirst.h"
#include "RobotTexts.h"
#include "TestPaths.h"
#include "TestSupport.h"
#include "WorldTesting.h"
#include "regression/RunProgram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

namespace robot_laws_test {

using ambient::Matrix3;
using ambient::Pose;
using ambient::Quaternion;
using ambient::Vector3;
using test::numbers;
using test::rpyOf;
using test::RunWorld;

namespace {

std::string origin(const Pose& pose) {
    return "<origin xyz='" + numbers(pose.position) + "' rpy='" + numbers(rpyOf(pose.orientation)) + "'/>";
}

/// An <inertial> with moments about axes turned by `linkFromInertia`.
std::string inertial(double mass, const Vector3& centre, const Matrix3& moments, const Quaternion& linkFromInertia) {
    const Matrix3 turn = linkFromInertia.toRotationMatrix();
    const Matrix3 j = turn.transpose() * moments * turn;
    std::ostringstream text;
    text.precision(17);
    text << "<inertial>" << origin({linkFromInertia, centre}) << "<mass value='" << mass << "'/><inertia ixx='"
         << j(0, 0) << "' ixy='" << j(0, 1) << "' ixz='" << j(0, 2) << "' iyy='" << j(1, 1) << "' iyz='" << j(1, 2)
         << "' izz='" << j(2, 2) << "'/></inertial>";
    return text.str();
}

std::string collision(const std::string& geometry, const Pose& pose = {}) {
    return "<collision>" + origin(pose) + "<geometry>" + geometry + "</geometry></collision>";
}

/// Runs the robot of a text in water or another medium. \param rest further keys of the articulated body
RunWorld robotWorld(const ScratchFolder& folder, const std::string& text, const std::string& rest = "",
                    const std::string& world = R"("medium": "water", "dt": 0.01)") {
    const std::string file = folder.write("robot.xml", text);
    return RunWorld("{" + world + R"(, "articulated_bodies": [{"robot": ")" + file + "\"" + rest + "}]}");
}

/// Largest distance of any link in two runs.
double distance(const RunWorld& a, const RunWorld& b, std::size_t links) {
    double worst = 0.0;
    for (std::size_t i = 0; i < links; ++i) {
        const Pose &p = a.motion(i).worldFromShown, &q = b.motion(i).worldFromShown;
        worst = std::max({worst, (p.position - q.position).norm(),
                          ambient::logSO3((p.orientation.conjugate() * q.orientation).normalized()).norm()});
    }
    return worst;
}

const Matrix3 kMoments = Vector3(0.02, 0.05, 0.06).asDiagonal();

} // namespace

// Bullet's world of single precision: 3e-6 m and rad.
TEST(RobotLaws, ARobotOfOneLinkIsTheRigidBody) {
    const ScratchFolder folder;
    RunWorld robot = robotWorld(folder,
                                "<robot name='x'><link name='a'>" +
                                    inertial(12.0, {0.01, -0.02, 0.03}, kMoments, Quaternion::Identity()) +
                                    collision("<box size='0.4 0.2 0.1'/>") + "</link></robot>",
                                R"(, "velocity": [0.5, 0.2, 0], "angular_velocity": [1, 2, -1])");
    RunWorld body(R"({"medium": "water", "dt": 0.01, "bodies": [{"shape": {"type": "box", "size": [0.4, 0.2, 0.1]},
        "mass": 12, "center_of_mass": [0.01, -0.02, 0.03], "inertia": [0.02, 0.05, 0.06],
        "velocity": [0.5, 0.2, 0], "angular_velocity": [1, 2, -1]}]})");
    robot.run(1.0);
    body.run(1.0);
    EXPECT_GT(body.motion(0).worldFromShown.position.norm(), 0.1);
    EXPECT_LT(distance(robot, body, 1), 2e-5);
}

// Small swings of a cylinder on a revolute joint, started by a turn of the joint's origin.
TEST(RobotLaws, APendulumHasThePeriodOfTheory) {
    const ScratchFolder folder;
    RunWorld run = robotWorld(
        folder,
        "<robot name='x'><link name='world'/><link name='rod'>" +
            inertial(9.0, {0.0, 0.0, -0.3}, Vector3(0.28, 0.28, 0.01).asDiagonal(), Quaternion::Identity()) +
            collision("<cylinder radius='0.05' length='0.5'/>", {Quaternion::Identity(), Vector3(0.0, 0.0, -0.3)}) +
            "</link><joint name='pivot' type='continuous'><origin rpy='0 0.02 0'/>"
            "<parent link='world'/><child link='rod'/><axis xyz='0 1 0'/></joint></robot>",
        "", R"("medium": {"density": 1000, "viscosity": 0}, "dt": 0.01)");
    std::vector<double> crossings;
    double before = run.motion(0).worldFromShown.position.x();
    for (int i = 1; i <= 600; ++i) {
        run.run(0.01);
        const double now = run.motion(0).worldFromShown.position.x();
        if ((before > 0.0) != (now > 0.0)) crossings.push_back(0.01 * (i - now / (now - before)));
        before = now;
    }
    ASSERT_GE(crossings.size(), 3U);
    const double measured = 2.0 * (crossings.back() - crossings.front()) / double(crossings.size() - 1);
    const ambient::FileWorld::Moving& rod = run.moving(0);
    const ambient::Matrix6 added = rod.model->addedMassPerDensity().scaled(1000.0).matrix();
    const double arm = 0.3, volume = rod.model->volume(),
                 inertia = 0.28 + added(1, 1) + arm * arm * (9.0 + added(3, 3));
    const double theory = 2.0 * ambient::kPi * std::sqrt(inertia / ((9.0 - 1000.0 * volume) * 9.81 * arm));
    EXPECT_NEAR(measured / theory, 1.0, 3e-4);
}

/// An arm of three links with joints of different kinds. \param turn axes in which the moments of inertia are written
std::string armOf(const Quaternion& turn) {
    const std::string shape =
        collision("<capsule radius='0.06' length='0.2'/>", {Quaternion::Identity(), {0.0, 0.0, 0.2}});
    std::string text = "<robot name='x'>";
    for (const char* name : {"a", "b", "c"})
        text += std::string("<link name='") + name + "'>" + inertial(4.0, {0.01, 0.0, 0.2}, kMoments, turn) + shape +
                "</link>";
    return text +
           "<joint name='ab' type='revolute'><origin xyz='0 0 0.4' rpy='0.3 0.2 0.1'/><parent link='a'/><child "
           "link='b'/>"
           "<axis xyz='0 1 1'/><limit lower='-3' upper='3'/></joint>"
           "<joint name='bc' type='prismatic'><origin xyz='0 0.1 0.4' rpy='0 1 0'/><parent link='b'/><child link='c'/>"
           "<axis xyz='1 0 0'/><limit lower='-1' upper='1'/></joint></robot>";
}

// The axes in which a file writes the moments do not matter.
TEST(RobotLaws, TurnedInertialFramesAreTheUnturnedRobot) {
    const ScratchFolder folder;
    const std::string thrown = R"(, "velocity": [0.5, 0.2, 0.3], "angular_velocity": [1, -2, 1])";
    RunWorld plain = robotWorld(folder, armOf(Quaternion::Identity()), thrown);
    plain.run(0.5);
    EXPECT_GT((plain.motion(0).worldFromShown.position - Vector3(0.01, 0.0, 0.2)).norm(), 0.05);
    test::Random random(11);
    for (int i = 0; i < 2; ++i) {
        RunWorld turned = robotWorld(folder, armOf(random.rotation()), thrown);
        turned.run(0.5);
        EXPECT_LT(distance(plain, turned, 3), 3e-5);
    }
}

// A planar joint: the same poses as a free body with rotation about the normal only, without gravity.
TEST(RobotLaws, APlanarJointStaysInItsPlane) {
    const ScratchFolder folder;
    RunWorld run =
        robotWorld(folder, "<robot name='x'><link name='world'/><link name='puck'>" +
                               inertial(4.0, {0.02, 0.0, 0.01}, kMoments, Quaternion::Identity()) +
                               collision("<cylinder radius='0.2' length='0.05'/>") +
                               "</link><joint name='floor' type='planar'><origin xyz='1 2 3' rpy='0.4 0 0'/>"
                               "<parent link='world'/><child link='puck'/><axis xyz='0 0 1'/></joint></robot>");
    const Quaternion tilt(Eigen::AngleAxisd(0.4, Vector3::UnitX()));
    const Vector3 start = run.motion(0).worldFromShown.position, normal = tilt * Vector3::UnitZ();
    EXPECT_LT((start - (Vector3(1, 2, 3) + tilt * Vector3(0.02, 0.0, 0.01))).norm(), 1e-6);
    run.run(1.0);
    const ambient::FileWorld::Motion end = run.motion(0);
    const Vector3 way = end.worldFromShown.position - start;
    EXPECT_GT(way.norm(), 0.02); // buoyancy less weight moves the body along the slope
    EXPECT_NEAR(way.dot(normal), 0.0, 1e-6);
    EXPECT_NEAR((end.worldFromShown.orientation * Vector3::UnitZ()).dot(normal), 1.0, 1e-6);
}

// One robot in two languages. In SDF the links have poses of their own, and the joint lies in its child.
TEST(RobotLaws, SdfAndUrdfOfOneRobotMoveAlike) {
    const ScratchFolder folder;
    const std::string thrown = R"(, "velocity": [0.5, 0.2, 0.3], "angular_velocity": [1, -2, 1])";
    const std::string inertia = "<inertia><ixx>0.02</ixx><iyy>0.05</iyy><izz>0.06</izz></inertia>";
    const std::string shape =
        "<collision name='c'><geometry><box><size>0.4 0.2 0.1</size></box></geometry></collision>";
    const std::string sdf =
        "<sdf version='1.10'><model name='m'><link name='a'><inertial><mass>9</mass>" + inertia + "</inertial>" +
        shape + "</link><link name='b'><pose relative_to='a'>0.5 0 0 0 0 0.3</pose><inertial><mass>9</mass>" + inertia +
        "</inertial>" + shape +
        "</link><joint name='j' type='revolute'><pose>-0.25 0 0 0 0 0</pose><parent>a</parent><child>b</child><axis>"
        "<xyz>0 0 1</xyz><limit><lower>-2</lower><upper>2</upper></limit></axis></joint></model></sdf>";
    const Quaternion turn(Eigen::AngleAxisd(0.3, Vector3::UnitZ()));
    const std::string box = "<box size='0.4 0.2 0.1'/>";
    const std::string urdf =
        "<robot name='m'><link name='a'>" + inertial(9.0, Vector3::Zero(), kMoments, Quaternion::Identity()) +
        collision(box) + "</link><link name='b'>" + inertial(9.0, {0.25, 0.0, 0.0}, kMoments, Quaternion::Identity()) +
        collision(box, {Quaternion::Identity(), {0.25, 0.0, 0.0}}) + "</link><joint name='j' type='revolute'>" +
        origin({turn, Vector3(0.5, 0.0, 0.0) + turn * Vector3(-0.25, 0.0, 0.0)}) +
        "<parent link='a'/><child link='b'/><axis xyz='0 0 1'/><limit lower='-2' upper='2'/></joint></robot>";
    RunWorld one = robotWorld(folder, sdf, thrown), other = robotWorld(folder, urdf, thrown);
    one.run(0.5);
    other.run(0.5);
    EXPECT_GT(one.motion(1).worldFromShown.position.norm(), 0.3);
    EXPECT_LT(distance(one, other, 2), 1e-5);
}

// Linear first in the file, about the link's origin; in the model about the centre of mass, angular first.
TEST(RobotLaws, TheGivenAddedMassIsThatOfTheLink) {
    const ScratchFolder folder;
    ambient::LinearFirst given{};
    given[0] = 3.0, given[6] = 5.0, given[11] = 8.0, given[15] = 0.3, given[18] = 0.4, given[20] = 0.5;
    given[4] = 0.2; // xq
    std::string text;
    for (std::size_t i = 0; i < 21; ++i)
        text += std::string("<") + ambient::kLinearFirstNames[i] + ">" + std::to_string(given[i]) + "</" +
                ambient::kLinearFirstNames[i] + ">";
    const Vector3 centre(0.1, -0.2, 0.3);
    RunWorld run = robotWorld(
        folder, "<robot name='x'><link name='a'>" + inertial(12.0, centre, kMoments, Quaternion::Identity()) +
                    collision("<box size='0.4 0.2 0.1'/>") + "</link><gazebo reference='a'><fluid_added_mass>" + text +
                    "</fluid_added_mass></gazebo></robot>");
    const double density = run.description().medium.fluid.density;
    Pose linkFromCentre;
    linkFromCentre.position = centre;
    const ambient::Matrix6 expected = ambient::fromLinearFirst(given).changeFrame(linkFromCentre).matrix();
    const ambient::Matrix6 held = run.moving(0).model->addedMassPerDensity().scaled(density).matrix();
    EXPECT_LT((held - expected).norm(), 1e-12 * expected.norm());
    EXPECT_EQ(held(3, 3), 3.0);
    EXPECT_GT(std::abs(held(1, 3)), 0.5);
}

// A file gives it in the fluid that the robot is in: that of the last region around its base, at its height in layers.
TEST(RobotLaws, TheGivenAddedMassIsInTheMediumOfTheRobotsPlace) {
    const ScratchFolder folder;
    const std::string robot = "<robot name='x'><link name='a'>" +
                              inertial(12.0, Vector3::Zero(), kMoments, Quaternion::Identity()) +
                              collision("<box size='0.4 0.2 0.1'/>") +
                              "</link><gazebo reference='a'><fluid_added_mass><xx>3</xx><yy>5</yy><zz>8</zz><pp>1</pp>"
                              "<qq>1</qq><rr>1</rr></fluid_added_mass></gazebo></robot>";
    const auto heldIn = [&](const std::string& world, double density) {
        RunWorld run = robotWorld(folder, robot, R"(, "position": [0, 0, -5])", world);
        return run.moving(0).model->addedMassPerDensity().scaled(density).matrix()(3, 3);
    };
    EXPECT_NEAR(heldIn(R"("medium": "air", "dt": 0.01, "regions": [
        {"min": [-9, -9, -9], "max": [9, 9, 0], "medium": {"density": 800, "viscosity": 1e-3}},
        {"min": [-9, -9, -9], "max": [9, 9, -4], "medium": {"density": 1300, "viscosity": 1e-3}},
        {"min": [-9, -9, -4], "max": [9, 9, 0], "medium": {"density": 500, "viscosity": 1e-3}}])",
                       1300.0),
                3.0, 1e-12);
    EXPECT_NEAR(heldIn(R"("medium": {"profile": [{"height": -10, "density": 1200, "viscosity": 1e-3},
        {"height": 0, "density": 1000, "viscosity": 1e-3}]}, "dt": 0.01)",
                       1100.0),
                3.0, 1e-12);
}

// Two spheres far apart in one link have twice the volume of one, and overlapping boxes have the volume of their union.
TEST(RobotLaws, SeveralShapesOfALinkAreOneBody) {
    const ScratchFolder folder;
    const auto volumeOf = [&](const std::string& shapes) {
        RunWorld run = robotWorld(folder, "<robot name='x'><link name='a'>" +
                                              inertial(12.0, Vector3::Zero(), kMoments, Quaternion::Identity()) +
                                              shapes + "</link></robot>");
        const ambient::FluidBodyModel& model = *run.moving(0).model;

        return model.volume();
    };
    const auto at = [](double x) { return Pose{Quaternion::Identity(), Vector3(x, 0.0, 0.0)}; };
    const std::string sphere = "<sphere radius='0.1'/>", box = "<box size='0.2 0.2 0.2'/>";
    EXPECT_NEAR(volumeOf(collision(sphere, at(-0.3)) + collision(sphere, at(0.3))), 2.0 * volumeOf(collision(sphere)),
                1e-12);
    EXPECT_NEAR(volumeOf(collision(box, at(-0.05)) + collision(box, at(0.05))), 0.3 * 0.2 * 0.2, 1e-12);
}

// The fish of the samples swims by the motors of its world file, with isolated, coupled and posed links.
TEST(RobotLaws, MotorsOfAWorldFileMoveARobot) {
    const std::string file = test::rootPath() + "/samples/robots/fish.urdf";
    const auto fish = [&](const std::string& more) {
        return R"({"medium": "water", "dt": 0.01, "articulated_bodies": [{"robot": ")" + file + "\"" + more + "}]}";
    };
    const std::string motors = R"(, "motors": [
        {"link": "tail", "target_position": {"amplitude": 0.35, "frequency": 1.5}, "stiffness": 200, "damping": 10},
        {"link": "fluke", "target_position": {"amplitude": 0.5, "frequency": 1.5, "phase": -1.3}, "stiffness": 100,
         "damping": 5}])";
    std::vector<double> swum;
    for (const char* const inertia : {"isolated", "coupled", "posed"}) {
        RunWorld run(fish(motors + R"(, "link_inertia": ")" + inertia + "\""));
        run.run(4.0);
        swum.push_back(run.motion(0).worldFromShown.position.x());
        EXPECT_GT(swum.back(), 0.5);
    }
    EXPECT_GT(std::abs(swum[1] - swum[0]), 0.005); // shielded links are lighter
    EXPECT_GT(std::abs(swum[2] - swum[1]), 1e-4);
    EXPECT_NEAR(swum[2], swum[1], 0.1 * swum[1]); // small bends
    const std::vector<std::pair<std::string, std::string>> refusals = {
        {R"({"link": "tale", "target_position": 0, "stiffness": 1})", "no link 'tale'; did you mean 'tail'?"},
        {R"({"link": "trunk", "target_position": 0, "stiffness": 1})", "no hinge and no slider"},
        {R"({"link": "tail", "target_position": 0})", "needs the key 'stiffness'"},
        {R"({"link": "tail", "target_position": 0, "stiffness": 1}, {"link": "tail", "target_velocity": 0, "damping": 1})",
         "has another motor"}};
    for (const auto& [list, why] : refusals)
        EXPECT_NE(test::refusal([&] { RunWorld run(fish(R"(, "motors": [)" + list + "]")); }).find(why),
                  std::string::npos)
            << test::refusal([&] { RunWorld run(fish(R"(, "motors": [)" + list + "]")); });
}

// A swimmer of two links at other tolerances, with fewer faces, and with faces in single precision.
TEST(RobotLaws, AccuracyAndDetailOfAWorldFileAreThoseOfItsLinks) {
    const auto swimmer = [](const std::string& more) {
        const std::string link =
            R"("density": 1000, "shape": {"type": "ellipsoid", "radii": [0.1, 0.03, 0.05], "faces": 160})";
        return R"({"medium": "water", "dt": 0.01, "articulated_bodies": [{"links": [{"name": "body", )" + link +
               R"(}, {"name": "tail", "parent": "body", "position": [-0.1, 0, 0], "center_of_mass": [-0.1, 0, 0], )" +
               link +
               R"(, "joint": {"type": "hinge", "axis": [0, 0, 1], "motor": {"stiffness": 200, "damping": 10,
               "target_position": {"amplitude": 0.5, "frequency": 1.5}}}}])" +
               more + "}]}";
    };
    RunWorld usual(swimmer("")), exact(swimmer(R"(, "tolerance": 1e-8)")),
        single(swimmer(R"(, "single_precision": true)")), game(swimmer(R"(, "detail": "game")"));
    for (RunWorld* run : {&usual, &exact, &single, &game})
        run->run(1.0);
    const Vector3 place = usual.motion(0).worldFromShown.position;
    const auto distance = [&](RunWorld& run) { return (run.motion(0).worldFromShown.position - place).norm(); };
    EXPECT_GT(place.norm(), 0.005);
    EXPECT_LT(distance(exact), 1e-3);
    EXPECT_GT(distance(exact), 1e-9); // its steps are others
    EXPECT_LT(distance(single), 1e-4);
    EXPECT_LT(distance(game), 0.05 * place.norm());
    EXPECT_GT(usual.moving(0).model->faces().size(), ambient::kGameFaces);
    EXPECT_LE(game.moving(0).model->faces().size(), ambient::kGameFaces);
    EXPECT_EQ(game.moving(0).model->volume(), usual.moving(0).model->volume());
    const std::pair<std::string, std::string> refusals[] = {
        {R"(, "tolerance": 0)", "tolerance: 0 is not above 0"},
        {R"(, "detail": "crude")", "detail"},
        {R"(, "detail": "game", "link_inertia": "coupled")", "links that feel each other have all their faces"}};
    for (const auto& [key, why] : refusals)
        EXPECT_NE(test::refusal([&] { RunWorld run(swimmer(key)); }).find(why), std::string::npos)
            << test::refusal([&] { RunWorld run(swimmer(key)); });
}

TEST(RobotLaws, BadRobotsEndInOneLine) {
    const ScratchFolder folder;
    const std::string bad = folder.write("bad.urdf", "<robot name='x'>\n<link name='a'>\n<inertial/></link></robot>");
    const std::string world =
        folder.write("w.json", R"({"medium": "water", "articulated_bodies": [{"robot": "bad.urdf"}]})");
    expectRefusal(test::toolPath() + " simulate " + world,
                  "articulated_bodies[0].robot: ", "bad.urdf:3: <inertial>: has no <mass>");
    const std::string both =
        folder.write("w2.json", R"({"medium": "water", "articulated_bodies": [{"robot": "bad.urdf", "links": []}]})");
    expectRefusal(test::toolPath() + " simulate " + both, "needs one of the keys 'links' and 'robot'");
#ifdef AMBIENT_HAVE_SAMPLES
    const std::string run = test::samplesPath() + " --run robot --headless --set file=";
    expectRefusal(run + bad, "bad.urdf:3: <inertial>: has no <mass>");
    expectRefusal(run + folder.path("none.urdf"), "none.urdf: cannot be read");
    folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    const std::string open = folder.write(
        "open.urdf", "<robot name='x'>\n<link name='a'>" +
                         inertial(1.0, Vector3::Zero(), kMoments, Quaternion::Identity()) +
                         "\n<collision><geometry>\n<mesh filename='open.obj'/></geometry></collision></link></robot>");
    expectRefusal(run + open, "open.urdf:4: <mesh>: ");
#endif
}

} // namespace robot_laws_test
