// SPDX-License-Identifier: Zlib
#include "AmbientFluid/StokesFlow/ViscousTensor.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/shapes/Spirillum.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Matrix3;
using ambient::Vector3;

SpirillumShape shapeOf(const ParameterValues& values) {
    return {values["radius"], values["pitch"], values["turns"], values["diameter"]};
}

/// Blocks of the Stokes resistance about its centre: torques and forces of spin, forces of motion.
struct ResistanceBlocks {
    Matrix3 spin, coupling, motion;

    explicit ResistanceBlocks(const ambient::ViscousTensor& tensor)
        : spin(tensor.resistance.topLeftCorner<3, 3>()), coupling(tensor.resistance.bottomLeftCorner<3, 3>()),
          motion(tensor.resistance.bottomRightCorner<3, 3>()) {}

    /// Velocity per spin about a unit axis, without a force.
    Vector3 advance(const Vector3& axis) const { return -motion.ldlt().solve(coupling * axis); }
    /// Torque about the axis per spin and viscosity, without a force.
    double torque(const Vector3& axis) const { return axis.dot(spin * axis + coupling.transpose() * advance(axis)); }
};

/// A magnet across a body, in a field that turns about the world's x axis as far ahead of it as the torque of the drag
/// needs.
class TurningField {
  public:
    /// \param magnet direction of the magnet, body frame, along world y at the start \param strength largest torque [N
    /// m]
    TurningField(btRigidBody* body, const Vector3& magnet, double strength, double lead, double rate)
        : m_body(body), m_magnet(magnet), m_strength(strength), m_angle(lead), m_rate(rate) {}

    /// Applies the torque of the coming step. \param timeStep [s]
    void act(double timeStep) {
        const Vector3 magnet = btFluidMatrix(m_body->getWorldTransform().getBasis()) * m_magnet;
        const Vector3 field(0.0, std::cos(m_angle), std::sin(m_angle));
        m_body->applyTorque(btFluidVector(Vector3(m_strength * magnet.cross(field))));
        m_angle += m_rate * timeStep;
    }

  private:
    btRigidBody* m_body;
    Vector3 m_magnet;
    double m_strength, m_angle, m_rate;
};

/// A stiff helical bacterium of some micrometres in water, turned by a magnetic field as bacteria with a chain of
/// magnets and swimming robots are. The law of forces is that of all other scenes: the coupling of spin and motion in
/// the Stokes resistance of its mesh drives it. World and contacts are in metres, in single precision of Bullet too.
class Bacteria final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"radius", "m", 1e-6, 0.0, 2e-6, "of the helix; 0: a straight rod, which does not swim"},
                {"pitch", "m", 5e-6, 2e-6, 2e-5, "way along the axis for a turn of the helix"},
                {"turns", "1", 3.0, 1.0, 6.0, "of the helix"},
                {"diameter", "m", 6e-7, 2e-7, 1e-6, "of the section"},
                {"rate", "1/s", 10.0, -20.0, 20.0, "turns a second of the field"},
                {"field", "1", 2.0, 1.1, 4.0, "largest torque of the field, over that of the drag"},
                {"viscosity", "Pa s", 1e-3, 1e-4, 1.0, "of the liquid, of the density of water"},
                {"faces", "1", 480.0, 240.0, 1800.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 3.0; }
    double galleryCost() const override { return 6.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        constexpr double density = 998.2;
        const PiecedMesh solid = makeSpirillum(shapeOf(values), static_cast<int>(values["faces"]));
        ambient::FluidBodyDef def;
        def.viscousFaces = solid.mesh.faceCount(); // a reduced helix has another thickness
        BodySpec spec;
        spec.name = "bacterium";
        spec.model = context.buildModel(solid.mesh, def);
        spec.shape = std::make_unique<btSphereShape>(btScalar(0.5 * values["diameter"])); // it touches nothing
        spec.convex = false;
        spec.fill(density);
        spec.worldFromBody.orientation = solid.modelFromBody;
        const auto bodyFromModel = solid.modelFromBody.conjugate();
        const ResistanceBlocks resistance(spec.model->viscousTensor());
        const double rate = kRadiansPerTurn * values["rate"];
        const double drag = values["viscosity"] * std::fabs(rate) * resistance.torque(bodyFromModel * Vector3::UnitX());
        const double lead = std::copysign(std::asin(1.0 / values["field"]), rate);
        context.world().setGravity(btVector3(0, 0, 0));
        context.setMedium(ambient::UniformMedium(density, values["viscosity"]));
        btRigidBody* body = context.addBody(std::move(spec));
        const auto field =
            std::make_shared<TurningField>(body, bodyFromModel * Vector3::UnitY(), values["field"] * drag, lead, rate);
        context.setBeforeStep([field](double timeStep) { field->act(timeStep); });
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        char text[300];
        std::snprintf(text, sizeof text,
                      "swam %.4g um in %.3g s and %.4g turns\n"
                      "by the Stokes resistance of its mesh: %.4g um\n",
                      1e6 * wayOf(record, record.frameCount() - 1), end.time, turned(record) / kRadiansPerTurn,
                      1e6 * turned(record) * advanceOf(record));
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        const double rate = kRadiansPerTurn * values["rate"], resistive = resistiveAdvance(shapeOf(values));
        PlotSpec spec;
        spec.title = "A bacterium is turned by a field and swims";
        spec.exposure = 1.0;
        spec.azimuth = -90.0;
        const PlotCurve swum{"swum", [](const RunRecord& r, int frame) { return 1e6 * wayOf(r, frame); }};
        const PlotCurve tensor{"by the Stokes resistance", [=](const RunRecord& r, int frame) {
                                   return 1e6 * rate * r.at(frame).time * advanceOf(r);
                               }};
        const PlotCurve theory{"by resistive forces", [=](const RunRecord& r, int frame) {
                                   return 1e6 * rate * r.at(frame).time * resistive;
                               }};
        spec.panels = {{"way [um]", 0.1, {}, {swum, tensor, theory}},
                       {"spin about the way [1/s]", 0.5,
                        [](const BodySample& s) { return s.velocity.angular.x() / kRadiansPerTurn; }}};
        return spec;
    }

  private:
    static double wayOf(const RunRecord& record, int frame) {
        return record.at(frame).worldFromBody.position.x() - record.at(0).worldFromBody.position.x();
    }
    /// Angle that it has turned about world x [rad].
    static double turned(const RunRecord& record) {
        double angle = 0.0;
        for (int frame = 1; frame < record.frameCount(); ++frame)
            angle += 0.5 * record.timeStep *
                     (record.at(frame).velocity.angular.x() + record.at(frame - 1).velocity.angular.x());
        return angle;
    }
    /// Way along world x per angle about it by the Stokes resistance, about the axis of the body that lies along world
    /// x at the end [m].
    static double advanceOf(const RunRecord& record) {
        const Vector3 axis = record.last().worldFromBody.orientation.conjugate() * Vector3::UnitX();
        return axis.dot(ResistanceBlocks(record.bodies.front().model->viscousTensor()).advance(axis));
    }
};

} // namespace

std::unique_ptr<Scene> createBacteria() {
    return std::make_unique<Bacteria>();
}

} // namespace samples
