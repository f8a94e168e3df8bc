// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

#include <memory>
#include <string>
#include <vector>

namespace ambient {

class ForceModel;
class Surface;
struct RelativeFlow;
struct ViscousRegime;

/// Result of a force set, about the mesh origin, mesh axes [N m, N].
struct ForceSum {
    Wrench dissipative; ///< no positive work on the body relative to the medium (ForceSet::limitsPower)
    Wrench other;       ///< buoyancy and all other non-dissipative terms

    Wrench total() const { return dissipative + other; } ///< the whole wrench on the body
};

/// Two corrections of paper 001's force, both on by default; off is as published.
/// The paper's sphere and Magnus values hold to 1e-3 with both on.
struct Paper001Options {
    /// Removes the part along the motion if pressure and friction together would drive the body
    /// (ForceSet::setLimitsPower). The published force can do so for separation angles above pi/2: a hemisphere, flat
    /// side first, at 135 deg has Cd = -0.375 and accelerates without end.
    bool limitPower = true;

    /// Fades attachment over a narrow band (kAttachmentBand). The published force switches: on a spinning sphere it
    /// jumps by 3 pi/4 rho w^2 a^4 when the velocity passes through zero. Under spin alone, rounding decides which
    /// faces are attached.
    bool smoothAttachment = true;
};

/// The forces a world uses, in a fixed order. Immutable once stepping; cheap to copy.
class ForceSet {
  public:
    /// Largest set that a body takes, since read-outs hold the terms by value.
    static constexpr int kMaxTerms = 8;

    /// The default: surface pressure (SurfacePressureForce), skin friction (FrictionLaw::WholePlate), buoyancy, and the
    /// viscous regime (ViscousForce), which weighs the first two.
    static ForceSet surfacePressure();

    /// The default of the versions before the viscous regime, to compare with: the first three terms alone. Its drag is
    /// wrong below Reynolds numbers of about 1000.
    static ForceSet surface2026b();

    /// Paper 001: dynamic pressure with separation, skin friction, buoyancy.
    static ForceSet paper001(const Paper001Options& options = {});

    /// For comparison: linear drag (LinearDragForce) and buoyancy, in the manner of underwater rigid-body dynamics.
    static ForceSet uwrbd(); ///< rate LinearDragForce::kDefaultRate
    /// \param rate of the drag [1/s]
    /// \throws std::invalid_argument if `rate` is negative or not finite
    static ForceSet uwrbd(double rate);

    /// For comparison: paper 000's lift and drag (LiftDragForce) and buoyancy, without friction. The paper's own
    /// inertia is AddedMassMethod::Local.
    static ForceSet gwtf();

    /// A force set by its `--model` name, with default options: "default" (surfacePressure), "surface2026b",
    /// "paper001", "uwrbd" or "gwtf".
    /// \throws std::invalid_argument naming the unknown model and the known ones
    static ForceSet named(const std::string& model);

    /// Appends a term. \param force not null
    void add(std::shared_ptr<const ForceModel> force);

    int size() const { return m_terms ? static_cast<int>(m_terms->size()) : 0; } ///< number of terms
    /// A term of the set. \param term below size()
    const ForceModel& force(int term) const { return *(*m_terms)[static_cast<std::size_t>(term)].force; }

    /// Whether the sum of dissipative terms is limited to no positive work on the body relative to the medium.
    /// Paper 001's pressure can do positive work (above pi/2, blunt side first); its part along the motion is then
    /// removed (limitPower). Default on. Has no effect if no single term ever does positive work.
    bool limitsPower() const { return m_limitsPower; }
    void setLimitsPower(bool limits) { m_limitsPower = limits; } ///< default on; see limitsPower()

    /// Whether pressure and friction of the faces, and waves at faces and vertices, are summed in single precision.
    /// A SIMD vector then holds twice as many faces; the error is about 1e-6 of the sum of the faces' forces (see also
    /// PointRows::inSingle). Default off. Read-outs of single terms are in double precision.
    bool isSingle() const { return m_isSingle; }
    /// Default off; see isSingle().
    void setSingle(bool isSingle) { m_isSingle = isSingle; }

    /// The sums of all terms.
    /// \param terms if given, receives the single terms in `terms[0..size)`, before the limit on power
    ForceSum evaluate(const Surface& surface, const RelativeFlow& flow, Wrench* terms = nullptr) const;

    /// Whether a force of the set sets the regime of pressure and friction (ViscousForce).
    bool hasRegime() const { return m_hasRegime; }

    /// Power of all terms on the faces, each at its own velocity relative to the medium, before the limit on power [W]:
    /// a read-out for bodies that change their shape, face by face. Buoyancy is that of the pressure above that at the
    /// centre of volume.
    double power(const Surface& surface, const RelativeFlow& flow) const;

  private:
    /// The flow with the regime that a force of the set sets; unchanged without one. \param regime receives it
    RelativeFlow withRegime(const Surface& surface, const RelativeFlow& flow, ViscousRegime& regime) const;

    struct Term {
        std::shared_ptr<const ForceModel> force;
        bool isDissipative;
    };
    /// Shared by all copies: thousands of bodies have one.
    std::shared_ptr<const std::vector<Term>> m_terms;
    bool m_limitsPower = true;
    bool m_isSingle = false;
    bool m_hasRegime = false; ///< of a force that sets it
};

/// `wrench` minus its part along the twist if its power at `twist` is positive; else unchanged. Continuous.
/// "Along" refers to the metric |w|^2 length^2 + |v|^2 about `center`: rotating or shifting the mesh frame does not
/// change the result. Lift and other workless parts remain. Departure from paper 001, which has no such limit.
Wrench limitPower(const Wrench& wrench, const Twist& twist, const Vector3& center, double length);

} // namespace ambient
