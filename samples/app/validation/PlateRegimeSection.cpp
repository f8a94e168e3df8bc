// SPDX-License-Identifier: Zlib
#include "interface/SampleEntries.h"
#include "interface/SceneRunner.h"
#include "scenes/parts/PlateRegime.h"
#include "validation/ValidationSections.h"

#include <array>
#include <cmath>
#include <map>

namespace samples {
namespace {

/// Plates of paper 001: flat spheroids in air, a fifth as high as wide.
constexpr double kWidth = 0.10; // [m]
constexpr std::array<double, 9> kMasses = {0.0002, 0.00025, 0.0003, 0.0004, 0.0005,
                                           0.0007, 0.001,   0.002,  0.005}; // [kg]

/// Coins in water, each of 1.5 times the density of the one before.
constexpr int kCoins = 8;
constexpr double kLightest = 1200.0, kRatio = 1.5;              // [kg/m^3], 1
constexpr double kCoinWidth = 0.0243, kCoinThickness = 0.00175; // [m]

constexpr std::array<double, 6> kTilts = {5.0, 20.0, 35.0, 50.0, 65.0, 80.0}; // [deg]

/// I* = I / (rho d^5), with the moment of inertia about a diameter of such a spheroid.
double plateNumber(double mass) {
    constexpr double airDensity = 1.204;
    const double radius = 0.5 * kWidth;
    return mass * radius * radius * (1.0 + 0.04) / 5.0 / (airDensity * std::pow(kWidth, 5));
}

/// The same of a disc whose thickness hardly counts.
double coinNumber(int coin) {
    return ambient::kPi / 64.0 * kCoinThickness / kCoinWidth * kLightest * std::pow(kRatio, coin) / 998.2;
}

struct MapPoint {
    double number, tilt; ///< I*, [deg]
    PlateFall fall;
};

RunRecord run(const std::string& name, const std::map<std::string, double>& changes, double duration,
              const std::string& model) {
    const std::unique_ptr<Scene> scene = findSample(name).create();
    ParameterValues values(scene->parameters());
    for (const auto& [key, value] : changes)
        values.set(key, value);
    RunOptions options;
    options.duration = duration;
    options.timeStep = 1.0 / 120.0;
    options.model = model;
    return runScene(name, *scene, values, options);
}

std::vector<MapPoint> platesAt(double tilt, const std::string& model) {
    std::vector<MapPoint> points;
    for (const double mass : kMasses) {
        const RunRecord record =
            run("falling-plate", {{"diameter", kWidth}, {"mass", mass}, {"tilt", tilt}, {"faces", 320}}, 8.0, model);
        points.push_back({plateNumber(mass), tilt, plateFall(record, secondHalf(record))});
    }
    return points;
}

std::vector<MapPoint> coinsAt(double tilt, const std::string& model) {
    const RunRecord record = run("coins",
                                 {{"diameter", kCoinWidth},
                                  {"thickness", kCoinThickness},
                                  {"density", kLightest},
                                  {"ratio", kRatio},
                                  {"coins", kCoins},
                                  {"tilt", tilt},
                                  {"faces", 400}},
                                 4.0, model);
    std::vector<MapPoint> points;
    for (int coin = 0; coin < kCoins; ++coin)
        points.push_back({coinNumber(coin), tilt, plateFall(record, secondHalf(record), coin)});
    return points;
}

struct RegimeLook {
    PlateRegime regime;
    const char* colour;
    int pointType; ///< gnuplot's
};
constexpr std::array<RegimeLook, 5> kLooks = {{{PlateRegime::Steady, "#000000", 4},
                                               {PlateRegime::Glide, "#e69f00", 12},
                                               {PlateRegime::Flutter, "#0072b2", 7},
                                               {PlateRegime::Chaotic, "#cc79a7", 9},
                                               {PlateRegime::Tumble, "#d55e00", 11}}};

/// One of the maps below.
struct RegimeMap {
    const char *name, *what, *model;
    std::vector<MapPoint> (*pointsAt)(double tilt, const std::string& model);
};
constexpr std::array<RegimeMap, 4> kMaps = {{{"plates-default", "Plates in air", "default", platesAt},
                                             {"plates-paper001", "Plates in air", "paper001", platesAt},
                                             {"coins-default", "Coins in water", "default", coinsAt},
                                             {"coins-paper001", "Coins in water", "paper001", coinsAt}}};

ReportFigure emptyFigure(const RegimeMap& map) {
    ReportFigure figure;
    figure.name = std::string("regimes-") + map.name;
    figure.caption = std::string(map.what) + " with the model " + map.model;
    figure.xLabel = "dimensionless inertia I*";
    figure.yLabel = "tilt at release [deg]";
    figure.logarithmicX = true;
    for (const RegimeLook& look : kLooks)
        figure.series.push_back({nameOf(look.regime), look.colour, true, {}, look.pointType});
    return figure;
}

void addMap(ReportSection& section, const RegimeMap& map, const Progress& progress) {
    ReportTable table{map.name, "", {{"I*"}, {"tilt [deg]"}, {"regime"}, {"descent [m/s]"}, {"turn rate [rad/s]"}}, {}};
    ReportFigure figure = emptyFigure(map);
    for (std::size_t i = 0; i < kTilts.size(); ++i) {
        for (const MapPoint& p : map.pointsAt(kTilts[i], map.model)) {
            table.rows.push_back({p.number, p.tilt, nameOf(p.fall.regime), p.fall.descent, p.fall.turnRate});
            figure.series[static_cast<std::size_t>(p.fall.regime)].points.emplace_back(p.number, p.tilt);
        }
        progress(double(i + 1) / double(kTilts.size()));
    }
    section.figure(figure);
    section.data(table);
}

} // namespace

ReportSection plateRegimeSection(const Progress& progress) {
    ReportSection section("plate-regimes", "How plates fall: maps");
    section.text("Released from rest at a tilt; the second half of the fall counts. I* = I / (rho d^5), with the "
                 "moment of inertia about a diameter. Plates: paper 001's flat spheroids, 10 cm wide and 2 cm "
                 "high, of 0.2 to 5 g, 8 s in air. Coins: 24 mm wide and 1.75 mm thick, 4 s in water. Real discs "
                 "in water [Field et al. 1997] flutter below I* of about 0.01, are chaotic up to about 0.04 and "
                 "tumble above; these boundaries are rough and were not checked against the paper.");
    for (std::size_t i = 0; i < kMaps.size(); ++i)
        addMap(section, kMaps[i], [&](double fraction) { progress((double(i) + fraction) / double(kMaps.size())); });
    section.text("Between the regimes the outcome depends on the tilt, and in the chaotic one on rounding errors: "
                 "a single point there says little. The constants of the rotation term of the default model were "
                 "chosen while looking at such falls: the order of its regimes is a calibration, not a prediction."
                 " It falls short of real discs where heavy ones, let go near the level, tumble: its own stay "
                 "level unless they are released steeply or spun.");
    return section;
}

} // namespace samples
