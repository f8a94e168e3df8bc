// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/AmplitudeModel.h"
#include "ShapeSequences.h"

/// Bodies with amplitudes and joints, for laws.
namespace test {

/// An ellipsoid 1 : .6 : .3 as dense as water. It bends by .35 of its length and changes its breadth by 20 %.
inline ambient::ShapeModes bendingAndBreadth(int faces) {
    ambient::ShapeModes modes;
    modes.rest = ambient::makeEllipsoid({1.0, 0.6, 0.3}, faces);
    modes.mass = 1000.0 * ambient::enclosedVolume(modes.rest);
    ambient::ShapeModes::Mode bend, breadth;
    bend.amplitude.name = "bend";
    breadth.amplitude.name = "breadth";
    for (const ambient::Vector3& v : modes.rest.vertices) {
        bend.offsets.push_back({0.0, 0.0, 0.35 * v.x() * v.x()});
        breadth.offsets.push_back({0.0, 0.2 * v.y(), 0.0});
    }
    modes.modes = {bend, breadth};
    return modes;
}

/// A box, moved.
inline ambient::TriangleMesh boxAt(const ambient::Vector3& size, const ambient::Vector3& center, int faces = 48) {
    return moved(ambient::makeBox(size, faces), center);
}

/// A hull along x with a propeller of two plate blades behind it and a rudder, in water of its density.
inline ambient::ShapeParts propelledHull(int faces) {
    ambient::ShapeParts s;
    s.coordinates.resize(2);
    s.coordinates[0].name = "turn";
    s.coordinates[0].period = ambient::kPi; // two equal blades
    s.coordinates[1].name = "rudder";
    s.coordinates[1].least = -0.6;
    s.coordinates[1].most = 0.6;
    const auto add = [&](const char* name, const ambient::TriangleMesh& mesh) {
        s.parts.push_back({name, mesh, 1000.0 * ambient::enclosedVolume(mesh), {}, {}});
    };
    add("hull", ambient::makeEllipsoid({0.5, 0.12, 0.12}, faces));
    std::vector<ambient::TriangleMesh> blades;
    for (const double side : {1.0, -1.0}) { // pitched by 35 degrees
        blades.push_back(ambient::makeBox({0.02, 0.18, 0.09}, 48));
        for (ambient::Vector3& v : blades.back().vertices)
            v = ambient::expSO3({0.0, side * 0.6, 0.0}) * v + ambient::Vector3(-0.6, side * 0.13, 0.0);
    }
    add("propeller", joined(blades));
    add("rudder", boxAt({0.15, 0.02, 0.2}, {-0.78, 0.0, 0.0}));
    s.parts[1].joints = {{0, {-0.6, 0.0, 0.0}, {1.0, 0.0, 0.0}, 1.0, false}};
    s.parts[2].joints = {{1, {-0.7, 0.0, 0.0}, {0.0, 0.0, 1.0}, 1.0, false}};
    s.together = {{0}, {1}};
    return s;
}

} // namespace test
