// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

#include <memory>

namespace ambient {

/// What a force set adds up to, about the mesh origin, mesh axes [N m, N].
struct ForceSum {
    Wrench dissipative; ///< never does positive work on the body relative to the medium
    Wrench other;       ///< buoyancy and whatever else is not dissipative

    Wrench total() const { return dissipative + other; }
};

/// The forces a world uses, in a fixed order. Immutable once stepping; cheap to copy.
class ForceSet {
  public:
    /// Paper 001: dynamic pressure with separation, skin friction, buoyancy.
    static ForceSet paper001();
    /// By the names of `--model`: "default" and "paper001".
    /// \throws std::invalid_argument naming the unknown model and the known ones.
    static ForceSet named(const std::string& model);

    void add(std::shared_ptr<const ForceModel> force) { m_forces.push_back(std::move(force)); }

    int size() const { return static_cast<int>(m_forces.size()); }
    const ForceModel& force(int term) const { return *m_forces[term]; }

    /// Sums of all terms; their own values in `terms[0..size)` when given.
    /// The sum of the dissipative terms never does positive work on the body relative to the medium: paper 001's
    /// pressure can (above pi/2, blunt side first), so the part along the motion is removed then (limitPower).
    ForceSum evaluate(const FluidBodyModel& model, const RelativeFlow& flow, Wrench* terms = nullptr) const;

  private:
    std::vector<std::shared_ptr<const ForceModel>> m_forces;
};

/// `wrench` less its part along the twist when its power at `twist` is positive; unchanged otherwise. Continuous.
/// "Along" is meant in the metric |w|^2 length^2 + |v|^2 about `center`: rotating and shifting the mesh frame does not
/// change the result, lift and other workless parts stay. Departure from paper 001, which has no such limit.
Wrench limitPower(const Wrench& wrench, const Twist& twist, const Vector3& center, double length);

} // namespace ambient
