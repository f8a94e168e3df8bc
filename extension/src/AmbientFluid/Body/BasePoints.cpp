// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/BasePoints.h"

#include <algorithm>
#include <utility>

namespace ambient {
namespace {

/// Part of the surface below which a base is left out.
constexpr double kLeastBase = 1e-4;

/// The sums of a base over its faces.
struct BaseSum {
    Vector3 areas = Vector3::Zero(), moment = Vector3::Zero();
    double share = 0.0;

    void add(double faceShare, const Vector3& normal, const Vector3& centroid) {
        areas += faceShare * normal;
        moment += faceShare * centroid;
        share += faceShare;
    }
    void placeIn(BasePoint& base) const {
        base.area = areas.norm();
        base.normal = areas / std::max(base.area, 1e-300);
        base.position = moment / std::max(share, 1e-300);
    }
};

/// Lists the faces of each base that have a share in it.
void listFaces(const std::vector<int>& piece, PressureWeights& weights) {
    const std::vector<double>& share = weights.of[PressureWeights::Base];
    const auto baseOf = [&](std::size_t face) { // the bases are in the order of their pieces
        const auto found = std::lower_bound(weights.bases.begin(), weights.bases.end(), piece[face],
                                            [](const BasePoint& base, int of) { return base.piece < of; });
        return share[face] > 0.0 && found != weights.bases.end() && found->piece == piece[face] ? &*found : nullptr;
    };
    for (BasePoint& base : weights.bases)
        base.faceCount = 0;
    for (std::size_t f = 0; f < piece.size(); ++f)
        if (BasePoint* base = baseOf(f)) ++base->faceCount;
    int first = 0;
    for (BasePoint& base : weights.bases) {
        base.firstFace = first;
        first += std::exchange(base.faceCount, 0);
    }
    weights.baseFaces.resize(static_cast<std::size_t>(first));
    for (std::size_t f = 0; f < piece.size(); ++f)
        if (BasePoint* base = baseOf(f))
            weights.baseFaces[static_cast<std::size_t>(base->firstFace + base->faceCount++)] = static_cast<int>(f);
}

} // namespace

void addBases(const TriangleMesh& mesh, const std::vector<int>& piece, PressureWeights& weights) {
    // Pieces of a reduction have the numbers of its full model.
    std::vector<BaseSum> sums(
        piece.empty() ? 0 : 1 + static_cast<std::size_t>(*std::max_element(piece.begin(), piece.end())));
    double whole = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        const Vector3 areaVector = mesh.areaVector(f);
        const double area = areaVector.norm();
        whole += area;
        sums[static_cast<std::size_t>(piece[i])].add(weights.of[PressureWeights::Base][i], areaVector / area,
                                                     mesh.faceCentroid(f));
    }
    weights.bases.clear();
    for (std::size_t p = 0; p < sums.size(); ++p) {
        if (sums[p].areas.norm() < kLeastBase * whole) continue;
        BasePoint base;
        base.piece = static_cast<int>(p);
        sums[p].placeIn(base);
        weights.bases.push_back(base);
    }
    listFaces(piece, weights);
}

void takeBases(const PressureWeights& full, const std::vector<int>& piece, PressureWeights& weights) {
    weights.bases = full.bases;
    listFaces(piece, weights);
}

void moveBases(const Faces& faces, const double* share, PressureWeights& weights) {
    for (BasePoint& base : weights.bases) {
        BaseSum sum;
        for (int i = base.firstFace; i < base.firstFace + base.faceCount; ++i) {
            const int f = weights.baseFaces[static_cast<std::size_t>(i)];
            sum.add(share[f], faces.normal(f), faces.centroid(f));
        }
        sum.placeIn(base);
    }
}

} // namespace ambient
