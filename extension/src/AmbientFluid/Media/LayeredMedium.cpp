// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/LayeredMedium.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>

namespace ambient {
namespace {

void require(bool ok, const char* what, std::size_t index, const char* problem) {
    if (!ok)
        throw std::invalid_argument("LayeredMedium: " + std::string(what) + " " + std::to_string(index) + ": " +
                                    problem);
}

void requireFluid(const LayerFluid& fluid, const char* what, std::size_t index) {
    require(fluid.density >= 0.0 && std::isfinite(fluid.density), what, index, "the density is negative or not finite");
    require(fluid.dynamicViscosity >= 0.0 && std::isfinite(fluid.dynamicViscosity), what, index,
            "the viscosity is negative or not finite");
}

/// Fraction of a transition that lies below a point `above` its middle, 0 to 1.
double fractionBelow(double above, double thickness, LayerTransition transition) {
    if (thickness == 0.0) return above >= 0.0 ? 1.0 : 0.0;
    const double s = above / thickness;
    return transition == LayerTransition::Tanh ? 0.5 + 0.5 * portable::tanh(2.0 * s) : std::clamp(0.5 + s, 0.0, 1.0);
}

} // namespace

LayeredMedium::LayeredMedium(const LayerFluid& lowest, const Vector3& up)
    : m_up(requireDirection(up, "LayeredMedium: up")), m_lowest(lowest) {}

LayeredMedium LayeredMedium::layers(const std::vector<LayerFluid>& fluids,
                                    const std::vector<LayerInterface>& interfaces, const Vector3& up) {
    if (fluids.empty() || interfaces.size() + 1 != fluids.size())
        throw std::invalid_argument("LayeredMedium: " + std::to_string(fluids.size()) +
                                    " layers need one interface fewer, got " + std::to_string(interfaces.size()));
    for (std::size_t i = 0; i < fluids.size(); ++i)
        requireFluid(fluids[i], "layer", i);
    LayeredMedium medium(fluids.front(), up);
    for (std::size_t i = 0; i < interfaces.size(); ++i) {
        const LayerInterface& face = interfaces[i];
        require(std::isfinite(face.height), "interface", i, "the height is not finite");
        require(i == 0 || face.height > interfaces[i - 1].height, "interface", i,
                "the height is not above the previous one");
        require(face.thickness >= 0.0 && std::isfinite(face.thickness), "interface", i,
                "the thickness is negative or not finite");
        medium.m_steps.push_back({face.height, face.thickness, face.transition,
                                  fluids[i + 1].density - fluids[i].density,
                                  fluids[i + 1].dynamicViscosity - fluids[i].dynamicViscosity});
    }
    return medium;
}

LayeredMedium LayeredMedium::table(const std::vector<LayerLevel>& levels, const Vector3& up) {
    if (levels.empty()) throw std::invalid_argument("LayeredMedium: the table is empty");
    for (std::size_t i = 0; i < levels.size(); ++i) {
        requireFluid(levels[i].fluid, "level", i);
        require(std::isfinite(levels[i].height), "level", i, "the height is not finite");
        require(i == 0 || levels[i].height >= levels[i - 1].height, "level", i, "the height is below the previous one");
        require(i < 2 || levels[i].height > levels[i - 2].height, "level", i, "the third of one height");
    }
    LayeredMedium medium(levels.front().fluid, up);
    for (std::size_t i = 1; i < levels.size(); ++i) {
        const LayerLevel &below = levels[i - 1], &above = levels[i];
        medium.m_steps.push_back({0.5 * (below.height + above.height), above.height - below.height,
                                  LayerTransition::Linear, above.fluid.density - below.fluid.density,
                                  above.fluid.dynamicViscosity - below.fluid.dynamicViscosity});
    }
    return medium;
}

LayeredMedium LayeredMedium::movedBy(const Vector3& offset) const {
    LayeredMedium result = *this;
    for (Step& step : result.m_steps)
        step.middle += m_up.dot(offset);
    return result;
}

LayerFluid LayeredMedium::at(double height) const {
    LayerFluid fluid = m_lowest;
    for (const Step& step : m_steps) {
        const double fraction = fractionBelow(height - step.middle, step.thickness, step.transition);
        fluid.density += fraction * step.density;
        fluid.dynamicViscosity += fraction * step.viscosity;
    }
    // A wide transition to a lower density can reach below a narrow one to a higher density (see the header).
    return {std::max(fluid.density, 0.0), std::max(fluid.dynamicViscosity, 0.0)};
}

void LayeredMedium::breaks(std::vector<double>& heights) const {
    heights.clear();
    for (const Step& step : m_steps) {
        if (step.thickness == 0.0)
            heights.push_back(step.middle);
        else if (step.transition == LayerTransition::Linear)
            for (double side : {-0.5, 0.5})
                heights.push_back(step.middle + side * step.thickness);
        else
            for (double part : {-1.5, -0.75, -0.25, 0.25, 0.75, 1.5})
                heights.push_back(step.middle + part * step.thickness);
    }
}

bool LayeredMedium::isStable() const {
    return std::all_of(m_steps.begin(), m_steps.end(), [](const Step& step) { return step.density <= 0.0; });
}

MediumSample LayeredMedium::sample(const Vector3& pointInWorld, double) const {
    const LayerFluid fluid = at(m_up.dot(pointInWorld));
    MediumSample s;
    s.density = fluid.density;
    s.dynamicViscosity = fluid.dynamicViscosity;
    return s;
}

void LayeredMedium::sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const {
    for (int i = 0; i < count; ++i)
        samples[i] = LayeredMedium::sample(pointsInWorld[i], time);
}

} // namespace ambient
