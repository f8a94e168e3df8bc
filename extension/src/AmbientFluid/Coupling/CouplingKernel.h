// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

#include <array>
#include <vector>

namespace ambient {

/// The currents of a mesh by the hats at its vertices: half as many as faces. Axes of the mesh.
template <class Number>
struct HatTables {
    int vertices = 0;           ///< count
    std::vector<int> first;     ///< of each vertex in `incident`; then the length of that
    std::vector<int> incident;  ///< 3 x face + corner of the corners at each vertex
    std::vector<Number> curls;  ///< of the hats times the area: [3 x face + corner][axis] [m]
    std::vector<Number> layers; ///< double layers of the modes: [vertex][mode], rows of paddedSize(modes), zero padding

    /// Sets `first` and `incident`. \param corners vertices of each face
    void join(const std::vector<std::array<int, 3>>& corners, int vertexCount);
};

/// Points that carry currents: the faces of a coupling mesh, or clusters of them. Padded with points without current.
template <class Number>
struct CurrentPoints {
    int count = 0;                           ///< without padding
    int modes = 0;                           ///< columns of `currents` in use, per axis
    std::array<std::vector<double>, 3> x;    ///< coordinates [m]
    std::vector<Number> epsilon2;            ///< squared length of the regularisation [m^2]
    std::vector<Number> currents;            ///< of the modes: a row of rowLength() per point, [axis][mode] in it
    const HatTables<Number>* hats = nullptr; ///< of the mesh whose faces the points are; else null. Outlives the points
    std::vector<Number> curls;               ///< those of `hats` in the axes of the points

    /// Numbers from one point's currents to the next: 3 modes, padded.
    int rowLength() const;
    /// Makes room for `points` points with `modeCount` modes; currents and padding are zero. Allocates only to grow.
    void resize(int points, int modeCount);
    /// Copies points at turn x + shift with currents turned by `currentTurn`.
    void place(const CurrentPoints& from, const Matrix3& turn, const Vector3& shift, const Matrix3& currentTurn);
};

/// Buffers of the loops below. One per thread.
template <class Number>
struct KernelBuffers {
    std::array<std::vector<Number>, 6> x; ///< coordinates of both bodies about the middle of the pair
    std::vector<Number> kernel, image;    ///< a tile of S, and S times the currents of the second body
    std::vector<Number> sums;             ///< result in Number
    std::vector<Number> spread, turned;   ///< S times the hats of some vertices of the first body, and its transpose
    std::vector<Number> energy;           ///< hats of b x hats of a
};

/// Adds weight Sum_fh J_f . J_h / (4 pi sqrt(|x_f - x_h|^2 + eps_f^2 + eps_h^2)) of all pairs of modes of a and b.
/// The columns of each mode are summed in the order of the points: the same bits for all vector widths.
/// \param middle origin of the sums in Number [m]
/// \param block modes of a x modes of b
template <class Number>
void addPairBlock(const CurrentPoints<Number>& a, const CurrentPoints<Number>& b, const Vector3& middle, double weight,
                  KernelBuffers<Number>& buffers, Eigen::Ref<Eigen::MatrixXd> block);

/// Force and torque on a by b, and their energy, per unit density.
struct PairForce {
    Vector3 force = Vector3::Zero();  ///< on a; b takes the opposite
    Vector3 torque = Vector3::Zero(); ///< on a, about the middle; b takes the opposite
    double energy = 0.0;              ///< Sum_fh J_f . J_h / (4 pi sqrt(R2))
};

/// The sums of the gradient for given currents. \param ofA, ofB x, y and z of the currents, padded as the points
template <class Number>
PairForce pairForce(const CurrentPoints<Number>& a, const CurrentPoints<Number>& b,
                    const std::array<std::vector<Number>, 3>& ofA, const std::array<std::vector<Number>, 3>& ofB,
                    const Vector3& middle, KernelBuffers<Number>& buffers);

} // namespace ambient
