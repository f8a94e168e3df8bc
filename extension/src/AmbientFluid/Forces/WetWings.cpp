// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/WetWings.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/PotentialFlow/Planform.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Loss of extent that counts half; spread over the area of a piece below which it tells nothing.
constexpr double kSmallLoss = 0.01, kLeastSpread = 1e-6;

/// Moments of the cells of a piece.
struct Moments {
    double weight = 0.0, first[3] = {0.0, 0.0, 0.0}, second[6] = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};

    void add(double more, const Vector3& at) {
        const double x = more * at.x(), y = more * at.y(), z = more * at.z();
        weight += more;
        first[0] += x;
        first[1] += y;
        first[2] += z;
        second[0] += x * at.x();
        second[1] += y * at.y();
        second[2] += z * at.z();
        second[3] += x * at.y();
        second[4] += y * at.z();
        second[5] += z * at.x();
    }
    /// Second moments about the mean, over the weight.
    Matrix3 spread() const {
        const Vector3 mean = Vector3(first[0], first[1], first[2]) / weight;
        Matrix3 about;
        about << second[0], second[3], second[5], second[3], second[1], second[4], second[5], second[4], second[2];
        return about / weight - mean * mean.transpose();
    }
};

/// How a piece is spread, and its wet part.
struct Spread {
    Moments whole, wet;
    Matrix3 all = Matrix3::Zero(), left = Matrix3::Zero(); ///< spreads of both, after close()

    void add(double half, double share, const Vector3& at) {
        whole.add(half, at);
        wet.add(half * share, at);
    }
    void close() {
        all = whole.spread();
        left = wet.spread();
    }
    /// L along a direction.
    double lossAlong(const Vector3& direction) const {
        const double least = kLeastSpread * whole.weight;
        const auto along = [&](const Matrix3& spread) {
            return std::max(direction.dot(spread * direction), 0.0) + least;
        };
        return std::max(0.5 * portable::log(along(all) / along(left)), 0.0);
    }
};

/// The rows of flow along one of the two directions.
struct DirectionRows {
    int aspect, slope, suction, side, behind;
};
constexpr DirectionRows kAlong[] = {
    {WingCells::AspectC, WingCells::SlopeC, WingCells::SuctionC, WingCells::SideC, WingCells::BehindC},
    {WingCells::AspectS, WingCells::SlopeS, WingCells::SuctionS, WingCells::SideS, WingCells::BehindS}};

/// Factors of the rows of a direction; that of the suction is one of the share that does not hold.
struct Factors {
    double aspect = 1.0, slope = 1.0, suctionLost = 1.0, side = 1.0, behind = 1.0;

    Factors() = default;
    /// \param aspect, slope of the whole piece \param chord, span what is left of its extents along and across the flow
    /// A direction without lift, as along the axis of a ring, keeps its rows.
    Factors(double wholeAspect, double wholeSlope, double chord, double span) : aspect(span / chord) {
        if (!(wholeSlope > 0.0)) return;
        const double sweep = LiftingDirection::sweepOf(wholeAspect, wholeSlope);
        const LiftingDirection before = LiftingDirection::ofAspect(wholeAspect, sweep),
                               after = LiftingDirection::ofAspect(wholeAspect * aspect, sweep);
        slope = after.slope / before.slope;
        suctionLost = (1.0 - after.suction) / (1.0 - before.suction);
        side = after.side / before.side;
        behind = chord * after.behind / before.behind;
    }
};

struct Piece {
    Spread places, onChords; ///< of the points, and of their ways from the middles of their chords
    double logOfShare = 0.0; ///< ln sigma; 0 of a piece that keeps its rows
    int cell = -1;           ///< to which `factors` belong
    Factors factors[2];      ///< of flow along c and along s

    void close() {
        const double share = places.wet.weight / places.whole.weight;
        if (!(share > 0.0 && share < 1.0)) return;
        logOfShare = portable::log(share);
        places.close();
        onChords.close();
    }
};

/// Whether the factors of one cell of a piece are those of another one: most pieces are flat.
bool areAlike(const WingCells& cells, int a, int b) {
    constexpr double kSame = 1e-9;
    const auto isSame = [&](int row) {
        const std::vector<double>& of = cells.of[static_cast<std::size_t>(row)];
        const double one = of[static_cast<std::size_t>(a)];
        return std::abs(of[static_cast<std::size_t>(b)] - one) <= kSame * std::abs(one);
    };
    const auto turn = [&](int row) { return (cells.vector(row, a) - cells.vector(row, b)).squaredNorm(); };
    const double flatness = cells.places[static_cast<std::size_t>(a)].flatness;
    return turn(WingCells::ChordX) + turn(WingCells::SpanX) <= kSame * kSame && isSame(WingCells::AspectC) &&
           isSame(WingCells::AspectS) && isSame(WingCells::SlopeC) && isSame(WingCells::SlopeS) &&
           std::abs(cells.places[static_cast<std::size_t>(b)].flatness - flatness) <= kSame * flatness;
}

/// Buffers of a thread.
struct WetRows {
    std::vector<Piece> pieces;
    std::array<std::vector<double>, WingCells::kRows> of; ///< the rows of kAlong

    void fill(const WingCells& cells, const SurfaceMotion& faces) {
        pieces.assign(static_cast<std::size_t>(cells.pieces), Piece());
        for (int cell = 0; cell < cells.count; ++cell)
            addCell(cells, faces, cell);
        for (Piece& piece : pieces)
            piece.close();
        for (const DirectionRows& rows : kAlong)
            for (int row : {rows.aspect, rows.slope, rows.suction, rows.side, rows.behind}) {
                const std::vector<double>& from = cells.of[static_cast<std::size_t>(row)];
                of[static_cast<std::size_t>(row)].assign(from.begin(), from.end());
            }
        for (int cell = 0; cell < cells.count; ++cell) {
            Piece& piece = pieces[static_cast<std::size_t>(cells.places[static_cast<std::size_t>(cell)].piece)];
            if (piece.logOfShare != 0.0) narrow(cells, piece, cell);
        }
    }

  private:
    void addCell(const WingCells& cells, const SurfaceMotion& faces, int cell) {
        const std::size_t c = static_cast<std::size_t>(cell);
        double whole = 0.0, wet = 0.0;
        for (int i = cells.places[c].firstFace; i < cells.places[c + 1].firstFace; ++i) {
            const std::size_t at = static_cast<std::size_t>(i);
            whole += cells.faceShare[at];
            wet += cells.faceShare[at] * faces.wettedFraction[static_cast<std::size_t>(cells.faces[at])];
        }
        const double half = cells.of[WingCells::Half][c];
        const Vector3 at = cells.vector(WingCells::PointX, cell) - cells.vector(WingCells::PointX, 0);
        const WingCells::Place& place = cells.places[c];
        Piece& piece = pieces[static_cast<std::size_t>(place.piece)];
        piece.places.add(half, wet / whole, at);
        piece.onChords.add(half, wet / whole, place.onChord * cells.vector(WingCells::ChordX, cell));
    }

    /// Gives a cell the numbers of the wet part of its piece.
    void narrow(const WingCells& cells, Piece& piece, int cell) {
        if (piece.cell < 0 || !areAlike(cells, piece.cell, cell)) setFactors(cells, piece, cell);
        for (int k = 0; k < 2; ++k) {
            const auto at = [&](int row) -> double& {
                return of[static_cast<std::size_t>(row)][static_cast<std::size_t>(cell)];
            };
            const Factors& factors = piece.factors[k];
            at(kAlong[k].aspect) *= factors.aspect;
            at(kAlong[k].slope) *= factors.slope;
            at(kAlong[k].suction) = 1.0 - (1.0 - at(kAlong[k].suction)) * factors.suctionLost;
            at(kAlong[k].side) *= factors.side;
            at(kAlong[k].behind) *= factors.behind;
        }
    }

    static void setFactors(const WingCells& cells, Piece& piece, int cell) {
        const std::size_t c = static_cast<std::size_t>(cell);
        const double lossC = piece.onChords.lossAlong(cells.vector(WingCells::ChordX, cell)),
                     lossS = piece.places.lossAlong(cells.vector(WingCells::SpanX, cell));
        const double whole = cells.places[c].flatness * piece.logOfShare / (lossC + lossS + kSmallLoss);
        const double leftC = portable::exp(whole * lossC), leftS = portable::exp(whole * lossS);
        piece.cell = cell;
        piece.factors[0] = {cells.of[WingCells::AspectC][c], cells.of[WingCells::SlopeC][c], leftC, leftS};
        piece.factors[1] = {cells.of[WingCells::AspectS][c], cells.of[WingCells::SlopeS][c], leftS, leftC};
    }
};

/// Whether some faces of the cells are wetter than others.
bool isCut(const WingCells& cells, const SurfaceMotion& faces) {
    const auto share = [&](int f) { return faces.wettedFraction[static_cast<std::size_t>(f)]; };
    return std::any_of(cells.faces.begin(), cells.faces.end(),
                       [&](int f) { return share(f) != share(cells.faces.front()); });
}

} // namespace

WingRows::WingRows(const WingCells& cells, const SurfaceMotion* faces) {
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        m_rows[row] = cells.of[row].data();
    if (!faces || !isCut(cells, *faces)) return;
    thread_local WetRows wet;
    wet.fill(cells, *faces);
    for (const DirectionRows& rows : kAlong)
        for (int row : {rows.aspect, rows.slope, rows.suction, rows.side, rows.behind})
            m_rows[static_cast<std::size_t>(row)] = wet.of[static_cast<std::size_t>(row)].data();
}

} // namespace ambient
