// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/ShapeSequences.h"
#include "scenes/parts/SpheresOnALine.h"

#include <array>
#include <stdexcept>

namespace samples {
namespace {

constexpr double kSpheresPeriod = 4.0; // of the stroke [s], without effect on the path

double exactWayOf(const ParameterValues& values) {
    return exactWayOfThreeSpheres(values["distance"], values["amplitude"], values["radius"]);
}

/// The stroke of a record, from the places of the spheres in its first shape and a quarter of a cycle later.
double exactWayOf(const RunRecord& record) {
    const RecordedBody& body = record.bodies.front();
    const auto gaps = [&](double share) {
        const ambient::TriangleMesh mesh = body.changes->meshAt(share * kSpheresPeriod);
        const int third = mesh.vertexCount() / 3;
        std::array<ambient::Vector3, 3> centers;
        for (int i = 0; i < 3; ++i) {
            centers[static_cast<std::size_t>(i)].setZero();
            for (int v = 0; v < third; ++v)
                centers[static_cast<std::size_t>(i)] += mesh.vertices[static_cast<std::size_t>(i * third + v)] / third;
        }
        return std::pair{(centers[1] - centers[0]).norm(), (centers[2] - centers[1]).norm()};
    };
    const double far = gaps(0.0).first, distance = gaps(0.0).second;
    const double volume = ambient::enclosedVolume(body.changes->meshAt(0.0));
    return exactWayOfThreeSpheres(distance, far - distance, std::cbrt(volume / (4.0 * ambient::kPi)));
}

/// Three spheres on a line, with gaps going round a circle, as dense as a fluid without viscosity. Their momentum stays
/// zero. The distance per cycle depends on the path through the shapes only.
class ThreeSpheres final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"distance", "m", 2.8, 0.01, 100.0, "mean distance between the centres of neighbours"},
                {"amplitude", "m", 0.4, 0.0, 50.0, "of both distances, a quarter of a cycle apart"},
                {"radius", "m", 1.0, 0.001, 10.0, "of the spheres"},
                {"faces", "1", 2160.0, 240.0, 6000.0, "approximate number of triangles of all spheres", true},
                {"keys", "1", 16.0, 6.0, 64.0, "key shapes of a cycle", true}};
    }

    double defaultDuration() const override { return 2.0 * kSpheresPeriod; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double distance = values["distance"], amplitude = values["amplitude"], radius = values["radius"];
        if (!(distance - amplitude > 2.0 * radius))
            throw std::invalid_argument("--set: the spheres touch: distance - amplitude must be above 2 radius");
        const ambient::TriangleMesh sphere = ambient::makeSphere(radius, static_cast<int>(values["faces"]) / 3);
        ambient::ShapeSequence stroke = loopOf(static_cast<int>(values["keys"]), kSpheresPeriod, [&](double phase) {
            const double left = distance + amplitude * std::cos(phase), right = distance + amplitude * std::sin(phase);
            return joined({moved(sphere, {-left, 0.0, 0.0}), sphere, moved(sphere, {right, 0.0, 0.0})});
        });
        constexpr double density = 1000.0;
        stroke.mass = 3.0 * density * ambient::enclosedVolume(sphere);
        ambient::FluidBodyDef perfect;
        perfect.pressureScale = 0.0;
        BodySpec swimmer;
        swimmer.name = "spheres";
        swimmer.deforming = context.buildShape(stroke, perfect);
        swimmer.convex = false;
        context.world().setGravity(btVector3(0, 0, 0));
        context.setMedium(ambient::UniformMedium(density, 0.0));
        context.addBody(std::move(swimmer));
    }

    std::string summary(const RunRecord& record) const override {
        char text[300];
        const double way = wayPerCycle(record).x();
        if (way == 0.0) return "no whole cycle yet\n";
        const double exact = exactWayOf(record);
        std::snprintf(text, sizeof text,
                      "way per cycle %.8f m\nexact way %.8f m: ratio %.5f\n"
                      "momentum at the end %.1e of the mass times way per cycle over its time\n",
                      way, exact, way / exact,
                      record.last().momentum.linear.norm() * kSpheresPeriod /
                          (record.bodies.front().mass * std::abs(way)));
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec = plotOfWay("Three spheres swim in a perfect fluid: exactly " + shortNumber(exactWayOf(values)) +
                                  " m a cycle");
        spec.panels.push_back(
            {"velocity of the centre of mass [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.x(); }});
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createThreeSpheres() {
    return std::make_unique<ThreeSpheres>();
}

} // namespace samples
