// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/FluidGrid.h"

#include "AmbientFluidGrid/GridBlob.h"
#include "AmbientFluidGrid/GridBorders.h"
#include "AmbientFluidGrid/GridInterpolation.h"
#include "AmbientFluidGrid/GridProjection.h"
#include "AmbientFluidGrid/SurfaceFlow.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ambient {
namespace {

constexpr std::size_t kHeader = 9; ///< numbers of a state before the fields

/// Moves the numbers of a field by whole cells; those that come from outside get `fill`.
/// \param faces axis of a component of the velocity, which has one more number along it; -1: numbers of cells
void shiftField(const GridLayout& layout, const std::array<int, 3>& by, int faces, double fill, GridField& field,
                GridField& buffer) {
    buffer = field;
    const auto comesFromInside = [&](int axis, int i) {
        const int from = i + by[std::size_t(axis)];
        return from >= 0 && from < layout.cells[std::size_t(axis)] + (axis == faces ? 1 : 0);
    };
    for (int k = 0; k <= layout.cells[2]; ++k)
        for (int j = 0; j <= layout.cells[1]; ++j)
            for (int i = 0; i <= layout.cells[0]; ++i) {
                const bool inside = comesFromInside(0, i) && comesFromInside(1, j) && comesFromInside(2, k);
                field[std::size_t(layout.index(i, j, k))] =
                    inside ? buffer[std::size_t(layout.index(i + by[0], j + by[1], k + by[2]))] : fill;
            }
}

/// Calls function(i, j, k) for all faces of a component that the flow decides.
template <class Function>
void forEachFreeFace(const FluidGridDef& def, int component, const Function& function) {
    const FaceRange x = freeFaces(def, component, 0), y = freeFaces(def, component, 1),
                    z = freeFaces(def, component, 2);
    for (int k = z.first; k <= z.last; ++k)
        for (int j = y.first; j <= y.last; ++j)
            for (int i = x.first; i <= x.last; ++i)
                function(i, j, k);
}

/// Share of the water around a face; 1 without a surface.
double waterShare(const SurfaceFlow* flow, int component, std::size_t face) {
    return flow ? flow->waterShare(component, face) : 1.0;
}

} // namespace

void FluidGrid::shift(const std::array<int, 3>& cells) {
    if (m_flow) throw std::invalid_argument("FluidGrid::shift: a grid with a surface stays where it is");
    for (int axis = 0; axis < 3; ++axis)
        if (cells[std::size_t(axis)] != 0 && m_def.side(axis, false).kind == GridSideKind::Periodic)
            throw std::invalid_argument("FluidGrid::shift: axis " + std::to_string(axis) + " is periodic");
    for (int axis = 0; axis < 3; ++axis) {
        shiftField(m_layout, cells, axis, m_def.velocity[axis], m_velocity[std::size_t(axis)], m_flux);
        m_def.lowCorner[axis] += m_def.spacing * cells[std::size_t(axis)];
    }
    shiftField(m_layout, cells, -1, 0.0, m_pressure, m_flux);
    shiftField(m_layout, cells, -1, 0.0, m_dye, m_flux);
    fillVelocityBorders(m_def, m_layout, m_velocity);
    fillPressureBorders(m_def, m_layout, m_pressure);
    if (m_projection) m_projection->setLowCorner(m_def.lowCorner);
}

Vector3 FluidGrid::meanVelocity(const GridBlob& blob) const {
    Vector3 mean = Vector3::Zero();
    for (int axis = 0; axis < 3; ++axis) {
        const double* const u = m_velocity[std::size_t(axis)].data();
        double sum = 0.0;
        blob.forEachFace(m_layout, axis, [&sum, u](std::size_t face, double weight) { sum += weight * u[face]; });
        mean[axis] = sum;
    }
    return mean;
}

Vector3 FluidGrid::meanPressureGradient(const GridBlob& blob) const {
    const double* const p = m_pressure.data();
    Vector3 mean;
    for (int axis = 0; axis < 3; ++axis) {
        const std::size_t back = static_cast<std::size_t>(m_layout.stride[std::size_t(axis)]);
        double sum = 0.0;
        blob.forEachFace(m_layout, axis, [&sum, p, back](std::size_t face, double weight) {
            sum += weight * (p[face] - p[face - back]);
        });
        mean[axis] = m_def.density / m_def.spacing * sum;
    }
    return mean;
}

Vector3 FluidGrid::velocityAt(const Vector3& point) const {
    return interpolate(m_def, m_layout, m_velocity, point);
}

Vector3 FluidGrid::vorticity(int i, int j, int k) const {
    // Differences over two cells of velocities at the centre of cells.
    const std::ptrdiff_t cell = m_layout.index(i, j, k);
    const auto difference = [&](int component, int axis) {
        const double* const u = m_velocity[std::size_t(component)].data() + cell;
        const std::ptrdiff_t s = m_layout.stride[std::size_t(axis)], own = m_layout.stride[std::size_t(component)];
        return (u[s] + u[s + own] - u[-s] - u[-s + own]) / (4.0 * m_def.spacing);
    };
    return {difference(2, 1) - difference(1, 2), difference(0, 2) - difference(2, 0),
            difference(1, 0) - difference(0, 1)};
}

Vector3 FluidGrid::momentum() const {
    Vector3 sum = Vector3::Zero();
    for (int component = 0; component < 3; ++component) {
        double layer = 0.0;
        int of = -1;
        forEachFreeFace(m_def, component, [&](int i, int j, int k) {
            if (k != of) sum[component] += std::exchange(layer, 0.0);
            of = k;
            layer += waterShare(m_flow.get(), component, at(i, j, k)) * m_velocity[std::size_t(component)][at(i, j, k)];
        });
        sum[component] += layer;
    }
    const double volume = m_def.spacing * m_def.spacing * m_def.spacing;
    if (m_flow)
        for (const SprayDrop& drop : m_flow->surface().spray())
            sum += drop.volume / volume * drop.velocity;
    return m_def.density * volume * sum;
}

Vector3 FluidGrid::angularMomentum() const {
    Vector3 sum = Vector3::Zero();
    for (int component = 0; component < 3; ++component) {
        const Vector3 along = Vector3::Unit(component);
        forEachFreeFace(m_def, component, [&](int i, int j, int k) {
            const Vector3 point = centerOf(i, j, k) - 0.5 * m_def.spacing * along;
            sum += waterShare(m_flow.get(), component, at(i, j, k)) * m_velocity[std::size_t(component)][at(i, j, k)] *
                   point.cross(along);
        });
    }
    const double volume = m_def.spacing * m_def.spacing * m_def.spacing;
    if (m_flow)
        for (const SprayDrop& drop : m_flow->surface().spray())
            sum += drop.volume / volume * drop.position.cross(drop.velocity);
    return m_def.density * volume * sum;
}

double FluidGrid::kineticEnergy() const {
    double sum = 0.0;
    for (int component = 0; component < 3; ++component) {
        const GridField& u = m_velocity[std::size_t(component)];
        double layer = 0.0;
        int of = -1;
        forEachFreeFace(m_def, component, [&](int i, int j, int k) {
            if (k != of) sum += std::exchange(layer, 0.0);
            of = k;
            layer += waterShare(m_flow.get(), component, at(i, j, k)) * u[at(i, j, k)] * u[at(i, j, k)];
        });
        sum += layer;
    }
    const double volume = m_def.spacing * m_def.spacing * m_def.spacing;
    if (m_flow)
        for (const SprayDrop& drop : m_flow->surface().spray())
            sum += drop.volume / volume * drop.velocity.squaredNorm();
    return 0.5 * m_def.density * volume * sum;
}

double FluidGrid::largestDivergence() const {
    double most = 0.0;
    const std::size_t dy = std::size_t(m_layout.stride[1]), dz = std::size_t(m_layout.stride[2]);
    for (int k = 0; k < m_def.cells[2]; ++k)
        for (int j = 0; j < m_def.cells[1]; ++j)
            for (int i = 0; i < m_def.cells[0]; ++i) {
                const std::size_t c = at(i, j, k);
                most = std::max(most, std::abs(m_velocity[0][c + 1] - m_velocity[0][c] + m_velocity[1][c + dy] -
                                               m_velocity[1][c] + m_velocity[2][c + dz] - m_velocity[2][c]));
            }
    return most / m_def.spacing;
}

std::vector<double> FluidGrid::saveState() const {
    std::vector<double> state = {
        double(m_def.cells[0]), double(m_def.cells[1]), double(m_def.cells[2]), m_def.spacing,      m_time,
        m_hasDye ? 1.0 : 0.0,   m_def.lowCorner.x(),    m_def.lowCorner.y(),    m_def.lowCorner.z()};
    for (const GridField* field : {&m_velocity[0], &m_velocity[1], &m_velocity[2], &m_pressure, &m_dye})
        state.insert(state.end(), field->begin(), field->end());
    if (m_flow) m_flow->save(state);
    return state;
}

void FluidGrid::restoreState(const std::vector<double>& state, const Vector3& offset) {
    const std::size_t ofBox = kHeader + 5 * m_pressure.size();
    const bool isLong = m_flow ? state.size() >= ofBox && m_flow->fits(state.data() + ofBox, state.size() - ofBox)
                               : state.size() == ofBox;
    const bool fits = isLong && state[0] == m_def.cells[0] && state[1] == m_def.cells[1] &&
                      state[2] == m_def.cells[2] && state[3] == m_def.spacing;
    if (!fits) throw std::invalid_argument("FluidGrid::restoreState: the state is of another grid");
    m_time = state[4];
    m_hasDye = state[5] != 0.0;
    const Vector3 corner = Vector3(state[6], state[7], state[8]) + offset;
    m_def.lowCorner = corner;
    if (m_flow) m_flow->restore(state.data() + ofBox, corner);
    if (m_projection) m_projection->setLowCorner(m_def.lowCorner);
    auto from = state.begin() + kHeader;
    for (GridField* field : {&m_velocity[0], &m_velocity[1], &m_velocity[2], &m_pressure, &m_dye}) {
        std::copy(from, from + std::ptrdiff_t(field->size()), field->begin());
        from += std::ptrdiff_t(field->size());
    }
    for (GridField& component : m_force)
        std::fill(component.begin(), component.end(), 0.0);
}

} // namespace ambient
