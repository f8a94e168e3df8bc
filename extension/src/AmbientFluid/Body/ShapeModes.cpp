// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ShapeModes.h"

#include "AmbientFluid/Math/Requirements.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

[[noreturn]] void reject(const char* what, const std::string& text) {
    throw std::invalid_argument(std::string(what) + ": " + text);
}

std::string nameOf(const ShapeCoordinate& coordinate, std::size_t number) {
    return coordinate.name.empty() ? std::to_string(number) : std::to_string(number) + " (" + coordinate.name + ")";
}

void requireCoordinate(const char* what, const std::string& name, const ShapeCoordinate& c) {
    if (!std::isfinite(c.period) || c.period < 0.0)
        reject(what, name + ": the period must be 0 or positive, got " + textOf(c.period));
    if (c.period == 0.0 &&
        (!std::isfinite(c.least) || !std::isfinite(c.most) || !(c.least < c.most) || c.least > 0.0 || c.most < 0.0))
        reject(what,
               name + ": the range must contain 0 and not be empty, got " + textOf(c.least) + " to " + textOf(c.most));
    if (c.nodes != 0 && (c.nodes < 3 || c.nodes > 25 || c.nodes % 2 == 0))
        reject(what, name + ": nodes must be odd and 3 to 25, or 0, got " + std::to_string(c.nodes));
}

void requireCount(const char* what, std::size_t count, const char* of) {
    if (count == 0 || count > static_cast<std::size_t>(kMostShapeCoordinates))
        reject(what,
               std::to_string(count) + ' ' + of + ": 1 to " + std::to_string(kMostShapeCoordinates) + " are possible");
}

void requireGroups(const char* what, const ShapeGroups& groups, std::size_t count) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
        unsigned seen = 0;
        for (int c : groups[g]) {
            if (c < 0 || static_cast<std::size_t>(c) >= count || (seen >> c & 1u))
                reject(what, "set " + std::to_string(g) + " of `together` names coordinate " + std::to_string(c) +
                                 ", of " + std::to_string(count) + ", or twice");
            seen |= 1u << c;
        }
    }
}

void requireMass(const char* what, double mass, const std::string& name) {
    if (!(mass > 0.0) || !std::isfinite(mass))
        reject(what, name + " must be positive and finite, got " + textOf(mass) + " kg");
}

} // namespace

void requireValid(const ShapeModes& m) {
    const char* const what = "ShapeModes";
    requireCount(what, m.modes.size(), "modes");
    ShapeSequence rest; // its rules hold for mesh and masses
    rest.faces = m.rest.faces;
    rest.keys = {m.rest.vertices};
    rest.times = {0.0};
    rest.masses = m.masses;
    rest.mass = m.mass;
    rest.vertexMasses = m.vertexMasses;
    rest.extraMasses = m.extraMasses;
    requireValid(rest);
    for (std::size_t k = 0; k < m.modes.size(); ++k) {
        const ShapeModes::Mode& mode = m.modes[k];
        const std::string name = "mode " + nameOf(mode.amplitude, k);
        requireCoordinate(what, name, mode.amplitude);
        if (mode.amplitude.period > 0.0) reject(what, name + ": an amplitude has no period");
        if (mode.offsets.size() != m.rest.vertices.size())
            reject(what, name + " has " + std::to_string(mode.offsets.size()) + " offsets for " +
                             std::to_string(m.rest.vertices.size()) + " vertices");
        if (!mode.massOffsets.empty() && mode.massOffsets.size() != m.extraMasses.size())
            reject(what, name + " has " + std::to_string(mode.massOffsets.size()) + " mass offsets for " +
                             std::to_string(m.extraMasses.size()) + " extra masses");
        for (std::size_t v = 0; v < mode.offsets.size(); ++v)
            if (!mode.offsets[v].allFinite()) reject(what, name + ", vertex " + std::to_string(v) + " is not finite");
        for (std::size_t i = 0; i < mode.massOffsets.size(); ++i)
            if (!mode.massOffsets[i].allFinite())
                reject(what, name + ", extra mass " + std::to_string(i) + " is not finite");
    }
    requireGroups(what, m.together, m.modes.size());
}

void requireValid(const ShapeParts& s) {
    const char* const what = "ShapeParts";
    requireCount(what, s.coordinates.size(), "coordinates");
    for (std::size_t k = 0; k < s.coordinates.size(); ++k)
        requireCoordinate(what, "coordinate " + nameOf(s.coordinates[k], k), s.coordinates[k]);
    if (s.parts.empty() || s.parts.size() > static_cast<std::size_t>(kMostShapeParts))
        reject(what,
               std::to_string(s.parts.size()) + " parts: 1 to " + std::to_string(kMostShapeParts) + " are possible");
    for (std::size_t p = 0; p < s.parts.size(); ++p) {
        const ShapeParts::Part& part = s.parts[p];
        const std::string name = "part " + std::to_string(p) + (part.name.empty() ? "" : " (" + part.name + ")");
        requireMass(what, part.mass, "the mass of " + name);
        for (const ShapeParts::PointMass& point : part.points) {
            requireMass(what, point.mass, "a point mass of " + name);
            if (!point.place.allFinite()) reject(what, name + ": the place of a point mass is not finite");
        }
        for (std::size_t j = 0; j < part.joints.size(); ++j) {
            const ShapeParts::Joint& joint = part.joints[j];
            if (joint.coordinate < 0 || static_cast<std::size_t>(joint.coordinate) >= s.coordinates.size())
                reject(what, name + ", joint " + std::to_string(j) + " names coordinate " +
                                 std::to_string(joint.coordinate) + " of " + std::to_string(s.coordinates.size()));
            if (!joint.point.allFinite() || !joint.axis.allFinite() || !std::isfinite(joint.factor) ||
                !(joint.axis.norm() > 0.0))
                reject(what, name + ", joint " + std::to_string(j) +
                                 ": point, axis and factor must be finite, and the "
                                 "axis not 0");
        }
        for (std::size_t v = 0; v < part.mesh.vertices.size(); ++v)
            if (!part.mesh.vertices[v].allFinite())
                reject(what, name + ", vertex " + std::to_string(v) + " is not finite");
        for (std::size_t f = 0; f < part.mesh.faces.size(); ++f)
            for (int corner : part.mesh.faces[f])
                if (corner < 0 || corner >= part.mesh.vertexCount())
                    reject(what, name + ", face " + std::to_string(f) + " names vertex " + std::to_string(corner) +
                                     " of " + std::to_string(part.mesh.vertexCount()));
    }
    requireGroups(what, s.together, s.coordinates.size());
}

int ShapeParts::firstVertex(int part) const {
    int first = 0;
    for (int p = 0; p < part; ++p)
        first += parts[static_cast<std::size_t>(p)].mesh.vertexCount();
    return first;
}

Pose ShapeParts::authorFromPart(int part, const std::vector<double>& q) const {
    Pose pose;
    for (const Joint& joint : parts[static_cast<std::size_t>(part)].joints) {
        const Vector3 axis = joint.axis.normalized();
        const double by = joint.factor * q[static_cast<std::size_t>(joint.coordinate)];
        Pose moved;
        if (joint.slides) {
            moved.position = by * axis;
        } else {
            moved.orientation = expSO3(by * axis);
            moved.position = joint.point - moved.orientation * joint.point;
        }
        pose = pose * moved;
    }
    return pose;
}

} // namespace ambient
