// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/shapes/Sections.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kSailChord = 1.6, kSailHeight = 6.0; // [m]

/// A sail of one size and its hull, whose resistance is k v^2.
struct SailingBoat {
    std::shared_ptr<const ambient::FluidBodyModel> sail;
    double wind = 0.0;       ///< speed [m/s]; the wind blows along -y
    double resistance = 0.0; ///< k [kg/m]
};

/// Unit vector of a course at this angle off the direction from which the wind comes [deg]; the wind is on the port
/// side.
Vector3 courseAt(double degrees) {
    return {std::sin(degrees * kRadiansPerDegree), std::cos(degrees * kRadiansPerDegree), 0.0};
}

/// Attitude of a sail with its chord at `sheet` [deg] to the course, its boom to leeward. In its mesh the mast is
/// towards +x, the suction side towards +z, the foot towards -y.
ambient::Quaternion sailAttitude(double course, double sheet) {
    const Vector3 nose = courseAt(course - sheet), up = Vector3::UnitZ();
    ambient::Matrix3 axes;
    axes << nose, up, nose.cross(up);
    return ambient::Quaternion(axes);
}

/// Force of the sail along the course at this speed [N].
double driveOf(const SailingBoat& boat, double course, double sheet, double speed) {
    static const ambient::ForceSet forces = ambient::ForceSet::named("default");
    const ambient::UniformMedium air = ambient::UniformMedium::air();
    const Vector3 ahead = courseAt(course);
    const ambient::Quaternion attitude = sailAttitude(course, sheet);
    ambient::RelativeFlow flow;
    flow.density = air.density();
    flow.dynamicViscosity = air.dynamicViscosity();
    flow.twist.linear = attitude.conjugate() * Vector3(speed * ahead + boat.wind * Vector3::UnitY());
    return (attitude * forces.evaluate(*boat.sail, flow).dissipative.linear).dot(ahead);
}

/// The speed at which the sail carries the resistance of the hull [m/s]; 0 if it does not drive.
double steadySpeed(const SailingBoat& boat, double course, double sheet) {
    double low = 0.0, high = 4.0 * boat.wind;
    for (int i = 0; i < 16; ++i) {
        const double middle = 0.5 * (low + high);
        (driveOf(boat, course, sheet, middle) > boat.resistance * middle * middle ? low : high) = middle;
    }
    return low;
}

/// The sheet that gives the greatest steady speed [deg].
double bestSheet(const SailingBoat& boat, double course) {
    double best = 0.0, fastest = -1.0;
    for (double sheet = 0.0; sheet <= 90.0; sheet += 5.0) {
        const double speed = steadySpeed(boat, course, sheet);
        if (speed > fastest) {
            fastest = speed;
            best = sheet;
        }
    }
    return best;
}

/// The polar of a sail, drawn by the boats themselves: they leave one place on courses from close to the wind to
/// running before it, each at its steady speed on a straight rail that stands for its keel, with the sheet that is best
/// for its course.
class Sail final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"wind", "m/s", 6.0, 1.0, 20.0, "speed of the wind"},
                {"closest", "deg", 30.0, 10.0, 170.0, "first course, off the direction from which the wind comes"},
                {"boats", "1", 11.0, 2.0, 31.0, "number of boats; the last one runs before the wind", true},
                {"resistance", "kg/m", 8.0, 0.1, 1000.0, "of a hull, over the square of the speed"},
                {"mass", "kg", 200.0, 20.0, 2000.0, "of a boat"}};
    }

    double defaultDuration() const override { return 20.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        SailingBoat boat;
        boat.sail = context.buildModel(
            makeRectangularWing(camberedNacaSection(0.09, 0.4, 0.05, 16), kSailChord, kSailHeight, 10));
        boat.wind = values["wind"];
        boat.resistance = values["resistance"];
        context.setMedium(ambient::UniformMedium::air().movingAt({0.0, -boat.wind, 0.0}));
        context.world().setGravity(btVector3(0, 0, 0));
        const int count = static_cast<int>(values["boats"]);
        for (int i = 0; i < count; ++i)
            addBoat(boat, values["closest"] + (180.0 - values["closest"]) * i / (count - 1), values["mass"], context);
        context.setBeforeStep([&context, count, resistance = boat.resistance](double) {
            for (int i = 0; i < count; ++i) {
                btRigidBody* body = context.rigidBody(i);
                body->applyCentralForce(btScalar(-resistance) * body->getLinearVelocity().length() *
                                        body->getLinearVelocity());
            }
        });
    }

    std::string summary(const RunRecord& record) const override {
        std::string text;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const Vector3& velocity = record.last(body).velocity.linear;
            char line[120];
            std::snprintf(line, sizeof line, "%-9s %5.2f m/s, %5.2f m/s to windward\n",
                          record.bodies[static_cast<std::size_t>(body)].name.c_str(), velocity.norm(),
                          velocity.y() + 0.0);
            text += line;
        }
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "The polar of a sail: boats on every course, the wind from above";
        spec.view = PlotView::Top;
        spec.exposure = 5.0;
        spec.colours = PlotColours::Time;
        spec.enlargement = 2.0;
        spec.panels = {{"speed [m/s]", 0.5, [](const BodySample& s) { return s.velocity.linear.norm(); }},
                       {"to windward [m/s]", 0.5, [](const BodySample& s) { return s.velocity.linear.y(); }}};
        return spec;
    }

  private:
    static void addBoat(const SailingBoat& boat, double course, double mass, SceneContext& context) {
        const double sheet = bestSheet(boat, course);
        BodySpec spec;
        spec.name = shortNumber(course) + " deg";
        spec.model = boat.sail;
        spec.shape = std::make_unique<btEmptyShape>();
        spec.convex = false;
        spec.mass = mass;
        spec.inertia = Vector3::Constant(mass);
        spec.worldFromBody.orientation = sailAttitude(course, sheet);
        const Vector3 ahead = spec.worldFromBody.orientation.conjugate() * courseAt(course);
        // From rest many sails would be stalled for good: the wind comes from further ahead once a boat moves.
        spec.velocity.linear = steadySpeed(boat, course, sheet) * courseAt(course);
        btRigidBody* body = context.addBody(std::move(spec));
        // The rail: x of the frame of a slider is its axis.
        const ambient::Quaternion rail = ambient::Quaternion::FromTwoVectors(Vector3::UnitX(), ahead);
        const btTransform frame(
            btQuaternion(btScalar(rail.x()), btScalar(rail.y()), btScalar(rail.z()), btScalar(rail.w())));
        context.addJoint(std::make_unique<btSliderConstraint>(*body, frame, false));
    }
};

} // namespace

std::unique_ptr<Scene> createSail() {
    return std::make_unique<Sail>();
}

} // namespace samples
