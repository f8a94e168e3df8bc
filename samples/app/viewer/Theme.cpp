// SPDX-License-Identifier: Zlib
#include "viewer/Theme.h"

#include <imgui.h>

#include <cmath>
#include <filesystem>
#include <string>

namespace samples {
namespace {

float chosenScale = 1.0f;
ImFont *chosenHeading = nullptr, *chosenNumbers = nullptr;

ImFont* loadFont(const std::string& name, float height, float density) {
    static const ImWchar letters[] = {0x20,   0x17f,  0x370,  0x3ff,  0x2010, 0x2027, 0x2070, 0x209f,
                                      0x2190, 0x21ff, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0};
    ImGuiIO& io = ImGui::GetIO();
    for (const char* folder : {"/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/dejavu/", "/usr/share/fonts/TTF/",
                               "/usr/share/fonts/dejavu-sans-fonts/"}) {
        const std::string file = folder + name;
        if (std::filesystem::exists(file))
            return io.Fonts->AddFontFromFileTTF(file.c_str(), std::round(height * density), nullptr, letters);
    }
    ImFontConfig config;
    config.SizePixels = std::round(0.85f * height * density);
    return io.Fonts->AddFontDefault(&config);
}

ImVec4 grey(float lightness, float opacity = 1.0f) {
    // A touch of blue keeps large grey areas from looking dirty.
    return {lightness * 0.985f, lightness * 0.995f, lightness, opacity};
}

void setColours(ImVec4* colours) {
    const ImVec4 accent(0.0f, 0.447f, 0.698f, 1.0f);
    const auto soft = [&](float opacity) { return ImVec4(accent.x, accent.y, accent.z, opacity); };
    colours[ImGuiCol_Text] = grey(0.13f);
    colours[ImGuiCol_TextDisabled] = grey(0.42f);
    colours[ImGuiCol_WindowBg] = grey(0.955f);
    colours[ImGuiCol_ChildBg] = grey(0.955f, 0.0f);
    colours[ImGuiCol_PopupBg] = grey(0.99f);
    colours[ImGuiCol_Border] = grey(0.80f);
    colours[ImGuiCol_FrameBg] = grey(0.89f);
    colours[ImGuiCol_FrameBgHovered] = grey(0.85f);
    colours[ImGuiCol_FrameBgActive] = grey(0.82f);
    colours[ImGuiCol_ScrollbarBg] = grey(0.94f, 0.0f);
    colours[ImGuiCol_ScrollbarGrab] = grey(0.76f);
    colours[ImGuiCol_ScrollbarGrabHovered] = grey(0.68f);
    colours[ImGuiCol_ScrollbarGrabActive] = grey(0.60f);
    colours[ImGuiCol_CheckMark] = accent;
    // The value is written over the grab.
    colours[ImGuiCol_SliderGrab] = soft(0.45f);
    colours[ImGuiCol_SliderGrabActive] = soft(0.65f);
    colours[ImGuiCol_Button] = grey(0.87f);
    colours[ImGuiCol_ButtonHovered] = soft(0.22f);
    colours[ImGuiCol_ButtonActive] = soft(0.40f);
    colours[ImGuiCol_Header] = soft(0.16f);
    colours[ImGuiCol_HeaderHovered] = soft(0.10f);
    colours[ImGuiCol_HeaderActive] = soft(0.24f);
    colours[ImGuiCol_Separator] = grey(0.84f);
    colours[ImGuiCol_SeparatorHovered] = colours[ImGuiCol_SeparatorActive] = accent;
    colours[ImGuiCol_Tab] = grey(0.90f);
    colours[ImGuiCol_TabHovered] = soft(0.22f);
    colours[ImGuiCol_TabActive] = soft(0.18f);
    colours[ImGuiCol_PlotHistogram] = accent;
    colours[ImGuiCol_TextSelectedBg] = soft(0.25f);
    colours[ImGuiCol_ModalWindowDimBg] = grey(0.2f, 0.35f);
}

} // namespace

void applyTheme(float size, float density) {
    chosenScale = size;
    ImGui::StyleColorsLight();
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowPadding = {12, 10};
    style.FramePadding = {7, 4};
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 4};
    style.ScrollbarSize = 12;
    style.GrabMinSize = 12;
    style.WindowRounding = style.ChildRounding = 0;
    style.FrameRounding = style.GrabRounding = style.TabRounding = 4;
    style.PopupRounding = 6;
    style.WindowBorderSize = 0;
    style.ScaleAllSizes(size);
    setColours(style.Colors);
    ImGuiIO& io = ImGui::GetIO();
    io.Fonts->Clear();
    io.FontDefault = loadFont("DejaVuSans.ttf", 14.0f * size, density);
    chosenHeading = loadFont("DejaVuSans-Bold.ttf", 14.0f * size, density);
    chosenNumbers = loadFont("DejaVuSansMono.ttf", 13.0f * size, density);
    io.FontGlobalScale = 1.0f / density;
}

float uiScale() {
    return chosenScale;
}

ImFont* headingFont() {
    return chosenHeading;
}

ImFont* numberFont() {
    return chosenNumbers;
}

unsigned uiColour(const Rgb& colour, float opacity) {
    return ImGui::GetColorU32(ImVec4(colour.x(), colour.y(), colour.z(), opacity));
}

} // namespace samples
