// SPDX-License-Identifier: Zlib
#include "Report.h"

#include "AmbientFluid/Math/InstructionSet.h"

#include <LinearMath/btScalar.h>

namespace bench {
namespace {

using Limit = Row::Limit;

constexpr bool kDouble = sizeof(btScalar) == sizeof(double);

double pick(double inFloat, double inDouble) {
    return kDouble ? inDouble : inFloat;
}

std::vector<Row> freeBodies() {
    const char plain[] = "plain Bullet step";
    std::vector<Row> list;
    const auto set = [&](const std::string& faces, const char* benchmark, const char* name, double target) {
        const std::string what = faces == "0" ? "the faces for games" : faces + " faces";
        list.push_back({"T1 step of 1000 free bodies of " + what + ", " + name,
                        {std::string(benchmark) + "/1000/" + faces},
                        {"BM_FreePlain/1000"},
                        plain,
                        target > 0.0 ? Limit::Ratio : Limit::None,
                        target});
    };
    set("0", "BM_FreeAvx512", "AVX-512", pick(2.0, 3.5));
    set("0", "BM_FreeAvx2", "AVX2", pick(2.6, 5.2));
    set("0", "BM_FreeBaseline", "baseline", 0.0);
    set("500", "BM_FreeAvx512", "AVX-512", pick(2.8, 4.9));
    set("500", "BM_FreeAvx2", "AVX2", pick(4.0, 8.0));
    set("500", "BM_FreeBaseline", "baseline", 0.0);
    set("3000", "BM_FreeAvx512", "AVX-512", pick(6.5, 16.0));
    set("3000", "BM_FreeAvx2", "AVX2", pick(12.0, 30.0));
    set("3000", "BM_FreeBaseline", "baseline", 0.0);
    const std::vector<Row> others = {
        {"step of 1000 free bodies of 500 faces, naive action",
         {"BM_FreeNaive/1000/500"},
         {"BM_FreePlain/1000"},
         plain},
        {"step of 1000 free bodies of 500 faces", {"BM_FreeFluid/1000/500"}, {"BM_FreeNaive/1000/500"}, "naive action"},
        {"step of one free body of 500 faces", {"BM_FreeFluid/1/500"}, {"BM_FreePlain/1"}, plain},
        {"step of 100 free bodies of 500 faces", {"BM_FreeFluid/100/500"}, {"BM_FreePlain/100"}, plain}};
    list.insert(list.end(), others.begin(), others.end());
    return list;
}

std::vector<Row> piles() {
    const bool wide = ambient::hasInstructionSet(ambient::InstructionSet::Avx512);
    const double target = wide ? pick(1.15, 1.35) : pick(1.25, 1.6);
    return {{"T2 step of a pile of 200 boxes of 500 faces, stock solver",
             {"BM_PileDropIn/200"},
             {"BM_PileDry/200"},
             "dry pile",
             Limit::Ratio,
             target},
            {"T2 step of a pile of 200 boxes of 500 faces, fluid's solver",
             {"BM_PileExact/200"},
             {"BM_PileDry/200"},
             "dry pile",
             Limit::Ratio,
             target}};
}

std::vector<Row> faces() {
    std::vector<Row> list;
    const auto set = [&](const char* benchmark, const char* name, double single, double both) {
        const char plain[] = "scalar loop with std::pow";
        const std::string what = "T3 forces of 500 faces, " + std::string(name);
        list.push_back({what + ", single precision",
                        {std::string(benchmark) + "/500/1"},
                        {"BM_FacesPlain/500"},
                        plain,
                        Limit::Ratio,
                        1.0 / single});
        list.push_back({what + ", double precision",
                        {std::string(benchmark) + "/500/0"},
                        {"BM_FacesPlain/500"},
                        plain,
                        Limit::Ratio,
                        1.0 / both});
    };
    set("BM_FacesAvx512", "AVX-512", 35.0, 16.0);
    set("BM_FacesAvx2", "AVX2", 15.0, 8.5);
    set("BM_FacesBaseline", "baseline", 6.0, 3.4);
    list.push_back({"T3 forces of 64 bodies of 3000 faces, two threads",
                    {"BM_FacesThreads/2"},
                    {"BM_FacesThreads/1"},
                    "one thread",
                    Limit::Ratio,
                    1 / 1.9});
    return list;
}

std::vector<Row> law() {
    const char earlier[] = "surface2026b";
    std::vector<Row> list;
    for (const std::string set : {"AVX-512", "AVX2"})
        for (const std::string faces : {"320", "2880"}) {
            const std::string name = (set == "AVX2" ? "LawAvx2/" : "LawAvx512/") + faces;
            list.push_back({"set of forces, " + faces + " faces, " + set + ", single precision",
                            {"BM_" + name},
                            {"BM_Earlier" + name},
                            earlier,
                            Limit::Ratio,
                            1.1});
        }
    const char* const wings[] = {"a wing of 3000 faces", "a plate of 432 faces", "a disc of 400 faces"};
    for (int i = 0; i < 3; ++i) {
        const std::string body = "/" + std::to_string(i);
        list.push_back({std::string("forces of ") + wings[i],
                        {"BM_WingCells" + body},
                        {"BM_WithoutWingCells" + body},
                        "without the cells of its lifting surfaces",
                        Limit::Ratio,
                        1.15});
    }
    list.push_back({"weights of the forces, 2000 faces",
                    {"BM_LawWeights/2000"},
                    {"BM_LawModel/2000"},
                    "the whole model",
                    Limit::Ratio,
                    0.5});
    return list;
}

std::vector<Row> shapes() {
    std::vector<Row> list;
    for (const std::string kind : {"Sequence", "Amplitudes"})
        for (const std::string faces : {"500", "2000"}) {
            const std::string what = (kind == "Sequence" ? "key shapes, " : "two amplitudes, ") + faces + " faces";
            list.push_back({"update of a shape, " + what,
                            {"BM_ShapeOf" + kind + "/" + faces},
                            {"BM_ShapeFaceSum/" + faces},
                            "one sum over the faces",
                            Limit::Ratio,
                            1.5});
            list.push_back({"step of 50 bodies that change their shape, " + what,
                            {"BM_ShapeStep" + kind + "/" + faces},
                            {"BM_ShapeStepRigid/" + faces},
                            "rigid bodies",
                            Limit::Ratio,
                            3.0});
        }
    return list;
}

std::vector<Row> growth() {
    return {{"T4 step of 4000 free bodies of 500 faces, a body",
             {"BM_FreeFluid/4000/500", "", 4000},
             {"BM_FreeFluid/10/500", "", 10},
             "of 10, a body",
             Limit::Ratio,
             1.1},
            {"T4 step of 4000 dry bodies, a body",
             {"BM_FreePlain/4000", "", 4000},
             {"BM_FreePlain/10", "", 10},
             "of 10, a body"}};
}

/// Cost of the fluid in a step: here, and in MuJoCo with its two fluid models and two of its integrators.
std::vector<Row> mujoco() {
    std::vector<Row> list;
    for (const int bodies : {10, 100, 1000, 4000})
        for (const std::string fluid : {"Ellipsoid", "Box"})
            for (const std::string integrator : {"Euler", "Fast"}) {
                const std::string count = std::to_string(bodies);
                list.push_back({"T4 added cost of the fluid, " + count + " bodies of 500 faces, a body",
                                {"BM_FreeFluid/" + count + "/500", "BM_FreePlain/" + count, double(bodies)},
                                {"BM_Mujoco" + fluid + integrator + "/" + count,
                                 "BM_MujocoDry" + integrator + "/" + count, double(bodies)},
                                "MuJoCo " + mujocoVersion() + ", " + (fluid == "Box" ? "inertia box" : "ellipsoid") +
                                    ", " + (integrator == "Fast" ? "implicitfast" : integrator),
                                fluid == "Ellipsoid" ? Limit::Ratio : Limit::None,
                                fluid == "Ellipsoid" ? 1.0 : 0.0});
            }
    return list;
}

std::vector<Row> addedMass() {
    const char lu[] = "dense LU, an unknown a face";
    return {
        {"T6 added mass, 500 faces", {"BM_AddedMass/500"}, {"BM_DenseLu/500"}, lu, Limit::Value, 20.0},
        {"T6 added mass, 2880 faces", {"BM_AddedMass/3000"}, {"BM_DenseLu/3000"}, lu, Limit::Value, 1000.0},
        {"T6 added mass, 2880 faces", {"BM_AddedMass/3000"}, {"BM_AddedMassCollocation/3000"}, "collocation"},
        {"T6 added mass, 2880 faces, fast", {"BM_AddedMassFast/3000"}, {"BM_DenseLu/3000"}, lu, Limit::Ratio, 1 / 8.0},
        {"T6 added mass, 9680 faces, fast", {"BM_AddedMassFast/9680"}, {"BM_DenseLu/9680"}, lu, Limit::Ratio, 1 / 50.0},
        {"T6 added mass, 50 000 faces, fast", {"BM_AddedMassFast/50000"}, {}, "", Limit::Value, 2000.0},
        {"T6 added mass, 300 000 faces, fast", {"BM_AddedMassFast/300000"}, {}, "", Limit::Value, 30000.0},
        {"T7 error of the added mass, ellipsoid 1:2:3, 2880 faces",
         {"BM_ExactEllipsoid123/2880"},
         {},
         "",
         Limit::Error,
         0.3},
        {"T7 error of the added mass, ellipsoid 5:1:5, 2880 faces",
         {"BM_ExactEllipsoid515/2880"},
         {},
         "",
         Limit::Error,
         0.3},
        {"T7 error of the added mass, spheroid 25:25:1, 2880 faces",
         {"BM_ExactSpheroid25/2880"},
         {},
         "",
         Limit::Error,
         1.0},
        {"T7 error of the added mass, plate 40:1, 3000 faces", {"BM_ExactPlate40/3000"}, {}, "", Limit::Error, 1.0},
        {"model of 2880 faces from the cache",
         {"BM_ModelLoad/3000"},
         {"BM_ModelBuild/3000"},
         "built",
         Limit::Value,
         1.0}};
}

std::vector<Row> worlds() {
    return {{"exact solver, 200 wet boxes",
             {"BM_SolveAllWet/200"},
             {"BM_SolveStock/200"},
             "stock solver",
             Limit::Ratio,
             1.25},
            {"exact solver, no body wet",
             {"BM_SolveNoneWet/200"},
             {"BM_SolveStock/200"},
             "stock solver",
             Limit::Ratio,
             1.01},
            {"200 barrels in still water",
             {"BM_BarrelsFlat/200/1"},
             {"BM_BarrelsDry/200/1"},
             "dry heap",
             Limit::Ratio,
             2.0},
            {"200 barrels in still water, two threads", {"BM_BarrelsFlat/200/2"}, {"BM_BarrelsDry/200/1"}, "dry heap"},
            {"200 barrels in 8 waves", {"BM_BarrelsWaves/200/1"}, {"BM_BarrelsFlat/200/1"}, "still water"},
            {"200 barrels in still water asked at every face",
             {"BM_BarrelsAsked/200/1"},
             {"BM_BarrelsFlat/200/1"},
             "still water"},
            {"200 barrels in 8 waves, asked at every face in both",
             {"BM_BarrelsWaves/200/1"},
             {"BM_BarrelsAsked/200/1"},
             "still water asked at every face"},
            {"200 free barrels afloat, with the waves that they make",
             {"BM_Floats/200"},
             {"BM_FloatsWithoutWaves/200"},
             "without",
             Limit::Ratio,
             1.03},
            {"200 rods held in a stream, exact solver", {"BM_RodsHeld/200"}, {"BM_RodsFree/200"}, "free rods"},
            {"200 barrels in 16 waves, 48 faces",
             {"BM_DetailPoints/200"},
             {"BM_DetailFull/200"},
             "300 faces",
             Limit::Ratio,
             0.3},
            {"200 barrels in 16 waves, 24 faces",
             {"BM_DetailBuoyancy/200"},
             {"BM_DetailFull/200"},
             "300 faces",
             Limit::Ratio,
             0.1}};
}

std::vector<Row> swimmers() {
    const double frames = 20.0;
    const Quantity read = {"BM_SwimRead/100000", "", frames};
    const char reading[] = "reading them";
    return {
        {"motion from 100 000 points, a frame", {"BM_SwimPoints/100000", "", frames}, read, reading, Limit::Value, 1.0},
        {"motion from a curve of 100 000 points, a frame",
         {"BM_SwimCurve/100000", "", frames},
         read,
         reading,
         Limit::Value,
         1.0},
        {"motion from a surface of 100 000 points, a frame",
         {"BM_SwimSurface/100000", "", frames},
         read,
         reading,
         Limit::Value,
         3.0},
        {"motion from reduced frames, a frame", {"BM_SwimReduced/1000", "", frames}, {}, "", Limit::Value, 0.01}};
}

std::vector<Row> coupling() {
    const char pair[] = "two bodies", uncoupled[] = "without a coupling";
    return {{"T8 coupling of 3 near bodies of 320 faces",
             {"BM_CouplingNear/3"},
             {"BM_CouplingNear/2"},
             pair,
             Limit::Value,
             1.5},
            {"T8 coupling of 3 near bodies of 1194 faces",
             {"BM_CouplingNearFine/3"},
             {"BM_CouplingNear/3"},
             "320 faces",
             Limit::Value,
             16.0},
            {"T8 coupling of 3 far bodies", {"BM_CouplingFar/3"}, {"BM_CouplingNear/2"}, pair, Limit::Value, 0.1},
            {"T8 coupling of 100 bodies, none near",
             {"BM_CouplingTankFar/100"},
             {"BM_CouplingNear/2"},
             pair,
             Limit::Value,
             10.0},
            {"T8 coupling of 100 bodies, 240 pairs at a middle distance",
             {"BM_CouplingTankNear/100"},
             {"BM_CouplingNear/2"},
             pair,
             Limit::Value,
             10.0},
            {"step of a world of 100 bodies, coupled", {"BM_TankCoupled/100"}, {"BM_TankUncoupled/100"}, uncoupled},
            {"step of a world of 100 bodies out of each other's reach",
             {"BM_TankOutOfReach/100"},
             {"BM_TankUncoupled/100"},
             uncoupled},
            {"step of 8 touching balls, exact solver, coupled",
             {"BM_TouchingCoupled/8"},
             {"BM_TouchingUncoupled/8"},
             uncoupled}};
}

std::vector<Row> grid() {
    const char solve[] = "a step of the same grid without bodies";
    return {{"T9 part of a step of water on a grid, 32 cells a side", {"BM_GridStep/32"}, {}, "", Limit::Value, 4.6},
            {"T9 part of a step of water on a grid, 64 cells a side", {"BM_GridStep/64"}, {}, "", Limit::Value, 22.0},
            {"T9 projection with five bodies that the grid resolves, 32 cells",
             {"BM_GridResolved/32"},
             {"BM_GridStep/32"},
             solve},
            {"T9 projection with five bodies that the grid resolves, 64 cells",
             {"BM_GridResolved/64"},
             {"BM_GridStep/64"},
             solve},
            {"T9 part of a step with five bodies that the grid resolves, 32 cells",
             {"BM_GridResolvedStep/32"},
             {"BM_GridStep/32"},
             solve},
            {"T9 part of a step with five bodies that the grid resolves, 64 cells",
             {"BM_GridResolvedStep/64"},
             {"BM_GridStep/64"},
             solve},
            {"T9 step of a world with five bodies in actuator mode, 32 cells",
             {"BM_GridActuator/32"},
             {"BM_GridStep/32"},
             solve},
            {"T9 step of a world with five bodies in actuator mode, 64 cells",
             {"BM_GridActuator/64"},
             {"BM_GridStep/64"},
             solve},
            {"T9 step of a world with a chain of five links that the grid resolves, 64 x 32 x 32 cells",
             {"BM_GridResolvedChain"},
             {"BM_GridResolvedBalls"},
             "five free bodies"}};
}

} // namespace

const std::vector<Row>& rows() {
    static const std::vector<Row> all = [] {
        std::vector<Row> list;
        for (const auto& part : {freeBodies(), crowdRows(), threadRows(), kindRows(), piles(), faces(), law(), growth(),
                                 mujoco(), addedMass(), worlds(), swimmers(), shapes(), coupling(), linkRows(), grid()})
            list.insert(list.end(), part.begin(), part.end());
        return list;
    }();
    return all;
}

std::string precision() {
    return kDouble ? "float64" : "float32";
}

} // namespace bench
