// SPDX-License-Identifier: Zlib
// Texts accepted or refused by the reader.
#include "TestPaths.h"
#include "WorldTesting.h"
#include "Worlds/WorldKeys.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace world_reader_test {

using nlohmann::json;
using nlohmann::ordered_json;
using test::RunWorld;

namespace {

const std::string kBall = R"("shape": {"type": "sphere", "radius": 0.1, "faces": 80})";

std::string bodies(const std::string& list, const std::string& more = "") {
    return R"({"medium": "water", "bodies": [)" + list + "]" + more + "}";
}

std::string ball(const std::string& more = R"("mass": 1)") {
    return "{" + kBall + ", " + more + "}";
}

std::string tree(const std::string& links, const std::string& more = "") {
    return R"({"medium": "water", "articulated_bodies": [{)" + more + R"("links": [)" + links + "]}]}";
}

/// A grid of 8 cells a side, with more keys.
std::string gridWith(const std::string& more) {
    return R"(, "grid": {"min": [0, 0, 0], "spacing": 0.1, "cells": [8, 8, 8], )" + more + "}";
}

struct Refused {
    std::string text, place, why;
};

/// Each text has one fault.
std::vector<Refused> refusedBodies() {
    return {
        {R"({"medium": "water", "bodies": [)", "line 1, column", ""},
        {"[1]", "the file", "not an object"},
        {R"({"bodies": []})", "the file", "'medium'"},
        {bodies(""), "bodies", "there is none"},
        {R"({"medium": "watr", "bodies": []})", "medium", "did you mean 'water'?"},
        {R"({"medium": {"density": 1000}, "bodies": []})", "medium", "'viscosity'"},
        {R"({"medium": {"fluid": "water", "surface": {"hight": 1}}, "bodies": []})", "medium.surface.hight",
         "'height'"},
        {R"({"medium": {"fluid": "air", "surface": {"above": "water"}}, "bodies": []})", "medium.surface", "denser"},
        {R"({"medium": {"fluid": "water", "surface": {"waves": [{"amplitude": 1}]}}, "bodies": []})",
         "medium.surface.waves[0]", "'wavelength' and 'period'"},
        {R"({"medium": {"fluid": "water", "surface": {"waves": [{"amplitude": 5, "wavelength": 2}]}}, "bodies": [)" +
             ball() + "]}",
         "medium.surface", "steep"},
        {bodies(ball(R"("mas": 1)")), "bodies[0].mas", "did you mean 'mass'?"},
        {bodies(ball(R"("mass": 1, "mass": 2)")), "'mass'", "twice"},
        {bodies(ball() + "," + ball() + "," + ball(R"("mass": -1)")), "bodies[2].mass", "-1 is below 0"},
        {bodies(ball(R"("mass": "1")")), "bodies[0].mass", "not a number"},
        {bodies(ball(R"("mass": 1e300)")), "bodies[0].mass", "not between"},
        {bodies(ball(R"("mass": 1e999)")), "JSON", "number"},
        {bodies(ball(R"("mass": 1, "density": 2)")), "bodies[0].density", "mass already"},
        {bodies(ball(R"("name": "a")")), "bodies[0]", "'mass' or 'density'"},
        {bodies(ball(R"("mass": 0, "static": false)")), "bodies[0].mass", "not above 0"},
        {bodies(ball(R"("static": true, "velocity": [1, 0, 0])")), "bodies[0].velocity", "static"},
        {bodies(ball(R"("mass": 1, "inertia": [1, 1, 3])")), "bodies[0].inertia", "no body has it"},
        {bodies(ball(R"("mass": 1, "inertia": [1, 1, -1])")), "bodies[0].inertia", "positive definite"},
        {bodies(ball(R"("mass": 1, "orientation": [0, 0, 0, 2])")), "bodies[0].orientation", "unit quaternion"},
        {bodies(ball(R"("mass": 1, "position": [0, 0])")), "bodies[0].position", "list of 3 numbers"},
        {bodies(ball(R"("mass": 1, "position": [0, null, 0])")), "bodies[0].position[1]", "not a number"},
        {bodies(ball(R"("mass": 1, "restitution": 2)")), "bodies[0].restitution", "between 0 and 1"},
        {bodies(ball(R"("mass": 1, "name": "a")") + "," + ball(R"("mass": 1, "name": "a")")), "bodies[1].name", "'a'"},
        {bodies(R"({"mass": 1})"), "bodies[0]", "'shape'"},
        {bodies(R"({"mass": 1, "shape": {"type": "boks", "size": [1, 1, 1]}})"), "bodies[0].shape.type", "'box'"},
        {bodies(R"({"mass": 1, "shape": {"type": "box", "size": [1, 0, 1]}})"), "bodies[0].shape.size[1]", "above 0"},
        {bodies(R"({"mass": 1, "shape": {"type": "box", "radius": 1}})"), "bodies[0].shape.radius", "unknown"},
        {bodies(R"({"mass": 1, "shape": {"type": "sphere", "radius": 1e-30}})"), "bodies[0].shape", "radius"},
        {bodies(R"({"mass": 1, "shape": {"type": "mesh", "file": "none.obj"}})"), "bodies[0].shape.file", "none.obj"},
        {bodies(R"({"mass": 1, "shape": {"type": "frames", "file": "none.csv"}})"), "bodies[0].shape.file", "none.csv"},
        {bodies(ball(), R"(, "coupling": {"reach": 0})"), "coupling.reach", "above 0"},
        {bodies(ball(), R"(, "coupling": true, "walls": [{}, {"normal": [1, 0, 1]}])"), "walls[1].normal",
         "perpendicular"},
        {bodies(ball(R"("mass": 1, "resolved": true)")), "bodies[0].resolved", "no grid"},
        {bodies(ball(R"("mass": 1, "resolved": true, "model": "rbd")"), gridWith(R"("interval": 2)")),
         "bodies[0].resolved", "no fluid"},
        {bodies(ball(R"("mass": 1, "waves_made": "radiations")")), "bodies[0].waves_made", "none of radiation, heave"},
        {bodies(ball(R"("mass": 1, "waves_made": true)")), "bodies[0].waves_made", "true is none of"},
        {bodies(ball(R"("static": true, "waves_made": "radiation")")), "bodies[0].waves_made", "static"},
        {bodies(ball(R"("mass": 1, "model": "rbd", "waves_made": "radiation")")), "bodies[0].waves_made", "no fluid"},
        {bodies(ball(), R"(, "grid": {"min": [0, 0, 0], "spacing": 0.1})"), "grid", "'cells'"},
        {bodies(ball(), R"(, "grid": {"min": [0, 0, 0], "spacing": 0, "cells": [8, 8, 8]})"), "grid.spacing",
         "above 0"},
        {bodies(ball(), R"(, "grid": {"min": [0, 0, 0], "spacing": 1, "cells": [8, 8, 3]})"), "grid.cells", "4 to 512"},
        {bodies(ball(), R"(, "grid": {"min": [0, 0, 0], "spacing": 1, "cells": [8, 8, 8.5]})"), "grid.cells", "whole"},
        {bodies(ball(), gridWith(R"("sides": "opn")")), "grid.sides", "did you mean 'open'"},
        {bodies(ball(), gridWith(R"("sides": ["wall", "wall"])")), "grid.sides", "six"},
        {bodies(ball(), gridWith(R"("sides": ["periodic", "wall", "wall", "wall", "wall", "wall"])")), "grid.sides",
         "low x and high x"},
        {bodies(ball(), gridWith(R"("sides": {"kind": "periodic", "velocity": [1, 0, 0]})")), "grid.sides.velocity",
         "has no velocity"},
        {bodies(ball(), gridWith(R"("follow": "b")")), "grid.follow", "no body 'b'"},
        {R"({"medium": {"fluid": "water", "surface": {}}, "bodies": [)" + ball() + "]" + gridWith(R"("interval": 2)") +
             "}",
         "grid", "without a surface"},
        {bodies(ball(), R"(, "walls": [{"normal": [0, 0, 0]}])"), "walls[0].normal", "no direction"},
        {bodies(ball(), R"(, "regions": [{"min": [0, 0, 0], "max": [1, 0, 1], "medium": "air"}])"), "regions[0].max",
         "above min"},
        {bodies(ball(), R"(, "dt": 0.1)"), "dt", "0.05"},
        {bodies(ball(), R"(, "seconds": 1e8)"), "seconds", "steps"},
        {bodies(ball(), R"(, "solver": "pgs")"), "solver", "none of stock, fluid"},
    };
}

std::vector<Refused> refusedJoints() {
    const std::string two =
        ball(R"("mass": 1, "name": "a")") + "," + ball(R"("mass": 1, "name": "bb", "position": [1, 0, 0])");
    const auto joint = [&](const std::string& text) { return bodies(two, R"(, "joints": [{)" + text + "}]"); };
    const std::string base = R"({"name": "base", "mass": 1, )" + kBall + "}";
    const auto link = [](const std::string& more) {
        return R"({"name": "tip", "mass": 1, )" + kBall + ", " + more + "}";
    };
    return {
        {joint(R"("type": "ball", "child": "c")"), "joints[0].child", "no body 'c'"},
        {joint(R"("type": "ball", "parent": "b", "child": "a")"), "joints[0].parent", "did you mean"},
        {joint(R"("type": "ball", "parent": "a", "child": "a")"), "joints[0].child", "parent too"},
        {joint(R"("type": "hinge", "child": "a")"), "joints[0]", "'axis'"},
        {joint(R"("type": "hing", "child": "a")"), "joints[0].type", "'hing'"},
        {joint(R"("type": "ball", "child": "a", "lower": 0, "upper": 1)"), "joints[0].lower", "limits"},
        {joint(R"("type": "hinge", "axis": [0, 0, 1], "child": "a", "lower": 1, "upper": 0)"), "joints[0].upper",
         "below"},
        {joint(R"("type": "fixed", "child": "a", "motor": {"target_velocity": 1, "max_force": 1})"), "joints[0].motor",
         "hinges and sliders"},
        {tree(""), "articulated_bodies[0].links", "empty"},
        {tree(base), "articulated_bodies[0].links", "one link"},
        {tree(base + "," + base), "articulated_bodies[0].links[1].name", "'base'"},
        {tree(base + "," + link(R"("friction": 1)")), "articulated_bodies[0].links[1]", "'parent'"},
        {tree(base + "," + link(R"("parent": "basis")")), "articulated_bodies[0].links[1].parent", "'base'"},
        {tree(base + "," + link(R"("parent": "tip")")), "articulated_bodies[0].links[1].parent", "cycle"},
        {tree(link(R"("parent": "tip")")), "articulated_bodies[0].links", "cycle"},
        {tree(base + "," + link(R"("parent": "base", "joint": {"type": "hinge"})")),
         "articulated_bodies[0].links[1].joint", "'axis'"},
        {tree(base + "," +
              link(R"("parent": "base", "joint": {"type": "slider", "axis": [1, 0, 0], "motor": {"stiffness": 1}})")),
         "articulated_bodies[0].links[1].joint.motor", "'target_position'"},
        {tree(base + R"(, {"name": "tip", "parent": "base", "mass": 1})"), "articulated_bodies[0].links[1]",
         "'inertia'"},
        {tree(base + "," + link(R"("parent": "base")"), R"("fixed_base": true, "velocity": [1, 0, 0], )"),
         "articulated_bodies[0].velocity", "fixed"},
    };
}

/// All values of a file other than objects.
void collect(json& value, std::vector<json*>& found) {
    found.push_back(&value);
    if (value.is_structured())
        for (json& child : value)
            collect(child, found);
}

json randomValue(std::mt19937& random) {
    switch (random() % 9) {
    case 0:
        return 0;
    case 1:
        return -1.5;
    case 2:
        return 1e9;
    case 3:
        return 1e-12;
    case 4:
        return "water";
    case 5:
        return json::array({0, 0, 1});
    case 6:
        return json::object();
    case 7:
        return true;
    default:
        return nullptr;
    }
}

template <class Json>
Json reversed(const Json& value) {
    if (value.is_array()) {
        Json list = Json::array();
        for (const Json& element : value)
            list.push_back(reversed(element));
        return list;
    }
    if (!value.is_object()) return value;
    std::vector<std::pair<std::string, Json>> items;
    for (const auto& item : value.items())
        items.emplace_back(item.key(), reversed(item.value()));
    Json object = Json::object();
    for (auto item = items.rbegin(); item != items.rend(); ++item)
        object[item->first] = item->second;
    return object;
}

} // namespace

TEST(WorldReader, EveryFaultIsOneLineWithItsPlace) {
    std::vector<Refused> all = refusedBodies();
    for (const Refused& refused : refusedJoints())
        all.push_back(refused);
    for (const Refused& refused : all) {
        try {
            RunWorld run(refused.text);
            ADD_FAILURE() << "taken: " << refused.text;
        } catch (const ambient::WorldFileError& error) {
            const std::string what = error.what();
            EXPECT_EQ(std::count(what.begin(), what.end(), '\n'), 0) << what;
            EXPECT_NE(what.find(refused.place), std::string::npos) << refused.text << "\n" << what;
            EXPECT_NE(what.find(refused.why), std::string::npos) << refused.text << "\n" << what;
        } catch (const std::exception& error) {
            ADD_FAILURE() << "another kind of error: " << refused.text << "\n" << error.what();
        }
    }
}

TEST(WorldReader, TheOrderOfKeysDoesNotMatter) {
    const std::string text = test::wholeFile(test::exampleFolder() + "/gate.json");
    RunWorld original(text), turned(reversed(ordered_json::parse(text)).dump());
    original.run(0.2);
    turned.run(0.2);
    EXPECT_EQ(original.rows, turned.rows);
}

TEST(WorldReader, AMutatedExampleIsTakenOrRefusedWithALine) {
    std::mt19937 random(7);
    int taken = 0, refused = 0;
    for (const std::string& path : test::examples()) {
        const std::string name = std::filesystem::path(path).stem().string();
        // Models or steps of these take long.
        const int runs = name == "eel" || name == "crowd" || name == "barrels" || name == "dam-break" ? 6 : 25;
        for (int i = 0; i < runs; ++i) {
            json world = json::parse(test::wholeFile(path));
            std::vector<json*> places;
            collect(world, places);
            *places[random() % places.size()] = randomValue(random);
            try {
                RunWorld run(world.dump());
                run.run(2.0 * run.description().timeStep);
                ++taken;
            } catch (const std::invalid_argument& error) {
                ++refused;
                const std::string what = error.what();
                EXPECT_EQ(what.find('\n'), std::string::npos) << what;
            }
        }
    }
    EXPECT_GT(taken, 10);
    EXPECT_GT(refused, 50);
}

TEST(WorldReader, TheSchemaAndTheGuideHaveTheKeysOfTheReader) {
    const json schema = json::parse(test::wholeFile(test::rootPath() + "/docs/world.schema.json"));
    const std::string guide = test::wholeFile(test::rootPath() + "/docs/worlds.md");
    EXPECT_EQ(schema["$defs"].size() + 1, ambient::worldKeySets().size());
    for (const ambient::WorldKeySet& set : ambient::worldKeySets()) {
        const json& object = set.object == "world" ? schema : schema["$defs"].at(set.object);
        EXPECT_EQ(object["additionalProperties"], false) << set.object;
        std::set<std::string> known, required, inSchema, requiredInSchema;
        for (const ambient::WorldKey& key : set.keys) {
            known.insert(key.name);
            if (key.isRequired) required.insert(key.name);
            EXPECT_NE(guide.find("| `" + key.name + "` |"), std::string::npos) << set.object << "." << key.name;
        }
        for (const auto& item : object["properties"].items())
            inSchema.insert(item.key());
        for (const json& key : object.value("required", json::array()))
            requiredInSchema.insert(key.get<std::string>());
        EXPECT_EQ(known, inSchema) << set.object;
        EXPECT_EQ(required, requiredInSchema) << set.object;
    }
}

TEST(WorldReader, TheBlocksOfTheGuideRun) {
    const std::string guide = test::wholeFile(test::rootPath() + "/docs/worlds.md");
    int count = 0;
    for (std::size_t at = guide.find("```json\n"); at != std::string::npos; at = guide.find("```json\n", at + 1)) {
        const std::size_t begin = at + 8;
        RunWorld run(guide.substr(begin, guide.find("```", begin) - begin));
        run.run(0.1);
        EXPECT_EQ(run.rows.find("nan"), std::string::npos);
        EXPECT_TRUE(run.log.empty());
        ++count;
    }
    EXPECT_GE(count, 1);
}

} // namespace world_reader_test
