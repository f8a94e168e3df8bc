// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/DeformedShape.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/shapes/Bell.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace samples {
namespace {

constexpr int kParachuteKeys = 9;
constexpr double kParachuteDelay = 0.5; // before the canopy opens [s]

/// Dry mass and added mass along the axis of symmetry at a phase [kg].
double wholeMass(const RunRecord& record, double phase) {
    const RecordedBody& body = record.bodies.front();
    ambient::DeformedShape shape;
    body.shape->evaluate(phase, shape);
    const double density = record.medium ? record.medium->sample(ambient::Vector3::Zero(), 0.0).density : 0.0;
    return body.mass + density * shape.surface.addedMassPerDensity().matrix()(5, 5);
}

/// The lines of a canopy from its rim to its load, and the load. \param length of each line [m]
std::vector<ambient::Vector3> linesOf(const SceneContext& context, double length) {
    constexpr int count = 8;
    constexpr double width = 0.5, height = 1.6; // of the load [m]
    const BodySample sample = context.sample(0, 0.0, false);
    const RecordedBody shaped = shapedAs(context.bodies().front(), sample);
    const auto lower = [](const ambient::Vector3& a, const ambient::Vector3& b) { return a.z() < b.z(); };
    const auto& vertices = shaped.mesh->vertices;
    const double rim = std::min_element(vertices.begin(), vertices.end(), lower)->z();
    std::array<ambient::Vector3, count> ends;
    ends.fill(ambient::Vector3(0.0, 0.0, rim));
    for (const ambient::Vector3& vertex : vertices)
        for (int k = 0; vertex.z() < rim + 0.1 * length && k < count; ++k) {
            const double angle = 2.0 * ambient::kPi * k / count;
            const ambient::Vector3 outward(std::cos(angle), std::sin(angle), 0.0);
            ambient::Vector3& end = ends[static_cast<std::size_t>(k)];
            if (vertex.dot(outward) > end.dot(outward)) end = vertex;
        }
    const double radius = std::hypot(ends[0].x(), ends[0].y());
    const ambient::Vector3 load(0.0, 0.0, rim - std::sqrt(std::max(0.0, length * length - radius * radius)));
    std::vector<ambient::Vector3> points;
    for (const ambient::Vector3& end : ends)
        points.insert(points.end(), {load, end, load});
    for (const auto& [x, z] :
         {std::array{1, 0}, std::array{1, -1}, std::array{-1, -1}, std::array{-1, 0}, std::array{0, 0}})
        points.push_back(load + ambient::Vector3(0.5 * width * x, 0.0, height * z));
    for (ambient::Vector3& point : points)
        point = sample.worldFromBody * point;
    return points;
}

/// A canopy opens above its load: its drag grows, and so does the mass of air carried along. Without any load the
/// opening alone slows the canopy down, from v1 to v2 = v1 K1/K2, however fast it opens.
class Parachute final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"load", "kg", 80.0, 1.0, 1000.0, "mass below the canopy"},
                {"meridian", "m", 3.5, 0.5, 20.0, "from the top of the canopy to its rim"},
                {"opening", "s", 1.2, 0.1, 10.0, "time in which it opens"},
                {"speed", "m/s", 20.0, 0.0, 60.0, "downwards at the start"},
                {"loads", "1", 1.0, 0.0, 1.0, "0: without gravity and drag, to see what opening alone does", true},
                {"faces", "1", 720.0, 320.0, 5120.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 6.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        constexpr double lines = 5.0, canopy = 6.0; // [m], [kg]
        ambient::ShapeSequence opens;
        ambient::MovingMass load{values["load"], {}};
        for (int k = 0; k < kParachuteKeys; ++k) {
            const double u = double(k) / (kParachuteKeys - 1);
            BellShape shape;
            shape.meridian = values["meridian"];
            shape.thickness = 0.03 * shape.meridian;
            shape.opening = u * u * (3.0 - 2.0 * u);
            Bell bell = makeBell(shape, static_cast<int>(values["faces"]));
            const double height = std::sqrt(std::max(0.0, lines * lines - bell.rimRadius * bell.rimRadius));
            load.path.push_back({0.0, 0.0, bell.rimHeight - height});
            opens.faces = std::move(bell.mesh.faces);
            opens.keys.push_back(std::move(bell.mesh.vertices));
            opens.times.push_back(kParachuteDelay + u * values["opening"]);
        }
        opens.mass = canopy;
        opens.masses = ambient::ShapeSequence::Masses::Shell;
        opens.extraMasses.push_back(std::move(load));
        opens.restKey = kParachuteKeys - 1;
        ambient::FluidBodyDef def;
        if (values["loads"] == 0.0) {
            def.pressureScale = def.frictionScale = def.buoyancyScale = 0.0;
            context.world().setGravity(btVector3(0, 0, 0));
        }
        BodySpec parachute;
        parachute.name = "parachute";
        parachute.deforming = context.buildShape(opens, def);
        parachute.convex = false;
        parachute.velocity.linear.z() = -values["speed"];
        context.setMedium(ambient::UniformMedium::air());
        context.addBody(std::move(parachute));
        context.addLine("lines and load", [&context] { return linesOf(context, lines); });
    }

    std::string summary(const RunRecord& record) const override {
        const double first = wholeMass(record, 0.0), last = wholeMass(record, record.last().phase);
        const double start = record.at(0).velocity.linear.z(), end = record.last().velocity.linear.z();
        char text[300];
        std::snprintf(text, sizeof text,
                      "falls at %.3f m/s at the end, %.3f m/s at the start: %.5f of it\nmass with air along its axis "
                      "%.2f kg at first, %.2f kg at last: opening alone leaves %.5f of the speed\n",
                      -end, -start, end / start, first, last, first / last);
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        PlotSpec spec;
        spec.title = values["loads"] == 0.0 ? "A canopy opens: its momentum stays, so opening alone slows it down"
                                            : "A parachute opens: its drag grows, and the air that it takes along";
        spec.shownTimes = {0.0, 0.5, 0.9, 1.3, 1.7, 2.5, 4.0, 6.0};
        spec.panels = {
            {"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }},
            {"momentum with the air [kg m/s]", 1.0, [](const BodySample& s) { return -s.momentum.linear.z(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createParachute() {
    return std::make_unique<Parachute>();
}

} // namespace samples
