// SPDX-License-Identifier: Zlib
#include "Output/HydrostaticsJson.h"

#include "Output/Degrees.h"

namespace ambient {
namespace {

using Json = nlohmann::ordered_json;

Json list(const Vector3& v) {
    return {v.x(), v.y(), v.z()};
}

Json degreesOrNull(const std::optional<double>& angle) {
    return angle ? Json(inDegrees(*angle)) : Json();
}

Json armsOf(const Hydrostatics& found) {
    Json rows = Json::array();
    for (const RightingArm& row : found.rightingArms)
        rows.push_back(
            {{"heel", inDegrees(row.heel)}, {"gz", row.arm}, {"trim", inDegrees(row.trim)}, {"draft", row.draft}});
    return rows;
}

Json openingsOf(const Hydrostatics& found) {
    Json rows = Json::array();
    for (const Downflooding& one : found.downflooding)
        rows.push_back({{"point", list(one.opening)},
                        {"heel_to_starboard", degreesOrNull(one.toStarboard)},
                        {"heel_to_port", degreesOrNull(one.toPort)}});
    return rows;
}

} // namespace

Json hydrostaticsJson(const Hydrostatics& found) {
    const Metacentres &now = found.metacentres, &upright = found.upright.metacentres;
    const Quaternion& q = found.orientation;
    return {{"displacement", found.displacement},
            {"volume", found.volume},
            {"draft", found.draft},
            {"heel", inDegrees(found.heel)},
            {"trim", inDegrees(found.trim)},
            {"center_of_buoyancy", list(found.centerOfBuoyancy)},
            {"waterplane_area", found.waterplaneArea},
            {"waterplane_centroid", list(found.waterplaneCentroid)},
            {"KB", found.buoyancyHeight},
            {"KG", found.massHeight},
            {"BM_T", now.transverseRadius},
            {"BM_L", now.longitudinalRadius},
            {"GM_T", now.transverseHeight},
            {"GM_L", now.longitudinalHeight},
            {"stable", found.isStable},
            {"loll", found.lolls()},
            {"upright",
             {{"equilibrium", found.upright.isEquilibrium},
              {"stable", found.upright.isStable},
              {"draft", found.upright.draft},
              {"GM_T", upright.transverseHeight},
              {"GM_L", upright.longitudinalHeight}}},
            {"equilibrium",
             {{"position", list(found.position)}, {"orientation", Json::array({q.x(), q.y(), q.z(), q.w()})}}},
            {"GZ", armsOf(found)},
            {"openings", openingsOf(found)},
            {"downflooding_angle", degreesOrNull(found.downfloodingAngle)}};
}

} // namespace ambient
