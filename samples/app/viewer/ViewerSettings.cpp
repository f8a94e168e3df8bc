// SPDX-License-Identifier: Zlib
#include "viewer/ViewerSettings.h"

#include "FilePath.h"
#include "Output/OutputFile.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace samples {
namespace {

using Json = nlohmann::ordered_json;

struct Toggle {
    const char* name;
    bool* flag;
};

std::vector<Toggle> togglesOf(ViewerSettings& s) {
    return {{"slip", &s.show.slip},           {"separation", &s.show.separation},
            {"forces", &s.show.forces},       {"added-mass", &s.show.addedMass},
            {"velocity", &s.show.velocity},   {"wings", &s.show.wings},
            {"trails", &s.show.trails},       {"labels", &s.show.labels},
            {"slices", &s.show.slices},       {"particles", &s.show.particles},
            {"ruler", &s.show.ruler},         {"waterline", &s.waterline},
            {"following", &s.following},      {"left-panels", &s.leftPanels},
            {"right-panels", &s.rightPanels}, {"plots", &s.plots}};
}

const std::vector<std::pair<QualityChoice, std::string>> kQualities = {
    {QualityChoice::Automatic, "automatic"}, {QualityChoice::Fast, "fast"}, {QualityChoice::Good, "good"}};

/// A number of the file within a range, if present. \throws std::invalid_argument for another one
template <class Number>
void take(const Json& json, const char* key, Number minimum, Number maximum, Number& value) {
    if (!json.contains(key)) return;
    const Number number = json.at(key).get<Number>();
    if (!(number >= minimum && number <= maximum)) throw std::invalid_argument(std::string(key) + " is out of range");
    value = number;
}

void takeQuality(const std::string& name, QualityChoice& quality) {
    for (const auto& [choice, known] : kQualities)
        if (name == known) {
            quality = choice;
            return;
        }
    throw std::invalid_argument("unknown quality " + name);
}

ViewerSettings settingsOf(const Json& json) {
    ViewerSettings s;
    const Json window = json.value("window", Json::object());
    take(window, "x", -100000, 100000, s.place.x);
    take(window, "y", -100000, 100000, s.place.y);
    take(window, "width", 100, 20000, s.place.width);
    take(window, "height", 100, 20000, s.place.height);
    s.place.isMaximized = window.value("maximized", false);
    s.scene = json.value("scene", s.scene);
    takeQuality(json.value("quality", "automatic"), s.quality);
    const Json show = json.value("show", Json::object());
    for (const Toggle& toggle : togglesOf(s))
        *toggle.flag = show.value(toggle.name, *toggle.flag);
    const Json panels = json.value("panels", Json::object());
    take(panels, "left", 100.0, 2000.0, s.leftWidth);
    take(panels, "right", 100.0, 2000.0, s.rightWidth);
    take(panels, "plots", 80.0, 2000.0, s.plotHeight);
    s.quantities = json.value("quantities", s.quantities);
    return s;
}

} // namespace

std::string settingsFolder() {
    const char *config = std::getenv("XDG_CONFIG_HOME"), *home = std::getenv("HOME");
    if (config && *config) return std::string(config) + "/ambient-samples";
    if (home && *home) return std::string(home) + "/.config/ambient-samples";
    return "";
}

ViewerSettings loadSettings(const std::string& file, std::string& warning) {
    warning.clear();
    std::ifstream stream(ambient::pathFromUtf8(file), std::ios::binary);
    if (!stream) return {};
    try {
        return settingsOf(Json::parse(stream));
    } catch (const std::exception&) {
        warning = file + " is broken and was not used";
        return {};
    }
}

void saveSettings(const std::string& file, const ViewerSettings& settings) {
    ViewerSettings copy = settings;
    Json show = Json::object();
    for (const Toggle& toggle : togglesOf(copy))
        show[toggle.name] = *toggle.flag;
    std::string quality;
    for (const auto& [choice, name] : kQualities)
        if (choice == settings.quality) quality = name;
    const Json json = {
        {"window",
         {{"x", settings.place.x},
          {"y", settings.place.y},
          {"width", settings.place.width},
          {"height", settings.place.height},
          {"maximized", settings.place.isMaximized}}},
        {"scene", settings.scene},
        {"quality", quality},
        {"show", show},
        {"panels", {{"left", settings.leftWidth}, {"right", settings.rightWidth}, {"plots", settings.plotHeight}}},
        {"quantities", settings.quantities}};
    std::filesystem::create_directories(ambient::pathFromUtf8(file).parent_path());
    ambient::OutputFile output(file);
    output.write(json.dump(2) + "\n");
    output.commit();
}

} // namespace samples
