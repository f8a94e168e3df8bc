// SPDX-License-Identifier: Zlib
// Bodies of several shapes, with water inside, and with openings.
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "LiveWorldTesting.h"
#include "Worlds/WorldMeshes.h"

#include <gtest/gtest.h>

#include <limits>

namespace world_flooding_test {

using ambient::MassProperties;
using ambient::Matrix3;
using ambient::Vector3;
using nlohmann::json;

namespace {

/// A turned hull of two shapes in water, with a tank off its centre.
json hull(const json& more) {
    json world = json::parse(R"({"dt": 0.01, "medium": {"density": 1000, "viscosity": 0.001}, "bodies": [
        {"name": "hull", "position": [1, 2, -3], "orientation": [0.6, 0, 0, 0.8],
         "shape": [{"type": "box", "size": [1, 0.5, 0.4], "faces": 48},
                   {"type": "box", "size": [0.3, 0.3, 0.4], "faces": 48, "position": [0.2, 0, 0.3]}],
         "flooded": [{"type": "box", "size": [0.5, 0.3, 0.2], "position": [0.1, 0.05, -0.02], "faces": 48}]}]})");
    world["bodies"][0].update(more);
    return world;
}

std::string refusal(const json& world) {
    try {
        const test::RunWorld run(world.dump());
    } catch (const ambient::WorldFileError& error) {
        return error.what();
    }
    return "";
}

void names(const json& world, const std::string& text) {
    const std::string line = refusal(world);
    EXPECT_NE(line.find(text), std::string::npos) << "'" << line << "' does not say '" << text << "'";
}

/// The inertia about the centre of mass, frame of the file.
Matrix3 inertiaOf(const ambient::FileWorld::Moving& moving) {
    const Matrix3 turn = moving.shownFromBody.toRotationMatrix();
    return turn * moving.inertia.asDiagonal() * turn.transpose();
}

} // namespace

// Walls of the density of water with water inside: the whole is water at rest. Its 256 kg and their inverse are exact
// in single precision. Measured 3e-13 N s after a second.
TEST(WorldFlooding, AFloodedBodyOfTheDensityOfWaterHangsStill) {
    const json box = {{"type", "box"}, {"size", {1, 0.5, 0.512}}, {"faces", 48}};
    test::RunWorld world(hull({{"density", 1000}, {"shape", box}}).dump());
    const ambient::FileWorld::Moving& moving = world.moving(0);
    EXPECT_NEAR(moving.mass, 256.0, 1e-9);
    EXPECT_NEAR(moving.cavity.waterMass(), 30.0, 1e-9);
    world.run(1.0);
    EXPECT_LT(world.motion(0).velocity.linear.norm() * moving.mass, 1e-9); // the impulse of the force [N s]
    EXPECT_LT(world.motion(0).velocity.angular.norm(), 1e-9);
}

// M = M_dry + rho J(V): mass, centre and inertia of the sum by the theorem of parallel axes. Measured 8e-16.
TEST(WorldFlooding, TheInertiaIsThatOfTheDryBodyAndOfRigidWater) {
    const Vector3 dryCenter(0.03, -0.02, 0.05), center(0.1, 0.05, -0.02);
    Matrix3 dry = Vector3(4.0, 5.0, 6.0).asDiagonal();
    dry(0, 1) = dry(1, 0) = 0.3;
    const test::RunWorld world(
        hull({{"mass", 70}, {"center_of_mass", {0.03, -0.02, 0.05}}, {"inertia", {4, 5, 6, 0.3, 0, 0}}}).dump());
    const ambient::FileWorld::Moving& moving = world.moving(0);
    const double water = 1000.0 * 0.5 * 0.3 * 0.2;
    const Matrix3 ofWater = water / 12.0 * Vector3(0.13, 0.29, 0.34).asDiagonal();
    const Vector3 sum = (70.0 * dryCenter + water * center) / (70.0 + water);
    const auto moved = [](double mass, const Vector3& r) {
        return Matrix3(mass * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose()));
    };
    const Matrix3 expected = dry + moved(70.0, dryCenter - sum) + ofWater + moved(water, center - sum);
    EXPECT_NEAR(moving.mass, 70.0 + water, 1e-12 * 70.0);
    EXPECT_LT((moving.centerOfMass - sum).norm(), 1e-12);
    EXPECT_LT((inertiaOf(moving) - expected).norm(), 1e-12 * expected.norm());
}

// A density is that of the walls; a missing inertia is that of walls of one density around the tank.
TEST(WorldFlooding, TheWallsAreAroundTheWater) {
    const test::RunWorld walls(hull({{"density", 2700}}).dump()), dry(hull({{"mass", 300}}).dump());
    const double outer = walls.moving(0).model->volume(), tank = 0.03;
    EXPECT_NEAR(walls.moving(0).mass, 2700.0 * (outer - tank) + 1000.0 * tank, 1e-9 * 2700.0);
    EXPECT_NEAR(dry.moving(0).mass, 300.0 + 1000.0 * tank, 1e-9 * 300.0);
    json full = hull({{"density", 2700}, {"flooded_density", 2700}});
    const test::RunWorld same(full.dump());
    full["bodies"][0].erase("flooded");
    full["bodies"][0].erase("flooded_density");
    const test::RunWorld solid(full.dump());
    EXPECT_LT((inertiaOf(same.moving(0)) - inertiaOf(solid.moving(0))).norm(),
              1e-9 * inertiaOf(solid.moving(0)).norm());
    EXPECT_LT((same.moving(0).centerOfMass - solid.moving(0).centerOfMass).norm(), 1e-12);
}

// The water of the start stays inside: also where the water around is lighter, and in saved worlds.
TEST(WorldFlooding, TheWaterInsideStaysThatOfTheStart) {
    json file = hull({{"density", 1300}});
    file["medium"] = json::parse(R"({"viscosity": 0.001, "profile": [
        {"height": -10, "density": 1100}, {"height": 0, "density": 1000}]})");
    const auto world = test::made(file);
    const ambient::FileWorld::Moving& moving = world->simulation().content().moving()[0];
    EXPECT_NEAR(moving.cavity.density, 1030.0, 1e-9);
    test::run(*world, 50);
    const json saved = world->file();
    EXPECT_LT(saved["bodies"][0]["position"][2].get<double>(), -3.1);
    EXPECT_NEAR(saved["bodies"][0]["flooded_density"].get<double>(), 1030.0, 1e-9);
    const auto again = test::made(saved);
    const ambient::FileWorld::Moving& read = again->simulation().content().moving()[0];
    EXPECT_EQ(read.mass, moving.mass);
    EXPECT_EQ(read.centerOfMass, moving.centerOfMass);
}

TEST(WorldFlooding, LinksHaveWaterAndOpeningsToo) {
    json file = json::parse(R"({"dt": 0.01, "medium": {"density": 1000, "viscosity": 0.001},
        "articulated_bodies": [{"name": "r", "links": [
            {"name": "a", "shape": {"type": "box", "size": [1, 1, 1.024], "faces": 48}, "density": 1000,
             "flooded": [{"type": "box", "size": [0.5, 0.5, 0.5], "faces": 48}]},
            {"name": "b", "parent": "a", "position": [2, 0, 0], "joint": {"type": "hinge", "axis": [0, 1, 0]},
             "shape": {"type": "box", "size": [1, 1, 0.085333333333333333], "faces": 48},
             "density": 1000, "porosity": 0.25}]}]})");
    test::RunWorld world(file.dump());
    EXPECT_NEAR(world.moving(0).mass, 1024.0, 1e-9);
    EXPECT_NEAR(world.moving(0).cavity.waterMass(), 125.0, 1e-9);
    EXPECT_NEAR(world.moving(1).mass, 64.0, 1e-9);
    EXPECT_EQ(world.moving(1).model->def().porosity, 0.25);
    world.run(0.5); // all of the density of water
    EXPECT_LT(world.motion(0).velocity.linear.norm() + world.motion(1).velocity.linear.norm(), 1e-9);
    file["articulated_bodies"][0]["link_inertia"] = "coupled";
    names(file, "articulated_bodies[0].links[1].porosity: links that feel each other");
}

// (rho_s - rho) V (1 - p) g = (rho_s V (1 - p) + K f(p)) a in the first step. Measured 7e-7, of the drag.
TEST(WorldFlooding, APorousMatBeginsToSinkAsItsMassesSay) {
    double whole = 0.0; // K of the outline
    for (const double porosity : {0.0, 0.1, 0.3, 0.5}) {
        json file = json::parse(R"({"dt": 0.001, "medium": {"density": 1000, "viscosity": 0.001}, "bodies": [
            {"shape": {"type": "box", "size": [1, 1, 0.05]}, "density": 2000}]})");
        file["bodies"][0]["porosity"] = porosity;
        test::RunWorld world(file.dump());
        const ambient::FluidBodyModel& model = *world.moving(0).model;
        if (porosity == 0.0) whole = 1000.0 * model.addedMassPerDensity().matrix()(5, 5);
        world.run(0.001);
        const double mass = 100.0 * (1.0 - porosity), load = 50.0 * (1.0 - porosity) * 9.81;
        const double expected = 0.001 * load / (mass + ambient::addedMassFactorOf(porosity) * whole);
        EXPECT_NEAR(-world.motion(0).velocity.linear.z(), expected, 1e-5 * expected) << porosity;
    }
}

TEST(WorldFlooding, WrongKeysAreNamedByTheirPlace) {
    names(hull({{"density", 900}, {"flooded", {{{"type", "sphere"}, {"radius", 0.1}, {"position", {0.5, 0, 0}}}}}}),
          "bodies[0].flooded[0]: does not lie inside the body");
    names(hull({{"density", 900}, {"flooded", {{{"type", "box"}, {"size", {1, 0.5, 0.4}}}, {{"type", "cube"}}}}}),
          "bodies[0].flooded[1].type: 'cube'");
    names(hull({{"static", true}}), "bodies[0].flooded: the body is static");
    names(hull({{"density", 900}, {"model", "rbd"}}), "bodies[0].flooded: the body has no fluid");
    names(hull({{"density", 900}, {"porosity", 0.1}}), "bodies[0].flooded: water runs out of a porous body");
    names(hull({{"density", 900}, {"flooded_density", -1}}), "bodies[0].flooded_density: -1 is not above 0");
    names(hull({{"density", 900}, {"flooded", json::array()}, {"flooded_density", 900}}), "nothing is flooded");
    names(hull({{"density", 900}, {"shape", json::array()}}), "bodies[0].shape: is empty");
    json mat = hull({{"density", 900}, {"porosity", 0.6}});
    mat["bodies"][0].erase("flooded");
    names(mat, "bodies[0].porosity: is above 0.5: model the bars");
    mat["bodies"][0]["porosity"] = -0.1;
    names(mat, "bodies[0].porosity: -0.1 is below 0");
    mat["bodies"][0]["porosity"] = 0.1;
    mat["bodies"][0]["waves_made"] = "radiation";
    names(mat, "bodies[0].waves_made: a porous body makes waves by heave or none");
}

// A list of shapes is one solid: boxes that cross. Measured 1e-16.
TEST(WorldFlooding, AListOfShapesIsTheirUnion) {
    const test::RunWorld world(hull({{"mass", 100}}).dump());
    EXPECT_NEAR(world.moving(0).model->volume(), 1.0 * 0.5 * 0.4 + 0.3 * 0.3 * 0.3, 1e-9);
    EXPECT_TRUE(world.log.empty());
    EXPECT_FALSE(world.moving(0).isConvex);
    EXPECT_TRUE(world.moving(0).body->getCollisionShape()->isCompound());
}

// The vehicle of the guide beside our own figures for another mesh of the same public sizes, whose added mass is 5.9,
// 12.3, 15.9 kg, .172, .198, .227 kg m^2 and whose volume is 14.5 l. Measured: within 11 %; the time is a second.
TEST(WorldFlooding, AnOpenFrameHasTheAddedMassOfItsParts) {
    const std::string path = test::rootPath() + "/samples/worlds/robots/open-frame.json";
    const ambient::WorldDescription world = ambient::parseWorld(test::wholeFile(path), path, "");
    ASSERT_EQ(world.bodies[0].shape.parts.size(), 25U);
    const ambient::TriangleMesh mesh = ambient::meshOf(world.bodies[0].shape, "");
    ambient::AddedMassOptions options;
    options.discretisation = std::numeric_limits<double>::infinity(); // no refinement
    const ambient::Pose place{ambient::Quaternion::Identity(), ambient::volumeCentroid(mesh)};
    const auto diagonal = ambient::computeAddedMass(mesh, options).perDensity.changeFrame(place).matrix().diagonal();
    const double expected[] = {0.172, 0.198, 0.227, 5.9, 12.3, 15.9};
    for (int i = 0; i < 6; ++i)
        EXPECT_NEAR(1000.0 * diagonal[i], expected[i], 0.15 * expected[i]) << i;
    EXPECT_NEAR(ambient::enclosedVolume(mesh), 0.0145, 0.15 * 0.0145);
}

} // namespace world_flooding_test
