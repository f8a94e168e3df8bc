// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Core>

#include <vector>

/// \file
/// The work of MultipoleField, vectorised. Expansions are rows of kExpansionColumns single-precision numbers, two rows
/// for each harmonicIndex (real and imaginary part), in units of the cell's radius.

namespace ambient {

constexpr int kExpansionColumns = 8; ///< numbers in a row: the six motions and two that round it up
constexpr int kTranslationBatch = 8; ///< cells whose expansions are translated at once
constexpr int kHighestOrder = 12;    ///< of the expansions
constexpr int kPanelPadding = 16;    ///< panels of a leaf are padded to a multiple of this
constexpr int kPointsOfPanel = 6;    ///< quadrature points of a panel

/// Single-precision numbers from an address that whole vectors can be loaded from.
using AlignedFloats = std::vector<float, Eigen::aligned_allocator<float>>;

/// What a leaf's coefficients come from: panels in the lanes, positions in units of the cell's radius about its centre.
struct LeafPanels {
    /// All zero. \param padded a multiple of kPanelPadding
    explicit LeafPanels(int padded);
    /// Panels of the leaf, and those of area 0 that fill it up to a multiple of kPanelPadding.
    int padded;
    std::vector<float> point[kPointsOfPanel][3]; ///< quadrature points
    std::vector<float> normal[3];                ///< over the cell's radius [1/m]
    /// Where the potential is evaluated, unless as a mean.
    std::vector<float> centroid[3];
    std::vector<float> area; ///< over 4 pi [m^2]
};

/// Rows of 2 harmonicCount(order), `padded` numbers each.
struct LeafCoefficients {
    float* doubleLayer; ///< moments of a panel with double layer 1
    float* singleLayer; ///< moments of a panel with single layer 1
    float* evaluation;  ///< what an expansion is multiplied with to give the potential at a panel
};

/// \param means evaluate the mean over a panel, else at its centroid
void findLeafCoefficients(int order, const LeafPanels& panels, bool means, const LeafCoefficients& coefficients);

/// moments += coefficients (rows x panels) times density (panels x kExpansionColumns)
void addMoments(int rows, int count, int padded, const float* coefficients, const float* density, float* moments);

/// result (panels x kExpansionColumns) = transpose of coefficients (rows x panels) times expansion
void evaluateExpansion(int rows, int count, int padded, const float* coefficients, const float* expansion,
                       float* result);

/// Moments about the centres of a batch of cells become one cell's local expansion: work space of one thread.
struct TranslationBatch {
    /// Of zeros. \param order up to kHighestOrder \param columns right-hand sides, up to kExpansionColumns
    TranslationBatch(int order, int columns);
    /// Sets the target's sums to zero: before the first batch of a cell.
    void clear();
    /// Takes a source's moments (rows of kExpansionColumns) into a lane, times sourcePower; 0 keeps the lane out.
    void setMoments(int lane, const float* from);
    /// Adds what the moments of all lanes give about the target's centre to `sum`.
    void translate();
    /// Adds up the lanes of all batches since clear(), into rows of kExpansionColumns numbers.
    void sumTo(float* expansion) const;

    /// As given to the constructor.
    int order, columns;
    AlignedFloats direction[3]; ///< of each lane: unit vector from source to target
    AlignedFloats sourcePower;  ///< (source radius / distance)^l, kTranslationBatch numbers for each l
    AlignedFloats targetPower;  ///< (-target radius / distance)^n / distance
    AlignedFloats moments;      ///< [row][column][lane]
    AlignedFloats harmonics;    ///< irregular ones of `direction`
    AlignedFloats sum;          ///< [row][column][lane]
};

/// Sums that shift an expansion to another centre: which harmonics of the distance go with which terms.
struct ShiftPlan {
    /// A child's moments to its parent's centre, or a parent's local expansion to a child's.
    enum class Kind { ParentMoments, ChildExpansion };
    /// Depends on order and direction alone: one plan serves all cells.
    ShiftPlan(int order, Kind kind);

    /// A term of the incoming expansion times a harmonic of the distance.
    struct Term {
        int in;     ///< harmonicIndex of the term that is shifted
        int degree; ///< its degree
        int u, w;   ///< harmonics of the distance that go with it and with its conjugate, as in shiftTable
        float sign; ///< of w
    };
    /// Of both expansions.
    int order;
    /// Those of harmonicIndex 0 first; `first` says where the others begin.
    std::vector<Term> terms;
    std::vector<int> first; ///< term of each harmonicIndex that comes out, and one past the end
    /// Degree l of each harmonicIndex that comes out.
    std::vector<int> outDegree;
};

/// conj(R) of all (l, m), -l <= m <= l, at 2 (l^2 + l + m), and a zero after them.
void shiftTable(int order, const double (&distance)[3], std::vector<float>& table);

/// out += shifted in; term of degree l multiplied by inPower^l and what comes out by outPower^l.
void shiftExpansion(const ShiftPlan& plan, const std::vector<float>& table, float inPower, float outPower,
                    const float* in, float* out);

} // namespace ambient
