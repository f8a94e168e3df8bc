// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/ShapeSequences.h"

namespace samples {
namespace {

constexpr double kSaffmanPeriod = 4.0;           // of the stroke [s], without effect on the path
constexpr double kSaffmanWay = -0.0518369235664; // of the default stroke, by multipoles [m]
/// Error of the distance of the default stroke times the number of faces: measured 44.0, 44.2 and 43.8 at 720, 1280 and
/// 2000.
constexpr double kSaffmanError = 44.0;

/// r = 1 m (1 + e cos P2 + e sin P3) about the x axis, uniform, as dense as a fluid without viscosity: for small e the
/// distance per cycle is -3/(2n+3) times the area enclosed by the two amplitudes. [Saffman1967]
class Saffman final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"amplitude", "1", 0.2, 0.0, 0.3, "of both changes of shape, relative to the radius"},
                {"faces", "1", 1280.0, 320.0, 5120.0, "approximate number of triangles", true},
                {"keys", "1", 12.0, 6.0, 64.0, "key shapes of a cycle", true}};
    }

    double defaultDuration() const override { return 2.0 * kSaffmanPeriod; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double e = values["amplitude"];
        const ambient::TriangleMesh sphere = ambient::makeSphere(1.0, static_cast<int>(values["faces"]));
        ambient::ShapeSequence stroke = loopOf(static_cast<int>(values["keys"]), kSaffmanPeriod, [&](double phase) {
            ambient::TriangleMesh mesh = sphere;
            for (ambient::Vector3& v : mesh.vertices) {
                const double x = v.normalized().x();
                v *= 1.0 + e * std::cos(phase) * 0.5 * (3.0 * x * x - 1.0) +
                     e * std::sin(phase) * 0.5 * x * (5.0 * x * x - 3.0);
            }
            return mesh;
        });
        constexpr double density = 1000.0;
        std::vector<ambient::Vector3> centers;
        for (std::size_t k = 0; k < stroke.keys.size(); ++k)
            centers.push_back(ambient::volumeCentroid(stroke.mesh(static_cast<int>(k))));
        setMassAt(stroke, density * ambient::enclosedVolume(stroke.mesh(0)), centers, 0.4);
        ambient::FluidBodyDef perfect;
        perfect.pressureScale = perfect.buoyancyScale = 0.0;
        BodySpec swimmer;
        swimmer.name = "body";
        swimmer.deforming = context.buildShape(stroke, perfect);
        swimmer.convex = false;
        context.world().setGravity(btVector3(0, 0, 0));
        context.setMedium(ambient::UniformMedium(density, 0.0));
        context.addBody(std::move(swimmer));
    }

    std::string summary(const RunRecord& record) const override {
        const double way = wayPerCycle(record).x();
        if (way == 0.0) return "no whole cycle yet\n";
        const int faces = record.bodies.front().mesh->faceCount();
        char text[300];
        std::snprintf(text, sizeof text,
                      "way per cycle %.8f m\nexact way of the default stroke %.8f m: ratio %.4f\n"
                      "(facets of a sphere are the error: about %.2g %% at %d faces, in proportion to 1/faces)\n",
                      way, kSaffmanWay, way / kSaffmanWay, 100.0 * kSaffmanError / faces, faces);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        char line[120];
        std::snprintf(line, sizeof line, "A nearly round body swims by its shape: exactly %.5f m a cycle by default",
                      kSaffmanWay);
        return plotOfWay(line);
    }
};

} // namespace

std::unique_ptr<Scene> createSaffman() {
    return std::make_unique<Saffman>();
}

} // namespace samples
