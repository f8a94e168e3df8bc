// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"

#include "AmbientFluid/Math/ParallelLoop.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "AmbientFluid/PotentialFlow/LoopProgress.h"
#include "AmbientFluid/SurfaceWaves/BodyInWater.h"
#include "AmbientFluid/SurfaceWaves/WaveForces.h"

#include <Eigen/LU>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>

namespace ambient {
namespace {

/// Wave number times longest side of a panel: beyond it the potential changes too much over a panel.
constexpr double kMostPerSide = 1.3;

void requireSound(const TriangleMesh& mesh, const WaveRadiationDef& def) {
    const MeshReport report = checkMesh(mesh);
    if (!report.usable()) throw MeshError(report);
    requirePositive(def.fluidDensity, "fluid density");
    requirePositive(def.gravity, "gravity");
    if (!(def.depth > 0.0)) throw std::invalid_argument("depth must be above 0, got " + textOf(def.depth));
    requireFinite(def.waterFromMesh.position, "position");
    for (const double k : def.waveNumbers)
        requirePositive(k, "wave number");
    for (const double heading : def.headings)
        requireFinite(heading, "heading");
    if (def.faces != 0 && (def.faces < WetPanels::kFewest || def.faces > WetPanels::kMost))
        throw std::invalid_argument("faces must lie in [" + std::to_string(WetPanels::kFewest) + ", " +
                                    std::to_string(WetPanels::kMost) + "], got " + std::to_string(def.faces));
}

/// Up to waves as long as 1.5 mean radii of the waterplane, frequencies equally spaced.
std::vector<double> usualWaveNumbers(double waterplaneArea, double longestSide) {
    constexpr int kCount = 30;
    const double highest = std::min(2.0 * kPi / (1.5 * std::sqrt(waterplaneArea / kPi)), kMostPerSide / longestSide);
    std::vector<double> all;
    for (int i = 1; i <= kCount; ++i)
        all.push_back(highest * (i * i) / (kCount * kCount));
    return all;
}

void requireResolved(double k, double longestSide) {
    if (k * longestSide <= kMostPerSide * (1.0 + 1e-9)) return;
    throw std::invalid_argument("wave number: " + textOf(k) + " 1/m is too high for panels with sides up to " +
                                textOf(longestSide) + " m, which allow " + textOf(kMostPerSide / longestSide) +
                                " 1/m; more faces allow more");
}

/// The images of panels at the bed are taken at single points.
void requireAboveBed(const WetPanels& panels, double depth) {
    double lowest = 0.0;
    for (const Panel& panel : panels.hull())
        for (const Vector3& corner : panel.corner)
            lowest = std::min(lowest, corner.z());
    if (-lowest < 0.95 * depth) return;
    throw std::invalid_argument("depth: " + textOf(depth) + " m is not above the draft, " + textOf(-lowest) +
                                " m, by a twentieth");
}

/// Symmetric part of -rho Int phi n.
Matrix6 addedMassOf(const FreeSurfaceSystem& system, const FreeSurfaceSystem::Potentials& potentials, double density) {
    const Matrix6 whole = -density * system.fluxIntegrals(potentials).real();
    return 0.5 * (whole + whole.transpose());
}

/// Symmetric part of -w rho Im Int phi n.
Matrix6 pressureDamping(const FreeSurfaceSystem& system, const FreeSurfaceSystem::Potentials& potentials,
                        double densityTimesFrequency) {
    const Matrix6 whole = -densityTimesFrequency * system.fluxIntegrals(potentials).imag();
    return 0.5 * (whole + whole.transpose());
}

/// Size of a matrix with lengths scaled out.
double sizeOf(const Matrix6& matrix, double length) {
    Vector6 unit;
    unit << Vector3::Constant(1.0 / length), Vector3::Ones();
    return (unit.asDiagonal() * matrix * unit.asDiagonal()).norm();
}

/// Coefficients of one mesh: the limits and some wave numbers, each by itself.
struct Solution {
    Matrix6 atZero, atInfinity;
    std::vector<WaveRow> rows;
    std::vector<double> energyDefects;
};

void solveRow(const FreeSurfaceSystem& system, double k, const WaveRadiationDef& def, double length, WaveRow& row,
              double& energyDefect) {
    row.waveNumber = k;
    const PlaneWave wave(k, def.gravity, def.depth);
    row.frequency = wave.frequency;
    const bool isDeep = std::isinf(def.depth);
    const FreeSurfaceSystem::Potentials potentials =
        system.solve(isDeep ? k : wave.frequency * wave.frequency / def.gravity, def.depth);
    const WaveForces forces(system, wave, def.fluidDensity);
    row.addedMass = addedMassOf(system, potentials, def.fluidDensity);
    row.damping = forces.damping(potentials);
    for (const double heading : def.headings)
        row.excitation.push_back(forces.at(heading, potentials));
    energyDefect = sizeOf(pressureDamping(system, potentials, def.fluidDensity * row.frequency) - row.damping, length);
}

Solution solveAll(const FreeSurfaceSystem& system, const std::vector<double>& waveNumbers, const WaveRadiationDef& def,
                  const std::function<void(double)>& progress) {
    const int count = static_cast<int>(waveNumbers.size());
    Solution out;
    out.rows.resize(waveNumbers.size());
    out.energyDefects.resize(waveNumbers.size());
    double length = 0.0;
    for (const Panel& panel : system.panels().hull())
        length = std::max(length, panel.centroid.norm());
    LoopProgress told(progress, count + 2, 1.0);
    ParallelLoop::runOnThreads(count + 2, 0, [&](int round) {
        if (told.isStopped()) return;
        if (round == 0 && !std::isinf(def.depth))
            out.atZero.setConstant(std::numeric_limits<double>::quiet_NaN());
        else if (round < 2)
            (round == 0 ? out.atZero : out.atInfinity) =
                addedMassOf(system, round == 0 ? system.solveSlow() : system.solveQuick(def.depth), def.fluidDensity);
        else
            solveRow(system, waveNumbers[static_cast<std::size_t>(round - 2)], def, length,
                     out.rows[static_cast<std::size_t>(round - 2)],
                     out.energyDefects[static_cast<std::size_t>(round - 2)]);
        told.roundDone();
    });
    told.rethrow();
    return out;
}

/// Largest relative difference of A + i B/w.
double differenceOf(const Solution& fine, const Solution& coarse, const std::vector<std::size_t>& rows, double length) {
    double largest = sizeOf(fine.atInfinity - coarse.atInfinity, length) / sizeOf(fine.atInfinity, length);
    if (fine.atZero.allFinite())
        largest = std::max(largest, sizeOf(fine.atZero - coarse.atZero, length) / sizeOf(fine.atZero, length));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const WaveRow &a = fine.rows[rows[i]], &b = coarse.rows[i];
        const double difference = portable::hypot(sizeOf(a.addedMass - b.addedMass, length),
                                                  sizeOf(a.damping - b.damping, length) / a.frequency);
        largest = std::max(largest, difference / portable::hypot(sizeOf(a.addedMass, length),
                                                                 sizeOf(a.damping, length) / a.frequency));
    }
    return largest;
}

/// Errors fall as one over the number of panels: with half as many the error is twice as large, and the difference that
/// of the finer mesh.
double estimatedError(const TriangleMesh& mesh, const Pose& pose, const WaveRadiationDef& def, const Solution& fine,
                      int hullFaces, double length, const std::function<void(double)>& progress) {
    const WetPanels panels(mesh, pose, std::max(WetPanels::kFewest, hullFaces / 2), 0.0);
    const FreeSurfaceSystem system(panels);
    std::vector<std::size_t> rows;
    std::vector<double> waveNumbers;
    for (const std::size_t third : {0, 1, 2}) {
        if (fine.rows.empty()) break;
        const std::size_t row = third * (fine.rows.size() - 1) / 2;
        if (!rows.empty() && rows.back() == row) continue;
        rows.push_back(row);
        waveNumbers.push_back(fine.rows[row].waveNumber);
    }
    WaveRadiationDef without = def;
    without.headings.clear();
    return differenceOf(fine, solveAll(system, waveNumbers, without, progress), rows, length);
}

} // namespace

Matrix6 WaveRadiation::restoring(const Vector3& centerOfMass) const {
    const double weight = fluidDensity * gravity;
    Matrix6 c = Matrix6::Zero();
    // Of small rotations r the waterplane rises by r_x y - r_y x; the body and its buoyancy have levers from the
    // origin.
    const double lever = volume * (centerOfBuoyancy.z() - centerOfMass.z());
    c(0, 0) = weight * (waterplaneSpread(1, 1) + lever);
    c(1, 1) = weight * (waterplaneSpread(0, 0) + lever);
    c(0, 1) = c(1, 0) = -weight * waterplaneSpread(0, 1);
    c(5, 5) = weight * waterplaneArea;
    return c;
}

Complex6 waveResponse(const WaveRow& row, const WaveExcitation& excitation, const Matrix6& inertia,
                      const Matrix6& restoring) {
    using Square = Eigen::Matrix<std::complex<double>, 6, 6>;
    const double w = row.frequency;
    Square system = (restoring - w * w * (inertia + row.addedMass)).cast<std::complex<double>>();
    system -= std::complex<double>(0.0, w) * row.damping.cast<std::complex<double>>();
    const Eigen::Matrix<std::complex<double>, 6, 1> force = excitation.total();
    return system.partialPivLu().solve(force);
}

Pose uprightPose(const TriangleMesh& mesh, double draft) {
    requirePositive(draft, "draft");
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const Vector3& v : mesh.vertices) {
        lowest = std::min(lowest, v.z());
        highest = std::max(highest, v.z());
    }
    if (!(draft <= highest - lowest))
        throw std::invalid_argument("draft: " + textOf(draft) + " m is more than the height of the mesh, " +
                                    textOf(highest - lowest) + " m");
    return {Quaternion::Identity(), Vector3(0.0, 0.0, -draft - lowest)};
}

WaveRadiation computeWaveRadiation(const TriangleMesh& mesh, const WaveRadiationDef& def) {
    const auto start = std::chrono::steady_clock::now();
    requireSound(mesh, def);
    WaveRadiation out;
    const Pose pose = describeRest(mesh, def, out);
    std::vector<double> waveNumbers = def.waveNumbers;
    std::sort(waveNumbers.begin(), waveNumbers.end());
    const double longest =
        waveNumbers.empty() ? std::numeric_limits<double>::infinity() : 0.96 * kMostPerSide / waveNumbers.back();
    const WetPanels panels(mesh, pose, def.faces, longest);
    if (waveNumbers.empty()) waveNumbers = usualWaveNumbers(out.waterplaneArea, panels.longestSide());
    requireResolved(waveNumbers.back(), panels.longestSide());
    requireAboveBed(panels, def.depth);
    const FreeSurfaceSystem system(panels);

    // The second solution takes about an eighth of the time.
    const double share = def.estimatesError ? 0.9 : 1.0;
    const auto part = [&def](double from, double to) -> std::function<void(double)> {
        if (!def.progress) return {};
        return [&def, from, to](double fraction) { def.progress(from + (to - from) * fraction); };
    };
    const Solution fine = solveAll(system, waveNumbers, def, part(0.0, share));
    out.rows = fine.rows;
    out.addedMassAtZero = fine.atZero;
    out.addedMassAtInfinity = fine.atInfinity;
    double length = 0.0, largest = 0.0;
    for (const Panel& panel : panels.hull())
        length = std::max(length, panel.centroid.norm());
    for (const WaveRow& row : out.rows)
        largest = std::max(largest, sizeOf(row.damping, length));
    for (const double defect : fine.energyDefects)
        out.energyDefect = std::max(out.energyDefect, largest > 0.0 ? defect / largest : 0.0);
    out.hullFaces = panels.hullFaces();
    out.lidFaces = panels.lidFaces();
    out.planesOfSymmetry = panels.mirrored()[0] + panels.mirrored()[1];
    if (def.estimatesError)
        out.errorEstimate = estimatedError(mesh, pose, def, fine, out.hullFaces, length, part(share, 1.0));
    if (def.progress) def.progress(1.0);
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return out;
}

} // namespace ambient
