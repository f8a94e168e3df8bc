// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/StokesResistance.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/ShapeSequences.h"
#include "scenes/parts/SwimmerShapes.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// The spheroid with points carried along by its surface, each to the place of the next one in a period.
class FlowingSurface final : public ChangingShape {
  public:
    /// \param aspect length over width; the semi-axis across is 1 m \param speed B1 [m/s]
    FlowingSurface(double aspect, double speed)
        : m_aspect(aspect), m_spacing(0.5 + 0.125 * (aspect * aspect - 1.0)), m_period(m_spacing / (aspect * speed)) {}

    ambient::TriangleMesh meshAt(double phase) const override {
        std::vector<ambient::TriangleMesh> parts = {ambient::makeEllipsoid({1.0, 1.0, m_aspect}, 1280)};
        for (int ring = -kRings; ring < kRings; ++ring) {
            const double eta = angleAt(m_spacing * (ring + phase / m_period - std::floor(phase / m_period)));
            const ambient::TriangleMesh ball = ambient::makeSphere(0.1 * std::sin(eta), 20);
            for (int i = 0; i < kAround; ++i) {
                const double turn = 2.0 * ambient::kPi * i / kAround;
                parts.push_back(moved(
                    ball, {std::sin(eta) * std::cos(turn), std::sin(eta) * std::sin(turn), m_aspect * std::cos(eta)}));
            }
        }
        return joined(parts);
    }
    double period() const override { return m_period; }

  private:
    static constexpr int kRings = 8, kAround = 10;

    /// Points evenly spaced for the flow: eta' = B1 a sin eta/(cos^2 eta + a^2 sin^2 eta) makes ln tan(eta/2) + (1 -
    /// a^2) cos eta grow at the rate a B1. This value grows with eta.
    double angleAt(double place) const {
        double low = 0.0, high = ambient::kPi;
        for (int i = 0; i < 60; ++i) {
            const double eta = 0.5 * (low + high);
            const double value = std::log(std::tan(0.5 * eta)) + (1.0 - m_aspect * m_aspect) * std::cos(eta);
            (value < place ? low : high) = eta;
        }
        return 0.5 * (low + high);
    }

    double m_aspect, m_spacing, m_period;
};

/// A ball or a spheroid in Stokes flow whose surface flows from the front pole to the rear one, with the part along the
/// surface of a velocity B1 backwards; its shape stays. [Stone1996]
class Squirmer final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"aspect", "1", 1.0, 1.0, 10.0, "length of the body over its width"},
                {"speed", "m/s", 1.0, 0.01, 10.0, "B1, of the surface at the equator"},
                {"faces", "1", 320.0, 80.0, 1280.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 6.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double aspect = values["aspect"], speed = values["speed"];
        const ambient::TriangleMesh mesh =
            ambient::makeEllipsoid({1.0, 1.0, aspect}, static_cast<int>(values["faces"]));
        ambient::PointColumns points(3, mesh.vertexCount()), velocity = points;
        for (Eigen::Index i = 0; i < points.cols(); ++i) {
            const Vector3 v = points.col(i) = mesh.vertices[static_cast<std::size_t>(i)];
            const Vector3 normal = Vector3(v.x(), v.y(), v.z() / (aspect * aspect)).normalized();
            velocity.col(i) = -speed * (Vector3::UnitZ() - normal.z() * normal);
        }
        const ambient::ShapeTopology topology{{}, mesh.faces};
        const ambient::ShapeReduction steady = ambient::StokesResistance().reduce({points, topology}, velocity);
        ambient::ReducedSequence reduced; // of two frames: both resistance and flow are steady
        reduced.times = {0.0, defaultDuration()};
        reduced.gaugeFromInput.resize(2);
        reduced.placed.resize(2);
        reduced.meanPoint.resize(2, Vector3::Zero());
        reduced.metrics = {{{steady, steady}, true}};
        reduced.size = 1.0;
        const ambient::Motion motion = ambient::solveMotion(reduced, {}, 0, false);
        context.world().setGravity(btVector3(0, 0, 0));
        context.addMoved("squirmer", std::make_shared<ambient::InterpolatedMotion>(motion, reduced),
                         std::make_shared<FlowingSurface>(aspect, speed));
    }

    std::string summary(const RunRecord& record) const override {
        const double found = record.last().worldFromBody.position.z() / record.last().time;
        char text[200];
        std::snprintf(text, sizeof text, "swam at %.5f m/s\nin closed form: 2/3 B1 for a ball, %.5f m/s by default\n",
                      found, 2.0 / 3.0);
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        char title[120];
        std::snprintf(title, sizeof title, "A flow along its surface moves a body in Stokes flow: expected %.4f m/s",
                      speedOf(values["aspect"], values["speed"]));
        PlotSpec spec;
        spec.title = title;
        spec.exposure = 3.0;
        spec.panels = {{"way [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }}};
        return spec;
    }

  private:
    /// B1 tau (tau - (tau^2 - 1) arcoth tau), tau the inverse of the eccentricity: the reciprocal theorem in closed
    /// form.
    static double speedOf(double aspect, double speed) {
        if (aspect < 1.0 + 1e-3) return 2.0 / 3.0 * speed;
        const double tau = 1.0 / std::sqrt(1.0 - 1.0 / (aspect * aspect));
        return speed * tau * (tau - 0.5 * (tau * tau - 1.0) * std::log((tau + 1.0) / (tau - 1.0)));
    }
};

} // namespace

std::unique_ptr<Scene> createSquirmer() {
    return std::make_unique<Squirmer>();
}

} // namespace samples
