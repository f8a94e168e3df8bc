// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/WingCellsBuilder.h"

#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshSection.h"
#include "AmbientFluid/PotentialFlow/AnnularWing.h"
#include "AmbientFluid/PotentialFlow/FlyingDisc.h"
#include "AmbientFluid/PotentialFlow/PieceFrame.h"
#include "AmbientFluid/PotentialFlow/SheetShare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace ambient {
namespace {

/// Width of a cell, as a share of the root of the surface.
constexpr double kCellWidth = 1.0 / 12.0;
/// Height over the half chord above which a section is no lifting one, the least share of a sheet, and of the area in
/// the planform.
constexpr double kHighest = 0.6 * (1.0 + 1e-6), kLeastSheet = 1e-3, kLeastHalf = 1e-6;
/// Aspect ratios from which the parts of a span begin to meet the flow by themselves, and do.
constexpr double kShortSpan = 1.2, kLongSpan = 2.0;

/// The planforms of a mesh. Faces of a piece with equal mean-line normals share one.
class Planforms {
  public:
    Planforms(const MeshFaces& faces, const MeshAdjacency& adjacency, const SurfaceShape& shape)
        : m_faces(faces), m_adjacency(adjacency), m_shape(shape), m_members(faces.area.size()),
          m_ofPiece(faces.area.size()), m_ofFace(faces.area.size()) {
        for (int f = 0; f < faces.count(); ++f)
            m_members[shape.piece[f]].push_back(f);
    }
    /// Asks for the planform of a face. \param middle of the piece. Seen from faces from which it is as long as wide,
    /// the chord is the way from there, as seen from the faces around them.
    void ask(int f, const Vector3& middle) {
        const Vector3& m = m_shape.meanNormal[f];
        const bool isSquare = m_shape.aspectRatio[f] < Planform::kEqualSided;
        const Vector3 chord = isSquare ? Vector3(m_faces.centroid[f] - middle).normalized() : m_shape.chordDirection[f];
        std::vector<std::size_t>& known = m_ofPiece[m_shape.piece[f]];
        const auto isSame = [&](std::size_t i) {
            return (m_asked[i].m - m).norm() < kSame && m_asked[i].chord.cross(chord).norm() < kSame;
        };
        const auto same = std::find_if(known.begin(), known.end(), isSame);
        m_ofFace[f] = same != known.end() ? *same : m_asked.size();
        if (same != known.end()) return;
        known.push_back(m_asked.size());
        m_asked.push_back({m, chord, f, {}});
    }
    /// Finds all that were asked for: each is a pass over its piece, and those of a curved surface are as many as its
    /// faces.
    void find() {
        const int count = static_cast<int>(m_asked.size());
#pragma omp parallel for schedule(dynamic, 16)
        for (int i = 0; i < count; ++i) {
            Asked& asked = m_asked[static_cast<std::size_t>(i)];
            asked.form =
                Planform::of(m_faces, m_adjacency, m_shape.piece, m_members[m_shape.piece[asked.face]], asked.m,
                             asked.chord, m_shape.aspectRatio[asked.face], m_shape.flatness[asked.face]);
        }
    }
    /// The planform of a face, after find().
    const Planform& of(int f) const {
        return m_asked[m_ofFace[f]].form;
    }

  private:
    static constexpr double kSame = 1e-6;
    struct Asked {
        Vector3 m, chord;
        int face; ///< that asked first
        Planform form;
    };
    const MeshFaces& m_faces;
    const MeshAdjacency& m_adjacency;
    const SurfaceShape& m_shape;
    std::vector<std::vector<int>> m_members;
    std::vector<std::vector<std::size_t>> m_ofPiece; ///< indices of `m_asked`
    std::vector<std::size_t> m_ofFace;               ///< likewise
    std::vector<Asked> m_asked;
};

/// Fills the sections of a face. \param aspect of SurfaceShape \param disc share of a FlyingDisc
/// \returns whether both are closed and low
bool measureSections(const MeshFaces& faces, const MeshAdjacency& adjacency, int f, double aspect, double disc,
                     WingFace& face) {
    const Vector3& at = faces.centroid[f];
    const auto line = [&](const Vector3& along, const Vector3& across) {
        return MeanLine::of(sectionThrough(faces.mesh, adjacency, f, at, across), along, face.m, disc, at);
    };
    const Vector3 &c = face.form.chord.along, &s = face.form.span.along;
    face.alongC = line(c, s);
    face.alongS = line(s, c);
    for (const MeanLine* of : {&face.alongC, &face.alongS})
        if (of->half == 0.0 || of->height > kHighest) return false;
    const Vector3 n = face.alongC.chord.cross(face.alongS.chord).normalized();
    face.normal = n - face.alongC.slope * face.alongC.chord - face.alongS.slope * face.alongS.chord;
    const double slope = -face.m.dot(face.alongS.chord) / std::max(face.m.dot(n), 0.25);
    face.bend = smoothStep(kShortSpan, kLongSpan, aspect) * (face.alongS.slope - slope);
    return true;
}

/// The frames of the pieces, by the faces that may lift.
std::vector<PieceFrame> framesOf(const MeshFaces& faces, const std::vector<int>& pieceOf,
                                 const std::vector<WingFace>& wing) {
    std::vector<PieceFrame> frames(wing.size());
    const auto forEach = [&](const auto& act) {
        for (std::size_t f = 0; f < wing.size(); ++f)
            if (wing[f].lifts) act(f, frames[static_cast<std::size_t>(pieceOf[f])]);
    };
    forEach([&](std::size_t f, PieceFrame& frame) { frame.addDirection(wing[f], faces.centroid[f]); });
    for (PieceFrame& frame : frames)
        frame.setNormal();
    forEach([&](std::size_t f, PieceFrame& frame) { frame.addPlace(wing[f].half, faces.centroid[f]); });
    for (PieceFrame& frame : frames)
        frame.setAxes();
    return frames;
}

/// The faces of each cell: those whose numbers, rounded to steps, are equal. So neither the order of the faces nor the
/// sign of a direction counts, and the cells of a symmetric mesh are symmetric.
std::vector<std::vector<int>> sortIntoCells(const MeshFaces& faces, const std::vector<int>& pieceOf,
                                            const std::vector<WingFace>& wing, std::vector<PieceFrame> frames) {
    double area = 0.0;
    for (double part : faces.area)
        area += part;
    const double width = kCellWidth * std::sqrt(area);
    std::map<std::pair<int, PieceFrame::Key>, std::size_t> places;
    std::vector<std::vector<int>> cells;
    for (std::size_t f = 0; f < wing.size(); ++f) {
        if (!wing[f].lifts) continue;
        PieceFrame& frame = frames[static_cast<std::size_t>(pieceOf[f])];
        if (frame.along().isZero()) frame.setAlong(wing[f].isAnnular ? wing[f].m : wing[f].form.chord.along);
        const auto [place, isNew] =
            places.try_emplace({pieceOf[f], frame.keyOf(wing[f], faces.centroid[f], width)}, cells.size());
        if (isNew) cells.emplace_back();
        cells[place->second].push_back(static_cast<int>(f));
    }
    return cells;
}

/// The means over the faces of a cell.
class CellMean {
  public:
    CellMean(const MeshFaces& faces, const PressureWeights& weights) : m_faces(faces), m_weights(weights) {}

    void add(int f, WingFace face) {
        const std::size_t i = static_cast<std::size_t>(f);
        if (half > 0.0 && face.alongC.chord.dot(chord) < 0.0) turnAround(face);
        const double g = face.half, lee = m_weights.of[PressureWeights::LeeFlat][i];
        half += g;
        flatness += g * face.flatness;
        onChord += g * face.alongC.onChord;
        point += g * m_faces.centroid[i];
        normal += g * face.normal;
        chord += g * face.alongC.chord;
        span += g * face.alongS.chord;
        wake += (g + lee) * face.wake;
        leeFlat += lee;
        const double values[] = {face.alongC.curving,
                                 face.alongS.curving,
                                 face.bend,
                                 2.0 * face.form.chord.behind * face.alongC.half,
                                 2.0 * face.form.span.behind * face.alongS.half,
                                 face.sheet,
                                 face.form.chord.slope,
                                 face.form.span.slope,
                                 face.form.chord.suction,
                                 face.form.span.suction,
                                 face.form.chord.side,
                                 face.form.span.side,
                                 face.form.chord.aspect,
                                 face.form.span.aspect,
                                 0.5 * (face.alongC.roundAhead + face.alongC.roundBehind),
                                 0.5 * (face.alongC.roundAhead - face.alongC.roundBehind),
                                 0.5 * (face.alongS.roundAhead + face.alongS.roundBehind),
                                 0.5 * (face.alongS.roundAhead - face.alongS.roundBehind),
                                 m_weights.of[PressureWeights::Reach][i]};
        for (std::size_t k = 0; k < kRowsOfMeans.size(); ++k)
            means[k] += g * values[k];
    }

    /// \param firstFace, piece of WingCells::Place
    WingCells::Place place(int firstFace, int piece) const {
        return {firstFace, piece, flatness / half, onChord / half};
    }

    void writeTo(WingCells& cells, int cell) const {
        const auto set = [&](int row, double value) {
            cells.of[static_cast<std::size_t>(row)][static_cast<std::size_t>(cell)] = value;
        };
        const auto setVector = [&](int row, const Vector3& v) {
            for (int k = 0; k < 3; ++k)
                set(row + k, v[k]);
        };
        setVector(WingCells::PointX, point / half);
        setVector(WingCells::NormalX, normal / half);
        setVector(WingCells::ChordX, chord.normalized());
        setVector(WingCells::SpanX, span.normalized());
        setVector(WingCells::WakeX, wake.normalized());
        set(WingCells::Half, half);
        set(WingCells::LeeFlat, leeFlat);
        for (std::size_t k = 0; k < kRowsOfMeans.size(); ++k)
            set(kRowsOfMeans[k], means[k] / half);
    }

  private:
    static constexpr std::array<int, 19> kRowsOfMeans = {
        WingCells::CurvingC, WingCells::CurvingS, WingCells::BendS,   WingCells::BehindC,  WingCells::BehindS,
        WingCells::Sheet,    WingCells::SlopeC,   WingCells::SlopeS,  WingCells::SuctionC, WingCells::SuctionS,
        WingCells::SideC,    WingCells::SideS,    WingCells::AspectC, WingCells::AspectS,  WingCells::RoundC,
        WingCells::TiltC,    WingCells::RoundS,   WingCells::TiltS,   WingCells::Reach};

    /// Reverses both directions; the curvature of a line does not depend on its direction.
    static void turnAround(WingFace& face) {
        for (MeanLine* line : {&face.alongC, &face.alongS}) {
            line->chord = -line->chord;
            line->onChord = -line->onChord;
            std::swap(line->roundAhead, line->roundBehind);
        }
        face.bend = -face.bend;
    }

    const MeshFaces& m_faces;
    const PressureWeights& m_weights;
    double half = 0.0, leeFlat = 0.0, flatness = 0.0, onChord = 0.0;
    Vector3 point = Vector3::Zero(), normal = Vector3::Zero(), chord = Vector3::Zero(), span = Vector3::Zero(),
            wake = Vector3::Zero();
    std::array<double, 19> means{};
};

/// Corrects a face of a flying disc, whose sections are measured, and its pressure. The faces of its rim lift too.
void joinDisc(const FlyingDisc& disc, int f, const Vector3& normal, WingFace& face, PressureWeights& weights) {
    const double open = disc.open(normal, face);
    for (const int row : {PressureWeights::Front, PressureWeights::Hollow, PressureWeights::LeeFlat})
        weights.of[static_cast<std::size_t>(row)][static_cast<std::size_t>(f)] *= open;
    if (face.lifts) disc.join(normal, face);
}

/// The sheet force of a face whose section is no lifting one: stalled from the start.
void setStalled(int f, const WingFace& face, PressureWeights& weights) {
    const std::size_t i = static_cast<std::size_t>(f);
    const double lift = face.half * face.sheet;
    const auto stalled = [](const LiftingDirection& flow) { return 0.5 * std::min(flow.slope, 0.5 * kPi); };
    const double across = stalled(face.form.span), along = stalled(face.form.chord);
    weights.of[PressureWeights::Sheet][i] = lift * std::min(across, along);
    const Vector3& more = along > across ? face.form.chord.along : face.form.span.along;
    weights.setVector(PressureWeights::ChordX, f, std::sqrt(lift * std::abs(along - across)) * more);
}

void leaveLoop(int f, PressureWeights& weights) {
    const std::size_t i = static_cast<std::size_t>(f);
    weights.of[PressureWeights::Sheet][i] = weights.of[PressureWeights::LeeFlat][i] = 0.0;
    weights.setVector(PressureWeights::ChordX, f, Vector3::Zero());
}

/// The cells of these faces.
WingCells laidOut(const MeshFaces& faces, const std::vector<int>& pieceOf, const std::vector<WingFace>& of,
                  const std::vector<std::vector<int>>& sorted, const PressureWeights& weights) {
    WingCells cells;
    cells.count = static_cast<int>(sorted.size());
    for (std::vector<double>& row : cells.of)
        row.assign(static_cast<std::size_t>(paddedSize(cells.count)), 0.0);
    std::map<int, int> pieces;
    for (int c = 0; c < cells.count; ++c) {
        const std::vector<int>& members = sorted[static_cast<std::size_t>(c)];
        const int firstFace = static_cast<int>(cells.faces.size());
        CellMean mean(faces, weights);
        for (int f : members) {
            mean.add(f, of[static_cast<std::size_t>(f)]);
            cells.faces.push_back(f);
            cells.faceShare.push_back(of[static_cast<std::size_t>(f)].half);
        }
        const auto piece =
            pieces.try_emplace(pieceOf[static_cast<std::size_t>(members.front())], static_cast<int>(pieces.size()))
                .first;
        cells.places.push_back(mean.place(firstFace, piece->second));
        mean.writeTo(cells, c);
    }
    cells.pieces = static_cast<int>(pieces.size());
    cells.places.push_back({static_cast<int>(cells.faces.size()), 0, 0.0, 0.0});
    return cells;
}

} // namespace

void addWings(const TriangleMesh& mesh, const SurfaceShape& shape, PressureWeights& weights) {
    const MeshFaces faces(mesh);
    const MeshAdjacency adjacency(mesh);
    Planforms planforms(faces, adjacency, shape);
    std::vector<WingFace> of(faces.area.size());
    const RevolvedBody body(mesh, shape.feltRotations, volumeCentroid(mesh));
    const AnnularWing ring(faces, shape, body);
    const FlyingDisc disc(faces, adjacency, body);
#pragma omp parallel for schedule(dynamic, 16)
    for (int f = 0; f < faces.count(); ++f) {
        WingFace& face = of[f];
        face.m = shape.meanNormal[f];
        face.sheet = sheetShare(shape, static_cast<std::size_t>(f));
        const double inRing = ring.share(face.m);
        face.isAnnular = inRing > 0.0 && ring.measure(adjacency, f, kHighest, face);
        face.half = 0.5 * faces.area[f] * std::max(faces.normal[f].dot(face.m), 0.0) *
                    (face.isAnnular ? inRing : shape.flatness[f]);
        if (!face.isAnnular) face.flatness = shape.flatness[f];
        face.lifts = (face.sheet > kLeastSheet || disc.share() > 0.0) && face.half > kLeastHalf * faces.area[f];
    }
    std::vector<PieceFrame> frames = framesOf(faces, shape.piece, of);
    for (int f = 0; f < faces.count(); ++f)
        if (of[f].lifts && !of[f].isAnnular)
            planforms.ask(f, frames[static_cast<std::size_t>(shape.piece[f])].middle());
    planforms.find();
#pragma omp parallel for schedule(dynamic, 16)
    for (int f = 0; f < faces.count(); ++f) {
        WingFace& face = of[f];
        if (!face.lifts) continue;
        face.wake = weights.of[PressureWeights::WakeMean][f] * face.m +
                    weights.of[PressureWeights::WakeNormal][f] * faces.normal[f];
        if (face.isAnnular) continue;
        face.form = planforms.of(f);
        face.lifts = measureSections(faces, adjacency, f, shape.aspectRatio[f], disc.share(), face);
        if (disc.share() > 0.0) joinDisc(disc, f, faces.normal[f], face, weights);
        if (!face.lifts) setStalled(f, face, weights);
        face.lifts &= face.sheet > kLeastSheet && face.half > kLeastHalf * faces.area[f];
    }
    const std::vector<std::vector<int>> sorted = sortIntoCells(faces, shape.piece, of, std::move(frames));
    weights.wings = laidOut(faces, shape.piece, of, sorted, weights);
    for (int f : weights.wings.faces)
        leaveLoop(f, weights);
}

void takeWings(const TriangleMesh& fullMesh, const PressureWeights& full, const std::vector<int>& nearest,
               const TriangleMesh& mesh, PressureWeights& weights) {
    weights.wings = full.wings;
    std::vector<char> isInCell(nearest.size(), 0);
    for (int& f : weights.wings.faces) {
        isInCell[static_cast<std::size_t>(f)] = 1;
        f = nearest[static_cast<std::size_t>(f)];
    }
    const std::size_t count = static_cast<std::size_t>(mesh.faceCount());
    std::vector<double> area(count, 0.0), inCells(count, 0.0), sheet(count, 0.0), more(count, 0.0);
    std::vector<Vector3> chord(count, Vector3::Zero());
    for (std::size_t f = 0; f < nearest.size(); ++f) {
        const std::size_t to = static_cast<std::size_t>(nearest[f]);
        const double part = fullMesh.areaVector(static_cast<int>(f)).norm();
        area[to] += part;
        if (isInCell[f]) inCells[to] += part;
        sheet[to] += full.of[PressureWeights::Sheet][f];
        const Vector3 along = full.vector(PressureWeights::ChordX, static_cast<int>(f));
        chord[to] += (chord[to].dot(along) < 0.0 ? -1.0 : 1.0) * along.norm() * along;
        more[to] += along.squaredNorm();
    }
    for (std::size_t c = 0; c < count; ++c) {
        if (!(area[c] > 0.0)) continue;
        weights.of[PressureWeights::LeeFlat][c] *= 1.0 - inCells[c] / area[c];
        weights.of[PressureWeights::Sheet][c] = sheet[c];
        weights.setVector(PressureWeights::ChordX, static_cast<int>(c), std::sqrt(more[c]) * chord[c].normalized());
    }
}

} // namespace ambient
