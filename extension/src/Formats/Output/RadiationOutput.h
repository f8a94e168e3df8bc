// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ambient {

/// Motions in the order of ships, surge, sway, heave, roll, pitch, yaw, as indices of angular-first 6-vectors.
constexpr int kShipOrder[6] = {3, 4, 5, 0, 1, 2};

/// Mass and inertia of a floating body, frame of the water, for its motion in waves.
struct FloatingLoad {
    Matrix6 inertia;      ///< about the origin, angular first
    Vector3 centerOfMass; ///< [m]
};

/// The load of a body at rest. \param waterFromMesh the pose whose waves were computed \param center of mass, mesh
/// frame \param gyration radii about the axes of the mesh through the centre of mass [m]; none: those of the mesh as a
/// uniform solid
FloatingLoad floatingLoad(const TriangleMesh& mesh, const Quaternion& waterFromMesh, const WaveRadiation& found,
                          double mass, const Vector3& center, const std::optional<Vector3>& gyration);

/// Displacements in the order of ships for each row and heading.
std::vector<std::vector<Complex6>> responsesOf(const WaveRadiation& found, const FloatingLoad& load);

/// The report of `ambient radiation --json` and of Python's radiation(): motions in the order of ships, headings in
/// degrees, otherwise SI units. docs/sea.md has the keys. \param load adds the responses; null: none
nlohmann::ordered_json radiationJson(const WaveRadiation& found, const FloatingLoad* load);

/// Added mass and damping as a WAMIT .1 file: period, i, j, A/(rho L^m), B/(rho w L^m) for L = 1 m; the period is 0 at
/// infinite frequency and, in deep water, -1 at zero.
std::string wamitCoefficients(const WaveRadiation& found);
/// Exciting forces as a WAMIT .3 file: period, heading, i, modulus, phase [deg], real and imaginary part, over rho g,
/// for the time factor e^(i w t).
std::string wamitForces(const WaveRadiation& found);

} // namespace ambient
