// SPDX-License-Identifier: Zlib
#include "SampleEntries.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <stdexcept>

namespace samples {

std::unique_ptr<Scene> createFallingPlate();
std::unique_ptr<Scene> createSinkingEllipsoid();
std::unique_ptr<Scene> createGolfDrive();
std::unique_ptr<Scene> createWetCollisions();
std::unique_ptr<Scene> createSeafloor();
std::unique_ptr<Scene> createChainInCurrent();
std::unique_ptr<Scene> createBoxPile();

const std::vector<SampleEntry>& sampleEntries() {
    static const std::vector<SampleEntry> entries = {
        {"falling-plate", "a light plate flutters or tumbles down through air", "Padilla et al. 2025, fig. 7",
         createFallingPlate},
        {"sinking-ellipsoid", "a heavy ellipsoid sinks through water and comes to rest on the ground",
         "Padilla et al. 2025, fig. 13", createSinkingEllipsoid},
        {"golf-drive", "a dimpled golf ball with backspin flies until it lands", "Padilla et al. 2025, fig. 11",
         createGolfDrive},
        {"wet-collisions", "two ellipsoids collide under water; they and the water around them keep their momentum", "",
         createWetCollisions},
        {"seafloor", "an ellipsoid, a propeller and a rabbit sink, land on the sea floor and rest",
         "Padilla et al. 2025, fig. 13", createSeafloor},
        {"chain-in-current", "a chain on hinges hangs from a fixed point and is blown aside by a current", "",
         createChainInCurrent},
        {"box-pile", "a loose pyramid of boxes sinks, slumps and comes to stand under water", "", createBoxPile},
    };
    return entries;
}

const SampleEntry& findSample(const std::string& name) {
    std::string known;
    for (const SampleEntry& entry : sampleEntries()) {
        if (entry.name == name) return entry;
        known += (known.empty() ? "" : ", ") + entry.name;
    }
    throw std::invalid_argument("--run: unknown scene '" + name + "'; there are " + known);
}

namespace {

std::string listAsJson() {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const SampleEntry& entry : sampleEntries()) {
        const std::unique_ptr<Scene> scene = entry.create();
        nlohmann::ordered_json item = {{"name", entry.name},
                                       {"description", entry.description},
                                       {"figure", entry.figure},
                                       {"seconds", scene->defaultDuration()},
                                       {"dt", scene->defaultTimeStep()},
                                       {"parameters", nlohmann::ordered_json::array()}};
        for (const Parameter& p : scene->parameters())
            item["parameters"].push_back({{"name", p.key},
                                          {"unit", p.unit},
                                          {"default", p.value},
                                          {"min", p.minimum},
                                          {"max", p.maximum},
                                          {"description", p.description}});
        list.push_back(item);
    }
    return list.dump(2) + "\n";
}

std::string listForPeople() {
    std::string text;
    char line[256];
    for (const SampleEntry& entry : sampleEntries()) {
        const std::unique_ptr<Scene> scene = entry.create();
        text += entry.name + ": " + entry.description + "\n";
        text += "    " + entry.figure + (entry.figure.empty() ? "up to " : "; up to ") +
                shortNumber(scene->defaultDuration()) + " s in steps of 1/" +
                shortNumber(1.0 / scene->defaultTimeStep()) + " s\n";
        for (const Parameter& p : scene->parameters()) {
            const std::string value = shortNumber(p.value) + (p.unit == "1" ? "" : " " + p.unit);
            std::snprintf(line, sizeof line, "    %-11s %-12s %s (%s to %s)\n", p.key.c_str(), value.c_str(),
                          p.description.c_str(), shortNumber(p.minimum).c_str(), shortNumber(p.maximum).c_str());
            text += line;
        }
        text += "\n";
    }
    text.pop_back();
    return text;
}

} // namespace

std::string listSamples(bool json) {
    return json ? listAsJson() : listForPeople();
}

} // namespace samples
