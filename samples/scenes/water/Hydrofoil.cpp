// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/Glide.h"
#include "scenes/parts/ShapeSequences.h"
#include "scenes/parts/WeightedSolid.h"
#include "scenes/shapes/Sections.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

const Vector3 kBoatSize(2.4, 0.5, 0.25);                                                 // of the hull [m]
constexpr double kFoilChord = 0.1, kFoilSpan = 0.7, kFoilPlace = 0.8, kFoilClear = 0.03; // [m]

/// The boat's hull, a box, and a V of two blades below each end. The origin is the middle of the hull.
ambient::TriangleMesh hydrofoilMesh(double dihedral, double incidence) {
    std::vector<ambient::TriangleMesh> parts = {ambient::makeBox(kBoatSize, 192)};
    const ambient::TriangleMesh blade =
        makeRectangularWing(camberedNacaSection(0.04, 0.4, 0.12, 14), kFoilChord, kFoilSpan, 6);
    const double rise = kFoilSpan * std::sin(dihedral), out = kFoilSpan * std::cos(dihedral);
    const double top = -0.5 * kBoatSize.z() - kFoilClear;
    for (const double place : {kFoilPlace, -kFoilPlace})
        for (const double side : {1.0, -1.0}) {
            const ambient::Quaternion turned =
                ambient::expSO3({side * dihedral, 0.0, 0.0}) * ambient::expSO3({0.0, -incidence, 0.0});
            const Vector3 middle(place, side * (0.5 * out + kFoilClear), top - 0.5 * rise);
            ambient::TriangleMesh part = blade;
            for (Vector3& v : part.vertices)
                v = turned * v + middle;
            parts.push_back(std::move(part));
        }
    return joined(parts);
}

/// A steady thrust drives a boat at rest. Its foils lift it until so much of the V has left the water that the rest
/// carries the weight, which also holds its height, trim and heel.
class Hydrofoil final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"thrust", "N", 220.0, 0.0, 2000.0, "along the boat, at the depth of its blades' middle"},
                {"mass", "kg", 110.0, 20.0, 290.0, "of the boat"},
                {"dihedral", "deg", 35.0, 5.0, 60.0, "of the blades of the V above the horizontal"},
                {"incidence", "deg", 3.0, -5.0, 12.0, "of the blades to the boat"}};
    }

    double defaultDuration() const override { return 12.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const auto medium = waterUnderAir();
        context.setMedium(medium);
        ambient::TriangleMesh mesh =
            hydrofoilMesh(values["dihedral"] * kRadiansPerDegree, values["incidence"] * kRadiansPerDegree);
        const ambient::MassProperties hull =
            ofMass(ambient::solidMassProperties(ambient::makeBox(kBoatSize, 12), 1.0), values["mass"]);
        const WeightedSolid solid = weightedSolid(std::move(mesh), {hull});
        BodySpec boat = bodyOf("hydrofoil", solid, context);
        boat.worldFromBody.orientation = solid.solid.modelFromBody;
        boat.worldFromBody.position.z() = floatingHeight(boat, *medium);
        context.addBody(std::move(boat));
        const double below = 0.5 * kBoatSize.z() + 0.5 * kFoilSpan * std::sin(values["dihedral"] * kRadiansPerDegree);
        context.setBeforeStep([&context, below, thrust = values["thrust"]](double) {
            btRigidBody* body = context.rigidBody(0);
            const btMatrix3x3& axes = body->getWorldTransform().getBasis();
            body->applyForce(btScalar(thrust) * axes.getColumn(0), btScalar(-below) * axes.getColumn(2));
        });
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        double takeOff = -1.0;
        for (int frame = record.frameCount() - 1; frame >= 0 && keelHeight(record.at(frame)) > 0.0; --frame)
            takeOff = record.at(frame).time;
        char text[300], lifted[80] = "the hull is in the water";
        if (takeOff >= 0.0)
            std::snprintf(lifted, sizeof lifted, "the hull is clear of the water from %.2f s on", takeOff);
        std::snprintf(text, sizeof text, "%s; at the end %.2f m/s, keel %.3f m above the water, nose %.2f deg up\n",
                      lifted, end.velocity.linear.norm(), keelHeight(end), hundredths(noseUpDegrees(end)));
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A hydrofoil lifts itself out of the water";
        spec.wide = true;
        spec.exposure = 2.0;
        spec.ground = 0.0; // the water
        spec.panels = {{"keel above the water [m]", 0.05, keelHeight},
                       {"speed [m/s]", 0.5, [](const BodySample& s) { return s.velocity.linear.norm(); }},
                       {"nose above the horizontal [deg]", 1.0, noseUpDegrees}};
        return spec;
    }

  private:
    /// Of the middle of the hull's bottom.
    static double keelHeight(const BodySample& s) {
        return (s.worldFromBody * Vector3(0.0, 0.0, -0.5 * kBoatSize.z())).z();
    }
};

} // namespace

std::unique_ptr<Scene> createHydrofoil() {
    return std::make_unique<Hydrofoil>();
}

} // namespace samples
