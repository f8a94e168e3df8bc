// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Forces/RigidFit.h"
#include "AmbientFluid/Locomotion/StokesResistance.h"
#include "ShapeFamilies.h"

#include <cmath>
#include <utility>

/// Bodies that change their shape in a viscous fluid.
namespace test {

/// Two plates of length and width 1 in a V, 69 degrees open at rest. The coordinate opens it, in radian.
inline std::shared_ptr<const ambient::AmplitudeModel> scallop() {
    static const auto model = [] {
        ambient::ShapeParts s;
        s.coordinates.resize(1);
        s.coordinates[0].least = -0.35;
        s.coordinates[0].most = 0.35;
        s.coordinates[0].nodes = 5;
        for (const double side : {1.0, -1.0}) {
            ambient::TriangleMesh plate = boxAt({1.0, 0.06, 1.0}, {0.7, 0.0, 0.0}, 100);
            for (ambient::Vector3& v : plate.vertices)
                v = ambient::expSO3({0.0, 0.0, side * 0.6}) * v;
            s.parts.push_back({side > 0.0 ? "upper" : "lower", plate, ambient::enclosedVolume(plate), {}, {}});
            s.parts.back().joints = {{0, ambient::Vector3::Zero(), ambient::Vector3::UnitZ(), side, false}};
        }
        return ambient::AmplitudeModel::build(s);
    }();
    return model;
}

/// Three plates in a row on two hinges: the swimmer of [Purcell1977].
inline std::shared_ptr<const ambient::AmplitudeModel> threeLinks() {
    static const auto model = [] {
        ambient::ShapeParts s;
        s.coordinates.resize(2);
        for (ambient::ShapeCoordinate& c : s.coordinates) {
            c.least = -0.8;
            c.most = 0.8;
            c.nodes = 3;
        }
        for (int k = -1; k <= 1; ++k) {
            const ambient::TriangleMesh plate = boxAt({0.9, 0.1, 0.3}, {1.1 * k, 0.0, 0.0}, 48);
            s.parts.push_back({"link " + std::to_string(k), plate, ambient::enclosedVolume(plate), {}, {}});
            if (k != 0)
                s.parts.back().joints = {{k < 0 ? 0 : 1, {0.55 * k, 0.0, 0.0}, ambient::Vector3::UnitZ(), 1.0, false}};
        }
        return ambient::AmplitudeModel::build(s);
    }();
    return model;
}

/// A sphere of radius 1 + q.
inline std::shared_ptr<const ambient::AmplitudeModel> growingSphere() {
    static const auto model = [] {
        ambient::ShapeModes modes;
        modes.rest = ambient::makeSphere(1.0, 320);
        modes.mass = 1.0;
        modes.modes.resize(1);
        modes.modes[0].amplitude.least = -0.3;
        modes.modes[0].amplitude.most = 0.3;
        modes.modes[0].offsets = modes.rest.vertices;
        return ambient::AmplitudeModel::build(modes);
    }();
    return model;
}

/// A ball with a helical tail of one and a half turns behind it, which turns about x without end.
inline std::shared_ptr<const ambient::AmplitudeModel> flagellate() {
    static const auto model = [] {
        constexpr int kSides = 5, kRings = 24;
        ambient::TriangleMesh tail;
        for (int ring = 0; ring < kRings; ++ring) {
            const double x = -1.1 - 3.0 * ring / (kRings - 1.0), phase = 3.0 * ambient::kPi * ring / (kRings - 1.0);
            const ambient::Vector3 out(0.0, std::cos(phase), std::sin(phase));
            for (int side = 0; side < kSides; ++side) {
                const double turn = 2.0 * ambient::kPi * side / kSides;
                const ambient::Vector3 across =
                    std::cos(turn) * out + std::sin(turn) * ambient::Vector3(-0.6, -0.8 * out.z(), 0.8 * out.y());
                tail.vertices.push_back(ambient::Vector3(x, 0.0, 0.0) + 0.5 * out + 0.15 * across);
            }
        }
        for (int ring = 0; ring + 1 < kRings; ++ring)
            for (int side = 0; side < kSides; ++side) {
                const int a = kSides * ring + side, b = kSides * ring + (side + 1) % kSides;
                tail.faces.push_back({a, b, a + kSides});
                tail.faces.push_back({b, b + kSides, a + kSides});
            }
        for (int side = 1; side + 1 < kSides; ++side) {
            const int last = kSides * (kRings - 1);
            tail.faces.push_back({0, side + 1, side});
            tail.faces.push_back({last, last + side, last + side + 1});
        }
        if (ambient::enclosedVolume(tail) < 0.0)
            for (ambient::TriangleMesh::Face& face : tail.faces)
                std::swap(face[1], face[2]);
        ambient::ShapeParts s;
        s.coordinates.resize(1);
        s.coordinates[0].period = 2.0 * ambient::kPi;
        const ambient::TriangleMesh head = ambient::makeSphere(0.8, 80);
        s.parts.push_back({"head", head, ambient::enclosedVolume(head), {}, {}});
        s.parts.push_back({"tail", tail, ambient::enclosedVolume(tail), {}, {}});
        s.parts[1].joints = {{0, ambient::Vector3::Zero(), ambient::Vector3::UnitX(), 1.0, false}};
        return ambient::AmplitudeModel::build(s);
    }();
    return model;
}

/// The surface of a shape, and its motion as forces see it.
struct Seen {
    ambient::DeformedShape shape;
    ambient::RelativeFlow flow;

    Seen(const ambient::AmplitudeModel& model, const std::vector<double>& q, const std::vector<double>& rates,
         double viscosity) {
        model.evaluate(q.data(), rates.data(), shape);
        flow.density = 1.0;
        flow.dynamicViscosity = viscosity;
    }

    /// The rigid motion with the creeping drag of the change of shape; a free body has the opposite one.
    ambient::Vector6 dragOfChange() const {
        return (ambient::rigidFit(shape.surface.faceTable(), shape.faceVelocity) + shape.surface.viscous().shapeMotion)
            .vector();
    }
};

/// Seen::dragOfChange() of the whole surface, without tables.
inline ambient::Vector6 inStokesFlow(const ambient::AmplitudeModel& model, const std::vector<double>& q,
                                     const ambient::DeformedShape& shape) {
    const ambient::ShapeTopology topology{{}, model.triangles()};
    std::vector<ambient::Vector3> points;
    model.vertices(q.data(), points);
    ambient::PointColumns places(3, model.vertexCount()), velocity = places;
    for (int v = 0; v < model.vertexCount(); ++v) {
        places.col(v) = points[static_cast<std::size_t>(v)];
        velocity.col(v) = shape.vertexVelocity[v];
    }
    const ambient::ShapeReduction exact =
        ambient::StokesResistance(1.0).reduce(ambient::Shape{places, topology}, velocity);
    return exact.locked.llt().solve(exact.momentum);
}

} // namespace test
