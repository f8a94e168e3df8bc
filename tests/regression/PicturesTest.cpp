// SPDX-License-Identifier: Zlib
#include "RunProgram.h"
#include "RunScene.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "TestPaths.h"
#include "drawing/RecordTimes.h"
#include "drawing/SurfaceColours.h"
#include "exporters/Film.h"
#include "exporters/StillPicture.h"

#include <random>

namespace pictures_test {

using namespace samples;
using ambient::Vector3;

namespace {

const std::string kSamples = test::samplesWord(); // a shell word, for any name of the folder
const std::string kPlate = kSamples + " --run falling-plate --headless --set faces=80 --seconds 0.05";
constexpr PictureSize kSmall{320, 180};

PlotSpec specOf(const std::string& scene) {
    const auto created = findSample(scene).create();
    return created->plot(ParameterValues(created->parameters()));
}

/// A ball flying through air, with a model of zero build time.
RunRecord flyingBall(double radius, const Vector3& velocity) {
    ambient::FluidBodyDef def;
    def.addedMassMethod = ambient::AddedMassMethod::Local;
    const auto model = ambient::FluidBodyModel::build(ambient::makeSphere(radius, 5120), def);
    RunRecord record;
    record.timeStep = 0.01;
    record.medium = std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air());
    record.bodies = {{"ball", 1.0, {model, &model->mesh()}, true, model}};
    for (int frame = 0; frame < 101; ++frame) {
        BodySample s;
        s.time = frame * record.timeStep;
        s.worldFromBody.position = s.time * velocity;
        s.velocity.linear = velocity;
        record.samples.push_back(s);
    }
    return record;
}

/// The arrows of a drawing of its first moment, with the shown forces only.
std::vector<DrawnArrow> forceArrows(const RunRecord& record, std::vector<DrawnLegend>& legends) {
    ShowOptions show;
    show.forces = true;
    show.trails = show.labels = show.ruler = false;
    const PlotSpec spec;
    const Drawing drawing = RecordDrawing(record, spec).moment(0.0, show, {Camera(), kSmall});
    legends = drawing.legends;
    return drawing.arrows;
}

/// Whether all corners of a body's mesh are on the picture; `box` receives their extent there [px].
bool isOnPicture(const RecordedBody& body, const BodySample& sample, double scale, const Camera& camera,
                 const PictureSize& size, Eigen::AlignedBox2d& box) {
    const Eigen::AlignedBox2d picture(Eigen::Vector2d::Zero(), Eigen::Vector2d(size.width, size.height));
    bool all = true;
    for (const Vector3& vertex : body.mesh->vertices) {
        const auto pixel = camera.pixelOf(sample.worldFromBody * (scale * vertex), size);
        all = all && pixel && picture.contains(*pixel);
        if (pixel) box.extend(*pixel);
    }
    return all;
}

/// A renderer, on capable machines.
std::unique_ptr<OffscreenRenderer> rendererOrNull(const PictureSize& size) {
    try {
        return std::make_unique<OffscreenRenderer>(size);
    } catch (const std::runtime_error&) {
        return nullptr;
    }
}

int differenceAt(const Image& a, const Image& b, const Eigen::Vector2d& pixel) {
    const int x = static_cast<int>(pixel.x()), y = static_cast<int>(pixel.y());
    int sum = 0;
    for (int i = 0; i < 3; ++i)
        sum += std::abs(int(a.pixel(x, y)[i]) - int(b.pixel(x, y)[i]));
    return sum;
}

} // namespace

// Measured: 0.0425 U at the very front, since the faces about a vertex lean to all sides; a vertex beside the line has
// faces of both kinds.
TEST(SurfaceColours, ASphereSlipsByTheSineOfTheAngleInFrontAndNotAtAllBehind) {
    const double U = 7.0, radius = 0.3;
    const RunRecord record = flyingBall(radius, {U, 0.0, 0.0});
    const std::vector<double> speeds = slipSpeeds(record, 0, record.at(0));
    const std::vector<Vector3>& vertices = record.bodies.front().mesh->vertices;
    ASSERT_EQ(speeds.size(), vertices.size());
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        const double cosine = vertices[i].normalized().x();
        if (cosine > 0.1) {
            EXPECT_NEAR(speeds[i], U * std::sqrt(std::max(0.0, 1.0 - cosine * cosine)), 0.045 * U);
        }
        if (cosine < -0.1) {
            EXPECT_EQ(speeds[i], 0.0);
        }
        EXPECT_LE(speeds[i], U);
    }
    EXPECT_EQ(slipScale(record), 8.0);
    for (const auto& piece : separationLineAt(record, 0, record.at(50)))
        EXPECT_NEAR(piece[0].x(), 0.5 * U, 0.02 * radius);
}

TEST(SurfaceColours, NothingSlipsInAVacuumNorAtRestInAStream) {
    RunRecord record = flyingBall(0.3, {7.0, 0.0, 0.0});
    record.medium = std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air().movingAt({7.0, 0.0, 0.0}));
    for (const double speed : slipSpeeds(record, 0, record.at(3)))
        EXPECT_EQ(speed, 0.0);
    record.medium = nullptr;
    for (const double speed : slipSpeeds(record, 0, record.at(3)))
        EXPECT_EQ(speed, 0.0);
    EXPECT_EQ(slipScale(record), 0.0);
    EXPECT_TRUE(separationLineAt(record, 0, record.at(3)).empty());
}

TEST(RecordTimes, FramesAreTheirOwnAndBetweenThemTheWayIsStraight) {
    const RunRecord record = runScene("falling-plate", {{"faces", 80}}, 0.3, 1.0 / 50.0);
    for (const int frame : {0, 7, 15})
        EXPECT_EQ(sampleAt(record, 0, frame * record.timeStep).worldFromBody.position,
                  record.at(frame).worldFromBody.position);
    const ambient::Pose a = record.at(9).worldFromBody, b = record.at(10).worldFromBody;
    const ambient::Pose middle = sampleAt(record, 0, 9.5 * record.timeStep).worldFromBody;
    EXPECT_NEAR((middle.position - 0.5 * (a.position + b.position)).norm(), 0.0, 1e-12);
    const double half = 0.5 * a.orientation.angularDistance(b.orientation);
    EXPECT_NEAR(middle.orientation.angularDistance(a.orientation), half, 1e-12);
    EXPECT_EQ(sampleAt(record, 0, 99.0).time, record.last().time);
}

// Extents in any direction: the fitted content touches two opposite edges of the free part of the picture, from inside.
TEST(Framing, HoldsAllPointsAndComesAsNearAsItCan) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> within(-1.0, 1.0);
    for (int round = 0; round < 100; ++round) {
        const Vector3 size(0.1 + std::fabs(within(random)), 0.1 + std::fabs(within(random)), 0.1);
        std::vector<Vector3> points;
        for (int i = 0; i < 20; ++i)
            points.push_back(Vector3(within(random), within(random), within(random)).cwiseProduct(size));
        Camera toward;
        toward.azimuth = 3.0 * within(random);
        toward.elevation = 1.4 * within(random);
        const Camera camera = fitted(points, toward, kSmall);
        Eigen::AlignedBox2d box;
        for (const Vector3& point : points)
            box.extend(camera.pixelOf(point, kSmall).value());
        EXPECT_GE(box.min().x(), 0.04 * kSmall.width - 1e-6);
        EXPECT_LE(box.max().x(), 0.95 * kSmall.width + 1e-6);
        EXPECT_GE(box.min().y(), 0.16 * kSmall.height - 1e-6);
        EXPECT_LE(box.max().y(), 0.92 * kSmall.height + 1e-6);
        const bool isWide = std::fabs(box.sizes().x() - 0.91 * kSmall.width) < 1e-6;
        const bool isHigh = std::fabs(box.sizes().y() - 0.76 * kSmall.height) < 1e-6;
        EXPECT_TRUE(isWide || isHigh) << box.sizes().transpose();
    }
}

TEST(Framing, AWholeRunFillsThePictureAndNothingOfItSticksOut) {
    for (const char* scene : {"falling-plate", "golf-drive", "wet-collisions"}) {
        const RunRecord record = runScene(scene, {{"faces", 80}}, 1.0, 1.0 / 120.0);
        const Shot shot = frameRun(record, specOf(scene), kSmall);
        Eigen::AlignedBox2d box;
        for (int frame = 0; frame < record.frameCount(); ++frame)
            for (int body = 0; body < record.bodyCount(); ++body)
                EXPECT_TRUE(isOnPicture(record.bodies[std::size_t(body)], record.at(frame, body), shot.enlargement,
                                        shot.camera, kSmall, box));
        EXPECT_GT(std::max(box.sizes().x() / kSmall.width, box.sizes().y() / kSmall.height), 0.74) << scene;
    }
}

// The spring is at rest relative to even motion. Measured: 5e-15 m.
TEST(Framing, FollowsEvenMotionWithoutLaggingBehind) {
    Subject subject;
    subject.velocity = {53.0, -4.0, 9.0};
    Camera start;
    FollowingCamera camera(start, subject);
    for (int i = 0; i < 100; ++i) {
        subject.position += subject.velocity / 60.0;
        EXPECT_NEAR((camera.follow(subject, 1.0 / 60.0).target - subject.position).norm(), 0.0, 1e-12);
    }
    subject.position.x() += 100.0;
    EXPECT_LT((camera.follow(subject, 1.0 / 60.0).target - subject.position).norm(), 0.2 * start.distance);
}

TEST(Film, KeepsTheFollowedBodyInEveryPicture) {
    const RunRecord record = runScene("falling-plate", {{"faces", 80}}, 4.0, 1.0 / 120.0);
    const PlotSpec spec = specOf("falling-plate");
    ASSERT_TRUE(isWorthFollowing(record, spec));
    FilmOptions options;
    options.size = kSmall;
    FilmStage stage(record, spec, options);
    ASSERT_EQ(stage.frameCount(), 241);
    for (int picture = 0; picture < stage.frameCount(); ++picture) {
        const Drawing drawing = stage.next();
        Eigen::AlignedBox2d box;
        const BodySample sample = sampleAt(record, 0, picture / 60.0);
        EXPECT_TRUE(isOnPicture(record.bodies.front(), sample, 1.0, stage.camera(), kSmall, box)) << picture;
        EXPECT_GT(box.sizes().norm(), 0.1 * kSmall.height) << picture;
        EXPECT_EQ(drawing.bodies.front().worldFromBody.position, sample.worldFromBody.position);
    }
    EXPECT_THROW(stage.next(), std::logic_error);
}

TEST(Film, LastsThreeToTwentySecondsAtARoundSpeed) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> decades(-3.0, 4.0);
    for (int i = 0; i < 1000; ++i) {
        const double seconds = std::pow(10.0, decades(random)), speed = usualSpeed(seconds);
        EXPECT_GE(seconds / speed, 3.0 * (1.0 - 1e-9));
        EXPECT_LE(seconds / speed, 20.0 * (1.0 + 1e-9));
    }
    EXPECT_EQ(usualSpeed(5.0), 1.0);
    EXPECT_EQ(usualSpeed(1.2), 0.25);
    EXPECT_EQ(usualSpeed(45.0), 4.0);
    EXPECT_EQ(filmFrameCount(1.2, 0.25), 289);
    EXPECT_EQ(speedText(1.0), "");
    EXPECT_EQ(speedText(0.25), "1/4 speed");
    EXPECT_EQ(speedText(4.0), "4 times as fast");
}

TEST(ForceArrows, WithoutGravityTheLongestIsOneToTwoAndAHalfBodiesLong) {
    for (const double newton : {1e-5, 0.03, 1.0, 1.99, 77.0, 1e6}) {
        RunRecord record = flyingBall(0.1, {1.0, 0.0, 0.0});
        record.gravity.setZero();
        record.terms = {"drag"};
        for (BodySample& sample : record.samples)
            sample.terms = {{Vector3::Zero(), {-newton * std::exp(-sample.time), 0.0, 0.0}}};
        std::vector<DrawnLegend> legends;
        const std::vector<DrawnArrow> arrows = forceArrows(record, legends);
        ASSERT_EQ(arrows.size(), 2U) << "the drag and the sum";
        for (const DrawnArrow& arrow : arrows) {
            const Vector3 drawn = (arrow.to - arrow.from) / record.bodies[0].model->length();
            EXPECT_LE(drawn.x(), -1.0 + 1e-12) << newton; // to the rounding of the logarithm
            EXPECT_GE(drawn.x(), -2.5) << newton;
        }
        ASSERT_EQ(legends.size(), 1U);
        EXPECT_NE(legends[0].title.find("a body's length: "), std::string::npos) << legends[0].title;
    }
}

TEST(ForceArrows, AWeightIsOneBodyLongAndRoundingIsNone) {
    RunRecord record = flyingBall(0.1, {1.0, 0.0, 0.0});
    record.terms = {"drag"};
    for (BodySample& sample : record.samples)
        sample.terms = {{Vector3::Zero(), {1e-14, 0.0, 0.0}}};
    std::vector<DrawnLegend> legends;
    const DrawnArrow weight = forceArrows(record, legends).at(1);
    EXPECT_NEAR((weight.to - weight.from).z(), -record.bodies[0].model->length(), 1e-9);
    EXPECT_EQ(legends.at(0).title, "forces");
    record.gravity.setZero();
    EXPECT_TRUE(forceArrows(record, legends).empty());
}

TEST(StillPicture, ShowsABodyAtEveryExposureAndNotElsewhere) {
    const auto renderer = rendererOrNull(kSmall);
    if (!renderer) GTEST_SKIP() << "nothing can be drawn without a display here";
    const RunRecord record = runScene("wet-collisions", {{"faces", 320}}, 1.2, 1.0 / 120.0);
    const PlotSpec spec = specOf("wet-collisions");
    StillOptions options;
    options.size = kSmall;
    options.show.trails = options.show.labels = false;
    const StagedDrawing staged = stagedStill(record, spec, options);
    Drawing empty = staged.drawing;
    empty.bodies.clear();
    const Image with = renderer->draw(staged.drawing, staged.camera), without = renderer->draw(empty, staged.camera);
    int shown = 0;
    const std::vector<std::vector<SceneExposure>> exposures = sceneExposures(record, spec, 1.0);
    for (int body = 0; body < record.bodyCount(); ++body)
        for (const SceneExposure& exposure : exposures[static_cast<std::size_t>(body)]) {
            const Vector3& centre = record.at(exposure.frame, body).worldFromBody.position;
            EXPECT_GT(differenceAt(with, without, staged.camera.pixelOf(centre, kSmall).value()),
                      exposure.isFaint ? 20 : 60)
                << exposure.frame;
            ++shown;
        }
    EXPECT_EQ(shown, 8);
    EXPECT_EQ(staged.drawing.bodies.size(), 8U);
    for (const Eigen::Vector2d& corner : {Eigen::Vector2d(2, 2), Eigen::Vector2d(2, 170), Eigen::Vector2d(200, 2)})
        EXPECT_EQ(differenceAt(with, without, corner), 0);
}

TEST(StillPicture, ExposuresStandApartAndEndWithTheEnd) {
    const RunRecord record = runScene("sinking-ellipsoid", {{"faces", 80}, {"depth", 0.5}}, 3.0, 1.0 / 120.0);
    const PlotSpec spec = specOf("sinking-ellipsoid");
    const std::vector<SceneExposure> shown = sceneExposures(record, spec, 1.0)[0];
    EXPECT_EQ(shown.front().frame, 0);
    EXPECT_EQ(shown.back().frame, record.frameCount() - 1);
    ASSERT_GT(shown.size(), 3U);
    for (std::size_t i = 1; i < shown.size(); ++i) {
        const Vector3 way =
            record.at(shown[i].frame).worldFromBody.position - record.at(shown[i - 1].frame).worldFromBody.position;
        EXPECT_GT(way.norm(), 0.02) << "half of its thickness";
        EXPECT_FALSE(shown[i - 1].isFaint);
    }
}

TEST(PicturesCommand, LeavesThePictureTheFilmAndTheSameBytesAgain) {
    if (!rendererOrNull(kSmall)) GTEST_SKIP() << "nothing can be drawn without a display here";
    const ScratchFolder folder;
    const std::string run = kPlate + " --size 320x180 --show slip,forces,trails --png ";
    const ProgramResult first = runProgram(run + folder.path("a.png") + " --csv " + folder.path("a.csv"));
    EXPECT_EQ(first.exitCode, 0) << first.err;
    EXPECT_EQ(first.err, "");
    runProgram(run + folder.path("b.png"));
    const std::string png = readWholeFile(folder.path("a.png"));
    EXPECT_EQ(png.substr(1, 3), "PNG");
    EXPECT_TRUE(png == readWholeFile(folder.path("b.png")));
    const std::string csv = readWholeFile(folder.path("a.csv"));
    EXPECT_EQ(csv.substr(0, csv.find('\n')), "time,body,px,py,pz,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz")
        << "force arrows put nothing into the table";
    if (!isFfmpegInstalled()) GTEST_SKIP() << "ffmpeg is not installed";
    const ProgramResult film =
        runProgram(kPlate + " --size 128x96 --speed 0.5 --mp4 \"" + folder.path("it's.mp4") + "\"");
    EXPECT_EQ(film.exitCode, 0) << film.err;
    const ProgramResult probe = runProgram("ffprobe -v error -count_frames -show_entries stream=nb_read_frames,width "
                                           "-of csv=p=0 \"" +
                                           folder.path("it's.mp4") + "\"");
    EXPECT_EQ(probe.out, "128,7\n") << "0.05 s at half speed: 0.1 s of 60 pictures a second, and the first one";
    const ProgramResult loop = runProgram(kPlate + " --loop " + folder.path("loop.mp4"));
    EXPECT_EQ(loop.exitCode, 0) << loop.err;
    const ProgramResult loopProbe =
        runProgram("ffprobe -v error -count_frames -show_entries stream=nb_read_frames,width "
                   "-of csv=p=0 " +
                   folder.path("loop.mp4"));
    EXPECT_EQ(loopProbe.out, "480,61\n") << "4 s of 15 pictures a second, whatever the run's length";
    EXPECT_EQ(folder.listing(), "a.csv a.png b.png it's.mp4 loop.mp4 ");
}

TEST(PicturesCommand, DoesWithoutEglAndFfmpegInOneLineEach) {
    const ScratchFolder folder;
    const std::string run = kPlate + " --csv " + folder.path("a.csv");
    const ProgramResult noEgl =
        runProgram("__EGL_VENDOR_LIBRARY_DIRS=/nonexistent " + run + " --png " + folder.path("a.png"));
    EXPECT_EQ(noEgl.exitCode, 0) << noEgl.err;
    EXPECT_EQ(std::count(noEgl.err.begin(), noEgl.err.end(), '\n'), 1) << noEgl.err;
    const ProgramResult noFfmpeg = runProgram("PATH=/nonexistent " + run + " --mp4 " + folder.path("a.mp4"));
    EXPECT_EQ(noFfmpeg.exitCode, 0) << noFfmpeg.err;
    EXPECT_EQ(std::count(noFfmpeg.err.begin(), noFfmpeg.err.end(), '\n'), 1) << noFfmpeg.err;
    EXPECT_NE(noFfmpeg.err.find("ffmpeg is not installed"), std::string::npos);
    EXPECT_EQ(folder.listing(), "a.csv ");
}

TEST(PicturesCommand, LeavesNoFilmWhenFfmpegFails) {
    if (!rendererOrNull(kSmall)) GTEST_SKIP() << "nothing can be drawn without a display here";
    const ScratchFolder folder, tools;
    const std::string ffmpeg = tools.write("ffmpeg", "#!/bin/sh\nexit 1\n");
    std::filesystem::permissions(ffmpeg, std::filesystem::perms::owner_all);
    const ProgramResult result =
        runProgram("PATH='" + tools.path("") + "':$PATH " + kPlate + " --size 64x64 --mp4 " + folder.path("a.mp4"));
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.err.find("completely"), std::string::npos) << result.err;
    EXPECT_EQ(folder.listing(), "");
}

TEST(PicturesCommand, RefusesWhatCannotBeInOneLine) {
    const ScratchFolder folder;
    const std::string png = kPlate + " --png " + folder.path("a.png"), mp4 = kPlate + " --mp4 " + folder.path("a.mp4");
    expectRefusal(png + " --size 1920", "--size", "WIDTHxHEIGHT");
    expectRefusal(png + " --size 63x64", "--size", "64 to 8192");
    expectRefusal(png + " --size 64x8193", "--size");
    expectRefusal(png + " --size 64x64x64", "--size");
    expectRefusal(mp4 + " --size 101x100", "--size", "even");
    expectRefusal(png + " --show slip,sails", "sails", "added-mass");
    expectRefusal(png + " --at 0.06", "--at", "0.05 s");
    expectRefusal(png + " --at -1", "--at");
    expectRefusal(mp4 + " --speed 0", "--speed");
    expectRefusal(mp4 + " --speed 1e-9", "--speed", "36000");
    expectRefusal(png + " --speed 1", "--speed", "--mp4");
    expectRefusal(mp4 + " --at 0", "--at", "--png");
    expectRefusal(png + " --view 0,0,1", "--view", "--mp4");
    expectRefusal(mp4 + " --view 0,1", "--view", "AZIMUTH,ELEVATION,HEIGHT");
    expectRefusal(mp4 + " --view 0,90,1", "--view", "between -90 and 90");
    expectRefusal(mp4 + " --view 0,0,0", "--view", "above 0");
    expectRefusal(kPlate + " --size 64x64", "--size", "--png");
    expectRefusal(kPlate + " --show slip", "--show", "--mp4");
    expectRefusal(kPlate + " --png a.jpg", "a.jpg", ".png");
    expectRefusal(kPlate + " --mp4 a.avi", "a.avi", ".mp4");
    expectRefusal(kPlate + " --loop a.gif", "a.gif", ".mp4");
    expectRefusal(kPlate + " --glb a.gltf", "a.gltf", ".glb");
    expectRefusal(png + " --plot " + folder.path("a.png"), "same file");
    expectRefusal(png + " --mp4 " + folder.path("no/a.mp4"), "no/a.mp4", "cannot be written");
    expectRefusal(kSamples + " --compare falling-plate --png a.png", "--png", "--run");
    expectRefusal(kSamples + " --run falling-plate --png a.png", "--headless");
    EXPECT_EQ(folder.listing(), "") << "nothing may be left behind";
}

} // namespace pictures_test
