// SPDX-License-Identifier: Zlib
#include "exporters/GlbExtras.h"

#include "AmbientFluid/Media/DividedMedium.h"
#include "drawing/ColourMap.h"
#include "drawing/ShownFrames.h"
#include "drawing/SliceDrawing.h"
#include "drawing/SurfaceColours.h"

#include <cmath>
#include <cstdio>

namespace samples {
namespace {

using Json = nlohmann::ordered_json;

std::string hexadecimalOf(const Rgb& colour) {
    char text[8];
    const auto part = [](float c) { return static_cast<unsigned>(std::lround(255.0f * c)); };
    std::snprintf(text, sizeof text, "#%02x%02x%02x", part(colour.x()), part(colour.y()), part(colour.z()));
    return text;
}

/// The colours are spread evenly over the range.
Json legendOf(const std::string& quantity, const std::string& unit, const ColourMap& map, double maximum,
              double minimum = 0.0) {
    Json colours = Json::array();
    for (int i = 0; i <= 16; ++i)
        colours.push_back(hexadecimalOf(map.at(i / 16.0)));
    return {{"quantity", quantity}, {"unit", unit}, {"minimum", minimum}, {"maximum", maximum}, {"colours", colours}};
}

/// The legend of the first slice of the record.
Json sliceLegend(const RunRecord& record) {
    const RecordedSlice& slice = record.sliceMoments.front().slices.front();
    const std::size_t unit = slice.quantity.find(" [");
    const double scale = sliceScale(record, 0);
    return legendOf(slice.quantity.substr(0, unit), slice.quantity.substr(unit + 2, slice.quantity.size() - unit - 3),
                    sliceColours(slice), scale, slice.isSigned ? -scale : 0.0);
}

Json mediumOf(const RunRecord& record) {
    if (!record.medium) return {{"name", "vacuum"}, {"density", 0.0}};
    const BodySample& start = record.at(0);
    const ambient::Vector3& position = start.worldFromBody.position;
    const ambient::DividedMedium* divided = record.medium->divided();
    const ambient::FluidMedium& medium = divided ? divided->below() : *record.mediumAt(position);
    const ambient::MediumSample sample = medium.sample(position, start.time);
    const char* const name = sample.density > 100.0 ? "water" : "air";
    return {{"name", divided ? "water under air" : name},
            {"density", sample.density},
            {"velocity", {sample.velocity.x(), sample.velocity.y(), sample.velocity.z()}}};
}

Json parametersOf(const std::vector<Parameter>& parameters) {
    Json all = Json::object();
    for (const Parameter& p : parameters) {
        if (p.isFile() && p.text.empty()) continue;
        Json& entry = all[p.key];
        entry["value"] = p.isNumber() ? Json(p.value) : Json(p.text);
        entry["unit"] = p.unit;
        entry["description"] = p.description;
    }
    return all;
}

} // namespace

Json glbExtras(const RunRecord& record, const PlotSpec& spec, const GlbOptions& options, double slipScale,
               double enlargement) {
    Json extras = {{"software", "AmbientFluid for Bullet"},
                   {"scene", record.scene},
                   {"title", spec.title.substr(0, spec.title.find(':'))}, // the rest is about a multiple exposure
                   {"description", options.description},
                   {"figure", options.figure},
                   {"model", record.model},
                   {"solver", record.solver},
                   {"timeStep", record.timeStep},
                   {"duration", record.last().time},
                   {"units", "metre, second, kilogram; z up below the node \"world\""},
                   {"medium", mediumOf(record)},
                   {"parameters", parametersOf(options.parameters)},
                   {"enlargement", enlargement}};
    if (enlargement != 1.0)
        extras["note"] = "bodies are drawn " + shortNumber(enlargement) + " times as large as they are";
    if (spec.ground) extras["ground"] = *spec.ground;
    if (slipScale > 0.0) extras["legend"] = legendOf("slip speed", "m/s", ColourMap::sequential(), slipScale);
    if (options.trails && !tracedBodies(record, spec).empty())
        extras["trails"] = legendOf("time", "s", ColourMap::time(), record.last().time);
    if (!record.sliceMoments.empty() && !record.sliceMoments.front().slices.empty())
        extras["slice"] = sliceLegend(record);
    return extras;
}

} // namespace samples
