// SPDX-License-Identifier: Zlib
// Robots as their makers give them: frames of SDF, thin parts, mirrored meshes, inertias of zero, search paths.
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "RobotFormats/ResourcePath.h"
#include "RobotFormats/RobotTree.h"
#include "RobotTexts.h"
#include "TestSupport.h"
#include "WorldTesting.h"
#include "regression/RunProgram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace robot_files_test {

using ambient::Pose;
using ambient::Quaternion;
using ambient::RobotTree;
using ambient::Vector3;
using test::numbers;
using test::RunWorld;
using test::sdfPose;

namespace {

Pose randomPose(test::Random& random) {
    return {random.rotation(), random.vector()};
}

RobotTree parsed(const std::string& text, const std::string& folder = "") {
    return ambient::parseRobotTree(text, "r", folder);
}

std::string sdf(const std::string& model, const std::string& version = "1.9") {
    return "<sdf version='" + version + "'><model name='m'>" + model + "</model></sdf>";
}

const std::string kInertial =
    "<inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>";
const std::string kUrdfInertial =
    "<inertial><mass value='9'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>";

std::string link(const std::string& name, const std::string& content) {
    return "<link name='" + name + "'>" + content + "</link>";
}

std::string box(const Vector3& size, const std::string& place = "") {
    return "<collision name='c" + numbers(size) + "'>" + place + "<geometry><box><size>" + numbers(size) +
           "</size></box></geometry></collision>";
}

RunWorld worldOf(const ScratchFolder& folder, const std::string& text) {
    const std::string file = folder.write("robot.xml", text);
    return RunWorld(R"({"medium": "water", "dt": 0.01, "articulated_bodies": [{"robot": ")" + file + "\"}]}");
}

double distance(const Pose& a, const Pose& b) {
    return (a.position - b.position).norm() +
           (a.orientation.toRotationMatrix() - b.orientation.toRotationMatrix()).norm();
}

} // namespace

// One axis given in the frame of the joint, of the model, of a frame, and in an old file.
TEST(SdfFrames, AnAxisIsTheSameInWhateverFrameItIsGiven) {
    test::Random random(1);
    for (int trial = 0; trial < 20; ++trial) {
        const Pose arm = randomPose(random), joint = randomPose(random), frame = randomPose(random);
        const Vector3 inModel = random.direction();
        const auto axisIn = [&](const Quaternion& modelFromAxis, const std::string& attribute, const std::string& rest,
                                const std::string& version) {
            const std::string text =
                sdf("<frame name='f'>" + sdfPose(frame) + "</frame>" + link("base", kInertial) +
                        link("arm", sdfPose(arm) + kInertial) + "<joint name='j' type='revolute'>" + sdfPose(joint) +
                        "<parent>base</parent><child>arm</child><axis><xyz" + attribute + ">" +
                        numbers(modelFromAxis.conjugate() * inModel) + "</xyz>" + rest + "</axis></joint>",
                    version);
            return parsed(text).links[1].joint.axis;
        };
        const Vector3 expected = arm.orientation.conjugate() * inModel;
        const std::string flag = "<use_parent_model_frame>";
        const Quaternion none = Quaternion::Identity(), ofJoint = (arm * joint).orientation;
        for (const Vector3& axis :
             {axisIn(ofJoint, "", "", "1.9"), axisIn(none, "", flag + "1</use_parent_model_frame>", "1.6"),
              axisIn(none, "", flag + "true</use_parent_model_frame>", "1.5"), axisIn(none, "", "", "1.4"),
              axisIn(ofJoint, "", flag + "0</use_parent_model_frame>", "1.4"),
              axisIn(frame.orientation, " expressed_in='f'", "", "1.7"),
              axisIn(none, " expressed_in='__model__'", "", "1.9"), axisIn(ofJoint, "", "", "1.10")})
            EXPECT_LT((axis - expected).norm(), 1e-12) << trial;
    }
}

// Poses of links, shapes and inertias relative to frames that hang on other frames.
TEST(SdfFrames, PosesFollowTheGraphOfFrames) {
    test::Random random(2);
    for (int trial = 0; trial < 20; ++trial) {
        const Pose ofA = randomPose(random), ofB = randomPose(random), ofLink = randomPose(random),
                   shape = randomPose(random), inertia = randomPose(random), model = randomPose(random);
        const RobotTree tree =
            parsed(sdf(sdfPose(model) + "<frame name='a' attached_to='l'>" + sdfPose(ofA) + "</frame><frame name='b'>" +
                       sdfPose(ofB, "a") + "</frame>" +
                       link("l", sdfPose(ofLink) + "<inertial>" + sdfPose(inertia, "b") + "<mass>3</mass></inertial>" +
                                     box({1, 1, 1}, sdfPose(shape, "b")) + box({2, 1, 1}, sdfPose(shape, "l")) +
                                     box({3, 1, 1}, sdfPose(shape, "__model__")))));
        const ambient::RobotTreeLink& read = tree.links[0];
        const Pose linkFromB = ofA * ofB;
        EXPECT_LT(distance(read.shapes[0].linkFromGeometry, linkFromB * shape), 1e-12);
        EXPECT_LT(distance(read.shapes[1].linkFromGeometry, shape), 1e-12);
        EXPECT_LT(distance(read.shapes[2].linkFromGeometry, ofLink.inverse() * shape), 1e-12);
        EXPECT_LT((read.mass->centerOfMass - linkFromB * inertia.position).norm(), 1e-12);
        EXPECT_LT(distance(tree.rootFromBase, model * ofLink), 1e-12);
        EXPECT_EQ(read.mass->mass, 3.0);
        EXPECT_LT((read.mass->moments - ambient::Matrix3::Identity()).norm(), 1e-12); // SDF's default
    }
}

TEST(SdfFrames, UnknownFramesAndStaticModelsAreRefused) {
    const std::string nowhere = "<pose relative_to='nowhere'>1 0 0 0 0 0</pose>",
                      two = link("a", kInertial) + link("b", kInertial);
    const std::pair<std::string, std::string> cases[] = {
        {link("a", kInertial + box({1, 1, 1}, nowhere)), "<collision>: there is no frame 'nowhere'"},
        {link("a", "<inertial>" + nowhere + "<mass>1</mass></inertial>"), "<inertial>: there is no frame 'nowhere'"},
        {"<frame name='f' attached_to='nowhere'/>" + link("a", "<pose relative_to='f'/>" + kInertial),
         "there is no frame 'nowhere'"},
        {two + "<joint name='j' type='revolute'><parent>a</parent><child>b</child><axis>"
               "<xyz expressed_in='nowhere'>1 0 0</xyz></axis></joint>",
         "<xyz>: there is no frame 'nowhere'"},
        {"<static>1</static>" + link("a", kInertial), "is static"},
        {"<static>true</static>" + link("a", kInertial), "is static"},
        {"<static>perhaps</static>" + link("a", kInertial), "neither true nor false"}};
    for (const auto& [model, why] : cases) {
        const std::string refusal = test::refusal([&, text = sdf(model)] { parsed(text); });
        EXPECT_NE(refusal.find(why), std::string::npos) << model << "\n" << refusal;
    }
    EXPECT_EQ(parsed(sdf("<static>0</static>" + link("a", kInertial))).links.size(), 1U);
}

// A spar with a thin plate, and a torpedo with fins of 3/1000 of its length: exact volumes of the shapes.
TEST(RobotShapes, ThinPartsOfALinkDisplaceTheirWater) {
    const ScratchFolder folder;
    const auto cylinder = [](double radius, double length, const std::string& place) {
        std::ostringstream text;
        text << "<collision name='" << radius << "'>" << place << "<geometry><cylinder><radius>" << radius
             << "</radius><length>" << length << "</length></cylinder></geometry></collision>";
        return text.str();
    };
    const RunWorld spar = worldOf(
        folder,
        sdf(link("l", kInertial + cylinder(1.5, 0.01, "<pose>0 0 -18.95 0 0 0</pose>") + cylinder(0.3, 38.0, ""))));
    const double pi = ambient::kPi, column = 0.09 * pi;
    EXPECT_NEAR(spar.moving(0).model->volume() / (38.0 * column + 0.01 * (2.25 * pi - column)), 1.0, 1e-3);
    std::string fins;
    for (const char* place : {"-0.85 0 0.2 0 0 0", "-0.85 0 -0.2 0 0 0"})
        fins += box({0.15, 0.006, 0.24}, "<pose>" + std::string(place) + "</pose>");
    for (const char* place : {"-0.85 0.2 0 0 0 0", "-0.85 -0.2 0 0 0 0"})
        fins += box({0.15, 0.24, 0.006}, "<pose>" + std::string(place) + "</pose>");
    const RunWorld auv =
        worldOf(folder, sdf(link("hull", kInertial + cylinder(0.1, 2.0, "<pose>0 0 0 0 1.5707963 0</pose>") + fins)));
    // A fin reaches from 0.08 to 0.32, the hull covers it to 0.1, but for the roundness.
    EXPECT_NEAR(auv.moving(0).model->volume() / (0.02 * pi + 4.0 * 0.15 * 0.006 * 0.22), 1.0, 1e-3);
    double span = 0.0;
    for (const Vector3& v : auv.moving(0).mesh->vertices)
        span = std::max(span, std::abs(v.z()));
    EXPECT_NEAR(span, 0.32, 1e-5);
    for (const std::string& line : auv.log)
        ADD_FAILURE() << line;
}

TEST(RobotShapes, EllipsoidsAndConesHaveTheirVolumesAndPlaces) {
    const ScratchFolder folder;
    const RunWorld both = worldOf(
        folder,
        sdf(link("l",
                 "<inertial auto='true'><density>500</density></inertial><collision name='a'><pose>0 0 9 0 0 0</pose>"
                 "<geometry><ellipsoid><radii>0.5 0.2 0.3</radii></ellipsoid></geometry></collision>"
                 "<collision "
                 "name='b'><geometry><cone><radius>0.3</radius><length>0.8</length></cone></geometry></collision>")));
    const double pi = ambient::kPi, ball = 4.0 / 3.0 * pi * 0.03, cone = pi * 0.09 * 0.8 / 3.0;
    EXPECT_NEAR(both.moving(0).model->volume() / (ball + cone), 1.0, 1e-3);
    EXPECT_NEAR(both.moving(0).mass / (500.0 * (ball + cone)), 1.0, 1e-3);
    // The centroid of a cone is at a quarter of its height, its origin in SDF at half of it.
    EXPECT_NEAR(both.moving(0).centerOfMass.z(), (9.0 * ball - 0.2 * cone) / (ball + cone), 0.01);
}

TEST(RobotShapes, AMirroredMeshIsTheMirrorImage) {
    const ScratchFolder folder;
    ambient::TriangleMesh lump = ambient::makeEllipsoid({0.4, 0.3, 0.2}, 320);
    for (Vector3& v : lump.vertices)
        v += Vector3(0.2 * v.y() * v.y() + 1.0, 0.6, 0.3 * v.x());
    folder.write("lump.obj", objOf(lump));
    const auto urdf = [](const std::string& scale) {
        return "<robot name='r'>" +
               link("a", kUrdfInertial + "<collision><geometry><mesh filename='lump.obj' scale='" + scale +
                             "'/></geometry></collision>") +
               "</robot>";
    };
    const RunWorld one = worldOf(folder, urdf("1 1 1")), other = worldOf(folder, urdf("1 -1 1")),
                   turned = worldOf(folder, urdf("-1 -1 1"));
    const auto centroid = [](const RunWorld& run) { return ambient::volumeCentroid(*run.moving(0).mesh); };
    EXPECT_NEAR(other.moving(0).model->volume(), one.moving(0).model->volume(), 1e-12);
    EXPECT_LT((centroid(other) - centroid(one).cwiseProduct(Vector3(1, -1, 1))).norm(), 1e-12);
    EXPECT_LT((centroid(turned) - centroid(one).cwiseProduct(Vector3(-1, -1, 1))).norm(), 1e-12);
}

// The moments of a uniform box of the link's mass.
TEST(RobotShapes, MomentsOfZeroAreThoseOfTheShapes) {
    const ScratchFolder folder;
    const std::string zero =
        "<inertial><mass value='0.001'/><inertia ixx='0' ixy='0' ixz='0' iyy='0' iyz='0' izz='0'/></inertial>";
    const std::string text =
        "<robot name='r'>" +
        link("hull", kUrdfInertial + "<collision><geometry><box size='1 1 1'/></geometry></collision>") +
        link("prop", zero + "<collision><geometry><box size='0.1 0.2 0.3'/></geometry></collision>") +
        link("tag", zero) +
        "<joint name='j' type='continuous'><parent link='hull'/><child link='prop'/><origin xyz='2 0 0'/></joint>"
        "<joint name='k' type='fixed'><parent link='hull'/><child link='tag'/></joint></robot>";
    const RunWorld run = worldOf(folder, text);
    EXPECT_NEAR(run.moving(1).mass, 0.001, 1e-12);
    const Vector3 expected = 0.001 / 12.0 * Vector3(0.13, 0.10, 0.05);
    EXPECT_LT((run.moving(1).inertia - expected).norm(), 1e-3 * expected.norm());
    EXPECT_GT(run.moving(2).inertia.minCoeff(), 0.0);
    int notes = 0;
    for (const std::string& line : run.log)
        notes += line.find("moment of inertia of zero") != std::string::npos;
    EXPECT_EQ(notes, 2);
}

// A sensor in the hull, half in it, and beside it. Masses stay; water is displaced once.
TEST(RobotShapes, AFixedLinkInAnotherDisplacesNoWaterTwice) {
    const ScratchFolder folder;
    test::Random random(3);
    for (const double at : {0.0, 0.4, 0.8}) {
        std::ostringstream place;
        place << "<origin xyz='" << at << " 0 0' rpy='0 0 " << random.uniform(-0.1, 0.1) << "'/>";
        const RunWorld run = worldOf(
            folder,
            "<robot name='r'>" +
                link("hull", kUrdfInertial + "<collision><geometry><box size='0.8 0.4 0.25'/></geometry></collision>") +
                link("sensor",
                     kUrdfInertial + "<collision><geometry><box size='0.2 0.2 0.2'/></geometry></collision>") +
                "<joint name='j' type='fixed'>" + place.str() +
                "<parent link='hull'/><child link='sensor'/></joint></robot>");
        const auto volume = [&](std::size_t i) { return run.moving(i).model ? run.moving(i).model->volume() : 0.0; };
        const double outside = at == 0.0 ? 0.0 : at == 0.4 ? 0.004 : 0.008;
        EXPECT_NEAR(volume(0) + volume(1), 0.08 + outside, 1e-8);
        EXPECT_EQ(run.moving(1).mass, 9.0);
        const auto isOfOverlap = [](const std::string& line) {
            return line.find("is fixed and overlaps") != line.npos;
        };
        EXPECT_EQ(std::count_if(run.log.begin(), run.log.end(), isOfOverlap), at == 0.8 ? 0 : 1);
    }
}

TEST(RobotShapes, PackagesAreFoundOnTheSearchPath) {
    const ScratchFolder folder, elsewhere;
    std::filesystem::create_directories(elsewhere.path("models/fish/meshes"));
    const std::string mesh = elsewhere.write("models/fish/meshes/fin.obj", objOf(ambient::makeSphere(0.1, 80)));
    const auto fileOf = [&](const std::string& uri) {
        return parsed(sdf(link("a", kInertial + "<collision name='c'><geometry><mesh><uri>" + uri +
                                        "</uri></mesh></geometry></collision>")),
                      folder.path(""))
            .links[0]
            .shapes[0]
            .file;
    };
    const std::string why = test::refusal([&] { fileOf("models://fish/meshes/fin.obj"); });
    EXPECT_NE(why.find("search path"), std::string::npos) << why;
    ambient::setSearchPath("/nowhere:" + elsewhere.path("models"));
    for (const char* scheme : {"models://", "model://", "package://"})
        EXPECT_TRUE(std::filesystem::equivalent(fileOf(scheme + std::string("fish/meshes/fin.obj")), mesh)) << scheme;
    ambient::setSearchPath(elsewhere.path("models/fish/")); // the package itself
    EXPECT_TRUE(std::filesystem::equivalent(fileOf("model://fish/meshes/fin.obj"), mesh));
    ambient::setSearchPath("");
}

} // namespace robot_files_test
