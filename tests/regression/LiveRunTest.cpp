// SPDX-License-Identifier: Zlib
// A live run of a scene, without the window.
#include "viewer/LiveRun.h"
#include "RunScene.h"
#include "exporters/CsvWriter.h"
#include "interface/ModelCache.h"
#include "viewer/CameraControl.h"
#include "viewer/PlotData.h"

#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

namespace live_run_test {

using ambient::Vector3;
using namespace samples;

namespace {

constexpr double kStep = 1.0 / 240.0;

/// A small scene, quick to build.
LiveSetup smallPlate(double seconds = 1.0) {
    LiveSetup setup = defaultSetup("falling-plate");
    setup.values.set("faces", 80.0);
    setup.duration = seconds;
    return setup;
}

void loadAndWait(LiveRun& run, const LiveSetup& setup) {
    run.load(setup);
    run.finishPreparing();
    ASSERT_TRUE(run.hasRun()) << run.error();
}

void makeSteps(LiveRun& run, int count) {
    for (int i = 0; i < count; ++i)
        run.step();
}

/// A camera at the side of the first body.
Camera lookingAt(const LiveRun& run, double distance) {
    Camera camera;
    camera.target = run.record().last().worldFromBody.position;
    camera.distance = distance;
    return camera;
}

/// Distance [m] between the centre of the first body and the first hit of a ray through the pixel on its mesh.
double firstHit(const LiveRun& run, const Camera& camera, const Eigen::Vector2d& pixel, const PictureSize& size) {
    const ambient::TriangleMesh& mesh = *run.record().bodies[0].mesh;
    const ambient::Pose bodyFromWorld = run.record().last().worldFromBody.inverse();
    const Vector3 eye = bodyFromWorld * camera.eye();
    const Vector3 along = bodyFromWorld.orientation * camera.rayThrough(pixel, size);
    double nearest = std::numeric_limits<double>::infinity();
    for (const auto& face : mesh.faces) {
        const auto corner = [&](int k) { return mesh.vertices[std::size_t(face[std::size_t(k)])]; };
        ambient::Matrix3 system; // corner 0 + s (corner 1 - corner 0) + t (corner 2 - corner 0) = eye + u along
        system << corner(1) - corner(0), corner(2) - corner(0), -along;
        if (system.determinant() == 0.0) continue;
        const Vector3 stu = system.inverse() * (eye - corner(0));
        if (stu.x() >= 0.0 && stu.y() >= 0.0 && stu.x() + stu.y() <= 1.0) nearest = std::min(nearest, stu.z());
    }
    return (eye + nearest * along).norm();
}

double distanceOf(const BodySample& a, const BodySample& b) {
    return (a.worldFromBody.position - b.worldFromBody.position).norm();
}

} // namespace

TEST(LiveRun, LeavesTheRecordOfARunWithoutAWindow) {
    LiveRun run;
    loadAndWait(run, smallPlate(0.25));
    run.play();
    for (int picture = 0; picture < 100 && run.isPlaying(); ++picture)
        run.update(1.0 / 60.0);
    EXPECT_TRUE(run.isOver());
    const RunRecord expected = runScene("falling-plate", {{"faces", 80.0}}, 0.25, kStep, "default", true);
    EXPECT_EQ(csvText(run.record()), csvText(expected));
}

TEST(LiveRun, StartsAgainWithTheSameRecordAndTheSameModels) {
    LiveRun run;
    loadAndWait(run, smallPlate());
    makeSteps(run, 30);
    const std::string first = csvText(run.record());
    const auto model = run.record().bodies.front().model;
    run.restart();
    run.finishPreparing();
    EXPECT_EQ(run.record().frameCount(), 1);
    makeSteps(run, 30);
    EXPECT_EQ(csvText(run.record()), first);
    EXPECT_EQ(run.record().bodies.front().model, model) << "the added mass was computed a second time";
}

TEST(LiveRun, AnotherValueOfTheFluidGetsAnotherModel) {
    LiveRun run;
    LiveSetup setup = smallPlate();
    loadAndWait(run, setup);
    const auto model = run.record().bodies.front().model;
    setup.values.set("tilt", 20.0);
    loadAndWait(run, setup);
    EXPECT_EQ(run.record().bodies.front().model, model) << "the tilt changes nothing that the fluid knows";
    setup.values.set("separation", 120.0);
    loadAndWait(run, setup);
    EXPECT_NE(run.record().bodies.front().model, model);
}

TEST(LiveRun, GoesOnWithAnotherModelWhereTheBodiesAre) {
    for (const char* solver : {"stock", "fluid"}) {
        LiveRun run;
        loadAndWait(run, smallPlate());
        makeSteps(run, 60);
        const BodySample before = run.record().last();
        run.switchModel("paper001", solver);
        run.finishPreparing();
        ASSERT_EQ(run.setup().model, "paper001") << run.error();
        ASSERT_EQ(run.record().frameCount(), 61);
        run.step();
        const BodySample after = run.record().last();
        EXPECT_NEAR(after.time, before.time + kStep, 1e-12);
        // Half the difference of the forces times the step squared is left: measured 1.6e-5 m, 7.5e-3 m/s, and 0.017
        // rad of turn.
        const Vector3 predicted = before.worldFromBody.position + kStep * before.velocity.linear;
        EXPECT_LT((after.worldFromBody.position - predicted).norm(), 3e-5) << solver;
        EXPECT_LT((after.velocity.linear - before.velocity.linear).norm(), 0.015) << solver;
        EXPECT_LT(after.worldFromBody.orientation.angularDistance(before.worldFromBody.orientation), 0.03);
    }
}

TEST(LiveRun, AGhostRunsInStepAsIfItWereAlone) {
    LiveRun run;
    loadAndWait(run, smallPlate());
    makeSteps(run, 20);
    run.setGhost("rbd");
    run.finishPreparing();
    ASSERT_NE(run.ghostRecord(), nullptr) << run.error();
    makeSteps(run, 20);
    ASSERT_EQ(run.record().frameCount(), 41);
    const RunRecord alone = runScene("falling-plate", {{"faces", 80.0}}, 40.0 * kStep, kStep, "rbd", true);
    EXPECT_EQ(csvText(*run.ghostRecord()), csvText(alone));
    const RunRecord main = runScene("falling-plate", {{"faces", 80.0}}, 40.0 * kStep, kStep, "default", true);
    EXPECT_EQ(csvText(run.record()), csvText(main)) << "the ghost pushed the run";
    run.setGhost("");
    EXPECT_EQ(run.ghostRecord(), nullptr);
}

TEST(LiveRun, LookingBackChangesNothingAndPlayGoesOnFromThere) {
    LiveRun run;
    loadAndWait(run, smallPlate());
    makeSteps(run, 40);
    const std::string before = csvText(run.record());
    run.lookAt(10);
    EXPECT_FALSE(run.isLive());
    EXPECT_EQ(run.shownFrame(), 10);
    EXPECT_NEAR(run.shownTime(), 10 * kStep, 1e-12);
    run.play();
    for (int picture = 0; picture < 5; ++picture)
        run.update(kStep);
    EXPECT_EQ(run.shownFrame(), 15);
    EXPECT_EQ(csvText(run.record()), before);
    for (int picture = 0; picture < 30; ++picture)
        run.update(kStep);
    EXPECT_TRUE(run.isLive());
    EXPECT_EQ(run.record().frameCount(), 46) << "25 frames to the end of the record, then 5 steps";
}

TEST(LiveRun, GoesOnFromAnEarlierFrameAndForgetsTheRest) {
    LiveRun run;
    loadAndWait(run, smallPlate());
    makeSteps(run, 40);
    const RunRecord before = run.record();
    run.lookAt(20);
    run.goOnFromShown();
    run.finishPreparing();
    ASSERT_EQ(run.record().frameCount(), 21) << run.error();
    makeSteps(run, 20);
    // The integrator begins with another substep: measured 2.3e-7 m.
    EXPECT_LT(distanceOf(run.record().last(), before.last()), 1e-6);
    EXPECT_GT(distanceOf(run.record().last(), before.at(20)), 1e-2);
}

TEST(LiveRun, TakesTheSpeedTimesTheWallTime) {
    for (const double speed : {1.0 / 64.0, 0.25, 1.0, 4.0}) {
        LiveRun run([] { return 0.0; });
        loadAndWait(run, smallPlate(2.0));
        run.setSpeed(speed);
        run.play();
        double wall = 0.0;
        for (const double picture : {0.016, 0.017, 0.04, 0.001, 0.02, 0.0167, 0.033}) {
            run.update(picture);
            wall += picture;
            EXPECT_NEAR(run.record().last().time, wall * speed - 0.5 * kStep, 0.51 * kStep) << speed;
        }
        EXPECT_NEAR(run.keptShare(), 1.0, 1e-9);
    }
}

TEST(LiveRun, NeverMakesUpForWhatItCouldNotDo) {
    LiveRun patient([] { return 0.0; });
    loadAndWait(patient, smallPlate(20.0));
    patient.play();
    patient.update(5.0);
    EXPECT_EQ(patient.record().frameCount() - 1, 24) << "a tenth of a second";
    patient.update(kStep);
    EXPECT_EQ(patient.record().frameCount() - 1, 25);

    double now = 0.0; // a machine with 30 ms per step
    LiveRun slow([&now] { return now += 0.03; });
    loadAndWait(slow, smallPlate(20.0));
    slow.play();
    for (int picture = 0; picture < 20; ++picture)
        slow.update(0.1);
    EXPECT_LE(slow.record().frameCount() - 1, 40);
    EXPECT_GE(slow.record().frameCount() - 1, 20);
    EXPECT_LT(slow.keptShare(), 0.5);
}

TEST(LiveRun, WhatCannotBeBuiltLeavesTheOldRun) {
    LiveRun run;
    loadAndWait(run, smallPlate());
    makeSteps(run, 5);
    LiveSetup broken = smallPlate();
    broken.values.setFile("mesh", "/no/such/file.obj");
    run.load(broken);
    run.finishPreparing();
    EXPECT_NE(run.error().find("/no/such/file.obj"), std::string::npos) << run.error();
    EXPECT_EQ(run.error().find('\n'), std::string::npos);
    EXPECT_EQ(run.record().frameCount(), 6);
    run.restart();
    run.finishPreparing();
    EXPECT_EQ(run.error(), "");
    EXPECT_THROW(run.setDuration(-1.0), std::invalid_argument);
}

TEST(LiveRun, SaysWhyItsFirstRunDidNotStartUntilSomethingElseIsAskedFor) {
    LiveRun run;
    LiveSetup broken = smallPlate();
    broken.values.setFile("mesh", "/no/such/file.obj");
    run.load(broken);
    EXPECT_EQ(run.startError(), "") << "it may yet be built";
    run.finishPreparing();
    EXPECT_NE(run.startError().find("/no/such/file.obj"), std::string::npos) << run.startError();
    run.load(broken);
    run.finishPreparing();
    EXPECT_EQ(run.startError(), "");
    EXPECT_NE(run.error(), "");
}

// Fractions report the progress of the added mass: 0.8 is the matrix; the rest cannot be interrupted.
TEST(LiveRun, GivesUpAMeshThatIsInWork) {
    LiveRun run;
    LiveSetup large = smallPlate();
    large.values.set("faces", 6000.0);
    run.load(large);
    while (run.preparedFraction() == 0.0)
        std::this_thread::yield();
    run.stopPreparing();
    run.finishPreparing();
    EXPECT_FALSE(run.hasRun());
    EXPECT_LT(run.preparedFraction(), 0.7);
    EXPECT_EQ(run.error(), "") << "it was asked for";
    run.load(smallPlate());
    run.finishPreparing();
    EXPECT_TRUE(run.hasRun()) << run.error();
}

TEST(LiveRun, ADragPullsABodyTowardsTheCursorAndLetsGo) {
    for (const char* solver : {"stock", "fluid"}) {
        LiveRun run;
        LiveSetup setup = smallPlate();
        setup.solver = solver;
        loadAndWait(run, setup);
        const Vector3 start = run.record().last().worldFromBody.position, target = start + Vector3(0.1, 0.0, 0.1);
        run.beginDrag({0, start});
        run.moveDrag(target);
        makeSteps(run, 120);
        // Measured 2e-9 m.
        EXPECT_LT((run.drag()->heldPoint() - target).norm(), 1e-6) << solver;
        run.endDrag();
        makeSteps(run, 60);
        EXPECT_TRUE(run.record().last().momentum.vector().allFinite()) << solver;
        EXPECT_LT(run.record().last().worldFromBody.position.z(), target.z()) << solver << ": it falls again";
        EXPECT_LT(run.record().last().velocity.linear.norm(), 2.0) << solver;
    }
}

TEST(Picking, HitsABodyWhereItIsSeenAndNothingBesideIt) {
    LiveRun run;
    loadAndWait(run, smallPlate());
    const PictureSize size{640, 480};
    const Camera camera = lookingAt(run, 1.0);
    const Vector3 centre = run.record().last().worldFromBody.position;
    const auto pixel = camera.pixelOf(centre, size);
    ASSERT_TRUE(pixel);
    const auto pick = pickBody(run.context(), camera, *pixel, size);
    ASSERT_TRUE(pick);
    EXPECT_EQ(pick->body, 0);
    EXPECT_NEAR((pick->point - centre).norm(), firstHit(run, camera, *pixel, size), 1e-14); // 1.1e-16
    const double radius = 0.05 / camera.pixelWidthAt(centre, size);
    EXPECT_FALSE(pickBody(run.context(), camera, *pixel + Eigen::Vector2d(1.2 * radius, 0.0), size));
    EXPECT_FALSE(pickBody(run.context(), camera, *pixel - Eigen::Vector2d(0.0, 1.2 * radius), size));
    // From far away: the body is a dot.
    const Camera far = lookingAt(run, 60.0);
    EXPECT_TRUE(pickBody(run.context(), far, *far.pixelOf(centre, size) + Eigen::Vector2d(5.0, 0.0), size));
    EXPECT_FALSE(pickBody(run.context(), far, *far.pixelOf(centre, size) + Eigen::Vector2d(15.0, 0.0), size));
}

TEST(CameraControl, PutsWhatIsPannedUnderTheCursorAndFollowsBodies) {
    const PictureSize size{640, 480};
    CameraControl control;
    Camera start;
    start.elevation = 0.4;
    control.reset(start);
    control.pan({30.0, -12.0}, size);
    const auto pixel = control.camera().pixelOf(Vector3::Zero(), size);
    ASSERT_TRUE(pixel);
    EXPECT_LT((*pixel - Eigen::Vector2d(350.0, 228.0)).norm(), 1e-9);
    control.reset(start);
    control.follow(Vector3(1.0, 2.0, 3.0), 0.1, 0.016);
    EXPECT_LT(control.camera().target.norm(), 1e-12) << "it jumped when it began to follow";
    for (int picture = 0; picture < 200; ++picture)
        control.follow(Vector3(1.0, 2.0, 2.0), 0.3, 0.016);
    EXPECT_LT((control.camera().target - Vector3(0.0, 0.0, -1.0)).norm(), 1e-6);
    EXPECT_NEAR(control.camera().distance, 3.0 * start.distance, 1e-5);
    for (int i = 0; i < 100; ++i)
        control.orbit({0.0, 100.0}, size);
    EXPECT_LT(control.camera().elevation, 0.5 * ambient::kPi);
}

TEST(PlotData, TakesTheKineticEnergyOfEachRunFromItsOwnRecord) {
    RunRecord record;
    record.bodies.resize(1);
    record.samples.resize(1);
    record.samples[0].kineticEnergy = 6.0;
    RunRecord ghost = record;
    ghost.samples[0].kineticEnergy = 0.5;
    PlotData data;
    data.reset({}, record, &ghost, 0, {Rgb(1.0f, 0.0f, 0.0f)});
    for (const LivePlot& plot : data.plots()) {
        if (plot.label != "kinetic energy [J]") continue;
        ASSERT_EQ(plot.curves.size(), 2u);
        EXPECT_EQ(plot.curves[0].values[0], 6.0);
        EXPECT_EQ(plot.curves[1].values[0], 0.5);
        return;
    }
    FAIL() << "no plot of the energy";
}

TEST(ModelCache, KeepsAModelForTheSameMeshAndDefinitionOnly) {
    const ambient::TriangleMesh ball = ambient::makeSphere(0.1, 320), larger = ambient::makeSphere(0.2, 320);
    using Def = ambient::FluidBodyDef;
    const std::vector<std::function<void(Def&)>> changes = {
        [](Def& def) { def.separationAngle = 2.0; },
        [](Def& def) { def.wakeFactor = 0.5; },
        [](Def& def) { def.surfacePressure.windward = 0.9; },
        [](Def& def) { def.surfacePressure.sheetLead = 3.0; },
        [](Def& def) { def.pressureScale = 0.5; },
        [](Def& def) { def.frictionScale = 0.5; },
        [](Def& def) { def.buoyancyScale = 0.5; },
        [](Def& def) { def.addedMassMethod = ambient::AddedMassMethod::Local; },
        [](Def& def) { def.addedMass = ambient::GivenAddedMass{}; },
        [](Def& def) { def.sheetThickness = 0.01; },
        [](Def& def) { def.repair = ambient::MeshRepair::None; }};
    ModelCache models;
    const auto usual = models.build(ball, {});
    EXPECT_EQ(models.build(ball, {}), usual);
    EXPECT_NE(models.build(larger, {}), usual);
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Def def;
        changes[i](def);
        const auto changed = models.build(ball, def);
        EXPECT_NE(changed, usual) << i;
        EXPECT_EQ(models.build(ball, def), changed) << i;
    }
    EXPECT_EQ(models.build(ball, {}), usual);
}

} // namespace live_run_test
