// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Hydrostatics/Hydrostatics.h"

#include "AmbientFluid/Hydrostatics/FloatingHull.h"
#include "AmbientFluid/Hydrostatics/HullAxes.h"
#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/MeshRepair.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ambient {
namespace {

void requireSound(const TriangleMesh& mesh, const HydrostaticsDef& def) {
    const MeshReport report = checkMesh(mesh);
    if (!report.usable()) throw MeshError(report);
    requirePositive(def.mass, "mass");
    requirePositive(def.fluidDensity, "fluid density");
    requireFinite(def.centerOfMass, "center of mass");
    for (const double heel : def.heels)
        if (!(std::fabs(heel) <= kPi + 1e-12))
            throw std::invalid_argument("heel: " + textOf(heel) + " rad is not between -pi and pi");
    for (const Vector3& opening : def.openings)
        requireFinite(opening, "opening");
    const double most = def.fluidDensity * report.volume;
    if (!(def.mass < (1.0 - 1e-9) * most))
        throw std::invalid_argument("mass: " + textOf(def.mass) + " kg sinks: the mesh displaces at most " +
                                    textOf(most) + " kg of this fluid (" + textOf(report.volume) + " m^3 of " +
                                    textOf(def.fluidDensity) + " kg/m^3)");
}

HullAxes axesOf(const Flotation& upright) {
    constexpr double kAlike = 1e-6;
    const auto [shorter, longer] = principalAxes(upright.cut.spread, upright.up);
    HullAxes axes;
    if (longer.value - shorter.value <= kAlike * longer.value) return axes;
    axes.x = Vector3(longer.axis.x(), longer.axis.y(), 0.0).normalized();
    int largest = 0;
    axes.x.cwiseAbs().maxCoeff(&largest);
    if (axes.x[largest] < 0.0) axes.x = -axes.x;
    axes.y = axes.z.cross(axes.x);
    return axes;
}

Metacentres metacentresOf(const Flotation& at) {
    // The moment about an axis is the spread along the other one.
    const auto [shorter, longer] = principalAxes(at.cut.spread, at.up);
    const double volume = at.cut.volume;
    const double buoyancyOverMass = -at.up.dot(at.slope) / volume;
    Metacentres found;
    found.transverseRadius = shorter.value / volume;
    found.longitudinalRadius = longer.value / volume;
    found.transverseHeight = found.transverseRadius + buoyancyOverMass;
    found.longitudinalHeight = found.longitudinalRadius + buoyancyOverMass;
    return found;
}

/// The hull at held heels, each from the one before.
class Heeling {
  public:
    Heeling(FloatingHull& hull, const HullAxes& axes, Flotation start)
        : m_hull(hull), m_axes(axes), m_now(std::move(start)) {
        m_heel = axes.heelOf(m_now.up);
    }

    void heelTo(double heel) {
        const double trim = m_axes.trimOf(m_now.up, m_heel);
        m_now = m_hull.settleAbout(m_hull.at(m_axes.up(heel, trim), m_now.level), m_axes.across(heel));
        m_heel = heel;
    }

    RightingArm arm() const {
        const double trim = m_axes.trimOf(m_now.up, m_heel);
        const double arm = portable::cos(trim) * m_axes.across(m_heel).dot(m_now.slope) / m_hull.volume();
        return {m_heel, arm, trim, m_now.draft()};
    }

    double heel() const { return m_heel; }
    /// Depth of a point of the mesh below the surface [m].
    double depthOf(const Vector3& point) const { return m_now.level - m_now.up.dot(point - m_hull.cutter().center()); }

  private:
    FloatingHull& m_hull;
    const HullAxes& m_axes;
    Flotation m_now;
    double m_heel;
};

/// Heel between that of `dry`, at which a point is dry, and `wetHeel`, at which it is under water.
double heelOfFlooding(Heeling dry, double wetHeel, double wetDepth, const Vector3& point) {
    double low = dry.heel(), high = wetHeel, atLow = dry.depthOf(point), atHigh = wetDepth;
    Heeling trial = dry;
    // The false position after Illinois: the value of an end that stays is halved.
    for (int i = 0; i < 60 && std::fabs(high - low) > 1e-12; ++i) {
        const double next = low + (high - low) * atLow / (atLow - atHigh);
        trial.heelTo(next);
        const double depth = trial.depthOf(point);
        if (depth == 0.0) return next;
        if (depth > 0.0) {
            if (std::fabs(next - high) < 1e-12) return next;
            high = next;
            atHigh = depth;
            atLow *= 0.5;
        } else {
            if (std::fabs(next - low) < 1e-12) return next;
            low = next;
            atLow = depth;
            atHigh *= 0.5;
        }
    }
    return 0.5 * (low + high);
}

/// Heels until each opening has come to the surface, or the hull is upside down. \param side 1: starboard, -1: port
void findFlooding(Heeling heeling, double side, std::vector<Downflooding>& all,
                  std::optional<double> Downflooding::*found) {
    constexpr double kStep = kPi / 90.0;
    for (Downflooding& one : all)
        if (heeling.depthOf(one.opening) >= 0.0) one.*found = heeling.heel();
    const auto isFound = [found](const Downflooding& one) { return (one.*found).has_value(); };
    while (side * heeling.heel() < kPi && !std::all_of(all.begin(), all.end(), isFound)) {
        const Heeling before = heeling;
        heeling.heelTo(side * std::min(side * heeling.heel() + kStep, kPi));
        for (Downflooding& one : all) {
            const double depth = heeling.depthOf(one.opening);
            if (!isFound(one) && depth >= 0.0) one.*found = heelOfFlooding(before, heeling.heel(), depth, one.opening);
        }
    }
}

void describeEquilibrium(const FloatingHull& hull, const HullAxes& axes, const Flotation& at, double density,
                         Hydrostatics& out) {
    const Vector3& center = hull.cutter().center();
    out.volume = at.cut.volume;
    out.displacement = density * at.cut.volume;
    out.draft = at.draft();
    out.heel = axes.heelOf(at.up);
    out.trim = axes.trimOf(at.up, out.heel);
    out.hullAxis = axes.x;
    out.centerOfBuoyancy = center + at.centerOfBuoyancy();
    out.waterplaneArea = at.cut.area;
    out.waterplaneCentroid = center + at.cut.centroid;
    out.buoyancyHeight = at.up.dot(at.centerOfBuoyancy()) - at.cut.lowest;
    out.massHeight = at.up.dot(hull.centerOfMass()) - at.cut.lowest;
    out.metacentres = metacentresOf(at);
    const Vector3 level = axes.y; // the trim turns about the level transverse axis, seen before the heel
    out.orientation = expSO3(out.trim * level) * expSO3(out.heel * axes.x);
    out.position = Vector3(0.0, 0.0, -(at.level + at.up.dot(center)));
}

} // namespace

std::optional<double> Downflooding::first(double equilibriumHeel) const {
    if (!toStarboard || !toPort) return toStarboard ? toStarboard : toPort;
    return *toStarboard - equilibriumHeel <= equilibriumHeel - *toPort ? toStarboard : toPort;
}

Hydrostatics computeHydrostatics(const TriangleMesh& mesh, const HydrostaticsDef& def) {
    requireSound(mesh, def);
    FloatingHull hull(mesh, def.mass / def.fluidDensity, def.centerOfMass);
    const double smallest = 1e-9 * hull.cutter().radius();
    const Flotation upright = hull.at(Vector3::UnitZ());
    const HullAxes axes = axesOf(upright);
    // To starboard if both sides are alike, else bow down.
    const Flotation rest = hull.settle(upright, axes.y - 1e-6 * axes.x);

    Hydrostatics out;
    out.upright.draft = upright.draft();
    out.upright.metacentres = metacentresOf(upright);
    out.upright.isEquilibrium = hull.isInLine(upright);
    out.upright.isStable = out.upright.metacentres.isStable(smallest);
    describeEquilibrium(hull, axes, rest, def.fluidDensity, out);
    out.isStable = out.metacentres.isStable(smallest);

    Heeling heeling(hull, axes, rest);
    for (const double heel : def.heels) {
        heeling.heelTo(heel);
        out.rightingArms.push_back(heeling.arm());
    }
    for (const Vector3& opening : def.openings)
        out.downflooding.push_back({opening, std::nullopt, std::nullopt});
    findFlooding(Heeling(hull, axes, rest), 1.0, out.downflooding, &Downflooding::toStarboard);
    findFlooding(Heeling(hull, axes, rest), -1.0, out.downflooding, &Downflooding::toPort);
    for (const Downflooding& one : out.downflooding)
        if (const auto heel = one.first(out.heel))
            out.downfloodingAngle = std::min(out.downfloodingAngle.value_or(kPi), std::fabs(*heel));
    return out;
}

} // namespace ambient
