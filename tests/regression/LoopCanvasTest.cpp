// SPDX-License-Identifier: Zlib
// Gaits drawn with the mouse in the panel of parameters, without a window.
#include "viewer/LoopPath.h"
#include "viewer/Theme.h"
#include "viewer/panels/Panels.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <cmath>

namespace loop_canvas_test {

using namespace samples;
using Eigen::Vector2d;

namespace {

/// The panel of parameters in an invisible picture, and a mouse.
class Panel {
  public:
    Panel() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.DisplaySize = {1200.0f, 1600.0f}; // some 4 px a degree: mice move by whole ones
        io.DeltaTime = 1.0f / 60.0f;
        io.IniFilename = nullptr;
        applyTheme(1.0f, 1.0f);
        io.Fonts->Build();
    }
    ~Panel() { ImGui::DestroyContext(); }

    void picture(ViewerState& state) {
        ImGui::NewFrame();
        ImGui::SetNextWindowPos({0.0f, 0.0f});
        ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
        ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoDecoration);
        drawParameterPanel(state);
        ImGui::End();
        ImGui::Render();
    }

    /// Bounding box of the drawing in a colour: least and greatest corner.
    static std::pair<Vector2d, Vector2d> boxOf(unsigned colour) {
        Vector2d low = Vector2d::Constant(1e9), high = -low;
        const ImDrawData& data = *ImGui::GetDrawData();
        for (int list = 0; list < data.CmdListsCount; ++list)
            for (const ImDrawVert& vertex : data.CmdLists[list]->VtxBuffer) {
                if (vertex.col != colour) continue;
                const Vector2d place(double(vertex.pos.x), double(vertex.pos.y));
                low = low.cwiseMin(place);
                high = high.cwiseMax(place);
            }
        return {low, high};
    }

    void mouse(const Vector2d& place, bool isDown, ViewerState& state) {
        ImGui::GetIO().MousePos = {float(place.x()), float(place.y())};
        picture(state);
        if (isDown == m_isDown) return;
        ImGui::GetIO().MouseDown[0] = isDown;
        m_isDown = isDown;
        picture(state);
    }

  private:
    bool m_isDown = false;
};

} // namespace

// At first the loop is the square of 60 deg. The user draws the square of 45 deg, side by side with some points on
// each. The swimmer then goes the way of the drawn square: .12660803 m by another program (rft_swimmers.json).
TEST(LoopCanvas, ASquareThatIsDrawnMovesTheSwimmerByItsWay) {
    Panel panel;
    ViewerState state{ViewerSettings{}};
    state.open("three-link-swimmer");
    state.run.finishPreparing();
    ASSERT_TRUE(state.run.hasRun()) << state.run.error();
    state.run.pause();
    panel.picture(state);
    panel.picture(state);
    const auto [low, high] = Panel::boxOf(uiColour(categoryColour(0)));
    const double lineWidth = 4.0 /* with soft edges [px] */, perDegree = (high.x() - low.x() - lineWidth) / 120.0;
    ASSERT_GT(perDegree, 3.0);
    const Vector2d middle = 0.5 * (low + high);
    const auto onScreen = [&](double left, double right) {
        return Vector2d(middle + perDegree * Vector2d(left, -right));
    };
    const double corners[5][2] = {{45, 45}, {45, -45}, {-45, -45}, {-45, 45}, {45, 45}};
    panel.mouse(onScreen(45, 45), false, state);
    panel.mouse(onScreen(45, 45), true, state);
    for (int side = 0; side < 4; ++side)
        for (int i = 1; i <= 5; ++i)
            panel.mouse(onScreen(corners[side][0] + 0.2 * i * (corners[side + 1][0] - corners[side][0]),
                                 corners[side][1] + 0.2 * i * (corners[side + 1][1] - corners[side][1])),
                        true, state);
    panel.mouse(onScreen(45, 45), false, state);
    state.run.finishPreparing();
    ASSERT_EQ(state.run.error(), "");
    const std::vector<Vector2d> gait = state.run.setup().values.loop("gait");
    ASSERT_EQ(gait.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_LT((gait[i] - Vector2d(corners[i][0], corners[i][1])).norm(), 0.4) << gait[i].transpose();
    state.run.pause();
    while (state.run.record().frameCount() <= 96)
        state.run.step();
    const std::string text = state.run.scene().summary(state.run.record());
    double way = 0.0;
    ASSERT_EQ(std::sscanf(text.c_str(), "a cycle: way (%lf", &way), 1) << text;
    EXPECT_NEAR(way, 0.126608, 2e-3) << text; // .4 deg, a pixel and a half, are 1.8 %
}

// A click has no effect.
TEST(LoopCanvas, AClickIsNoGait) {
    Panel panel;
    ViewerState state{ViewerSettings{}};
    state.open("three-link-swimmer");
    state.run.finishPreparing();
    panel.picture(state);
    panel.picture(state);
    const auto [low, high] = Panel::boxOf(uiColour(categoryColour(0)));
    const int generation = state.run.generation();
    for (const bool isDown : {false, true, false})
        panel.mouse(0.5 * (low + high), isDown, state);
    state.run.finishPreparing();
    EXPECT_EQ(state.run.generation(), generation);
    EXPECT_EQ(state.run.setup().values.loop("gait").size(), 4U);
}

// Points of a path of the mouse: corners only, nowhere farther from the path than the tolerance.
TEST(LoopCanvas, PathsBecomeFewPoints) {
    std::vector<Vector2d> circle;
    for (int i = 0; i <= 400; ++i) {
        const double angle = 2.0 * 3.14159265358979 * i / 400;
        circle.emplace_back(100.0 * std::cos(angle), 100.0 * std::sin(angle));
    }
    const std::vector<Vector2d> points = loopOfPath(circle, 1.0);
    EXPECT_LT(points.size(), 40U);
    EXPECT_GT(points.size(), 12U);
    EXPECT_LT((points.front() - circle.front()).norm(), 1e-12);
    for (const Vector2d& place : circle) {
        double nearest = 1e9;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const Vector2d from = points[i], line = points[(i + 1) % points.size()] - from;
            const double share = std::min(std::max((place - from).dot(line) / line.squaredNorm(), 0.0), 1.0);
            nearest = std::min(nearest, (place - from - share * line).norm());
        }
        EXPECT_LE(nearest, 1.0 + 1e-9);
    }
    EXPECT_TRUE(loopOfPath({{3.0, 4.0}, {3.2, 4.1}}, 1.0).empty());
    EXPECT_TRUE(loopOfPath({}, 1.0).empty());
    EXPECT_EQ(loopOfPath({{0.0, 0.0}, {30.0, 0.0}, {30.0, 30.0}}, 1.0).size(), 3U); // closed by a straight line
}

} // namespace loop_canvas_test
