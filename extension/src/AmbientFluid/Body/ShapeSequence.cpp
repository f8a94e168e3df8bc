// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ShapeSequence.h"

#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

[[noreturn]] void reject(const std::string& text) {
    throw std::invalid_argument("ShapeSequence: " + text);
}

std::string keyName(std::size_t key) {
    return "key " + std::to_string(key);
}

void requireMass(double mass, const std::string& name) {
    if (!(mass > 0.0) || !std::isfinite(mass))
        reject(name + " must be positive and finite, got " + textOf(mass) + " kg");
}

void requireKeys(const ShapeSequence& s) {
    if (s.keys.empty()) reject("there are no keys");
    const std::size_t vertices = s.keys.front().size();
    for (std::size_t k = 0; k < s.keys.size(); ++k) {
        if (s.keys[k].size() != vertices)
            reject(keyName(k) + " has " + std::to_string(s.keys[k].size()) + " vertices, key 0 has " +
                   std::to_string(vertices));
        for (std::size_t v = 0; v < vertices; ++v)
            if (!s.keys[k][v].allFinite())
                requireFinite(s.keys[k][v], ("ShapeSequence: " + keyName(k) + ", vertex " + std::to_string(v)).c_str());
    }
    for (std::size_t f = 0; f < s.faces.size(); ++f)
        for (int corner : s.faces[f])
            if (corner < 0 || static_cast<std::size_t>(corner) >= vertices)
                reject("face " + std::to_string(f) + " names vertex " + std::to_string(corner) + " of " +
                       std::to_string(vertices));
    if (s.restKey < 0 || static_cast<std::size_t>(s.restKey) >= s.keys.size())
        reject("restKey is " + std::to_string(s.restKey) + ", there are " + std::to_string(s.keys.size()) + " keys");
}

void requireTimes(const ShapeSequence& s) {
    if (s.times.size() != s.keys.size())
        reject(std::to_string(s.times.size()) + " times for " + std::to_string(s.keys.size()) + " keys");
    for (std::size_t k = 0; k < s.times.size(); ++k) {
        requireFinite(s.times[k], ("ShapeSequence: the time of " + keyName(k)).c_str());
        if (k > 0 && !(s.times[k] > s.times[k - 1]))
            reject("times must increase: " + keyName(k) + " is at " + textOf(s.times[k]) + " s, the one before at " +
                   textOf(s.times[k - 1]) + " s");
    }
    if (!std::isfinite(s.period) || s.period < 0.0 ||
        (s.period > 0.0 && !(s.period > s.times.back() - s.times.front())))
        reject("period is " + std::to_string(s.period) + " s: 0, or longer than the " +
               std::to_string(s.times.back() - s.times.front()) + " s from the first to the last key");
}

void requireMasses(const ShapeSequence& s) {
    using Masses = ShapeSequence::Masses;
    if (s.masses == Masses::Solid || s.masses == Masses::Shell) requireMass(s.mass, "mass");
    if (s.masses == Masses::PerVertex) {
        if (s.vertexMasses.size() != s.keys.front().size())
            reject(std::to_string(s.vertexMasses.size()) + " vertex masses for " +
                   std::to_string(s.keys.front().size()) + " vertices");
        for (std::size_t v = 0; v < s.vertexMasses.size(); ++v)
            requireMass(s.vertexMasses[v], "the mass of vertex " + std::to_string(v));
    }
    if (s.masses == Masses::None && s.extraMasses.empty()) reject("a massless body needs extra masses");
    for (std::size_t i = 0; i < s.extraMasses.size(); ++i) {
        const std::string name = "extra mass " + std::to_string(i);
        requireMass(s.extraMasses[i].mass, name);
        const std::vector<Vector3>& path = s.extraMasses[i].path;
        if (path.size() != 1 && path.size() != s.keys.size())
            reject(name + " has " + std::to_string(path.size()) + " places for " + std::to_string(s.keys.size()) +
                   " keys");
        for (std::size_t k = 0; k < path.size(); ++k)
            if (!path[k].allFinite()) reject(name + ", place " + std::to_string(k) + " is not finite");
    }
}

ShapeSequence split(const ShapeSequence& s) {
    ShapeSequence result = s;
    result.faces.clear();
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
        const auto edge = std::minmax(a, b);
        const auto [known, isNew] = middles.try_emplace({edge.first, edge.second}, 0);
        if (isNew) {
            known->second = static_cast<int>(result.keys.front().size());
            for (std::vector<Vector3>& key : result.keys) {
                const Vector3 point = 0.5 * (key[static_cast<std::size_t>(a)] + key[static_cast<std::size_t>(b)]);
                key.push_back(point);
            }
        }
        return known->second;
    };
    for (const auto& [a, b, c] : s.faces) {
        const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
        for (const TriangleMesh::Face& face : {TriangleMesh::Face{a, ab, ca}, TriangleMesh::Face{ab, b, bc},
                                               TriangleMesh::Face{ca, bc, c}, TriangleMesh::Face{ab, bc, ca}})
            result.faces.push_back(face);
    }
    return result;
}

} // namespace

void requireValid(const ShapeSequence& sequence) {
    requireKeys(sequence);
    requireTimes(sequence);
    requireMasses(sequence);
}

ShapeSequence refineEvenly(const ShapeSequence& sequence, int targetFaces) {
    ShapeSequence result = sequence;
    while (!result.faces.empty() && static_cast<int>(result.faces.size()) < targetFaces) {
        if (result.masses == ShapeSequence::Masses::PerVertex)
            reject("masses at the vertices need at least " + std::to_string(targetFaces) + " faces, got " +
                   std::to_string(sequence.faces.size()));
        result = split(result);
    }
    return result;
}

} // namespace ambient
