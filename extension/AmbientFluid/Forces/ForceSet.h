// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/LinearDragForce.h"

#include <memory>
#include <vector>

namespace ambient {

/// What a force set adds up to, about the mesh origin, mesh axes [N m, N].
struct ForceSum {
    Wrench dissipative; ///< no positive work on the body relative to the medium (ForceSet::limitsPower)
    Wrench other;       ///< buoyancy and whatever else is not dissipative

    Wrench total() const { return dissipative + other; } ///< all that acts on the body
};

/// Two cures of what paper 001's force does wrong, each on unless switched off; off is as published. With both on, its
/// sphere and Magnus values hold to 1e-3.
struct Paper001Options {
    /// Take away the part along the motion where pressure and friction together would drive the body (ForceSet::
    /// setLimitsPower). As published they can for separation angles above pi/2: a hemisphere flat side first at 135 deg
    /// has Cd = -0.375 and speeds up without end.
    bool limitPower = true;

    /// Let attachment fade over a narrow band (kAttachmentBand). As published it switches: the force on a spinning
    /// body jumps by 3 pi/4 rho w^2 a^4 (a sphere's) as its velocity passes through zero, and under spin alone
    /// rounding decides which faces are attached.
    bool smoothAttachment = true;
};

/// The forces a world uses, in a fixed order. Immutable once stepping; cheap to copy.
class ForceSet {
  public:
    /// The default: surface pressure (SurfacePressureForce), skin friction, buoyancy.
    static ForceSet surfacePressure();

    /// Paper 001: dynamic pressure with separation, skin friction, buoyancy.
    static ForceSet paper001(const Paper001Options& options = {});

    /// For comparison: linear drag (LinearDragForce) and buoyancy, in the manner of underwater rigid-body dynamics.
    /// \param rate of the drag [1/s]
    /// \throws std::invalid_argument when it is negative or not finite
    static ForceSet uwrbd(double rate = LinearDragForce::kDefaultRate);

    /// For comparison: paper 000's lift and drag (LiftDragForce) and buoyancy; it has no friction. Its own inertia is
    /// AddedMassMethod::Local.
    static ForceSet gwtf();

    /// By the names of `--model`: "default" (surfacePressure), "paper001", "uwrbd" and "gwtf", each with its default
    /// options.
    /// \throws std::invalid_argument naming the unknown model and the known ones.
    static ForceSet named(const std::string& model);

    /// Last in the order of terms. \param force not null
    void add(std::shared_ptr<const ForceModel> force);

    int size() const { return m_terms ? static_cast<int>(m_terms->size()) : 0; } ///< terms
    /// \param term below size()
    const ForceModel& force(int term) const { return *(*m_terms)[static_cast<std::size_t>(term)].force; }

    /// Whether the sum of the dissipative terms is kept from doing positive work on the body relative to the medium:
    /// paper 001's pressure can (above pi/2, blunt side first), and the part along the motion is removed then
    /// (limitPower). Default on. Terms that never do positive work one by one are not changed by it.
    bool limitsPower() const { return m_limitsPower; }
    void setLimitsPower(bool limits) { m_limitsPower = limits; } ///< default on; see limitsPower()

    /// Whether pressure and friction of the faces are summed in single precision, twice as many at once: with an error
    /// of about 1e-6 of the sum of the faces' forces; so are the waves at faces and vertices (PointRows::inSingle).
    /// Default off. Read-outs of single terms are in double precision.
    bool isSingle() const { return m_isSingle; }
    /// Default off; see isSingle().
    void setSingle(bool isSingle) { m_isSingle = isSingle; }

    /// Sums of all terms; their own values, before the limit on power, in `terms[0..size)` when given.
    ForceSum evaluate(const FluidBodyModel& model, const RelativeFlow& flow, Wrench* terms = nullptr) const;

  private:
    struct Term {
        std::shared_ptr<const ForceModel> force;
        bool isDissipative;
    };
    /// Shared by all copies, which bodies in their thousands have.
    std::shared_ptr<const std::vector<Term>> m_terms;
    bool m_limitsPower = true;
    bool m_isSingle = false;
};

/// `wrench` less its part along the twist when its power at `twist` is positive; unchanged otherwise. Continuous.
/// "Along" is meant in the metric |w|^2 length^2 + |v|^2 about `center`: rotating and shifting the mesh frame does not
/// change the result, lift and other workless parts stay. Departure from paper 001, which has no such limit.
Wrench limitPower(const Wrench& wrench, const Twist& twist, const Vector3& center, double length);

} // namespace ambient
