// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Core>

#include <array>
#include <string>
#include <vector>

namespace samples {

/// Colours of the curves of plots, distinct with any colour vision (Okabe and Ito).
constexpr std::array<const char*, 6> kCurveColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00"};

/// Red, green and blue of a screen (sRGB), in [0, 1].
using Rgb = Eigen::Vector3f;

/// Conversion of a screen colour to linear light, for lighting and glTF; and back.
Rgb linearOf(const Rgb& colour);
Rgb screenOf(const Rgb& linear);

/// "#rrggbb" as a colour. \throws std::invalid_argument for anything else
Rgb colourOf(const std::string& hexadecimal);

/// Colours for a quantity: lightness rises evenly along the map, so that the map also works in grey and for the
/// colour-blind. Straight lines in Oklab between few colours.
class ColourMap {
  public:
    /// Deep blue over grey-green to yellow: for speeds and other quantities that start at 0.
    static const ColourMap& sequential();
    /// Dark red over orange to pale sand: for time, distinct from the other map at a glance.
    static const ColourMap& time();

    /// Deep blue over near-white to deep red, for quantities of either sign: 0 lies in the middle.
    static const ColourMap& diverging();

    /// \param fraction along the map; outside [0, 1] the colour of the nearer end
    Rgb at(double fraction) const;

  private:
    explicit ColourMap(const std::vector<Rgb>& stops);
    /// Two maps that meet in the middle.
    ColourMap(const ColourMap& low, const ColourMap& high);
    std::vector<Rgb> m_table;
};

/// Colours of Okabe and Ito, distinct for the colour-blind, in the order of bodies and curves. The colours repeat from
/// the eighth on.
Rgb categoryColour(int index);

} // namespace samples
