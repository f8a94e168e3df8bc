// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Cables/MooringLine.h"

namespace ambient {

/// The quasi-static line of MooringLine.
class CatenaryLine final : public MooringLine {
  public:
    explicit CatenaryLine(const CatenaryLineDef& def);

    std::array<Vector3, 2> advance(double duration, const std::array<MooringEnd, 2>& ends,
                                   const MooringPlace& place) override;
    bool isBroken() const override { return m_isBroken; }
    double tension(int end) const override { return m_tensions[static_cast<std::size_t>(end)]; }
    double largestTension() const override { return std::max(m_tensions[0], m_tensions[1]); }
    std::vector<Vector3> points() const override;
    std::vector<int> parted() const override { return m_isBroken ? std::vector<int>{0} : std::vector<int>(); }
    void place(const std::vector<Vector3>& points, const std::vector<Vector3>& velocities,
               const std::vector<int>& parted) override;
    std::vector<double> state() const override;
    void setState(const std::vector<double>& state) override;

  private:
    Catenary hangBetween(const std::array<Vector3, 2>& ends) const;

    CatenaryLineDef m_def;
    bool m_isBroken = false, m_isHung = false;
    std::array<double, 2> m_tensions{0.0, 0.0};
    std::array<Vector3, 2> m_ends{Vector3::Zero(), Vector3::Zero()}; ///< at the end of the last step
    Vector3 m_up = Vector3::UnitZ();
    double m_seabed = 0.0;
};

} // namespace ambient
