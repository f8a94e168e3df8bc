// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "ReadPng.h"
#include "graphics/Look.h"
#include "graphics/OffscreenRenderer.h"
#include "graphics/ScaleTicks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace renderer_test {

using namespace samples;
using ambient::Vector3;

namespace {

const PictureSize kSize{320, 180};

std::shared_ptr<const ambient::TriangleMesh> ballMesh(double radius = 0.1) {
    return std::make_shared<ambient::TriangleMesh>(ambient::makeSphere(radius, 1280));
}

DrawnBody bodyAt(const Vector3& place, const Rgb& colour = {0.8f, 0.1f, 0.1f}) {
    DrawnBody body;
    body.mesh = ballMesh();
    body.worldFromBody.position = place;
    body.colour = colour;
    return body;
}

/// Two metres away, along +y and a little downwards; pictures are half as high as they are far.
Camera camera() {
    Camera camera;
    camera.distance = 2.0;
    return camera;
}

/// The largest difference of a colour between two pictures at a pixel.
int difference(const Image& a, const Image& b, int x, int y) {
    int largest = 0;
    for (int i = 0; i < 3; ++i)
        largest = std::max(largest, std::abs(int(a.pixel(x, y)[i]) - int(b.pixel(x, y)[i])));
    return largest;
}

/// Number and mean position of the pixels that differ by more than `threshold`.
struct Change {
    int pixels = 0;
    Eigen::Vector2d middle = Eigen::Vector2d::Zero();
    Eigen::Vector2i low{1 << 20, 1 << 20}, high{-1, -1};
};

Change changeOf(const Image& a, const Image& b, int threshold = 0) {
    Change change;
    for (int y = 0; y < a.size.height; ++y)
        for (int x = 0; x < a.size.width; ++x) {
            if (difference(a, b, x, y) <= threshold) continue;
            ++change.pixels;
            change.middle += Eigen::Vector2d(x + 0.5, y + 0.5);
            change.low = change.low.cwiseMin(Eigen::Vector2i(x, y));
            change.high = change.high.cwiseMax(Eigen::Vector2i(x, y));
        }
    if (change.pixels > 0) change.middle /= change.pixels;
    return change;
}

int brightnessAt(const Image& image, const Eigen::Vector2d& pixel) {
    const std::uint8_t* rgb = image.pixel(int(pixel.x()), int(pixel.y()));
    return int(rgb[0]) + int(rgb[1]) + int(rgb[2]);
}

Eigen::Vector3d colourAt(const Image& image, int x, int y) {
    const std::uint8_t* rgb = image.pixel(x, y);
    return {double(rgb[0]), double(rgb[1]), double(rgb[2])};
}

} // namespace

class Pictures : public testing::Test {
  protected:
    void SetUp() override {
        try {
            m_renderer = std::make_unique<OffscreenRenderer>(kSize);
        } catch (const std::runtime_error& error) {
            GTEST_SKIP() << error.what();
        }
    }
    Image drawn(const Drawing& drawing, Quality quality = Quality::Still) {
        return m_renderer->draw(drawing, camera(), quality);
    }

    std::unique_ptr<OffscreenRenderer> m_renderer;
};

TEST_F(Pictures, ShowABodyWhereTheCameraSaysItIs) {
    const Image empty = drawn({});
    std::mt19937 random(5);
    std::uniform_real_distribution<double> across(-0.6, 0.6), high(-0.3, 0.3);
    for (const Quality quality : {Quality::Fast, Quality::Good, Quality::Still}) {
        Drawing drawing;
        drawing.bodies = {bodyAt({across(random), across(random), high(random)})};
        const Change change = changeOf(drawn(drawing, quality), empty, 20);
        const auto pixel = camera().pixelOf(drawing.bodies[0].worldFromBody.position, kSize);
        ASSERT_TRUE(pixel.has_value());
        // A ball off the middle looks like an egg with a shifted centre: 0.4 pixels.
        EXPECT_LT((change.middle - *pixel).norm(), 0.6);
        EXPECT_GT(change.pixels, 400);
    }
}

TEST_F(Pictures, AreTheSameWithABodyOutsideTheView) {
    Drawing drawing;
    drawing.backdrop.ground = Backdrop::Ground::Land;
    drawing.backdrop.groundHeight = -0.2;
    drawing.bodies = {bodyAt({0.0, 0.0, 0.0})};
    const Image alone = drawn(drawing);
    drawing.bodies.push_back(bodyAt({0.0, -50.0, 0.0}));
    drawing.bodies.push_back(bodyAt({60.0, 0.0, 0.0}));
    EXPECT_EQ(drawn(drawing).rgb, alone.rgb);
}

TEST_F(Pictures, LeaveOutWhatCannotBeDrawn) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Image empty = drawn({});
    Drawing drawing;
    drawing.bodies = {bodyAt({nan, 0.0, 0.0}), bodyAt({0.0, 0.0, 0.0}), bodyAt({0.0, 0.0, 0.0}), bodyAt({0, 0, 0})};
    drawing.bodies[1].mesh = nullptr;
    drawing.bodies[2].mesh = std::make_shared<ambient::TriangleMesh>();
    drawing.bodies[3].opacity = 0.0;
    drawing.lines = {{{{nan, 0, 0}, {0, 0, 0}}, {{1, 0, 0}}}, {{{0, 0, 0}, {0, 0, 1}}, {}}, {{{0, 0, 0}}, {{1, 0, 0}}}};
    drawing.arrows = {{{0, 0, 0}, {nan, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}}};
    drawing.labels = {{{nan, 0, 0}, "nowhere"}, {{0, -9, 0}, "behind the eye"}};
    EXPECT_EQ(drawn(drawing).rgb, empty.rgb);
}

TEST_F(Pictures, OfTheSameDrawingAreTheSameBytes) {
    Drawing drawing;
    drawing.backdrop = {Backdrop::Medium::Water, Backdrop::Ground::SeaFloor, -0.4, 0.1, 0.3};
    drawing.bodies = {bodyAt({0.0, 0.0, 0.0}), bodyAt({0.2, 0.3, 0.0})};
    drawing.bodies[1].opacity = 0.4;
    drawing.bodies[0].vertexColours.assign(drawing.bodies[0].mesh->vertices.size(), {0.1f, 0.9f, 0.3f});
    drawing.lines = {{{{-0.5, 0, 0}, {0.5, 0, 0.3}}, {{1, 0, 0}, {0, 0, 1}}}};
    drawing.arrows = {{{0, 0, 0}, {0, 0, 0.3}, {0, 0, 1}}};
    drawing.legends = {{"speed [m/s]", &ColourMap::sequential(), 0.0, 3.0, {}}};
    drawing.title = "twice";
    const Image first = drawn(drawing);
    drawn({}, Quality::Fast);
    EXPECT_EQ(drawn(drawing).rgb, first.rgb);
    m_renderer = nullptr;
    SetUp();
    EXPECT_EQ(drawn(drawing).rgb, first.rgb);
}

TEST_F(Pictures, HaveAShadowWhereTheRayOfTheSunMeetsTheGround) {
    for (const Quality quality : {Quality::Fast, Quality::Still}) {
        Drawing drawing;
        drawing.backdrop.ground = Backdrop::Ground::Land;
        drawing.backdrop.groundHeight = -0.3;
        const Image bare = drawn(drawing, quality);
        const Vector3 ball(-0.1, -0.2, 0.05);
        drawing.bodies = {bodyAt(ball)};
        const Image shaded = drawn(drawing, quality);
        const Vector3 spot = ball - (ball.z() + 0.3) / towardsSun().z() * towardsSun();
        const Eigen::Vector2d middle = *camera().pixelOf(spot, kSize);
        EXPECT_LT(brightnessAt(shaded, middle), 0.75 * brightnessAt(bare, middle));
        // A quarter more than the shadow's length away along x.
        const Eigen::Vector2d beside = *camera().pixelOf(spot + Vector3(0.16, 0.0, 0.0), kSize);
        EXPECT_EQ(brightnessAt(shaded, beside), brightnessAt(bare, beside));
        drawing.bodies[0].opacity = 0.5;
        EXPECT_EQ(brightnessAt(drawn(drawing, quality), middle), brightnessAt(bare, middle));
    }
}

TEST_F(Pictures, MixAGhostWithWhatIsBehindIt) {
    Drawing drawing;
    drawing.bodies = {bodyAt({0.0, 0.5, -0.05}, {0.1f, 0.2f, 0.8f})};
    const Eigen::Vector3d behind = colourAt(drawn(drawing), 160, 90);
    drawing.bodies.push_back(bodyAt({0.0, 0.0, 0.0}));
    const Eigen::Vector3d solid = colourAt(drawn(drawing), 160, 90);
    drawing.bodies.back().opacity = 0.4;
    const Eigen::Vector3d mixed = colourAt(drawn(drawing), 160, 90);
    // Residual 0.9, of rounding and dither.
    EXPECT_LT((mixed - (0.4 * solid + 0.6 * behind)).cwiseAbs().maxCoeff(), 2.0);
    std::swap(drawing.bodies[0], drawing.bodies[1]);
    EXPECT_EQ(colourAt(drawn(drawing), 160, 90), mixed);
}

TEST_F(Pictures, ShowALineThroughItsPointsInItsColourAndWidth) {
    Drawing drawing;
    const Image empty = drawn(drawing);
    const Rgb colour(0.2f, 0.4f, 0.6f);
    drawing.lines = {{{{0.1, 0.0, -0.3}, {0.1, 0.0, 0.0}, {0.1, 0.0, 0.3}}, {colour}, 24.0}};
    const Image image = drawn(drawing);
    const int x = int(camera().pixelOf({0.1, 0.0, 0.0}, kSize)->x()), y = 90;
    EXPECT_LT((colourAt(image, x, y) - 255.0 * colour.cast<double>()).cwiseAbs().maxCoeff(), 1.0);
    double width = 0.0; // the share of each pixel covered by the line
    for (int i = x - 8; i <= x + 8; ++i)
        width += (colourAt(image, i, y) - colourAt(empty, i, y)).x() / (255.0 * colour.x() - colourAt(empty, i, y).x());
    EXPECT_NEAR(width, 24.0 * kSize.height / 1080.0, 0.1);
    // A line past the eye is visible up to the eye.
    drawing.lines[0].points = {{0.0, 0.0, -0.2}, {0.0, -4.0, -0.2}};
    const Image past = drawn(drawing);
    EXPECT_GT(difference(past, empty, 160, kSize.height - 3), 20);
    EXPECT_EQ(difference(past, empty, 160, 3), 0);
}

TEST_F(Pictures, HideALineBehindABodyUnlessToldOtherwise) {
    Drawing drawing;
    drawing.bodies = {bodyAt({0.0, 0.0, 0.0})};
    const Image body = drawn(drawing);
    drawing.lines = {{{{-0.3, 0.3, 0.0}, {0.3, 0.3, 0.0}}, {{0.0f, 0.0f, 0.0f}}, 12.0}};
    EXPECT_EQ(difference(drawn(drawing), body, 160, 90), 0);
    drawing.lines[0].hidden = false;
    drawing.lines[0].points = {{-0.3, 0.3, 0.0}, {0.0, 0.0, 0.0}, {0.3, 0.3, 0.0}};
    EXPECT_GT(difference(drawn(drawing), body, 160, 90), 60);
}

TEST_F(Pictures, ShowTheColoursOfALegendsMapInTheirOrder) {
    Drawing drawing;
    drawing.legends = {{"slip speed [m/s]", &ColourMap::sequential(), 0.0, 2.0, {}},
                       {"force", nullptr, 0.0, 1.0, {{categoryColour(5), "drag"}}}};
    const Image image = drawn(drawing);
    const auto firstOf = [&](const Rgb& colour) {
        for (int x = kSize.width / 2; x < kSize.width; ++x)
            for (int y = 0; y < kSize.height / 2; ++y)
                if ((colourAt(image, x, y) - 255.0 * colour.cast<double>()).cwiseAbs().maxCoeff() < 3.0) return x;
        return -1;
    };
    int before = kSize.width / 2;
    for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const int x = firstOf(ColourMap::sequential().at(share));
        EXPECT_GT(x, before + (share > 0.0 ? 5 : 0)) << share;
        before = x;
    }
    EXPECT_GT(firstOf(categoryColour(5)), 0);
}

TEST_F(Pictures, ShowALabelBesideItsPointAndNowhereElse) {
    const Image empty = drawn({});
    Drawing drawing;
    const Vector3 place(0.2, 0.0, 0.1);
    const Eigen::Vector2d pixel = *camera().pixelOf(place, kSize);
    drawing.labels = {{place, "label", DrawnLabel::Side::Right}};
    const Change right = changeOf(drawn(drawing), empty);
    ASSERT_GT(right.pixels, 40);
    EXPECT_GE(right.low.x(), pixel.x());
    EXPECT_LE(right.high.x(), pixel.x() + 50.0);
    EXPECT_LT(std::fabs(right.middle.y() - pixel.y()), 4.0);
    drawing.labels[0].side = DrawnLabel::Side::Above;
    const Change above = changeOf(drawn(drawing), empty);
    EXPECT_LE(above.high.y(), pixel.y());
    EXPECT_LT(std::fabs(above.middle.x() - pixel.x()), 3.0);
    // Two at one place make room for one another.
    drawing.labels.push_back(drawing.labels[0]);
    EXPECT_GT(changeOf(drawn(drawing), empty).pixels, 1.9 * above.pixels);
}

TEST(Image, AsPngDecodesToTheSamePixels) {
    Image image{{17, 11}, std::vector<std::uint8_t>(17 * 11 * 3)};
    std::mt19937 random(3);
    for (std::uint8_t& value : image.rgb)
        value = static_cast<std::uint8_t>(random() & 255u);
    const std::string bytes = pngOf(image);
    const Image read = readPng(bytes);
    EXPECT_EQ(read.size.width, 17);
    EXPECT_EQ(read.size.height, 11);
    EXPECT_EQ(read.rgb, image.rgb);
    image.rgb.pop_back();
    EXPECT_THROW(pngOf(image), std::runtime_error);
}

TEST(Scale, HasRoundNumbersWithinItsEnds) {
    const auto textsOf = [](double low, double high) {
        std::string texts;
        for (const ScaleTick& tick : scaleTicks(low, high, 4))
            texts += tick.text + " ";
        return texts;
    };
    EXPECT_EQ(textsOf(0.0, 2.37), "0.0 0.5 1.0 1.5 2.0 ");
    EXPECT_EQ(textsOf(-0.1, 0.1), "-0.10 -0.05 0.00 0.05 0.10 ");
    EXPECT_EQ(textsOf(12.0, 95.0), "20 40 60 80 ");
    EXPECT_EQ(textsOf(3.0, 3.0), "3.00 ");
    EXPECT_EQ(textsOf(0.0, std::numeric_limits<double>::infinity()), "");
}

TEST(Camera, FindsThePixelAgainThroughWhichItLooks) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    const PictureSize size{640, 360};
    for (int i = 0; i < 200; ++i) {
        Camera view;
        view.target = 5.0 * Vector3(unit(random), unit(random), unit(random));
        view.azimuth = 7.0 * unit(random);
        view.elevation = 3.0 * (unit(random) - 0.5);
        view.distance = 0.1 + 10.0 * unit(random);
        const Eigen::Vector2d pixel(640.0 * unit(random), 360.0 * unit(random));
        const Vector3 ray = view.rayThrough(pixel, size);
        EXPECT_NEAR(ray.norm(), 1.0, 1e-14);
        const auto found = view.pixelOf(view.eye() + (0.1 + 5.0 * unit(random)) * ray, size);
        ASSERT_TRUE(found.has_value());
        EXPECT_LT((*found - pixel).norm(), 1e-8);
        EXPECT_FALSE(view.pixelOf(view.eye() - ray, size).has_value());
    }
}

TEST(Colours, KeepTheirLightFromScreenToLinearAndBack) {
    for (int i = 0; i <= 255; ++i) {
        const Rgb colour = Rgb::Constant(float(i) / 255.0f);
        EXPECT_NEAR(screenOf(linearOf(colour)).x(), colour.x(), 2e-6f);
    }
    EXPECT_NEAR(linearOf(Rgb::Constant(0.5f)).x(), 0.21404f, 1e-5f);
}

// CIE lightness, not the Oklab in which the maps are made; the colour-blind by Machado et al. 2009, severity 1.
TEST(ColourMaps, RiseEvenlyInLightnessForAllEyes) {
    const Eigen::Matrix3f deuteranope = (Eigen::Matrix3f() << 0.367322f, 0.860646f, -0.227968f, //
                                         0.280085f, 0.672501f, 0.047413f,                       //
                                         -0.011820f, 0.042940f, 0.968881f)
                                            .finished();
    const Eigen::Matrix3f normal = Eigen::Matrix3f::Identity();
    for (const ColourMap* map : {&ColourMap::sequential(), &ColourMap::time()})
        for (const Eigen::Matrix3f& eye : {normal, deuteranope}) {
            constexpr int steps = 16;
            const auto lightness = [&](int i) {
                const Rgb linear = eye * linearOf(map->at(double(i) / steps));
                return 116.0f * std::cbrt(linear.dot(Rgb(0.2126f, 0.7152f, 0.0722f))) - 16.0f;
            };
            const float mean = (lightness(steps) - lightness(0)) / steps;
            EXPECT_GT(mean, 60.0f / steps);
            for (int i = 0; i < steps; ++i)
                EXPECT_NEAR((lightness(i + 1) - lightness(i)) / mean, 1.0f, 0.5f) << i;
        }
}

} // namespace renderer_test
