// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/PosedAddedMass.h"
#include "AmbientFluid/Math/CubicSplines.h"

namespace ambient {

/// K(q) and its changes, with the buffers of one body. Allocates nothing after the constructor.
class PosedAddedMass::At {
  public:
    /// \param addedMass never null
    explicit At(std::shared_ptr<const PosedAddedMass> addedMass);
    /// Finds K(q). \param positions of all joints
    void place(const JointVector& positions);
    /// Per unit density: 6 rows and columns per link, as LinkAddedMass::perDensity().
    const Eigen::MatrixXd& perDensity() const { return m_perDensity; }
    /// The changes of K with the pose. \param twists 6 numbers per link, link axes \param rates of the joints
    /// \param forces receives the derivative of Y^T K Y / 2 along each rate
    /// \param momentumRates receives dK/dt Y; null: not needed
    void changes(const Eigen::VectorXd& twists, const JointVector& rates, JointVector& forces,
                 Eigen::VectorXd* momentumRates);

  private:
    struct Coordinate {
        Vector3 slopes;
        int interval;
        HermiteWeights weights;
    };
    std::shared_ptr<const PosedAddedMass> m_of;
    std::vector<Coordinate> m_at;
    JointVector m_positions;              ///< of the last place()
    Eigen::MatrixXd m_root, m_perDensity; ///< F in scaled twists, and K
    Eigen::VectorXd m_scaled, m_image, m_column, m_rate;
};

/// F_c - F_0 of one coordinate at its knots: the blocks of 6x6 that are not negligible.
struct PosedAddedMass::Table {
    PoseCoordinate coordinate;
    std::vector<int> rows, columns; ///< links of each block
    KnotRows values, slopes;        ///< of the blocks, 36 numbers each, at the knots

    /// A block in an interval of the knots. \param weights of HermiteWeights
    Matrix6 block(int index, int interval, const double* weights) const;
};

} // namespace ambient
