// SPDX-License-Identifier: Zlib
#include "interface/SampleEntries.h"

#include "FileBytes.h"
#include "Worlds/WorldInput.h"
#include "Worlds/WorldReader.h"
#include "interface/WorldScene.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <list>
#include <stdexcept>

namespace samples {

std::unique_ptr<Scene> createPlateSizes();
std::unique_ptr<Scene> createPlateMasses();
std::unique_ptr<Scene> createPaperCopter();
std::unique_ptr<Scene> createCoins();
std::unique_ptr<Scene> createMapleSeed();
std::unique_ptr<Scene> createFallingLeaf();
std::unique_ptr<Scene> createBusinessCard();
std::unique_ptr<Scene> createSinkingEllipsoid();
std::unique_ptr<Scene> createGolfDrive();
std::unique_ptr<Scene> createGolfCases();
std::unique_ptr<Scene> createFreeKick();
std::unique_ptr<Scene> createBasketballDrop();
std::unique_ptr<Scene> createFootballSpiral();
std::unique_ptr<Scene> createToyPropeller();
std::unique_ptr<Scene> createBalloon();
std::unique_ptr<Scene> createUnderwater();
std::unique_ptr<Scene> createWetCollisions();
std::unique_ptr<Scene> createSeafloor();
std::unique_ptr<Scene> createChainInCurrent();
std::unique_ptr<Scene> createPendulum();
std::unique_ptr<Scene> createFlipper();
std::unique_ptr<Scene> createFlipperWake();
std::unique_ptr<Scene> createRobot();
std::unique_ptr<Scene> createRov();
std::unique_ptr<Scene> createHumanStrokes();
std::unique_ptr<Scene> createWading();
std::unique_ptr<Scene> createRagdollInRiver();
std::unique_ptr<Scene> createSailingDinghy();
std::unique_ptr<Scene> createWinch();
std::unique_ptr<Scene> createBoxPile();
std::unique_ptr<Scene> createLeavesInWind();
std::unique_ptr<Scene> createBeachBallWind();
std::unique_ptr<Scene> createRiver();
std::unique_ptr<Scene> createBarrels();
std::unique_ptr<Scene> createLevelsOfDetail();
std::unique_ptr<Scene> createBoat();
std::unique_ptr<Scene> createTwoMedia();
std::unique_ptr<Scene> createPingPongRelease();
std::unique_ptr<Scene> createStonesSkipping();
std::unique_ptr<Scene> createWindAndPool();
std::unique_ptr<Scene> createThreeSpheres();
std::unique_ptr<Scene> createSaffman();
std::unique_ptr<Scene> createEel();
std::unique_ptr<Scene> createFallingCat();
std::unique_ptr<Scene> createGlider();
std::unique_ptr<Scene> createRobotFish();
std::unique_ptr<Scene> createTurtle();
std::unique_ptr<Scene> createZeppelin();
std::unique_ptr<Scene> createParachute();
std::unique_ptr<Scene> createUnfoldingCopter();
std::unique_ptr<Scene> createFrisbee();
std::unique_ptr<Scene> createPaperPlane();
std::unique_ptr<Scene> createSailplane();
std::unique_ptr<Scene> createHydrofoil();
std::unique_ptr<Scene> createSail();
std::unique_ptr<Scene> createPulsingBell();
std::unique_ptr<Scene> createSeaFloorJump();
std::unique_ptr<Scene> createAnimated();
std::unique_ptr<Scene> createSwimmer(const std::string& name);
std::unique_ptr<Scene> createThreeLinkSwimmer();
std::unique_ptr<Scene> createDiver();
std::unique_ptr<Scene> createGlidingEel();
std::unique_ptr<Scene> createDzhanibekov();
std::unique_ptr<Scene> createSquirmer();
std::unique_ptr<Scene> createRisingBalls();
std::unique_ptr<Scene> createLandingBoard();
std::unique_ptr<Scene> createPassingBall();
std::unique_ptr<Scene> createClosePass();
std::unique_ptr<Scene> createCubePush();
std::unique_ptr<Scene> createCoastingCube();
std::unique_ptr<Scene> createBallAndCoin();
std::unique_ptr<Scene> createGripper();
std::unique_ptr<Scene> createRoboticFish();
std::unique_ptr<Scene> createFishPair();
std::unique_ptr<Scene> createTank();
std::unique_ptr<Scene> createDrafting();
std::unique_ptr<Scene> createStirring();
std::unique_ptr<Scene> createVortexStreet();
std::unique_ptr<Scene> createTandemSpheres();
std::unique_ptr<Scene> createSinkingBall();
std::unique_ptr<Scene> createFlipperAndFloat();
std::unique_ptr<Scene> createThickSwimmer();
std::unique_ptr<Scene> createStrokesInDye();
std::unique_ptr<Scene> createDamBreak();
std::unique_ptr<Scene> createSloshing();
std::unique_ptr<Scene> createPoolSplash();
std::unique_ptr<Scene> createBoatWake();
std::unique_ptr<Scene> createFerry();
std::unique_ptr<Scene> createBuoyInASea();
std::unique_ptr<Scene> createBargeRao();
std::unique_ptr<Scene> createCatamaran();
std::unique_ptr<Scene> createWaveEnergy();
std::unique_ptr<Scene> createTowedCable();
std::unique_ptr<Scene> createHarbour();
std::unique_ptr<Scene> createHoney();
std::unique_ptr<Scene> createSandAndDust();
std::unique_ptr<Scene> createBacteria();
std::unique_ptr<Scene> createBobbing();

const std::vector<SampleEntry>& sampleEntries() {
    static const std::vector<SampleEntry> entries = {
        firstSample(),
        {"plate-sizes", "plates of one mass fall side by side: the largest flutters, smaller ones turn over",
         "Padilla et al. 2025, fig. 7", createPlateSizes},
        {"plate-masses", "plates of one size fall side by side, from one that floats to one that drops like a stone",
         "Padilla et al. 2025, fig. 8", createPlateMasses},
        {"paper-copter", "a paper helicopter with a clip turns itself upright and spins down",
         "Padilla et al. 2025, fig. 16", createPaperCopter},
        {"coins", "coins of plastic to gold flutter, wander and tumble down through water", "Heisinger et al. 2014",
         createCoins},
        {"honey", "balls of three sizes sink in honey, by Stokes' law", "", createHoney},
        {"sand-and-dust", "grains from silt to sand settle in water or air, each class at its speed", "",
         createSandAndDust},
        {"bacteria", "a helical bacterium of a few micrometres is turned by a field and swims like a screw", "",
         createBacteria},
        {"maple-seed", "a winged seed begins to spin by itself, which slows its fall", "Soliman et al. 2024, fig. 10",
         createMapleSeed},
        {"falling-leaf", "a curled leaf with a stalk turns over and over", "", createFallingLeaf},
        {"business-card", "a card let go on its edge turns over and over", "", createBusinessCard},
        {"frisbee", "a flying disc is thrown with spin and flies, and without and turns over", "", createFrisbee},
        {"paper-plane", "three folded darts: one glides, one stalls, one dives", "", createPaperPlane},
        {"sailplane", "a small sailplane glides on the lift of its wing, beside lifting-line theory", "",
         createSailplane},
        {"hydrofoil", "a boat on two surface-piercing foils lifts itself out of the water", "", createHydrofoil},
        {"sail", "boats with one sail each set out on every course to the wind: their places are its polar", "",
         createSail},
        {"sinking-ellipsoid", "a heavy ellipsoid sinks through water and comes to rest on the ground",
         "Padilla et al. 2025, fig. 13", createSinkingEllipsoid},
        {"golf-drive", "a dimpled golf ball with backspin flies until it lands", "Padilla et al. 2025, fig. 11",
         createGolfDrive},
        {"golf-cases", "four golf balls fly: with and without dimples, with and without backspin",
         "Padilla et al. 2025, fig. 11", createGolfCases},
        {"free-kick", "a spinning soccer ball curls round the wall", "Padilla et al. 2025, fig. 9", createFreeKick},
        {"basketball-drop", "a basketball with backspin sails away from the dam it is dropped from",
         "Padilla et al. 2025, fig. 10", createBasketballDrop},
        {"football-spiral", "an American football's nose follows its path in air, and does not in a vacuum",
         "Padilla et al. 2025, fig. 12", createFootballSpiral},
        {"toy-propeller", "a propeller spun between the palms and let go climbs and lands again",
         "Padilla et al. 2025, fig. 14", createToyPropeller},
        {"balloon", "a balloon let go at rest swerves on its way up", "Padilla et al. 2025, fig. 15", createBalloon},
        {"underwater", "an ellipsoid, a propeller and a rabbit glide, turn and spin as they sink",
         "Padilla et al. 2025, fig. 13", createUnderwater},
        {"wet-collisions", "two ellipsoids collide under water; they and the water around them keep their momentum", "",
         createWetCollisions},
        {"seafloor", "an ellipsoid, a propeller and a rabbit sink, land on the sea floor and rest",
         "Padilla et al. 2025, fig. 13", createSeafloor},
        {"chain-in-current", "a chain on hinges hangs from a fixed point and is blown aside by a current", "",
         createChainInCurrent},
        {"pendulum", "a rod swings under water on a hinge: a btMultiBody link with its added mass", "", createPendulum},
        {"flipper", "a body with a servo in its tail swims", "Water with Character(s), fig. 5", createFlipper},
        {"robot", "an arm, or the robot of a URDF or SDF file, moves its joints under water", "", createRobot},
        {"rov", "an underwater robot with six thrusters dives, turns and holds its place in a current", "", createRov},
        {"human-strokes", "a swimmer crawls at the surface, or follows one of three other strokes or a motion file",
         "Water with Character(s), figs. 10 to 13", createHumanStrokes},
        {"wading", "a human walks through water to the knees, against its drag", "Water with Character(s), section 6",
         createWading},
        {"ragdoll-in-river", "a limp human drifts down a river, against a pier and round it", "", createRagdollInRiver},
        {"sailing-dinghy", "a boat with sail, centreboard and rudder reaches and holds its course", "",
         createSailingDinghy},
        {"winch", "a winch on a barge in waves hoists a block out of the water", "", createWinch},
        {"box-pile", "a loose pyramid of boxes sinks, slumps and comes to stand under water", "", createBoxPile},
        {"leaves-in-wind", "leaves come off a branch and are carried off by gusts and a whirl",
         "Soliman et al. 2024, fig. 5", createLeavesInWind},
        {"beach-ball-wind", "a beach ball is dropped into a gusty wind and blown over water or sand", "",
         createBeachBallWind},
        {"river", "logs drift down a river past two bridge piers", "", createRiver},
        {"barrels", "barrels are thrown into waves between four walls, and bob, roll and jostle", "", createBarrels},
        {"harbour", "two thousand barrels, crates, buoys and planks bob in waves beside a quay", "", createHarbour},
        {"levels-of-detail",
         "three rows of barrels ride the same waves in full detail, as points and by buoyancy alone", "",
         createLevelsOfDetail},
        {"bobbing", "a sphere, a cylinder and a barrel bob, and the waves that they make stop them", "", createBobbing},
        {"buoy-in-a-sea", "a buoy on a chain rides a sea of the JONSWAP spectrum", "", createBuoyInASea},
        {"barge-rao", "a barge answers to many small waves at once, beside linear theory", "", createBargeRao},
        {"catamaran", "a catamaran and a single hull roll and heave in waves from the side", "", createCatamaran},
        {"wave-energy", "a float and a damper take power from waves of many periods", "", createWaveEnergy},
        {"towed-cable", "a boat tows a body on a cable through the water, and turns round", "", createTowedCable},
        {"ferry", "a crane loads two crates on a pontoon and takes them off again", "", createFerry},
        {"boat", "a boat with ballast rides waves, or rolls in still water", "", createBoat},
        {"two-media", "ellipsoids thrown from the air into water are slowed and turned as they enter",
         "Soliman et al. 2024, fig. 7", createTwoMedia},
        {"ping-pong-release", "a table-tennis ball let go under water rises, breaks the surface and jumps", "",
         createPingPongRelease},
        {"stones-skipping", "a flat stone with spin skips over water", "", createStonesSkipping},
        {"wind-and-pool", "wind blows balls off a terrace into a pool, and a river takes them away", "",
         createWindAndPool},
        {"rising-balls", "balls that rise side by side draw together, each in the flow of the other", "",
         createRisingBalls},
        {"landing-board", "a board sinks flat onto the ground and lands on a cushion of water", "", createLandingBoard},
        {"passing-ball", "a ball that sinks past a coin moves and turns it without touching it", "Gao et al. 2025",
         createPassingBall},
        {"close-pass", "two tumbling ellipsoids deflect each other as they pass", "", createClosePass},
        {"cube-push", "a cube that comes near sets another one in motion before it touches it", "", createCubePush},
        {"coasting-cube", "a cube of the water's density coasts, with drag and without", "Gao et al. 2025, fig. 7",
         createCoastingCube},
        {"ball-and-coin", "a ball that comes down to the floor turns a coin and pushes it away",
         "Gao et al. 2025, fig. 3", createBallAndCoin},
        {"gripper", "fingers that close press a coin out, unless the hand moves along", "Gao et al. 2025, fig. 1",
         createGripper},
        {"robotic-fish", "a fish of three ellipsoids swims by beating, coupled by its flow",
         "Gao et al. 2025, figs. 8 and 9", createRoboticFish},
        {"fish-pair", "a large tail that beats turns a fish off its way and carries a small one",
         "Gao et al. 2025, figs. 8 and 9", createFishPair},
        {"tank", "a hundred balls sink, all in the flow of all", "", createTank},
        {"drafting", "a ball in the wake of another catches up: water on a grid", "", createDrafting},
        {"stirring", "a led ball stirs water on a grid; dye and floating balls go along", "", createStirring},
        {"flipper-wake", "a flipper swims in water on a grid; its wake pushes a ball back",
         "Water with Character(s), figs. 5 and 6", createFlipperWake},
        {"vortex-street", "eddies leave a held cylinder by turns, in a stream of water on a grid", "",
         createVortexStreet},
        {"tandem-spheres", "a ball held in the wake of another in water on a grid has less drag", "",
         createTandemSpheres},
        {"sinking-ball", "a ball sinks through a fluid on a grid that resolves it", "", createSinkingBall},
        {"flipper-and-float", "a flipper swims beside a float, which goes back in thin water and comes along in thick",
         "Water with Character(s), figs. 5 and 6", createFlipperAndFloat},
        {"thick-swimmer", "Purcell's swimmer swims in thick fluid on a grid", "Water with Character(s), fig. 8",
         createThickSwimmer},
        {"strokes-in-dye", "a human swims under water on a grid; dye shows the water that it pushes",
         "Water with Character(s), figs. 10 to 13", createStrokesInDye},
        {"dam-break", "a column of water runs out and takes a crate along, on a grid with a surface",
         "Martin and Moyce 1952", createDamBreak},
        {"sloshing", "water swings in a tank on a grid, beside linear theory", "", createSloshing},
        {"pool-splash", "a ball and a block fall into a pool on a grid; their waves lift a raft", "", createPoolSplash},
        {"boat-wake", "a hull is driven through a tank on a grid and makes waves", "", createBoatWake},
        {"three-spheres", "three spheres that change their distances swim in a perfect fluid, by an exact way a cycle",
         "", createThreeSpheres},
        {"saffman", "a nearly round body swims by small changes of its shape in a perfect fluid", "Saffman 1967",
         createSaffman},
        {"eel", "an eel sends waves along its body and swims", "Soliman et al. 2024, fig. 12", createEel},
        {"falling-cat", "three rods on hinges turn in a vacuum without angular momentum", "", createFallingCat},
        {"parachute", "a canopy opens above its load and takes along more and more air", "Soliman et al. 2024, fig. 8",
         createParachute},
        {"unfolding-copter", "a paper helicopter unfolds its blades as it falls, begins to spin and brakes",
         "Soliman et al. 2024, fig. 11", createUnfoldingCopter},
        {"pulsing-bell", "a jellyfish with inertia closes its bell fast, opens it slowly and rises", "",
         createPulsingBell},
        {"sea-floor-jump", "a ball swells and pushes itself off the sea floor, at an exact speed", "",
         createSeaFloorJump},
        {"animated", "your own animated .glb, or folder of shapes, in water", "", createAnimated},
        {"snake", "a snake that resists sideways motion sends waves along its body and moves ahead",
         "Gross et al. 2023, fig. 3", [] { return createSwimmer("snake"); }},
        {"turning-snake", "the same snake bends to one side and turns", "",
         [] { return createSwimmer("turning-snake"); }},
        {"sperm", "a sperm with a heavy head beats its tail", "Gross et al. 2023, fig. 5",
         [] { return createSwimmer("sperm"); }},
        {"stingray", "a stingray sends waves along its fins", "Gross et al. 2023, fig. 1",
         [] { return createSwimmer("stingray"); }},
        {"turning-ray", "a stingray with one weak fin turns", "Gross et al. 2023, fig. 15",
         [] { return createSwimmer("turning-ray"); }},
        {"jellyfish", "a jellyfish opens and closes its bell and rises", "Gross et al. 2023, fig. 8",
         [] { return createSwimmer("jellyfish"); }},
        {"clam", "a clam opens and closes, and comes back by the way that it went", "Gross et al. 2023, fig. 16",
         [] { return createSwimmer("clam"); }},
        {"astronaut", "an astronaut turns by swinging both arms, without any momentum", "Gross et al. 2023, fig. 9",
         [] { return createSwimmer("astronaut"); }},
        {"worm", "a worm shifts its weight while waves run along it, in closed form", "Gross et al. 2023, fig. 18",
         [] { return createSwimmer("worm"); }},
        {"cat", "a cat turns over by rolling its two halves against each other", "Gross et al. 2023, fig. 10",
         [] { return createSwimmer("cat"); }},
        {"three-link-swimmer", "Purcell's swimmer of three links makes the way of any gait that is drawn", "",
         createThreeLinkSwimmer},
        {"squirmer", "a ball swims in Stokes flow by a flow along its surface, in closed form", "", createSquirmer},
        {"diver", "a diver begins to twist in a somersault by one arm, and stops by raising it again",
         "Gross et al. 2023, fig. 11", createDiver},
        {"gliding-eel", "an eel with inertia and drag beats its tail twice and glides on", "Gross et al. 2023, fig. 13",
         createGlidingEel},
        {"dzhanibekov", "a body that spins about its middle axis turns over, again and again",
         "Gross et al. 2023, fig. 14", createDzhanibekov},
        {"glider", "a glider dives and climbs by shifting a mass and its buoyancy", "", createGlider},
        {"robot-fish", "a robot fish bends towards a target that its controller sees", "", createRobotFish},
        {"turtle", "a turtle flaps and feathers two flippers and swims", "Soliman et al. 2024, fig. 1", createTurtle},
        {"zeppelin", "two propellers drive a zeppelin, and a pilot moves its rudder", "Soliman et al. 2024, fig. 13",
         createZeppelin},
    };
    return entries;
}

namespace {

std::list<SampleEntry>& worldEntries() {
    static std::list<SampleEntry> entries;
    return entries;
}

} // namespace

void addWorldFile(const std::string& path) {
    ambient::ReadWorld read = ambient::readWorldFile(path);
    const auto world = std::make_shared<const ambient::WorldDescription>(std::move(read.description));
    const auto file = std::make_shared<const nlohmann::json>(std::move(read.file));
    worldEntries().push_back(
        {path, world->description, "", [world, file, path] { return makeWorldScene(world, file, path); }});
}

const SampleEntry& findSample(const std::string& name) {
    std::string known;
    for (const SampleEntry& entry : worldEntries())
        if (entry.name == name) return entry;
    for (const SampleEntry& entry : sampleEntries()) {
        if (entry.name == name) return entry;
        known += (known.empty() ? "" : ", ") + entry.name;
    }
    throw std::invalid_argument("unknown scene '" + name + "'; there are " + known);
}

namespace {

nlohmann::ordered_json parameterAsJson(const Parameter& p) {
    if (p.isFile())
        return {{"name", p.key}, {"kind", "file"}, {"unit", p.unit}, {"default", ""}, {"description", p.description}};
    if (!p.isNumber())
        return {{"name", p.key},
                {"kind", "loop"},
                {"unit", p.unit},
                {"default", p.text},
                {"min", p.minimum},
                {"max", p.maximum},
                {"description", p.description}};
    return {{"name", p.key},
            {"kind", p.whole ? "whole number" : "number"},
            {"unit", p.unit},
            {"default", p.value},
            {"min", p.minimum},
            {"max", p.maximum},
            {"description", p.description}};
}

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
            item["parameters"].push_back(parameterAsJson(p));
        list.push_back(item);
    }
    return list.dump(2) + "\n";
}

std::string padded(std::string text, std::size_t width) {
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

std::string listForPeople() {
    std::string text;
    for (const SampleEntry& entry : sampleEntries()) {
        const std::unique_ptr<Scene> scene = entry.create();
        text += entry.name + ": " + entry.description + "\n";
        text += "    " + entry.figure + (entry.figure.empty() ? "up to " : "; up to ") +
                shortNumber(scene->defaultDuration()) + " s in steps of 1/" +
                shortNumber(1.0 / scene->defaultTimeStep()) + " s\n";
        for (const Parameter& p : scene->parameters()) {
            const std::string range =
                p.isFile() ? "" : " (" + shortNumber(p.minimum) + " to " + shortNumber(p.maximum) + ")";
            text += "    " + padded(p.key, 11) + " " + padded(shownValue(p), 12) + " " + p.description + range + "\n";
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
