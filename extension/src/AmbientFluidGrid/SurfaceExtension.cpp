// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/SurfaceExtension.h"

#include "AmbientFluidGrid/CoveredFace.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr int kLayers = 4;
constexpr int kLinearLayers = 3;
constexpr double kKnownShare = 0.4; ///< of the weight that known neighbours must hold

double smaller(double a, double b) {
    if (a * b <= 0.0) return 0.0;
    return std::abs(a) < std::abs(b) ? a : b;
}

/// Whether the velocity of a face is that of the water. A face at the surface that a body covers for the most part has
/// hardly any flow, so that nothing holds its velocity: with little water in the cell below, the pressure drives it to
/// many times that of the water around it.
bool isFlowing(double weight, bool isWater, bool isWaterBehind) {
    constexpr double kLeastShare = 0.5; // of a face at the surface outside bodies
    return isWater && isWaterBehind ? true : (isWater || isWaterBehind) && weight >= kLeastShare;
}

/// Distance of the surface from the middle of a face.
double faceDistance(const GridLayout& layout, const GridField& distance, int component, std::ptrdiff_t face) {
    return 0.5 * (distance[std::size_t(face)] + distance[std::size_t(face - layout.stride[std::size_t(component)])]);
}

} // namespace

SurfaceExtension::SurfaceExtension(const FluidGridDef& def) : m_def(def), m_layout(def.cells) {
    for (std::vector<char>& layers : m_layers)
        layers.assign(m_layout.size() + GridLayout::kTail, kGiven);
}

std::ptrdiff_t SurfaceExtension::neighbour(int component, std::ptrdiff_t face, const std::array<int, 3>& index,
                                           int axis, int by) const {
    const FaceRange range = freeFaces(m_def, component, axis);
    const int at = index[std::size_t(axis)] + by, count = m_def.cells[std::size_t(axis)];
    const std::ptrdiff_t stride = m_layout.stride[std::size_t(axis)];
    if (at >= range.first && at <= range.last) return face + by * stride;
    if (m_def.side(axis, false).kind != GridSideKind::Periodic) return -1;
    return face + (by + (at < range.first ? count : -count)) * stride;
}

void SurfaceExtension::classify(int component, const GridField& distance, const GridField& weights) {
    std::vector<char>& layers = m_layers[std::size_t(component)];
    const std::ptrdiff_t back = m_layout.stride[std::size_t(component)];
    const FaceRange x = freeFaces(m_def, component, 0), y = freeFaces(m_def, component, 1),
                    z = freeFaces(m_def, component, 2);
    const double reach = (kLayers + 1.5) * m_def.spacing;
    m_candidates.clear();
    m_beyond[std::size_t(component)].clear();
    for (int k = z.first; k <= z.last; ++k)
        for (int j = y.first; j <= y.last; ++j)
            for (int i = x.first; i <= x.last; ++i) {
                const std::ptrdiff_t face = m_layout.index(i, j, k);
                char& layer = layers[std::size_t(face)];
                if (!(weights[std::size_t(face)] > 0.0)) {
                    layer = kGiven;
                } else if (isFlowing(weights[std::size_t(face)], distance[std::size_t(face)] < 0.0,
                                     distance[std::size_t(face - back)] < 0.0)) {
                    layer = kWater;
                } else {
                    layer = kUnknown;
                    if (faceDistance(m_layout, distance, component, face) < reach)
                        m_candidates.push_back({face, {i, j, k}});
                    else
                        m_beyond[std::size_t(component)].push_back(face);
                }
            }
    reserveAhead(m_candidates);
    reserveAhead(m_beyond[std::size_t(component)]);
}

bool SurfaceExtension::isAtBody(int component, const Candidate& face, const GridField& weights) const {
    bool isCut = weights[std::size_t(face.face)] < 1.0;
    for (int side = 0; side < 6 && !isCut; ++side) {
        const std::ptrdiff_t other = neighbour(component, face.face, face.index, side / 2, side % 2 == 0 ? -1 : 1);
        isCut = other >= 0 && weights[std::size_t(other)] < 1.0;
    }
    return isCut;
}

bool SurfaceExtension::addMean(int component, const Candidate& face) {
    std::vector<Source>& sources = m_sources[std::size_t(component)];
    const std::size_t first = sources.size();
    for (int side = 0; side < 6; ++side) {
        const std::ptrdiff_t other = neighbour(component, face.face, face.index, side / 2, side % 2 == 0 ? -1 : 1);
        if (other >= 0 && m_layers[std::size_t(component)][std::size_t(other)] >= kWater)
            sources.push_back({other, other, other, 1.0});
    }
    for (std::size_t n = first; n < sources.size(); ++n)
        sources[n].weight = 1.0 / double(sources.size() - first);
    return sources.size() > first;
}

bool SurfaceExtension::addSources(int component, const Candidate& face, bool isLinear, const GridField& distance,
                                  const GridField& weights) {
    if (isAtBody(component, face, weights)) return addMean(component, face);
    const std::vector<char>& layers = m_layers[std::size_t(component)];
    std::vector<Source>& sources = m_sources[std::size_t(component)];
    const std::size_t first = sources.size();
    const double here = faceDistance(m_layout, distance, component, face.face);
    double all = 0.0, known = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        std::ptrdiff_t nearest = -1;
        int by = 0;
        double least = here;
        for (const int sign : {-1, 1}) {
            const std::ptrdiff_t other = neighbour(component, face.face, face.index, axis, sign);
            if (other < 0 || layers[std::size_t(other)] == kGiven) continue;
            const double there = faceDistance(m_layout, distance, component, other);
            if (!(there < least)) continue;
            least = there;
            nearest = other;
            by = sign;
        }
        if (nearest < 0) continue;
        const double weight = (here - least) * (here - least);
        all += weight;
        if (layers[std::size_t(nearest)] < kWater) continue;
        known += weight;
        Source source{nearest, nearest, nearest, weight};
        const std::ptrdiff_t next = neighbour(component, face.face, face.index, axis, 2 * by);
        const std::ptrdiff_t last = neighbour(component, face.face, face.index, axis, 3 * by);
        const auto isKnown = [&](std::ptrdiff_t at) { return at >= 0 && layers[std::size_t(at)] >= kWater; };
        if (isLinear && isKnown(next) && isKnown(last)) {
            source.next = next;
            source.last = last;
        }
        sources.push_back(source);
    }
    if (!(known > 0.0 && known >= kKnownShare * all)) {
        sources.resize(first);
        return false;
    }
    for (std::size_t n = first; n < sources.size(); ++n)
        sources[n].weight /= known;
    return true;
}

void SurfaceExtension::place(const GridField& distance, const GridVelocity& weights) {
    for (int component = 0; component < 3; ++component) {
        const std::size_t c = std::size_t(component);
        classify(component, distance, weights[c]);
        m_targets[c].clear();
        m_sources[c].clear();
        for (int layer = 1; layer <= kLayers; ++layer) {
            m_reached.clear();
            std::size_t kept = 0;
            for (std::size_t n = 0; n < m_candidates.size(); ++n) {
                const Candidate face = m_candidates[n];
                if (addSources(component, face, layer <= kLinearLayers, distance, weights[c])) {
                    m_targets[c].push_back({face.face, m_sources[c].size()});
                    m_reached.push_back(face.face);
                } else {
                    m_candidates[kept++] = face;
                }
            }
            m_candidates.resize(kept);
            for (const std::ptrdiff_t face : m_reached)
                m_layers[c][std::size_t(face)] = char(kWater + layer);
        }
        for (const Candidate& face : m_candidates)
            m_beyond[c].push_back(face.face);
        reserveAhead(m_targets[c]);
        reserveAhead(m_sources[c]);
    }
    reserveAhead(m_reached);
}

void SurfaceExtension::extend(GridVelocity& velocity) const {
    for (std::size_t c = 0; c < 3; ++c) {
        double* const u = velocity[c].data();
        std::size_t n = 0;
        for (const Target& target : m_targets[c]) {
            double sum = 0.0;
            for (; n < target.end; ++n) {
                const Source& from = m_sources[c][n];
                const double near = u[from.near];
                sum += from.weight * (near + smaller(near - u[from.next], 2.0 * (u[from.next] - u[from.last])));
            }
            u[target.face] = sum;
        }
        for (const std::ptrdiff_t face : m_beyond[c])
            u[face] = 0.0;
    }
}

} // namespace ambient
