// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/LinearFirst.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"
#include "RobotFormats/FluidAddedMassXml.h"
#include "RobotFormats/RobotWriters.h"
#include "RunProgram.h"
#include "TestPaths.h"
#include "TestSupport.h"

#include <nlohmann/json.hpp>

#ifdef AMBIENT_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#endif

namespace robot_formats_test {

using namespace ambient;

namespace {

const std::string kTool = test::toolWord();

/// Numbers of all sizes and signs, with every bit of their mantissas in use.
SpatialInertia randomInertia(unsigned seed) {
    test::Random random(seed);
    Matrix6 matrix;
    for (int i = 0; i < 36; ++i)
        matrix.data()[i] = random.uniform(-1.0, 1.0) * std::pow(10.0, random.integer(-30, 30)) / 3.0;
    return SpatialInertia(matrix);
}

RobotLink someLink(const SpatialInertia& addedMass) {
    RobotLink link;
    link.name = "hull";
    link.mesh = "folder--x/hull <1>.obj"; // characters to be escaped in XML
    link.body = solidMassProperties(makeBox({1, 2, 3}, 192), 500.0);
    link.fluidDensity = 1025.0;
    link.addedMass = addedMass;
    return link;
}

} // namespace

// SDFormat 1.10, inertial.sdf: x y z translations, p q r rotations, about the link's origin.
TEST(RobotFormats, LinearFirstNumbersAreWhereSdformatSaysTheyAre) {
    Matrix6 matrix = Matrix6::Zero();
    matrix(3, 3) = 1.0;                // force x, move x
    matrix(0, 4) = matrix(4, 0) = 2.0; // force y, spin x
    matrix(1, 2) = matrix(2, 1) = 3.0; // torque y, spin z
    const LinearFirst numbers = toLinearFirst(SpatialInertia(matrix));
    for (std::size_t i = 0; i < 21; ++i) {
        const std::string name = kLinearFirstNames[i];
        EXPECT_EQ(numbers[i], name == "xx" ? 1.0 : name == "yp" ? 2.0 : name == "qr" ? 3.0 : 0.0) << name;
    }
}

TEST(RobotFormats, SdfAndUrdfGiveBackEveryBitOfTheAddedMass) {
    const ScratchFolder folder;
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const SpatialInertia addedMass = randomInertia(seed);
        for (const std::string& text : {sdfOf(someLink(addedMass)), urdfOf(someLink(addedMass))}) {
            const GivenAddedMass back = readFluidAddedMass(folder.write("x.xml", text), "hull", 1025.0);
            EXPECT_EQ(back.matrix, addedMass.matrix()) << text;
            EXPECT_EQ(back.fluidDensity, 1025.0);
        }
    }
}

// The element names and their order of SDFormat 1.10.
TEST(RobotFormats, SdfHasItsElementsInTheSpecifiedOrder) {
    const std::string text = sdfOf(someLink(randomInertia(7)));
    std::size_t at = 0;
    for (const char* tag : {"<sdf version=\"1.10\">",
                            "<model name=\"hull\">",
                            "<link name=\"hull\">",
                            "<inertial>",
                            "<mass>",
                            "<pose>",
                            "<inertia>",
                            "<ixx>",
                            "<ixy>",
                            "<ixz>",
                            "<iyy>",
                            "<iyz>",
                            "<izz>",
                            "<fluid_added_mass>",
                            "<xx>",
                            "<xy>",
                            "<xz>",
                            "<xp>",
                            "<xq>",
                            "<xr>",
                            "<yy>",
                            "<yz>",
                            "<yp>",
                            "<yq>",
                            "<yr>",
                            "<zz>",
                            "<zp>",
                            "<zq>",
                            "<zr>",
                            "<pp>",
                            "<pq>",
                            "<pr>",
                            "<qq>",
                            "<qr>",
                            "<rr>",
                            "</fluid_added_mass>",
                            "</inertial>",
                            "<collision",
                            "<uri>",
                            "<visual"}) {
        const std::size_t next = text.find(tag, at);
        ASSERT_NE(next, std::string::npos) << tag << " is not where it belongs in\n" << text;
        at = next;
    }
    EXPECT_EQ(text.find("folder--x/hull <"), std::string::npos) << "not escaped:\n" << text;
}

TEST(RobotFormats, FilesThatCannotBeUsedAreRefusedByNameAndLine) {
    const ScratchFolder folder;
    const auto refusal = [&](const std::string& content, const std::string& link = "") -> std::string {
        try {
            readFluidAddedMass(folder.write("bad.sdf", content), link, 1000.0);
        } catch (const RobotFileError& error) {
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
            return error.what();
        }
        return "accepted";
    };
    const std::string one = "<fluid_added_mass><xx>1</xx></fluid_added_mass>";
    EXPECT_EQ(refusal("<sdf><link name='a'>" + one + "</link></sdf>", "a"), "accepted");
    EXPECT_NE(refusal("<sdf><link name='a'>").find("bad.sdf"), std::string::npos);
    EXPECT_NE(refusal("<sdf/>").find("there is no <fluid_added_mass>"), std::string::npos);
    EXPECT_NE(refusal("<sdf><link name='a'>" + one + "</link></sdf>", "b").find("named 'b'"), std::string::npos);
    EXPECT_NE(refusal("<sdf>" + one + one + "</sdf>").find("name a link"), std::string::npos);
    EXPECT_NE(refusal("<a>\n<fluid_added_mass><xx>1,5</xx></fluid_added_mass></a>").find(":2: <xx>"),
              std::string::npos);
    EXPECT_NE(refusal("<fluid_added_mass><xx>nan</xx></fluid_added_mass>").find("not a finite"), std::string::npos);
    EXPECT_NE(refusal("<fluid_added_mass><yx>1</yx></fluid_added_mass>").find("<yx> is no"), std::string::npos);
    EXPECT_NE(refusal("<fluid_added_mass><xx>1</xx><xx>1</xx></fluid_added_mass>").find("twice"), std::string::npos);
    EXPECT_THROW(readFluidAddedMass(folder.path("none.sdf"), "", 1000.0), RobotFileError);
}

TEST(RobotFormats, TheToolWritesWhatItReads) {
    const ScratchFolder folder;
    const std::string mesh = folder.write("fin.obj", objOf(makeBox({0.3, 0.2, 0.1}, 192)));
    const std::string arguments = " added-mass " + mesh + " --fluid-density 1025 --quiet --format ";
    for (const std::string format : {"sdf", "urdf"}) {
        const ProgramResult first = runProgram(kTool + arguments + format);
        EXPECT_EQ(first.exitCode, 0) << first.err;
        const std::string file = folder.write("first." + format, first.out);
        EXPECT_EQ(runProgram(kTool + arguments + format + " --given " + file).out, first.out);
        const nlohmann::json computed = nlohmann::json::parse(runProgram(kTool + arguments + "json").out);
        const nlohmann::json given =
            nlohmann::json::parse(runProgram(kTool + arguments + "json --given " + file + " --link fin").out);
        EXPECT_EQ(given["method"], "given");
        for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j)
                EXPECT_NEAR(given["added_mass"][i][j].get<double>(), computed["added_mass"][i][j].get<double>(), 1e-12);
    }
    expectRefusal(kTool + arguments + "sdf --about centroid", "--about", "origin");
    expectRefusal(kTool + arguments + "sdf --link fin", "--link");
    expectRefusal(kTool + arguments + "sdf --body-density -1", "--body-density");
    expectRefusal(kTool + arguments + "json --given " + mesh, "fin.obj");
}

// Equal but for the rounding of the frame's change.
TEST(RobotFormats, AnMjcfFileGivesBackTheEllipsoidThatItHolds) {
    const ScratchFolder folder;
    test::Random random(11);
    for (int i = 0; i < 20; ++i) {
        EllipsoidFluidFit fit;
        for (int k = 0; k < 3; ++k) {
            fit.semiAxes[k] = random.uniform(0.01, 1.0);
            fit.meshFromEllipsoid.position[k] = random.uniform(-1.0, 1.0);
        }
        fit.meshFromEllipsoid.orientation = expSO3({random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0), 0.5});
        const std::string file = folder.write("hull.xml", mjcfOf(someLink(SpatialInertia(Matrix6::Zero())), fit));
        const Matrix6 expected =
            1025.0 * analyticEllipsoidAddedMass(fit.semiAxes).changeFrame(fit.meshFromEllipsoid.inverse()).matrix();
        const GivenAddedMass back = readFluidAddedMass(file, "hull", 1025.0);
        EXPECT_LT((back.matrix - expected).norm(), 1e-12 * expected.norm());
        EXPECT_EQ(back.fluidDensity, 1025.0);
    }
}

// XMLreference of MuJoCo: type and size of geoms, default classes, frames.
TEST(RobotFormats, MjcfGeomsAreReadWithTheirTypesAndDefaults) {
    const ScratchFolder folder;
    const auto read = [&](const std::string& inside, const std::string& body = "") {
        return SpatialInertia(
            readFluidAddedMass(folder.write("x.xml", "<mujoco>" + inside + "</mujoco>"), body, 1.0).matrix);
    };
    const auto geom = [](const std::string& attributes) {
        return "<worldbody><body name='b'><geom fluidshape='ellipsoid' " + attributes + "/></body></worldbody>";
    };
    const auto expectAxes = [&](const std::string& inside, const Vector3& axes) {
        EXPECT_LT((read(inside).matrix() - analyticEllipsoidAddedMass(axes).matrix()).norm(), 1e-12) << inside;
    };
    expectAxes(geom("size='0.5'"), {0.5, 0.5, 0.5}); // the default type is a sphere
    expectAxes(geom("type='capsule' size='0.1 0.4'"), {0.1, 0.1, 0.5});
    expectAxes(geom("type='cylinder' size='0.1 0.4'"), {0.1, 0.1, 0.4});
    expectAxes(geom("type='box' size='0.1 0.2 0.3'"), {0.1, 0.2, 0.3});
    expectAxes(
        "<default><geom fluidshape='ellipsoid' type='box'/><default class='small'><geom size='.1 .2 .3'/></default>"
        "</default><worldbody><geom size='9 9 9'/><body childclass='small'><geom/><geom fluidshape='none' "
        "size='5 5 5'/></body></worldbody>",
        {0.1, 0.2, 0.3});
    // Two spheres side by side: twice the mass, and the moment of their distance.
    const SpatialInertia pair = read("<worldbody><body><geom fluidshape='ellipsoid' size='.1' pos='1 0 0'/>"
                                     "<geom fluidshape='ellipsoid' size='.1' pos='-1 0 0'/></body></worldbody>");
    const double mass = 2.0 * 2.0 / 3.0 * kPi * 1e-3;
    EXPECT_NEAR(pair.matrix()(3, 3), mass, 1e-12);
    EXPECT_NEAR(pair.matrix()(2, 2), mass, 1e-12);

    const auto refusal = [&](const std::string& inside, const std::string& body = "") -> std::string {
        try {
            read(inside, body);
        } catch (const RobotFileError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_NE(refusal("<worldbody><body><geom size='1'/></body></worldbody>").find("there is no body"),
              std::string::npos);
    EXPECT_NE(refusal("<include file='a.xml'/>").find("includes are not read"), std::string::npos);
    EXPECT_NE(refusal(geom("size='1'"), "c").find("named 'c'"), std::string::npos);
    EXPECT_NE(refusal("\n" + geom("type='mesh' mesh='hull'")).find("x.xml:2: <geom>: the ellipsoid of a geom of type"),
              std::string::npos);
    EXPECT_NE(refusal(geom("size='1' euler='0 0 90'")).find("euler is not read; give the orientation as quat"),
              std::string::npos);
    EXPECT_NE(refusal(geom("type='capsule' size='.1' fromto='0 0 0 1 0 0'")).find("no size"), std::string::npos);
    EXPECT_NE(refusal(geom("type='box' size='1 2'")).find("does not have 3 numbers"), std::string::npos);
    EXPECT_NE(refusal(geom("size='-1'")).find("not positive"), std::string::npos);
    EXPECT_NE(refusal(geom("size='1e200'")).find("not lengths of a body"), std::string::npos);
    EXPECT_NE(refusal(geom("size='1' pos='1e200 0 0'")).find("not lengths of a body"), std::string::npos);
    EXPECT_NE(refusal(geom("size='1' quat='1e200 0 0 0'")).find("not a rotation"), std::string::npos);
    EXPECT_TRUE(read(geom("type='ellipsoid' size='.1 .2 1e20'")).matrix().allFinite());
    EXPECT_NE(refusal(geom("size='1,5'")).find("'1,5' is not a finite number"), std::string::npos);
    EXPECT_NE(refusal(geom("size='1' quat='0 0 0 0'")).find("not a rotation"), std::string::npos);
    EXPECT_NE(refusal("<worldbody><body><geom fluidshape='ellipsoid' size='1'/><body><geom fluidshape='ellipsoid' "
                      "size='1'/></body></body></worldbody>")
                  .find("there are 2 bodies"),
              std::string::npos);
}

// With all of fluidcoef 0, MuJoCo's fluid forces are the gyroscopic terms of its added mass, integrated numerically by
// MuJoCo.
TEST(RobotFormats, MjcfGeomsHaveTheAddedMassThatMujocoGivesThem) {
#ifdef AMBIENT_HAVE_MUJOCO
    const ScratchFolder folder;
    const std::string file = folder.write(
        "x.xml",
        "<mujoco><option density='1000' viscosity='0'/><default><geom fluidshape='ellipsoid' fluidcoef='0 0 0 0 0'/>"
        "<default class='box'><geom type='box' size='.1 .3 .2'/></default></default><worldbody><body "
        "name='b'><freejoint/>"
        "<inertial pos='0 0 0' mass='3' diaginertia='1 1 1'/><geom class='box' pos='.2 -.1 .3' quat='.5 .1 -.7 .2'/>"
        "<geom type='capsule' size='.1 .4' pos='-.3 0 .1' quat='1 1 0 0'/><geom type='cylinder' size='.2 .05'/>"
        "<geom type='ellipsoid' size='.3 .1 .2'/><geom size='.15' pos='0 .4 0'/></body></worldbody></mujoco>");
    const SpatialInertia read(readFluidAddedMass(file, "b", 1000.0).matrix);
    char error[500] = "";
    mjModel* model = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
    ASSERT_TRUE(model) << error;
    mjData* data = mj_makeData(model);
    test::Random random(5);
    for (int i = 0; i < 20; ++i) {
        Twist twist;
        for (int k = 0; k < 3; ++k) {
            data->qvel[k] = twist.linear[k] = random.uniform(-1.0, 1.0);
            data->qvel[3 + k] = twist.angular[k] = random.uniform(-1.0, 1.0);
        }
        mj_forward(model, data);
        const Wrench expected = gyroscopicWrench(twist, read * twist);
        for (int k = 0; k < 3; ++k) {
            EXPECT_NEAR(data->qfrc_passive[k], expected.linear[k], 2e-6 * expected.linear.norm());
            EXPECT_NEAR(data->qfrc_passive[3 + k], expected.angular[k], 2e-6 * expected.angular.norm());
        }
    }
    mj_deleteData(data);
    mj_deleteModel(model);
#else
    GTEST_SKIP() << "libmujoco is not installed (Debian: libmujoco-dev)";
#endif
}

// The plate's best ellipsoid is 0.42 % off (AMisfitIsStatedInTheFile).
TEST(RobotFormats, TheToolReadsTheMjcfFileThatItWroteAndSaysWhatSuchAFileLacks) {
    const ScratchFolder folder;
    const std::string mesh = folder.write("plate.obj", objOf(makeBox({0.3, 0.2, 0.02}, 432)));
    const std::string tool = kTool + " added-mass " + mesh + " --fluid-density 1025 --format ";
    const std::string file = folder.write("plate.xml", runProgram(tool + "mjcf --quiet").out);
    const auto matrixOf = [](const ProgramResult& result) {
        const nlohmann::json json = nlohmann::json::parse(result.out);
        Matrix6 matrix;
        for (int i = 0; i < 36; ++i)
            matrix(i / 6, i % 6) = json["added_mass"][std::size_t(i / 6)][std::size_t(i % 6)].get<double>();
        return matrix;
    };
    const Matrix6 computed = matrixOf(runProgram(tool + "json --quiet"));
    const ProgramResult given = runProgram(tool + "json --given " + file + " --link plate");
    EXPECT_LT((matrixOf(given) - computed).norm(), 0.006 * computed.norm()) << given.err;
    EXPECT_NE(given.err.find(file + ": MJCF holds ellipsoids and no 6x6"), std::string::npos) << given.err;
    EXPECT_EQ(std::count(given.err.begin(), given.err.end(), '\n'), 1) << given.err;
    EXPECT_EQ(runProgram(tool + "json --quiet --given " + file).err, "");
}

// Measured at 720 faces: semi-axes 5.7e-4 off, added mass 3.5e-4; sphere 1.4e-4, Cd 0.449, misfit of its drag 1.5e-4.
TEST(RobotFormats, AnEllipsoidIsFittedByItself) {
    const Vector3 axes(0.3, 0.2, 0.1);
    const EllipsoidFluidFit fit = fitEllipsoidFluid(*FluidBodyModel::build(makeEllipsoid(axes, 720)));
    EXPECT_LT((fit.semiAxes - axes).norm() / axes.norm(), 1e-3);
    EXPECT_LT(fit.addedMassMisfit, 7e-4);
    const EllipsoidFluidFit sphere = fitEllipsoidFluid(*FluidBodyModel::build(makeSphere(0.2, 720)));
    EXPECT_NEAR(sphere.semiAxes.norm(), 0.2 * std::sqrt(3.0), 1e-4);
    EXPECT_NEAR(2.0 * sphere.coefficients.bluntDrag, 0.47, 0.03); // a smooth sphere's Cd below the crisis
    EXPECT_LT(sphere.dragMisfit, 3e-4);
}

// One blunt and one slender coefficient cannot fit a plate's three sides; the file reports the misfit.
TEST(RobotFormats, AMisfitIsStatedInTheFile) {
    const auto plate = FluidBodyModel::build(makeBox({0.3, 0.2, 0.02}, 432));
    const EllipsoidFluidFit fit = fitEllipsoidFluid(*plate);
    EXPECT_LT(fit.addedMassMisfit, 0.005);     // measured 0.0042
    EXPECT_NEAR(fit.dragMisfit, 0.345, 0.005); // measured 0.3449
    const std::string text = mjcfOf(someLink(plate->addedMassPerDensity()), fit);
    char stated[32];
    std::snprintf(stated, sizeof stated, "%.3f", fit.dragMisfit);
    EXPECT_NE(text.find(stated), std::string::npos) << text;
}

// MuJoCo's own forces on the written file, against the fitted law and the exact added mass. MuJoCo integrates the added
// mass numerically; measured agreement 5e-7.
TEST(RobotFormats, MujocoLoadsTheFileAndComputesTheFittedForces) {
#ifdef AMBIENT_HAVE_MUJOCO
    const ScratchFolder folder;
    const auto body = FluidBodyModel::build(makeBox({0.6, 0.4, 0.1}, 300));
    const EllipsoidFluidFit fit = fitEllipsoidFluid(*body);
    RobotLink link = someLink(body->addedMassPerDensity().scaled(1025.0));
    link.body = solidMassProperties(body->mesh(), 800.0);
    const std::string file = folder.write("hull.xml", mjcfOf(link, fit));
    char error[500] = "";
    mjModel* model = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
    ASSERT_TRUE(model) << error;
    mjData* data = mj_makeData(model);
    EXPECT_NEAR(mj_getTotalmass(model), link.body.mass, 1e-9);
    const Twist twist{{0.3, -0.8, 0.5}, {1.1, 0.4, -0.7}}; // a free joint's velocity: angular part in body axes
    for (int k = 0; k < 3; ++k) {
        data->qvel[k] = twist.linear[k];
        data->qvel[3 + k] = twist.angular[k];
    }
    mj_forward(model, data);
    const Momentum fluid = analyticEllipsoidAddedMass(fit.semiAxes) * twist;
    const Wrench expected =
        ellipsoidFluidWrench(fit.semiAxes, fit.coefficients, twist) + gyroscopicWrench(twist, fluid);
    for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(data->qfrc_passive[k] / 1025.0, expected.linear[k], 2e-6 * expected.linear.norm());
        EXPECT_NEAR(data->qfrc_passive[3 + k] / 1025.0, expected.angular[k], 2e-6 * expected.angular.norm());
    }
    for (int step = 0; step < 100; ++step)
        mj_step(model, data);
    EXPECT_TRUE(std::isfinite(data->qpos[2]));
    mj_deleteData(data);
    mj_deleteModel(model);
#else
    GTEST_SKIP() << "libmujoco is not installed (Debian: libmujoco-dev)";
#endif
}

} // namespace robot_formats_test
