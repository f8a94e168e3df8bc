// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Propeller.h"

#include "interface/MeshParameter.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"

#include <algorithm>
#include <stdexcept>

namespace samples {
namespace {

/// Velocity of a spinning body and its fluid without linear momentum [m/s], world axes. A screw set in rotation only
/// pushes fluid away and thus moves itself. Spin in world axes [rad/s].
ambient::Vector3 velocityWithoutMomentum(const BodySpec& body, const ambient::Vector3& spin, double fluidDensity) {
    const ambient::Matrix3 worldFromBody = body.worldFromBody.orientation.toRotationMatrix();
    const ambient::Matrix6 added = fluidDensity * body.model->addedMassPerDensity().matrix();
    const ambient::Matrix3 inertia = body.mass * ambient::Matrix3::Identity() + added.bottomRightCorner<3, 3>();
    const ambient::Vector3 momentum = added.bottomLeftCorner<3, 3>() * (worldFromBody.transpose() * spin);
    return -(worldFromBody * inertia.ldlt().solve(momentum));
}

/// The toy of [Padilla2025, sec. 6.6 and fig. 14]: spun between the palms and released slightly tilted, without linear
/// momentum, the toy climbs into the air. The paper gives no sizes: the defaults are those of a plastic toy.
class ToyPropeller final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {
            {"spin", "rev/s", 40.0, -200.0, 200.0, "spin at release, anticlockwise seen from above: the toy climbs"},
            {"tilt", "deg", 10.0, -180.0, 180.0, "angle of the stick to the vertical at release, towards +x"},
            {"height", "m", 1.5, 0.2, 100.0, "height of the release above the ground"},
            {"diameter", "m", 0.18, 0.02, 2.0, "diameter over the tips of the blades"},
            {"mass", "kg", 0.004, 0.0001, 10.0, "mass of the whole toy"},
            {"separation", "deg", 90.0, 0.0, 180.0, "angle at which the flow leaves the surface"},
            {"faces", "1", 1300.0, 600.0, 8000.0, "approximate number of triangles", true},
            meshParameter(),
            meshScaleParameter()};
    }

    double defaultDuration() const override { return 20.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const PiecedMesh solid = meshOf(values, [&values] {
            return makePropeller(toyPropeller(values["diameter"]), static_cast<int>(values["faces"]));
        });
        ambient::FluidBodyDef fluid;
        fluid.separationAngle = values["separation"] * kRadiansPerDegree;
        BodySpec toy;
        toy.name = "propeller";
        toy.model = context.buildModel(solid.mesh, fluid);
        toy.shape = compoundOf(solid.pieces, 0.0005);
        toy.convex = false;
        toy.fill(values["mass"] / toy.model->volume());
        toy.worldFromBody = {ambient::expSO3({0.0, values["tilt"] * kRadiansPerDegree, 0.0}) * solid.modelFromBody,
                             {0.0, 0.0, values["height"]}};
        const ambient::UniformMedium air = ambient::UniformMedium::air();
        toy.velocity.angular = values["spin"] * kRadiansPerTurn * (toy.worldFromBody.orientation * spinAxis(solid));
        if (!context.isVacuum())
            toy.velocity.linear = velocityWithoutMomentum(toy, toy.velocity.angular, air.density());
        if (lowestPoint(toy.model->mesh(), toy.worldFromBody) <= 0.0)
            throw std::invalid_argument("--set height: " + shortNumber(values["height"]) +
                                        " m: the toy would reach into the ground");
        context.setMedium(air);
        context.addBody(std::move(toy));
    }

    bool finished(const RunRecord& record) const override { return hasLanded(record); }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        const BodySample* highest = &record.at(0);
        for (const BodySample& s : record.samples)
            if (s.worldFromBody.position.z() > highest->worldFromBody.position.z()) highest = &s;
        char text[300];
        std::snprintf(
            text, sizeof text, "climbed %.2f m in %.2f s; %s after %.2f s, %.2f m away\nspin at the end %.2f rev/s\n",
            highest->worldFromBody.position.z() - record.at(0).worldFromBody.position.z(), highest->time,
            hasLanded(record) ? "landed" : "still in the air", end.time, end.worldFromBody.position.head<2>().norm(),
            hundredths(end.velocity.angular.dot(axisOf(end)) / kRadiansPerTurn));
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A toy propeller takes off";
        spec.exposure = 0.25;
        spec.enlargement = 2.0;
        spec.ground = 0.0;
        spec.panels = {{"height [m]", 0.1, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
                       {"spin about its axis [rev/s]", 0.1,
                        [](const BodySample& s) { return s.velocity.angular.dot(axisOf(s)) / kRadiansPerTurn; }}};
        return spec;
    }

  private:
    static double lowestPoint(const ambient::TriangleMesh& mesh, const ambient::Pose& worldFromBody) {
        double lowest = 1e30;
        for (const ambient::Vector3& vertex : mesh.vertices)
            lowest = std::min(lowest, (worldFromBody * vertex).z());
        return lowest;
    }

    static bool hasLanded(const RunRecord& record) {
        return lowestPoint(*record.bodies.front().mesh, record.last().worldFromBody) <= 0.0;
    }

    /// Direction of the stick, body axes.
    static ambient::Vector3 spinAxis(const PiecedMesh& solid) {
        return solid.modelFromBody.conjugate() * ambient::Vector3::UnitZ();
    }
};

} // namespace

std::unique_ptr<Scene> createToyPropeller() {
    return std::make_unique<ToyPropeller>();
}

} // namespace samples
