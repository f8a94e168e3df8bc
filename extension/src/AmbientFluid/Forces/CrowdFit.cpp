// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/CrowdFit.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/BasePressure.h"
#include "AmbientFluid/Forces/CrowdForces.h"
#include "AmbientFluid/Forces/FitTwists.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Forces/SkinFrictionForce.h"
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Forces/SurfacePressureForce.h"
#include "AmbientFluid/Math/FastPower.h"
#include "AmbientFluid/Math/NonNegativeLeastSquares.h"
#include "AmbientFluid/Math/NonNegativeSelection.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Weight of the factors of the first fit in the second one, against a relative error of 1 at every twist.
constexpr double kAdherence = 1e-6;
/// Faces among which the points are chosen, at most: every second, third, ... of a finer mesh.
constexpr int kMostCandidates = 640;
/// Factors of a point.
constexpr int kFactors = 5;

/// The whole body's numbers, in single precision and from the centre of volume.
CrowdPoints wholeBody(const FluidBodyModel& full) {
    const Surface& surface = full.surface();
    const PressureWeights& weights = full.pressureWeights();
    const ViscousTensor& viscous = full.viscousTensor();
    const Vector3& center = full.centerOfVolume();
    CrowdPoints p;
    for (int column = 0; column < 15; ++column) {
        Eigen::Matrix<double, 16, 1> s = weights.spin.col(column);
        const Vector3 gw = s.head<3>();
        Matrix3 n;
        for (int k = 0; k < 9; ++k)
            n(k % 3, k / 3) = s(6 + k);
        const Vector3 qw = s.segment<3>(3) - n.transpose() * center - center * s(15) + center * center.dot(gw);
        n -= gw * center.transpose();
        for (int k = 0; k < 3; ++k)
            s(3 + k) = qw(k);
        for (int k = 0; k < 9; ++k)
            s(6 + k) = n(k % 3, k / 3);
        s(15) = n.trace();
        for (int row = 0; row < 16; ++row)
            p.spin[column][row] = static_cast<float>(s(row));
    }
    const Vector3 resistanceCenter = viscous.center - center;
    for (int k = 0; k < 9; ++k) {
        p.felt[k] = static_cast<float>(weights.feltRotations(k / 3, k % 3));
        p.moments[k] = static_cast<float>(viscous.moments(k / 3, k % 3));
    }
    for (int k = 0; k < 36; ++k) {
        p.resistance[k] = static_cast<float>(viscous.resistance(k / 6, k % 6));
        p.slip[k] = static_cast<float>(viscous.slip(k / 6, k % 6));
    }
    for (int axis = 0; axis < 3; ++axis)
        p.resistanceCenter[axis] = static_cast<float>(resistanceCenter[axis]);
    p.spinLength = static_cast<float>(weights.spinLength);
    p.momentTrace = static_cast<float>(viscous.moments.trace());
    p.slipArea = static_cast<float>(viscous.area);
    p.middleLength = static_cast<float>(viscous.middleLength);
    p.separationCosine = static_cast<float>(surface.separationCosine() - kTailReach);
    p.pressureScale = surface.data().pressureScale;
    p.frictionScale = surface.data().frictionScale;
    p.viscousScale = p.frictionScale * viscous.scale;
    p.length = surface.length();
    return p;
}

/// The faces that may become points, and their wrenches.
class Candidates {
  public:
    explicit Candidates(const FluidBodyModel& full) : m_full(full), m_table(full.faceTable()) {
        const int stride = (full.faces().size() + kMostCandidates - 1) / kMostCandidates;
        for (int f = 0; f < full.faces().size(); f += stride)
            m_faces.push_back(f);
        RelativeFlow flow = waterFlow({});
        m_friction = wholePlateFriction(full, flow) / (flow.density * full.surface().data().pressureScale);
    }

    const std::vector<int>& faces() const { return m_faces; }

    /// Wrenches of the factors of a face at a twist, per density and scale.
    Eigen::Matrix<double, 6, kFactors> wrenches(int f, const Twist& twist) const {
        const auto weight = [&](int row) { return *m_table.at(FaceTable::Pressure + row, f); };
        const auto vector = [&](int row) { return Vector3(weight(row), weight(row + 1), weight(row + 2)); };
        const Vector3 point = m_full.faces().actionPoint(f), n = m_full.faces().normal(f);
        const Vector3 u = twist.linear + twist.angular.cross(point), m = vector(PressureWeights::MeanX);
        const Vector3 k = weight(PressureWeights::WakeMean) * m + weight(PressureWeights::WakeNormal) * n;
        const double u2 = std::max(u.squaredNorm(), 1e-300), un = n.dot(u), um = m.dot(u), uk = k.dot(u);
        const double ahead = std::max(un, 0.0), wake = std::min(uk, 0.0),
                     chord = vector(PressureWeights::ChordX).dot(u);
        const FaceSlip slip = tailSlip(m_full, f, u);
        Vector3 forces[kFactors];
        forces[0] = -ahead * ahead *
                    (weight(PressureWeights::Front) + weight(PressureWeights::Hollow) * u2 / (un * un + 0.04 * u2)) * n;
        forces[1] =
            wake * wake *
            (weight(PressureWeights::LeeFlat) * u2 / (uk * uk + 0.25 * u2) + weight(PressureWeights::LeeRound)) * k;
        forces[2] =
            -um / std::sqrt(u2) * (weight(PressureWeights::Sheet) * std::max(u2 - um * um, 0.0) + chord * chord) * m;
        const double swept = weight(PressureWeights::Reach) * std::abs(twist.angular.dot(m));
        forces[3] = -weight(PressureWeights::Revolving) * um * std::min(std::sqrt(u2), swept) * m;
        const double rate = powerTwoFifths(slip.velocity.squaredNorm());
        forces[4] = -m_friction * m_full.faces().area[f] * slip.attachment * rate * slip.velocity;
        Eigen::Matrix<double, 6, kFactors> columns;
        for (int j = 0; j < kFactors; ++j)
            columns.col(j) = inOneUnit(m_full, {point.cross(forces[j]), forces[j]});
        return columns;
    }

    /// What the fitted points are to give at a twist: all but the rotation term and the bases.
    Vector6 wanted(const CrowdPoints& whole, const Twist& twist) const {
        static const SurfacePressureForce pressure;
        static const SkinFrictionForce friction(kAttachmentBand, FrictionLaw::WholePlate);
        const RelativeFlow flow = waterFlow(twist);
        const double unit = 1.0 / (flow.density * m_full.surface().data().pressureScale);
        const Wrench sum = pressure.evaluate(m_full, flow, nullptr) + friction.evaluate(m_full, flow, nullptr) -
                           1.0 / unit * BasePressure::of(m_full, flow).wrench;
        const Vector3 v = flow.velocityAt(m_full.centerOfVolume()), &w = twist.angular;
        const LaneWrench<double> spin = crowdSpinTerm<double>(whole, {v.x(), v.y(), v.z()}, {w.x(), w.y(), w.z()});
        const Vector3 force(spin.force.x, spin.force.y, spin.force.z);
        const Vector3 torque(spin.torque.x, spin.torque.y, spin.torque.z);
        return inOneUnit(
            m_full, {unit * sum.angular - torque - m_full.centerOfVolume().cross(force), unit * sum.linear - force});
    }

  private:
    const FluidBodyModel& m_full;
    const FaceTable& m_table;
    std::vector<int> m_faces;
    double m_friction;
};

/// Twists, and the wrenches wanted there, divided by their sizes.
struct Targets {
    const std::vector<Twist>& twists;
    Eigen::VectorXd wanted;  ///< six numbers a twist
    Eigen::VectorXd weights; ///< one a twist

    Targets(const Candidates& candidates, const CrowdPoints& whole, const std::vector<Twist>& all)
        : twists(all), wanted(6 * static_cast<Eigen::Index>(all.size())),
          weights(static_cast<Eigen::Index>(all.size())) {
        for (Eigen::Index t = 0; t < weights.size(); ++t)
            wanted.segment<6>(6 * t) = candidates.wanted(whole, all[static_cast<std::size_t>(t)]);
        const double mean = std::sqrt(wanted.squaredNorm() / static_cast<double>(weights.size()));
        for (Eigen::Index t = 0; t < weights.size(); ++t) {
            const double size = wanted.segment<6>(6 * t).norm();
            weights(t) = 1.0 / std::max({size, kSmallWrench * mean, 1e-300});
            wanted.segment<6>(6 * t) *= weights(t);
        }
    }
};

/// One factor a face.
Eigen::VectorXd chooseFaces(const Candidates& candidates, const Targets& targets) {
    const Eigen::Index count = static_cast<Eigen::Index>(candidates.faces().size());
    Eigen::MatrixXd columns(targets.wanted.size(), count);
    for (Eigen::Index i = 0; i < count; ++i)
        for (Eigen::Index t = 0; t < targets.weights.size(); ++t)
            columns.block<6, 1>(6 * t, i) =
                targets.weights(t) * candidates
                                         .wrenches(candidates.faces()[static_cast<std::size_t>(i)],
                                                   targets.twists[static_cast<std::size_t>(t)])
                                         .rowwise()
                                         .sum();
    return NonNegativeSelection(columns, targets.wanted).solve(CrowdPoints::kMost);
}

/// Six factors a point. \param start those of the first fit
Eigen::VectorXd fitFactors(const Candidates& candidates, const std::vector<int>& points, const Targets& targets,
                           const Eigen::VectorXd& start) {
    Eigen::MatrixXd columns(targets.wanted.size(), start.size());
    for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(points.size()); ++i)
        for (Eigen::Index t = 0; t < targets.weights.size(); ++t)
            columns.block<6, kFactors>(6 * t, kFactors * i) =
                targets.weights(t) *
                candidates.wrenches(points[static_cast<std::size_t>(i)], targets.twists[static_cast<std::size_t>(t)]);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(start.size(), start.size());
    matrix.selfadjointView<Eigen::Lower>().rankUpdate(columns.transpose());
    matrix.triangularView<Eigen::StrictlyUpper>() = matrix.transpose();
    const double hold = kAdherence * matrix.trace() / static_cast<double>(start.size());
    matrix.diagonal().array() += hold;
    return solveNonNegative(matrix, columns.transpose() * targets.wanted + hold * start);
}

/// Numbers of a point: those of a face times factors.
void appendPoint(const FluidBodyModel& full, int face, const Eigen::VectorXd& factors, CrowdPoints& points) {
    const FaceTable& table = full.faceTable();
    const auto factorOf = [&](int row) {
        switch (row - FaceTable::Pressure) {
        case PressureWeights::Front:
        case PressureWeights::Hollow:
            return factors(0);
        case PressureWeights::LeeFlat:
        case PressureWeights::LeeRound:
            return factors(1);
        case PressureWeights::Sheet:
            return factors(2);
        case PressureWeights::ChordX:
        case PressureWeights::ChordY:
        case PressureWeights::ChordZ:
            return std::sqrt(factors(2));
        case PressureWeights::Base:
            return 0.0;
        case PressureWeights::Revolving:
            return factors(3);
        default:
            return row == FaceTable::Area ? factors(4) : row < FaceTable::ActionX ? 0.0 : 1.0;
        }
    };
    for (int row = 0; row < CrowdPoints::kRows; ++row) {
        double number = *table.at(row, face);
        if (row >= FaceTable::ActionX && row < FaceTable::ActionX + 3)
            number -= full.centerOfVolume()[row - FaceTable::ActionX];
        points.points.push_back(static_cast<float>(factorOf(row) * number));
    }
}

/// A point that has only the cross flow of a base.
void appendBase(const FluidBodyModel& full, const BasePoint& base, CrowdPoints& points) {
    float numbers[CrowdPoints::kRows] = {};
    const Vector3 place = base.position - full.centerOfVolume();
    for (int axis = 0; axis < 3; ++axis) {
        numbers[FaceTable::ActionX + axis] = static_cast<float>(place[axis]);
        numbers[FaceTable::NormalX + axis] = static_cast<float>(base.normal[axis]);
    }
    numbers[int(FaceTable::Pressure) + int(PressureWeights::Base)] = static_cast<float>(base.area);
    points.points.insert(points.points.end(), numbers, numbers + CrowdPoints::kRows);
}

} // namespace

bool hasForcesOfPoints(const FluidBodyModel& model) {
    const SurfaceData& data = model.surface().data();
    return data.pressureScale > 0.0 && !model.viscousTensor().isEmpty() && model.pressureWeights().wings.count == 0 &&
           !(data.crisis.width() > 0.0);
}

CrowdPoints facesAsPoints(const FluidBodyModel& model) {
    CrowdPoints points = wholeBody(model);
    const Eigen::VectorXd asTheyAre = Eigen::VectorXd::Ones(kFactors);
    for (int f = 0; f < model.faces().size(); ++f)
        appendPoint(model, f, asTheyAre, points);
    for (const BasePoint& base : model.pressureWeights().bases)
        appendBase(model, base, points);
    points.count = model.faces().size() + static_cast<int>(model.pressureWeights().bases.size());
    return points;
}

std::shared_ptr<const CrowdPoints> fitCrowdPoints(const FluidBodyModel& full, const std::vector<Twist>& twists) {
    if (!hasForcesOfPoints(full)) return nullptr;
    auto points = std::make_shared<CrowdPoints>(wholeBody(full));
    const Candidates candidates(full);
    const Targets targets(candidates, *points, twists);
    const Eigen::VectorXd chosen = chooseFaces(candidates, targets);
    std::vector<int> faces;
    std::vector<double> factors;
    for (Eigen::Index i = 0; i < chosen.size(); ++i) {
        if (!(chosen(i) > 0.0)) continue;
        faces.push_back(candidates.faces()[static_cast<std::size_t>(i)]);
        factors.insert(factors.end(), kFactors, chosen(i));
    }
    const int count = static_cast<int>(faces.size());
    const Eigen::VectorXd fitted =
        fitFactors(candidates, faces, targets,
                   Eigen::Map<const Eigen::VectorXd>(factors.data(), static_cast<Eigen::Index>(factors.size())));
    for (int i = 0; i < count; ++i)
        appendPoint(full, faces[static_cast<std::size_t>(i)], fitted.segment<kFactors>(kFactors * i), *points);
    for (const BasePoint& base : full.pressureWeights().bases)
        appendBase(full, base, *points);
    points->count = count + static_cast<int>(full.pressureWeights().bases.size());
    return points;
}

} // namespace ambient
