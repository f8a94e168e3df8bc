// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/PosedAddedMass.h"

#include "AmbientFluid/Articulated/ArticulatedDynamics.h"
#include "AmbientFluid/Articulated/PosedAddedMassAt.h"
#include "AmbientFluid/Math/SymmetricEigen.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <iterator>
#include <utility>

namespace ambient {
namespace {

using Block = Matrix6;

/// Entries of a block of F below this share of the links' own are left out.
constexpr double kNegligible = 1e-3;

/// Symmetric root of a positive semidefinite matrix.
Eigen::MatrixXd symmetricRoot(const Eigen::MatrixXd& k) {
    const auto eigen = symmetricEigen(k);
    const Eigen::VectorXd roots = eigen.values.cwiseMax(0.0).cwiseSqrt();
    return eigen.vectors * roots.asDiagonal() * eigen.vectors.transpose();
}

/// The F with F^T F = k that is nearest to `reference`: a rotation of the symmetric root, the polar factor of
/// reference root^T [Higham2008, thm 8.6].
Eigen::MatrixXd rootNear(const Eigen::MatrixXd& reference, const Eigen::MatrixXd& k) {
    const Eigen::MatrixXd root = symmetricRoot(k), product = reference * root;
    const auto eigen = symmetricEigen(Eigen::MatrixXd(product.transpose() * product));
    const double least = 1e-10 * eigen.values.maxCoeff();
    const Eigen::VectorXd inverse =
        eigen.values.unaryExpr([=](double value) { return value > least ? 1.0 / std::sqrt(value) : 0.0; });
    return product * (eigen.vectors * inverse.asDiagonal() * (eigen.vectors.transpose() * root));
}

/// Roots of the means of the diagonal over turns and over shifts of each link; 1 where there is no added mass.
Eigen::VectorXd scalesOf(const Eigen::MatrixXd& k) {
    Eigen::VectorXd scale(k.rows());
    for (Eigen::Index i = 0; i < k.rows(); i += 3) {
        const double mean = k.diagonal().segment<3>(i).mean();
        scale.segment<3>(i).setConstant(mean > 0.0 ? std::sqrt(mean) : 1.0);
    }
    return scale;
}

} // namespace

std::shared_ptr<const PosedAddedMass> PosedAddedMass::build(std::shared_ptr<const ArticulatedBody> body,
                                                            const SkinAt& skinAt,
                                                            const std::vector<JointRange>& ranges) {
    std::vector<PoseCoordinate> coordinates = poseCoordinates(*body, ranges);
    JointVector reference = body->zeroPositions();
    for (const PoseCoordinate& c : coordinates)
        c.apply(*body, c.rest, reference);
    std::vector<JointVector> poses(1, reference);
    for (const PoseCoordinate& c : coordinates)
        for (const double knot : c.knots) {
            if (knot == c.rest) continue;
            poses.push_back(reference);
            c.apply(*body, knot, poses.back());
        }
    std::vector<std::shared_ptr<const LinkAddedMass>> solved(poses.size());
    std::vector<std::exception_ptr> errors(poses.size());
#pragma omp parallel for schedule(dynamic)
    for (std::size_t i = 0; i < poses.size(); ++i) {
        try {
            ArticulatedDynamics placed(body);
            placed.setPose({}, poses[i]);
            solved[i] = LinkAddedMass::build(skinAt(placed.worldFromLinks()));
        } catch (...) {
            errors[i] = std::current_exception();
        }
    }
    if (errors[0]) std::rethrow_exception(errors[0]);

    std::shared_ptr<PosedAddedMass> result(new PosedAddedMass);
    result->m_body = std::move(body);
    result->m_atReference = solved[0];
    result->m_poseCount = static_cast<int>(std::count(errors.begin(), errors.end(), nullptr));
    result->m_failedPoseCount = static_cast<int>(poses.size()) - result->m_poseCount;
    result->m_scale = scalesOf(solved[0]->perDensity());
    const Eigen::VectorXd inverse = result->m_scale.cwiseInverse();
    const auto scaled = [&](std::size_t i) {
        return Eigen::MatrixXd(inverse.asDiagonal() * solved[i]->perDensity() * inverse.asDiagonal());
    };
    result->m_root = symmetricRoot(scaled(0));
    std::vector<Eigen::MatrixXd> roots(poses.size());
#pragma omp parallel for schedule(dynamic)
    for (std::size_t i = 1; i < poses.size(); ++i)
        if (solved[i]) roots[i] = rootNear(result->m_root, scaled(i)) - result->m_root;
    roots[0] = Eigen::MatrixXd::Zero(inverse.size(), inverse.size());
    std::size_t next = 1;
    for (PoseCoordinate& c : coordinates) {
        std::vector<std::size_t> poseOf;
        for (const double knot : c.knots)
            poseOf.push_back(knot == c.rest ? 0 : next++);
        // The range ends before the first pose on either side that has no solution, such as one in which links cross.
        const auto rest = std::find(poseOf.begin(), poseOf.end(), 0u);
        const auto isMissing = [&](std::size_t pose) { return errors[pose] != nullptr; };
        const auto end = std::find_if(rest, poseOf.end(), isMissing);
        const auto begin = std::find_if(std::make_reverse_iterator(rest), poseOf.rend(), isMissing).base();
        std::vector<Eigen::MatrixXd> ofKnots;
        for (auto pose = begin; pose != end; ++pose)
            ofKnots.push_back(roots[*pose]);
        c.knots = {c.knots.begin() + (begin - poseOf.begin()), c.knots.begin() + (end - poseOf.begin())};
        result->tabulate(c, ofKnots);
    }
    return result;
}

void PosedAddedMass::tabulate(const PoseCoordinate& coordinate, const std::vector<Eigen::MatrixXd>& roots) {
    Table table;
    table.coordinate = coordinate;
    const int links = m_body->linkCount(), knots = static_cast<int>(roots.size());
    if (knots < 2) return; // a joint without room to move
    for (int j = 0; j < links; ++j)
        for (int i = 0; i < links; ++i) {
            double largest = 0.0;
            for (const Eigen::MatrixXd& root : roots)
                largest = std::max(largest, root.block<6, 6>(6 * i, 6 * j).cwiseAbs().maxCoeff());
            if (!(largest > kNegligible)) continue;
            table.rows.push_back(i);
            table.columns.push_back(j);
        }
    table.values.resize(knots, 36 * static_cast<Eigen::Index>(table.rows.size()));
    for (int k = 0; k < knots; ++k)
        for (std::size_t b = 0; b < table.rows.size(); ++b) {
            const Block block = roots[static_cast<std::size_t>(k)].block<6, 6>(6 * table.rows[b], 6 * table.columns[b]);
            table.values.block<1, 36>(k, 36 * static_cast<Eigen::Index>(b)) =
                Eigen::Map<const Eigen::Matrix<double, 1, 36>>(block.data());
        }
    const std::vector<double>& places = table.coordinate.knots;
    std::vector<double> steps;
    for (std::size_t k = 0; k + 1 < places.size(); ++k)
        steps.push_back(places[k + 1] - places[k]);
    table.slopes = splineSlopes(steps, table.values, SplineEnds::NotAKnot);
    m_tables.push_back(std::move(table));
}

PosedAddedMass::PosedAddedMass() = default;

PosedAddedMass::~PosedAddedMass() = default;

Matrix6 PosedAddedMass::Table::block(int index, int interval, const double* weights) const {
    const auto row = [&](const KnotRows& of, int k) {
        return Eigen::Map<const Block>(of.data() + (interval + k) * of.cols() + 36 * index);
    };
    return weights[0] * row(values, 0) + weights[1] * row(values, 1) + weights[2] * row(slopes, 0) +
           weights[3] * row(slopes, 1);
}

Eigen::MatrixXd PosedAddedMass::perDensity(const JointVector& positions) const {
    At at(std::shared_ptr<const PosedAddedMass>(std::shared_ptr<const PosedAddedMass>(), this));
    at.place(positions);
    return at.perDensity();
}

PosedAddedMass::At::At(std::shared_ptr<const PosedAddedMass> addedMass)
    : m_of(std::move(addedMass)), m_at(m_of->m_tables.size()), m_root(m_of->m_root), m_perDensity(m_root) {
    m_scaled = m_image = m_column = m_rate = Eigen::VectorXd::Zero(m_root.rows());
}

void PosedAddedMass::At::place(const JointVector& positions) {
    if (m_positions.size() == positions.size() && m_positions == positions) return;
    m_positions = positions;
    m_root = m_of->m_root;
    for (std::size_t c = 0; c < m_at.size(); ++c) {
        const Table& table = m_of->m_tables[c];
        const std::vector<double>& knots = table.coordinate.knots;
        Coordinate& at = m_at[c];
        const double value = table.coordinate.value(*m_of->m_body, positions, at.slopes);
        const auto next = std::upper_bound(knots.begin() + 1, knots.end() - 1, value);
        at.interval = static_cast<int>(next - knots.begin()) - 1;
        const double step = *next - *(next - 1);
        at.weights = HermiteWeights::cubic((value - *(next - 1)) / step, step);
        for (std::size_t b = 0; b < table.rows.size(); ++b)
            m_root.block<6, 6>(6 * table.rows[b], 6 * table.columns[b]) +=
                table.block(static_cast<int>(b), at.interval, at.weights.value);
    }
    m_perDensity.noalias() = m_root.transpose() * m_root;
    m_perDensity.array().rowwise() *= m_of->m_scale.transpose().array();
    m_perDensity.array().colwise() *= m_of->m_scale.array();
}

void PosedAddedMass::At::changes(const Eigen::VectorXd& twists, const JointVector& rates, JointVector& forces,
                                 Eigen::VectorXd* momentumRates) {
    const ArticulatedBody& body = *m_of->m_body;
    m_scaled = m_of->m_scale.cwiseProduct(twists);
    m_image.noalias() = m_root * m_scaled;
    m_rate.setZero(); // dF/dt Y
    if (momentumRates) momentumRates->setZero();
    forces.setZero();
    for (std::size_t c = 0; c < m_at.size(); ++c) {
        const Table& table = m_of->m_tables[c];
        const Coordinate& at = m_at[c];
        const int link = table.coordinate.link, count = body.ratesOf(link), firstRate = body.firstRate(link);
        const double rate = at.slopes.head(count).dot(rates.segment(firstRate, count));
        double power = 0.0;
        for (std::size_t b = 0; b < table.rows.size(); ++b) {
            const Block block = table.block(static_cast<int>(b), at.interval, at.weights.rate);
            const Eigen::Index i = 6 * table.rows[b], j = 6 * table.columns[b];
            const Eigen::Matrix<double, 6, 1> moved = block * m_scaled.segment<6>(j);
            power += m_image.segment<6>(i).dot(moved);
            if (!momentumRates) continue;
            m_rate.segment<6>(i) += rate * moved;
            momentumRates->segment<6>(j).noalias() += rate * (block.transpose() * m_image.segment<6>(i)); // dF/dt^T F Y
        }
        forces.segment(firstRate, count) += power * at.slopes.head(count);
    }
    if (!momentumRates) return;
    momentumRates->noalias() += m_root.transpose() * m_rate;
    momentumRates->array() *= m_of->m_scale.array();
}

} // namespace ambient
