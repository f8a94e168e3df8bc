// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Dense>

#include <array>
#include <vector>

namespace ambient {

/// End of a line of unknowns: what lies beyond the last one.
enum class LineEnd {
    Even,    ///< the last unknown itself: derivative 0 at the face
    Odd,     ///< minus the last unknown: value 0 at the face
    Zero,    ///< 0: the neighbour is a given value
    Periodic ///< the unknown at the other end
};

/// Second differences along one axis: number of unknowns and the two ends.
struct LineOperator {
    int count = 0;                ///< unknowns
    LineEnd low = LineEnd::Even;  ///< before the first unknown
    LineEnd high = LineEnd::Even; ///< behind the last unknown
};

/// Direct solver of (shift + scale (T_x + T_y + T_z)) x = r on a box, T the negative second difference along an axis.
/// Fast diagonalisation: T = Q diag(l) Q^T along each axis, for any number of unknowns and any ends; six products with
/// dense matrices and a division. [Lynch1964] Exact to rounding. If the operator has a null mode (shift 0 and no end
/// Odd or Zero), the mean of r is ignored and x has mean 0.
class BoxSolver {
  public:
    /// \param axes x, y and z
    explicit BoxSolver(const std::array<LineOperator, 3>& axes);

    /// Replaces r by x. Allocates nothing; the same bytes for any number of threads.
    /// \param values x runs fastest, then y, then z; at least size() + 16 numbers
    void solve(double* values, double shift, double scale);

    int size() const { return m_counts[0] * m_counts[1] * m_counts[2]; } ///< number of unknowns

  private:
    struct Modes {
        std::vector<double> fromLine, toLine; ///< Q^T and Q, column by column
        Eigen::VectorXd values;               ///< l
    };

    /// to = from times the matrix along an axis. \param toLine Q in place of Q^T
    void turn(int axis, bool toLine, const double* from, double* to) const;

    std::array<int, 3> m_counts;
    std::array<Modes, 3> m_modes;
    std::vector<double> m_buffer;
};

} // namespace ambient
