// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Core>

#include <vector>

/// \file
/// Vectorised loops of MultipoleField.
/// An expansion has two rows per harmonicIndex (real and imaginary part) of kExpansionColumns single-precision numbers.
/// The unit of length is the radius of the cell.

namespace ambient {

constexpr int kExpansionColumns = 8; ///< numbers per row: the six motions and two of padding
constexpr int kTranslationBatch = 8; ///< number of cells whose expansions are translated at once
constexpr int kHighestOrder = 12;    ///< highest order of the expansions
constexpr int kPanelPadding = 16;    ///< the panels of a leaf are padded to a multiple of this number
constexpr int kPointsOfPanel = 6;    ///< quadrature points per panel

/// Single-precision numbers, aligned for vector loads.
using AlignedFloats = std::vector<float, Eigen::aligned_allocator<float>>;

/// Panels of a leaf, one per lane, as input of findLeafCoefficients().
/// Positions are relative to the centre of the cell, in units of its radius.
struct LeafPanels {
    /// Fills all arrays with zeros. \param padded a multiple of kPanelPadding
    explicit LeafPanels(int padded);
    /// Number of panels, with panels of area 0 as padding to a multiple of kPanelPadding.
    int padded;
    std::vector<float> point[kPointsOfPanel][3]; ///< quadrature points
    std::vector<float> normal[3];                ///< unit normal over the radius of the cell [1/m]
    /// Evaluation points if the potential is not averaged over the panel.
    std::vector<float> centroid[3];
    std::vector<float> area; ///< area over 4 pi [m^2]
};

/// Coefficients of a leaf: 2 harmonicCount(order) rows of `padded` numbers.
struct LeafCoefficients {
    float* doubleLayer; ///< moments of a panel with double layer 1
    float* singleLayer; ///< moments of a panel with single layer 1
    float* evaluation;  ///< factors of the terms of an expansion in the potential at a panel
};

/// Computes the coefficients of a leaf.
/// \param means true: evaluate the mean over a panel; false: evaluate at the centroid
void findLeafCoefficients(int order, const LeafPanels& panels, bool means, const LeafCoefficients& coefficients);

/// moments += coefficients (rows x panels) times density (panels x kExpansionColumns)
void addMoments(int rows, int count, int padded, const float* coefficients, const float* density, float* moments);

/// result (panels x kExpansionColumns) = transpose of coefficients (rows x panels) times expansion
void evaluateExpansion(int rows, int count, int padded, const float* coefficients, const float* expansion,
                       float* result);

/// Translates the moments of a batch of cells into the local expansion of one cell.
/// Each thread needs a separate object.
struct TranslationBatch {
    /// Fills all arrays with zeros.
    /// \param order up to kHighestOrder
    /// \param columns right-hand sides, up to kExpansionColumns
    TranslationBatch(int order, int columns);
    /// Sets the sums of the target to zero. Called before the first batch of a cell.
    void clear();
    /// Copies the moments of a source, times sourcePower, into a lane; sourcePower 0 disables the lane.
    /// \param from rows of kExpansionColumns numbers
    void setMoments(int lane, const float* from);
    /// Adds the local expansion of the moments of all lanes about the target's centre to `sum`.
    void translate();
    /// Adds up the lanes of all batches since clear(), into rows of kExpansionColumns numbers.
    void sumTo(float* expansion) const;

    /// As given to the constructor.
    int order, columns;
    AlignedFloats direction[3]; ///< unit vector of each lane from source to target
    AlignedFloats sourcePower;  ///< (source radius / distance)^l, kTranslationBatch numbers for each l
    AlignedFloats targetPower;  ///< (-target radius / distance)^n / distance
    AlignedFloats moments;      ///< [row][column][lane]
    AlignedFloats harmonics;    ///< irregular harmonics of `direction`
    AlignedFloats sum;          ///< [row][column][lane]
};

/// Index table of the sums that shift an expansion to another centre.
struct ShiftPlan {
    /// ParentMoments: moments from child to parent; ChildExpansion: local expansion from parent to child.
    enum class Kind { ParentMoments, ChildExpansion };
    /// Depends on order and kind only: one plan serves all cells.
    ShiftPlan(int order, Kind kind);

    /// A term of the incoming expansion times a harmonic of the distance.
    struct Term {
        int in;     ///< harmonicIndex of the input term
        int degree; ///< degree of the input term
        int u, w;   ///< harmonics of the distance, as in shiftTable, for the term and for its conjugate
        float sign; ///< sign of w
    };
    /// Order of both expansions.
    int order;
    /// Terms in order of the output harmonicIndex, see `first`.
    std::vector<Term> terms;
    std::vector<int> first; ///< first term of each output harmonicIndex, and the number of terms
    /// Degree l of each output harmonicIndex.
    std::vector<int> outDegree;
};

/// Computes conj(R) of all (l, m), -l <= m <= l, at 2 (l^2 + l + m), followed by a zero.
void shiftTable(int order, const double (&distance)[3], std::vector<float>& table);

/// Adds the shifted expansion `in` to `out`.
/// Input terms of degree l are multiplied by inPower^l, output terms by outPower^l.
void shiftExpansion(const ShiftPlan& plan, const std::vector<float>& table, float inPower, float outPower,
                    const float* in, float* out);

} // namespace ambient
