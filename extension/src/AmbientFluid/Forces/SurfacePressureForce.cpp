// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SurfacePressureForce.h"

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/BasePressure.h"
#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Forces/ViscousRegime.h"
#include "AmbientFluid/Forces/WingForce.h"
#include "AmbientFluid/Math/Lanes.h"

namespace ambient {
namespace {

/// Linear combination of the columns of SpinColumns.
struct CombineSpins {
    static constexpr int kRows = SpinColumns::RowsAtCompileTime, kColumns = SpinColumns::ColsAtCompileTime;

    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const SpinColumns& sums, const double (&factors)[kColumns],
                                          double (&result)[kRows]) {
        using Real = typename Lanes<L>::Real;
        Real rows[kRows / L] = {};
        for (int column = 0; column < kColumns; ++column) {
            AMBIENT_UNROLL
            for (int row = 0; row < kRows / L; ++row)
                rows[row] += factors[column] * load<Real>(sums.data() + kRows * column + L * row);
        }
        for (int row = 0; row < kRows / L; ++row)
            store<Real>(result + L * row, rows[row]);
    }
};

/// The rotation term, per density, about the mesh origin, for a uniform medium and a fully wetted body.
/// \param felt P of the header: the faces move with P w about the centre of volume, and the torque about it is times P
Wrench spinWrench(const Surface& surface, const Twist& twist, const Matrix3& felt) {
    const PressureWeights& weights = surface.pressureWeights();
    const Vector3 &w = twist.angular, &center = surface.centerOfVolume(), velocity = twist.linear + w.cross(center);
    const double speed = velocity.norm(), spinSpeed = weights.spinLength * w.norm();
    // Without speed, all numerators are zero.
    const Vector3 lead = velocity / (speed > 0.0 ? speed + 0.5 * spinSpeed : 1.0);
    const double round = speed > 0.0 ? speed / (speed + spinSpeed) : 0.0;
    const double shares[] = {round, 1.0, lead.x(), lead.y(), lead.z()};
    double factors[CombineSpins::kColumns], sums[CombineSpins::kRows];
    for (int column = 0; column < CombineSpins::kColumns; ++column)
        factors[column] = shares[column / 3] * w[column % 3];
    runVectorised<CombineSpins>(weights.spin, factors, sums);
    const Vector3 gw(sums[0], sums[1], sums[2]), qw(sums[3], sums[4], sums[5]);
    const Eigen::Map<const Matrix3> n(sums + 6);
    const double trace = sums[15];
    const Vector3 turn = felt * w, v = velocity - turn.cross(center);
    const Vector3 force = gw.cross(v) + trace * turn - n.transpose() * turn;
    const Vector3 torque = qw.cross(turn) + n * v - trace * v - center.cross(force);
    return {felt * torque + center.cross(force), force};
}

/// The rotation term, per density, about the mesh origin, for any flow.
/// The tensors describe the body only as a whole. The medium's rotation is subtracted from the body's, and a partly
/// wetted body takes the mean weight of its faces.
Wrench spinWrench(const Surface& surface, const RelativeFlow& flow, const Matrix3& felt) {
    if (!flow.faces) return spinWrench(surface, flow.twist, felt);
    Twist twist = flow.twist;
    const Vector3& center = surface.centerOfVolume();
    twist.angular -= flow.faces->spin;
    twist.linear += flow.faces->spin.cross(center);
    return flow.faces->meanWeight * spinWrench(surface, twist, felt);
}

/// Density, the user's factor, and the part of the pressure that the regime leaves.
double pressureFactor(const Surface& surface, const RelativeFlow& flow) {
    const double whole = flow.density * surface.data().pressureScale;
    return flow.regime ? whole * flow.regime->sharpShare : whole;
}

} // namespace

const std::string& SurfacePressureForce::name() const {
    static const std::string kName = "surface_pressure";
    return kName;
}

Wrench SurfacePressureForce::evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const {
    if (field) fillSurfaceField(surface, flow, *field, kAttachmentBand, true);
    FaceTerms onFaces;
    joinFaceTerms(surface, flow, onFaces);
    return sumFaceTerms(surface, flow, onFaces) + besidesFaceTerms(surface, flow);
}

bool SurfacePressureForce::joinFaceTerms(const Surface& surface, const RelativeFlow& flow, FaceTerms& terms) const {
    terms.surfacePressure += pressureFactor(surface, flow);
    if (flow.regime) terms.roundShare = flow.regime->roundShare / flow.regime->sharpShare;
    return true;
}

Wrench SurfacePressureForce::besidesFaceTerms(const Surface& surface, const RelativeFlow& flow) const {
    const Wrench spin = spinWrench(surface, flow, surface.pressureWeights().feltRotations);
    return pressureFactor(surface, flow) *
           (spin + BasePressure::of(surface, flow).wrench + WingForce::of(surface, flow).wrench);
}

double SurfacePressureForce::powerBesidesFaceTerms(const Surface& surface, const RelativeFlow& flow) const {
    const Wrench spin = spinWrench(surface, flow, surface.pressureWeights().feltRotations);
    return pressureFactor(surface, flow) * (ambient::power(flow.twist, spin) + BasePressure::of(surface, flow).power +
                                            WingForce::of(surface, flow).power);
}

std::vector<WingCellForce> wingForces(const Surface& surface, const RelativeFlow& flow) {
    std::vector<WingCellForce> forces = WingForce::ofEach(surface, flow);
    const double factor = pressureFactor(surface, flow);
    for (WingCellForce& cell : forces)
        for (Vector3* part : {&cell.lift, &cell.suction, &cell.lee})
            *part *= factor;
    return forces;
}

} // namespace ambient
