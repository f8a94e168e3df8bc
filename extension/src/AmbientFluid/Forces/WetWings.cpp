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
    double weight = 0.0;
    Vector3 first = Vector3::Zero();
    Matrix3 second = Matrix3::Zero();

    void add(double more, const Vector3& at) {
        weight += more;
        first += more * at;
        second += more * at * at.transpose();
    }
    /// Second moments about the mean, over the weight.
    Matrix3 spread() const { return second / weight - first * first.transpose() / (weight * weight); }
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

struct Piece {
    Spread places, onChords; ///< of the points, and of their ways from the middles of their chords
    double logOfShare = 0.0; ///< ln sigma; 0 of a piece that keeps its rows

    void close() {
        const double share = places.wet.weight / places.whole.weight;
        if (!(share > 0.0 && share < 1.0)) return;
        logOfShare = portable::log(share);
        places.close();
        onChords.close();
    }
};

/// The rows of flow along one of the two directions.
struct DirectionRows {
    int aspect, slope, suction, side, behind;
};
constexpr DirectionRows kAlong[] = {
    {WingCells::AspectC, WingCells::SlopeC, WingCells::SuctionC, WingCells::SideC, WingCells::BehindC},
    {WingCells::AspectS, WingCells::SlopeS, WingCells::SuctionS, WingCells::SideS, WingCells::BehindS}};

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
            const Piece& piece = pieces[static_cast<std::size_t>(cells.places[static_cast<std::size_t>(cell)].piece)];
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
    void narrow(const WingCells& cells, const Piece& piece, int cell) {
        const double lossC = piece.onChords.lossAlong(cells.vector(WingCells::ChordX, cell)),
                     lossS = piece.places.lossAlong(cells.vector(WingCells::SpanX, cell));
        const double whole =
            cells.places[static_cast<std::size_t>(cell)].flatness * piece.logOfShare / (lossC + lossS + kSmallLoss);
        const double leftC = portable::exp(whole * lossC), leftS = portable::exp(whole * lossS);
        if (leftC == 1.0 && leftS == 1.0) return;
        change(kAlong[0], cell, leftC, leftS);
        change(kAlong[1], cell, leftS, leftC);
    }

    /// \param chord, span what is left of the extents along and across the flow
    void change(const DirectionRows& rows, int cell, double chord, double span) {
        const auto at = [&](int row) -> double& {
            return of[static_cast<std::size_t>(row)][static_cast<std::size_t>(cell)];
        };
        const double aspect = at(rows.aspect), sweep = LiftingDirection::sweepOf(aspect, at(rows.slope));
        const LiftingDirection before = LiftingDirection::ofAspect(aspect, sweep),
                               after = LiftingDirection::ofAspect(aspect * span / chord, sweep);
        at(rows.aspect) = after.aspect;
        at(rows.slope) *= after.slope / before.slope;
        at(rows.suction) = 1.0 - (1.0 - at(rows.suction)) * (1.0 - after.suction) / (1.0 - before.suction);
        at(rows.side) *= after.side / before.side;
        at(rows.behind) *= chord * after.behind / before.behind;
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
