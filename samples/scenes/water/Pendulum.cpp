// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"

#include <cmath>

namespace samples {
namespace {

/// A rod on a hinge at its upper end, released at an angle: a btMultiBody of one link. Weight less buoyancy turns the
/// rod back, against its own inertia and the inertia of the water around it.
class Pendulum final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"length", "m", 0.6, 0.05, 5.0, "length of the rod"},
                {"width", "m", 0.08, 0.01, 2.0, "greatest width of the rod"},
                {"density", "kg/m3", 2000.0, 1010.0, 20000.0, "density of the rod (water: 998.2)"},
                {"angle", "deg", 20.0, -170.0, 170.0, "angle from the vertical at release"},
                {"faces", "1", 500.0, 80.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 8.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }
    bool hasMultiBodies() const override { return true; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::water());
        const double arm = 0.5 * values["length"], radius = 0.5 * values["width"];
        LinkSpec rod;
        rod.name = "rod";
        rod.model =
            context.buildModel(ambient::makeEllipsoid({radius, radius, arm}, static_cast<int>(values["faces"])));
        const ambient::MassProperties solid = ambient::solidMassProperties(rod.model->mesh(), values["density"]);
        auto pendulum = std::make_unique<btMultiBody>(1, btScalar(0), btVector3(0, 0, 0), true, false);
        pendulum->setupRevolute(0, btScalar(solid.mass), btFluidVector(ambient::Vector3(solid.inertia.diagonal())), -1,
                                btQuaternion::getIdentity(), btVector3(0, -1, 0), btVector3(0, 0, 0),
                                btVector3(0, 0, btScalar(-arm)));
        pendulum->finalizeMultiDof();
        pendulum->setJointPos(0, btScalar(values["angle"] * kRadiansPerDegree));
        context.addMultiBody(std::move(pendulum), {LinkSpec(), rod});
    }

    std::string summary(const RunRecord& record) const override {
        std::vector<double> crossings;
        for (int i = 1; i < record.frameCount(); ++i) {
            const double before = angle(record.at(i - 1)), now = angle(record.at(i));
            if ((before > 0.0) != (now > 0.0)) crossings.push_back(record.timeStep * (i - now / (now - before)));
        }
        const std::size_t count = crossings.size();
        const double measured = count < 3 ? 0.0 : 2.0 * (crossings[count - 1] - crossings[0]) / double(count - 1);
        char text[300];
        std::snprintf(text, sizeof text,
                      "the pendulum takes %.3f s a swing; small swings: %.3f s with the water's inertia and buoyancy,\n"
                      "%.3f s with buoyancy alone, %.3f s without water\n",
                      measured, period(record, true, true), period(record, false, true), period(record, false, false));
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A pendulum swings under water";
        spec.marks = {ambient::Vector3::Zero()};
        spec.shownTimes = {0.0, 0.34, 0.69, 1.03};
        spec.pictureEnd = 1.03;
        spec.panels = {
            {"angle from the vertical [deg]", 1.0, [](const BodySample& s) { return angle(s) / kRadiansPerDegree; }}};
        return spec;
    }

  private:
    /// From the vertical, positive towards +x [rad].
    static double angle(const BodySample& s) {
        return std::atan2(s.worldFromBody.position.x(), -s.worldFromBody.position.z());
    }

    /// Period of small swings [s].
    static double period(const RunRecord& record, bool withAddedMass, bool withBuoyancy) {
        const RecordedBody& rod = record.bodies[0];
        const double arm = record.at(0).worldFromBody.position.norm();
        const double density = record.medium ? record.medium->sample(ambient::Vector3::Zero(), 0.0).density : 0.0;
        const ambient::Matrix6 added = rod.model->addedMassPerDensity().scaled(withAddedMass ? density : 0.0).matrix();
        const double inertia = rod.inertia.y() + added(1, 1) + arm * arm * (rod.mass + added(3, 3));
        const double heavy = rod.mass - (withBuoyancy ? density * rod.model->volume() : 0.0);
        return 2.0 * ambient::kPi * std::sqrt(inertia / (heavy * 9.81 * arm));
    }
};

} // namespace

std::unique_ptr<Scene> createPendulum() {
    return std::make_unique<Pendulum>();
}

} // namespace samples
