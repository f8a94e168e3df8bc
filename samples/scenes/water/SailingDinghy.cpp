// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Immersion.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/HeldPath.h"

#include "AmbientFluid/Media/DividedMedium.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// A boat with a sail, a centreboard with ballast and a rudder: one multi-body in water and wind. The boat starts at
/// rest, and the rudder, on a servo, holds the course.
class SailingDinghy final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"wind", "m/s", 6.0, 0.0, 15.0, "speed of the wind"},
                {"from", "deg", 90.0, 30.0, 150.0, "where the wind comes from, to port of the course"},
                {"sheet", "deg", 35.0, 0.0, 90.0, "of the sail from the middle line"},
                {"rudder", "1", 1.0, 0.0, 1.0, "0: nobody steers", true},
                {"faces", "1", 300.0, 200.0, 4000.0, "approximate number of triangles of each part", true}};
    }

    double defaultDuration() const override { return 40.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }
    bool hasMultiBodies() const override { return true; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double from = values["from"] * kRadiansPerDegree, sheet = values["sheet"] * kRadiansPerDegree;
        const Vector3 wind(-values["wind"] * std::cos(from), -values["wind"] * std::sin(from), 0.0);
        context.setMedium(std::make_shared<ambient::DividedMedium>(
            std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::water()),
            std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air().movingAt(wind)),
            std::make_shared<ambient::FlatSurface>(0.0)));
        const int faces = static_cast<int>(values["faces"]);
        ambient::TriangleMesh hull = ambient::makeEllipsoid({1.9, 0.7, 0.35}, faces);
        for (Vector3& vertex : hull.vertices)
            vertex.z() += 0.1; // crew and floor are low
        const std::vector<LinkSpec> links = {
            {"hull", context.buildModel(hull)},
            {"sail", context.buildModel(ambient::makePlate({1.8, 0.03, 3.6}, faces))},
            {"board", context.buildModel(ambient::makePlate({0.5, 0.03, 1.1}, faces))},
            {"rudder", context.buildModel(ambient::makePlate({0.3, 0.02, 0.8}, faces))}};
        auto boat = std::make_unique<btMultiBody>(3, btScalar(160), btVector3(20, 120, 130), false, false);
        const btQuaternion straight = btQuaternion::getIdentity();
        boat->setupFixed(0, 12, btVector3(13, 16, 3), -1, btQuaternion(btVector3(0, 0, 1), btScalar(-sheet)),
                         btVector3(btScalar(0.95), 0, btScalar(2.4)), btVector3(btScalar(-0.9), 0, 0));
        boat->setupFixed(1, 120, btVector3(12, 14, 3), -1, straight, btVector3(btScalar(0.1), 0, btScalar(-0.75)),
                         btVector3(0, 0, 0));
        boat->setupRevolute(2, 4, btVector3(btScalar(0.25), btScalar(0.27), btScalar(0.03)), -1, straight,
                            btVector3(0, 0, 1), btVector3(btScalar(-1.75), 0, btScalar(-0.45)),
                            btVector3(btScalar(-0.13), 0, 0));
        boat->finalizeMultiDof();
        boat->setBasePos(btVector3(0, 0, btScalar(0.07)));
        btMultiBody* added = context.addMultiBody(std::move(boat), links);
        const auto tiller = std::make_shared<HeldPath>(ambient::JointVector::Zero(1));
        ambient::JointDrive servo;
        servo.path = tiller;
        servo.stiffness = ambient::JointVector::Constant(1, 300.0);
        servo.damping = ambient::JointVector::Constant(1, 60.0);
        context.fluid().getFluidMultiBodies().setDrive(added, servo);
        if (values["rudder"] == 0.0) return;
        context.setBeforeStep([tiller, added](double timeStep) {
            const btVector3 bow = added->localDirToWorld(-1, btVector3(1, 0, 0));
            const double course = std::atan2(double(bow.y()), double(bow.x()));
            const double wanted = std::clamp(2.0 * course + 2.0 * double(added->getBaseOmega().z()), -0.5, 0.5);
            double& angle = tiller->positions(0);
            angle += std::clamp(wanted - angle, -2.0 * timeStep, 2.0 * timeStep);
        });
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample &end = record.last(), &half = record.at(record.frameCount() / 2);
        const Vector3 way = end.worldFromBody.position - half.worldFromBody.position;
        char text[300];
        std::snprintf(
            text, sizeof text,
            "in the second half the boat made %.2f m/s along its course and %.2f m/s to leeward; at the end it "
            "heads %.1f deg off its course and heels %.1f deg\n",
            way.x() / (end.time - half.time), -way.y() / (end.time - half.time), headingDegrees(end), heelDegrees(end));
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A sailing dinghy reaches and holds its course";
        spec.exposure = 10.0;
        spec.paths = {{0}};
        spec.panels = {{"speed ahead [m/s]",
                        0.1,
                        {},
                        {{"", [](const RunRecord& r, int i) { return r.at(i).velocity.linear.x(); }}}},
                       {"angle [deg]",
                        1.0,
                        {},
                        {{"off the course", [](const RunRecord& r, int i) { return headingDegrees(r.at(i)); }},
                         {"heel", [](const RunRecord& r, int i) { return heelDegrees(r.at(i)); }}}}};
        return spec;
    }

  private:
    static double headingDegrees(const BodySample& s) {
        const Vector3 bow = s.worldFromBody.orientation * Vector3::UnitX();
        return std::atan2(bow.y(), bow.x()) / kRadiansPerDegree;
    }
    /// To leeward is positive.
    static double heelDegrees(const BodySample& s) {
        return std::asin(std::clamp(-(s.worldFromBody.orientation * Vector3::UnitZ()).y(), -1.0, 1.0)) /
               kRadiansPerDegree;
    }
};

} // namespace

std::unique_ptr<Scene> createSailingDinghy() {
    return std::make_unique<SailingDinghy>();
}

} // namespace samples
