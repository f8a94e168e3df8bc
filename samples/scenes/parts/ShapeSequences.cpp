// SPDX-License-Identifier: Zlib
#include "scenes/parts/ShapeSequences.h"

#include "interface/Parameters.h"

#include <algorithm>

namespace samples {

using ambient::Vector3;

ambient::ShapeSequence loopOf(int keys, double period, const std::function<ambient::TriangleMesh(double)>& shape) {
    ambient::ShapeSequence sequence;
    sequence.period = period;
    for (int k = 0; k < keys; ++k) {
        ambient::TriangleMesh mesh = shape(2.0 * ambient::kPi * k / keys);
        sequence.times.push_back(period * k / keys);
        sequence.faces = std::move(mesh.faces);
        sequence.keys.push_back(std::move(mesh.vertices));
    }
    return sequence;
}

void setMassAt(ambient::ShapeSequence& sequence, double mass, const std::vector<Vector3>& places, double radius) {
    sequence.masses = ambient::ShapeSequence::Masses::None;
    for (int point = 0; point < 6; ++point) {
        ambient::MovingMass part{mass / 6.0, places};
        for (Vector3& place : part.path)
            place[point / 2] += point % 2 == 0 ? radius : -radius;
        sequence.extraMasses.push_back(std::move(part));
    }
}

ambient::TriangleMesh joined(const std::vector<ambient::TriangleMesh>& parts) {
    ambient::TriangleMesh all;
    for (const ambient::TriangleMesh& part : parts) {
        const int first = all.vertexCount();
        all.vertices.insert(all.vertices.end(), part.vertices.begin(), part.vertices.end());
        for (const auto& [a, b, c] : part.faces)
            all.faces.push_back({a + first, b + first, c + first});
    }
    return all;
}

ambient::TriangleMesh moved(ambient::TriangleMesh mesh, const Vector3& by) {
    for (Vector3& vertex : mesh.vertices)
        vertex += by;
    return mesh;
}

PlotSpec plotOfWay(const std::string& title) {
    PlotSpec spec;
    spec.title = title;
    spec.wide = true;
    spec.shownTimes = {0.0, 1e9};
    spec.notes = noteOfWay;
    spec.panels = {{"way [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.x(); }}};
    return spec;
}

std::vector<PlotNote> noteOfWay(const RunRecord& record, int frame) {
    const ambient::Vector3 from = record.at(0).worldFromBody.position, to = record.at(frame).worldFromBody.position;
    double size = 0.0;
    for (const ambient::Vector3& vertex : record.bodies.front().mesh->vertices)
        size = std::max(size, vertex.norm());
    const double way = (to - from).norm();
    if (way < 0.01 * size) return {};
    return {{from, to, "moved by " + shortNumber(100.0 * way) + " cm"}};
}

} // namespace samples
