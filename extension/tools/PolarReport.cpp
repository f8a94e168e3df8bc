// SPDX-License-Identifier: Zlib
#include "PolarReport.h"

#include "Output/Csv.h"
#include "ReportJson.h"

#include <cmath>

namespace ambient {
namespace {

constexpr std::array<const char*, 8> kMeanings = {"force against the motion",
                                                  "force across the motion, towards up",
                                                  "force along right",
                                                  "force along up",
                                                  "force against nose",
                                                  "moment about nose: rolls to the right",
                                                  "moment about right: raises the nose",
                                                  "moment about -up: turns the nose to the right"};

std::string shown(const Vector3& v) {
    return format("(%.6g, %.6g, %.6g)", v.x(), v.y(), v.z());
}

/// A place for people. \param least size of its components that counts
Vector3 withoutRounding(const Vector3& place, double least) {
    return (place.array().abs() < least).select(0.0, place);
}

/// A point of a few digits, for the table.
std::string shownCentre(const std::optional<Vector3>& centre, double length) {
    if (!centre) return "-";
    const Vector3 v = withoutRounding(*centre, 1e-5 * length);
    return format("(%.4g, %.4g, %.4g)", v.x(), v.y(), v.z());
}

std::string csvCentre(const std::optional<Vector3>& centre) {
    return centre ? format(",%.9g,%.9g,%.9g", centre->x(), centre->y(), centre->z()) : ",,,";
}

Json pointJson(const PolarReport& report, const PolarPoint& point) {
    Json json = {{"incidence_deg", point.incidence}, {"spin", point.spin}};
    for (std::size_t i = 0; i < kCoefficientNames.size(); ++i)
        json[kCoefficientNames[i]] = point.total[i];
    for (std::size_t i = 0; i < point.munk.size(); ++i)
        json["munk"][kCoefficientNames[kFirstMoment + i]] = point.munk[i];
    json["L_over_D"] = orNull(point.liftToDrag);
    json["centre_of_pressure"] = orNull(point.centre);
    json["centre_with_munk"] = orNull(point.centreWithMunk);
    Json terms = Json::object();
    for (std::size_t term = 0; term < report.terms.size(); ++term)
        for (std::size_t i = 0; i < 3; ++i)
            terms[report.terms[term]][kCoefficientNames[i]] = point.terms[term][i];
    json["terms"] = terms;
    return json;
}

} // namespace

std::string polarTable(const PolarReport& report) {
    const PolarSetup& s = report.setup;
    const PolarOptions& o = report.options;
    std::string text = o.path + ": model " + o.model + ", " + o.fluid + format(", %.6g m/s", s.speed);
    text += s.dynamicViscosity > 0.0 ? format(", Re %.3g\n", report.reynoldsNumber()) : ", no friction\n";
    text += "  nose             " + shown(s.axes.nose) + ", into the motion at incidence 0\n";
    text +=
        "  pitch axis       " + shown(s.axes.right) + ", incidence raises the nose towards " + shown(s.axes.up) + "\n";
    // Meshes are read in single precision: smaller offsets are rounding errors.
    text += "  about            " + shown(withoutRounding(s.about, 1e-7 * s.length)) + " m\n";
    text += format("  reference area   %.6g m^2 (%s); projected: front %.6g, side %.6g\n", s.area,
                   report.areaIs.c_str(), report.frontArea, report.sideArea);
    text += format("  reference length %.6g m%s\n", s.length,
                   o.length ? " (given)" : ", the diameter of the circle of that area");
    text += "  spin S           |w| length / (2 speed), about " + shown(s.spinAxis) + "\n\n";
    text += "  incidence    spin";
    for (const char* name : kCoefficientNames)
        text += format("%9s", name);
    text += "      L/D  centre of pressure [m]      with Munk's moment [m]";
    for (const PolarPoint& point : report.points) {
        text += format("\n%7.6g deg %7.4g", point.incidence, point.spin);
        for (const double c : point.total)
            text += format("%9.4f", std::fabs(c) < 5e-5 ? 0.0 : c);
        text += point.liftToDrag ? format("%9.3f", std::fabs(*point.liftToDrag) < 5e-4 ? 0.0 : *point.liftToDrag)
                                 : "        -";
        text += format("  %-26s  ", shownCentre(point.centre, s.length).c_str());
        text += shownCentre(point.centreWithMunk, s.length);
    }
    return text + "\n";
}

std::string polarCsv(const PolarReport& report) {
    std::string text = "incidence_deg,spin";
    for (const char* name : kCoefficientNames)
        text += std::string(",") + name;
    for (const std::string& term : report.terms)
        for (std::size_t i = 0; i < 3; ++i)
            text += "," + csvField(term + "_" + kCoefficientNames[i]);
    for (std::size_t i = kFirstMoment; i < kCoefficientNames.size(); ++i)
        text += std::string(",munk_") + kCoefficientNames[i];
    text += ",L_over_D,centre_x,centre_y,centre_z,with_munk_x,with_munk_y,with_munk_z\n";
    for (const PolarPoint& point : report.points) {
        text += format("%.9g,%.9g", point.incidence, point.spin);
        for (const double c : point.total)
            text += format(",%.9g", c);
        for (const Coefficients& term : point.terms)
            for (std::size_t i = 0; i < 3; ++i)
                text += format(",%.9g", term[i]);
        for (const double c : point.munk)
            text += format(",%.9g", c);
        text += point.liftToDrag ? format(",%.9g", *point.liftToDrag) : ",";
        text += csvCentre(point.centre) + csvCentre(point.centreWithMunk);
        text += "\n";
    }
    return text;
}

std::string polarJson(const PolarReport& report) {
    const PolarSetup& s = report.setup;
    Json coefficients = Json::object();
    for (std::size_t i = 0; i < kCoefficientNames.size(); ++i)
        coefficients[kCoefficientNames[i]] = kMeanings[i];
    Json json = {{"file", report.options.path},
                 {"model", report.options.model},
                 {"terms", report.terms},
                 {"fluid", report.options.fluid},
                 {"fluid_density", s.density},
                 {"dynamic_viscosity", s.dynamicViscosity},
                 {"speed", s.speed},
                 {"reynolds_number", report.reynoldsNumber()},
                 {"wake_factor", report.options.wakeFactor},
                 {"roughness", report.options.roughness},
                 {"separation_deg", report.options.separation},
                 {"nose", toJson(s.axes.nose)},
                 {"right", toJson(s.axes.right)},
                 {"up", toJson(s.axes.up)},
                 {"spin_axis", toJson(s.spinAxis)},
                 {"about", toJson(s.about)},
                 {"reference_area", s.area},
                 {"reference_area_is", report.areaIs},
                 {"front_area", report.frontArea},
                 {"side_area", report.sideArea},
                 {"reference_length", s.length},
                 {"motion", "along cos(incidence) nose - sin(incidence) up, mesh frame"},
                 {"spin", "|w| reference_length / (2 speed), about spin_axis through `about`"},
                 {"force_unit", "density speed^2 / 2 reference_area"},
                 {"moment_unit", "density speed^2 / 2 reference_area reference_length, about `about`"},
                 {"coefficients", coefficients},
                 {"munk", "moments of the added mass in steady motion, no part of the coefficients"},
                 {"L_over_D", "CL / CD; null unless CD > 0"},
                 {"centre_of_pressure",
                  "mesh frame, m: the point of the plane through `about` along nose and right about which rolling and "
                  "pitching moment are zero; null where the force lies in this plane, |CN| <= 1e-4 of the force"},
                 {"centre_with_munk", "the same of the moments with those of `munk`"},
                 {"points", Json::array()}};
    for (const PolarPoint& point : report.points)
        json["points"].push_back(pointJson(report, point));
    return textOf(json) + "\n";
}

} // namespace ambient
