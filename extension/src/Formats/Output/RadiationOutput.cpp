// SPDX-License-Identifier: Zlib
#include "Output/RadiationOutput.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "Output/Degrees.h"
#include "Output/FormattedText.h"

#include <cmath>

namespace ambient {
namespace {

using Json = nlohmann::ordered_json;

Json shipRows(const Matrix6& matrix) {
    Json rows = Json::array();
    for (const int i : kShipOrder) {
        rows.push_back(Json::array());
        for (const int j : kShipOrder)
            rows.back().push_back(matrix(i, j));
    }
    return rows;
}

/// Real or imaginary parts.
Json shipParts(const Complex6& vector, bool imag) {
    Json parts = Json::array();
    for (const int i : kShipOrder)
        parts.push_back(imag ? vector[i].imag() : vector[i].real());
    return parts;
}

Json excitationOf(const WaveExcitation& wave) {
    return {
        {"heading", inDegrees(wave.heading)},
        {"re", shipParts(wave.total(), false)},
        {"im", shipParts(wave.total(), true)},
        {"froude_krylov", {{"re", shipParts(wave.froudeKrylov, false)}, {"im", shipParts(wave.froudeKrylov, true)}}}};
}

Json rowOf(const WaveRow& row) {
    Json forces = Json::array();
    for (const WaveExcitation& wave : row.excitation)
        forces.push_back(excitationOf(wave));
    return {{"k", row.waveNumber},
            {"w", row.frequency},
            {"A", shipRows(row.addedMass)},
            {"B", shipRows(row.damping)},
            {"X", forces}};
}

} // namespace

FloatingLoad floatingLoad(const TriangleMesh& mesh, const Quaternion& waterFromMesh, const WaveRadiation& found,
                          double mass, const Vector3& center, const std::optional<Vector3>& gyration) {
    const Matrix3 turn = waterFromMesh.toRotationMatrix();
    Matrix3 inertia;
    if (gyration)
        inertia = mass * Vector3(gyration->cwiseProduct(*gyration)).asDiagonal();
    else
        inertia = solidMassProperties(mesh, mass / enclosedVolume(mesh)).inertia;
    FloatingLoad load;
    load.centerOfMass = turn * (center - found.waterplaneInMesh);
    const Matrix3 lever = skew(load.centerOfMass);
    load.inertia.topLeftCorner<3, 3>() = turn * inertia * turn.transpose() - mass * lever * lever;
    load.inertia.topRightCorner<3, 3>() = mass * lever;
    load.inertia.bottomLeftCorner<3, 3>() = -mass * lever;
    load.inertia.bottomRightCorner<3, 3>() = mass * Matrix3::Identity();
    return load;
}

std::vector<std::vector<Complex6>> responsesOf(const WaveRadiation& found, const FloatingLoad& load) {
    const Matrix6 restoring = found.restoring(load.centerOfMass);
    std::vector<std::vector<Complex6>> all;
    for (const WaveRow& row : found.rows) {
        all.emplace_back();
        for (const WaveExcitation& wave : row.excitation) {
            const Complex6 response = waveResponse(row, wave, load.inertia, restoring);
            Complex6 inShipOrder;
            for (int i = 0; i < 6; ++i)
                inShipOrder[i] = response[kShipOrder[i]];
            all.back().push_back(inShipOrder);
        }
    }
    return all;
}

Json radiationJson(const WaveRadiation& found, const FloatingLoad* load) {
    Json rows = Json::array();
    const auto responses = load ? responsesOf(found, *load) : std::vector<std::vector<Complex6>>();
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        rows.push_back(rowOf(found.rows[i]));
        if (!load) continue;
        Json waves = Json::array();
        for (std::size_t h = 0; h < responses[i].size(); ++h) {
            Json re = Json::array(), im = Json::array();
            for (int j = 0; j < 6; ++j) {
                re.push_back(responses[i][h][j].real());
                im.push_back(responses[i][h][j].imag());
            }
            waves.push_back({{"heading", inDegrees(found.rows[i].excitation[h].heading)}, {"re", re}, {"im", im}});
        }
        rows.back()["RAO"] = waves;
    }
    const Vector3 &origin = found.waterplaneInMesh, &buoyancy = found.centerOfBuoyancy;
    Json json = {{"rows", rows},
                 {"A_inf", shipRows(found.addedMassAtInfinity)},
                 {"A_0", found.addedMassAtZero.allFinite() ? shipRows(found.addedMassAtZero) : Json()},
                 {"error_estimate", found.errorEstimate},
                 {"seconds", found.seconds},
                 {"energy_defect", found.energyDefect},
                 {"fluid_density", found.fluidDensity},
                 {"gravity", found.gravity},
                 {"depth", std::isinf(found.depth) ? Json() : Json(found.depth)},
                 {"origin", {origin.x(), origin.y(), origin.z()}},
                 {"volume", found.volume},
                 {"center_of_buoyancy", {buoyancy.x(), buoyancy.y(), buoyancy.z()}},
                 {"waterplane_area", found.waterplaneArea},
                 {"faces", found.hullFaces},
                 {"lid_faces", found.lidFaces},
                 {"planes_of_symmetry", found.planesOfSymmetry}};
    if (load) {
        json["M"] = shipRows(load->inertia);
        json["C"] = shipRows(found.restoring(load->centerOfMass));
    }
    return json;
}

std::string wamitCoefficients(const WaveRadiation& found) {
    std::string text;
    const auto add = [&](double period, const Matrix6& a, const Matrix6* b, double frequency) {
        for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j) {
                const int row = kShipOrder[i], column = kShipOrder[j];
                text += format("%14.6E %5d %5d %14.6E", period, i + 1, j + 1, a(row, column) / found.fluidDensity);
                if (b) text += format(" %14.6E", (*b)(row, column) / (found.fluidDensity * frequency));
                text += "\n";
            }
    };
    if (found.addedMassAtZero.allFinite()) add(-1.0, found.addedMassAtZero, nullptr, 0.0);
    add(0.0, found.addedMassAtInfinity, nullptr, 0.0);
    for (const WaveRow& row : found.rows)
        add(2.0 * kPi / row.frequency, row.addedMass, &row.damping, row.frequency);
    return text;
}

std::string wamitForces(const WaveRadiation& found) {
    std::string text;
    for (const WaveRow& row : found.rows)
        for (const WaveExcitation& wave : row.excitation) {
            const Complex6 force = wave.total() / (found.fluidDensity * found.gravity);
            for (int i = 0; i < 6; ++i) {
                const std::complex<double> x = std::conj(force[kShipOrder[i]]);
                text += format("%14.6E %14.6E %5d %14.6E %14.6E %14.6E %14.6E\n", 2.0 * kPi / row.frequency,
                               inDegrees(wave.heading), i + 1, std::abs(x), inDegrees(std::arg(x)), x.real(), x.imag());
            }
        }
    return text;
}

} // namespace ambient
