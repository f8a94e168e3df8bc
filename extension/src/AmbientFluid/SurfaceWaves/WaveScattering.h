// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/WaveSet.h"
#include "AmbientFluid/SurfaceWaves/RadiationFilter.h"

namespace ambient {

/// What the force of scattered waves has beside that of the water's rigid motion U at the wet faces: with the filter Z
/// and A_inf, for waves of 1 m, time factor e^(-i w t),
///     X_D - (conj Z - i w A_inf) U.
/// It vanishes for long waves. A table over frequencies and headings, interpolated in both.
class WaveScattering {
  public:
    static constexpr int kHeadings = 36; ///< equally spaced from 0

    /// kHeadings angles, as WaveRadiationDef::headings [rad].
    static std::vector<double> headings();

    /// No waves are scattered.
    WaveScattering() = default;
    /// \param radiation with headings(); with others the table is empty
    /// \param waterMotion U of a wave of 1 m: function of row and heading, frame of the water
    WaveScattering(const WaveRadiation& radiation, const RadiationFilter& filter,
                   const std::function<Complex6(const WaveRow& row, double heading)>& waterMotion);

    /// Whether there is no table.
    bool isEmpty() const { return m_entries.empty(); }
    /// Entry of a wave. Shorter waves than those of the table have less: as 1/k. \param k wave number [1/m]
    /// \param heading in axes of the water [rad]
    Complex6 at(double k, double heading) const;

  private:
    std::vector<double> m_roots; ///< of the wave numbers of the rows
    std::vector<Complex6> m_entries;
};

} // namespace ambient
