// SPDX-License-Identifier: Zlib
#include "SwimReport.h"

#include "AmbientFluid/Math/SE3.h"
#include "Output/Gnuplot.h"
#include "ReportJson.h"

#include <cmath>

namespace ambient {
namespace {

/// Orientations as numbers without jumps between q and -q.
std::vector<Quaternion> steadyOrientations(const Motion& motion) {
    std::vector<Quaternion> all;
    Quaternion last = Quaternion::Identity();
    for (const Pose& pose : motion.poses) {
        Quaternion q = pose.orientation;
        if (q.dot(last) < 0.0) q.coeffs() *= -1.0;
        all.push_back(q);
        last = q;
    }
    return all;
}

std::string vectorText(const Vector3& v, double unit) {
    std::string text;
    for (int k = 0; k < 3; ++k)
        text += format("%s%.9g", k == 0 ? "" : ", ", std::fabs(v[k]) < 1e-13 * unit ? 0.0 : v[k]);
    return text;
}

} // namespace

std::string swimTable(const SwimReport& r) {
    const Motion& m = r.motion;
    const std::string per = r.isClosed ? "per cycle" : "in all";
    std::string text =
        format("%s: %d frames of %d points, %s\n", r.path.c_str(), r.frames, r.points, r.isClosed ? "a loop" : "open");
    text += format("  metric, scheme      %s, %s\n", r.metric.c_str(), r.scheme.c_str());
    text += format("  period              %.9g s\n", m.period);
    text += format("  advance %-11s (%s) m\n", per.c_str(), vectorText(m.advance.position, r.size).c_str());
    const Vector3 turn = logSO3(m.advance.orientation);
    text += format("  turn    %-11s (%s) rad, %.9g deg\n", per.c_str(), vectorText(turn, 1.0).c_str(),
                   turn.norm() * 180.0 / kPi);
    text += format("  size of frame 0     %.9g m\n", r.size);
    if (m.report.timeError >= 0.0)
        text += format("  error in time       below %.1e m (against the variational scheme)\n", m.report.timeError);
    if (r.meshError)
        text += format("  error of the mesh   about %.2g %% of the advance (against %d faces)\n",
                       100.0 * r.meshError->relative, r.meshError->finerFaces);
    else if (r.hasMesh)
        text += "  error of the mesh   unknown; frames with more faces show it\n";
    text += format("  residual            %.1e (momentum left over)\n", m.report.residual);
    text +=
        format("  weakest resistance  %.1e of the greatest, at frame %d\n", m.report.leastRatio, m.report.leastFrame);
    return text;
}

std::string swimJson(const SwimReport& r) {
    Json poses = Json::array();
    const std::vector<Quaternion> orientations = steadyOrientations(r.motion);
    for (std::size_t i = 0; i < r.motion.poses.size(); ++i) {
        const Vector3& p = r.motion.poses[i].position;
        const Quaternion& q = orientations[i];
        poses.push_back({p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), q.w()});
    }
    Json json = {{"frames", r.frames},
                 {"period", r.motion.period},
                 {"scheme", r.scheme},
                 {"metric", r.metric},
                 {"poses", poses},
                 {"advance_per_cycle", toJson(r.motion.advance.position)},
                 {"turn_per_cycle", toJson(logSO3(r.motion.advance.orientation))},
                 {"residual", r.motion.report.residual}};
    if (r.hasMesh) json["error_estimate"] = r.meshError ? Json(r.meshError->relative) : Json();
    return json.dump() + "\n";
}

std::string swimCsv(const SwimReport& r) {
    std::string text = "frame,time,px,py,pz,qx,qy,qz,qw\n";
    const std::vector<Quaternion> orientations = steadyOrientations(r.motion);
    for (std::size_t i = 0; i < r.motion.poses.size(); ++i) {
        const Vector3& p = r.motion.poses[i].position;
        const Quaternion& q = orientations[i];
        text += format("%d,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", int(i), r.motion.times[i], p.x(), p.y(),
                       p.z(), q.x(), q.y(), q.z(), q.w());
    }
    return text;
}

std::string swimComparison(const std::vector<SwimReport>& reports) {
    std::string text = "\n  scheme        advance [m]                                 turn [rad]\n";
    for (const SwimReport& r : reports) {
        const Vector3 p = r.motion.advance.position, t = logSO3(r.motion.advance.orientation);
        text += format("  %-11s %14.8f %13.8f %13.8f %14.8f %13.8f %13.8f\n", r.scheme.c_str(), p.x(), p.y(), p.z(),
                       t.x(), t.y(), t.z());
    }
    return text;
}

std::string swimRemark(const SwimReport& r) {
    const MotionReport& report = r.motion.report;
    if (report.singularFrames == 0) return "";
    const Twist& w = report.leastTwist;
    const double turn = w.angular.norm();
    const Vector3 axis = turn > 0.0 ? Vector3(w.angular / turn) : Vector3(w.linear.normalized());
    return format(
        "%s: in %d frames nothing resists a direction of motion, in frame %d %s (%.3g, %.3g, %.3g): there is no "
        "motion along it but that of the frames themselves",
        r.path.c_str(), report.singularFrames, report.leastFrame, turn > 0.0 ? "the turn about" : "the move along",
        axis.x(), axis.y(), axis.z());
}

} // namespace ambient
