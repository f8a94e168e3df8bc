// SPDX-License-Identifier: Zlib
// FluidGrid: water with a surface.
#include "AmbientFluidGrid/FluidGrid.h"
#include "AmbientFluidGrid/GridBorders.h"
#include "AmbientFluidGrid/GridFluxes.h"
#include "AmbientFluidGrid/SurfaceFlow.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr int kPartsPerRenewal = 5; ///< of the distances; each part: the entry of a body has a spike of force

/// Calls function(layer) for the faces and cells of all layers, in parallel.
template <class Function>
void forEachLayer(const FluidGridDef& def, const Function& function) {
#pragma omp parallel for schedule(static)
    for (int k = 0; k <= def.cells[2]; ++k)
        function(k);
}

/// Whether a face and those around it are whole: no body is there.
bool isFarFromBodies(const GridLayout& layout, const GridField& weights, std::ptrdiff_t face) {
    const double* const w = weights.data() + face;
    bool isFar = w[0] >= 1.0;
    for (const std::ptrdiff_t s : layout.stride)
        isFar = isFar && w[s] >= 1.0 && w[-s] >= 1.0;
    return isFar;
}

} // namespace

SurfaceFlow::SurfaceFlow(const FluidGridDef& def) : surface(def), extension(def), own(def) {
    for (GridField& change : lastChange)
        change = makeGridField(GridLayout(def.cells));
    divergence = makeGridField(GridLayout(def.cells));
    own.setSurface(&surface);
}

void SurfaceFlow::removeDivergence(double duration, GridVelocity& velocity, GridField& pressure) {
    own.project(duration, velocity, pressure);
    extension.place(surface.distance(), own.weights());
    extension.extend(velocity);
}

std::size_t SurfaceFlow::stateSize() const {
    return 4 + 4 * divergence.size();
}

void SurfaceFlow::save(std::vector<double>& state) const {
    state.insert(state.end(), {surface.volume(), surface.shift(), double(parts), double(bodies)});
    for (const GridField* field : {&surface.distance(), &lastChange[0], &lastChange[1], &lastChange[2]})
        state.insert(state.end(), field->begin(), field->end());
}

void SurfaceFlow::restore(const double* state, const Vector3& corner) {
    surface.setVolume(state[0]);
    surface.setShift(state[1]);
    parts = int(state[2]);
    bodies = int(state[3]);
    state += 4;
    for (GridField* field : {&surface.distance(), &lastChange[0], &lastChange[1], &lastChange[2]}) {
        std::copy(state, state + field->size(), field->begin());
        state += field->size();
    }
    surface.setLowCorner(corner);
    surface.update();
    own.setLowCorner(corner);
}

const GridSurface* FluidGrid::surface() const {
    return m_flow ? &m_flow->surface : nullptr;
}

void FluidGrid::setProjection(GridProjection* projection) {
    m_projection = projection || !m_flow ? projection : &m_flow->own;
    if (m_flow) m_projection->setSurface(&m_flow->surface);
}

double FluidGrid::waterShare(int component, std::size_t face) const {
    return m_flow ? m_projection->weights()[std::size_t(component)][face] *
                        m_flow->surface.faceShare(component, std::ptrdiff_t(face))
                  : 1.0;
}

double FluidGrid::waveRate() const {
    return m_flow ? std::sqrt(m_def.surface->gravity * m_flow->surface.deepestColumn()) / m_def.spacing : 0.0;
}

void FluidGrid::startSurface() {
    m_flow->surface.start(m_moved);
    m_flow->surface.setVolume(m_flow->surface.measuredVolume(m_flow->own.weights()));
    m_flow->parts = 0;
    m_flow->bodies = -1;
    for (GridField& change : m_flow->lastChange)
        std::fill(change.begin(), change.end(), 0.0);
    fillVelocityBorders(m_def, m_layout, m_velocity);
    project(1.0);
    std::fill(m_pressure.begin(), m_pressure.end(), 0.0);
}

void FluidGrid::noteBodies() {
    SurfaceFlow& flow = *m_flow;
    const int present = m_projection->presentBodies();
    if (present == flow.bodies) return;
    m_projection->extendDistance(flow.surface.distance());
    flow.surface.update();
    flow.surface.setVolume(flow.surface.measuredVolume(m_projection->weights()));
    flow.bodies = present;
    flow.extension.place(flow.surface.distance(), m_projection->weights());
}

void FluidGrid::moveSurface(double duration) {
    GridSurface& surface = m_flow->surface;
    surface.carry(duration, m_velocity, m_flux);
    m_projection->advance(duration, m_velocity);
    m_projection->fillSolids(m_velocity);
    fillVelocityBorders(m_def, m_layout, m_velocity);
    m_projection->extendDistance(surface.distance());
    surface.update();
}

void FluidGrid::advectiveRates(const GridVelocity& velocity, GridVelocity& rate) {
    // The velocity in the air has divergence, which the flux form would take for a source of momentum.
    momentumRates(m_layout, m_def.spacing, 0.0, velocity, rate, m_flux);
    const double perSpacing = 1.0 / m_def.spacing;
    const std::ptrdiff_t dy = m_layout.stride[1], dz = m_layout.stride[2];
    GridField& divergence = m_flow->divergence;
    forEachLayer(m_def, [&](int layer) {
        const double *u = velocity[0].data(), *v = velocity[1].data(), *w = velocity[2].data();
        for (int k = layer == 0 ? -1 : layer; k <= layer; ++k) // the first layer has that below it
            for (int j = -1; j <= m_def.cells[1]; ++j)
                for (std::ptrdiff_t c = m_layout.index(-1, j, k); c <= m_layout.index(m_def.cells[0], j, k); ++c)
                    divergence[std::size_t(c)] =
                        perSpacing * ((u[c + 1] - u[c]) + (v[c + dy] - v[c]) + (w[c + dz] - w[c]));
    });
    for (int component = 0; component < 3; ++component) {
        const std::size_t a = std::size_t(component);
        const std::ptrdiff_t back = m_layout.stride[a];
        const GridField& weights = m_projection->weights()[a];
        forEachLayer(m_def, [&](int k) {
            for (int j = 0; j <= m_def.cells[1]; ++j)
                for (std::ptrdiff_t f = m_layout.index(0, j, k); f <= m_layout.index(m_def.cells[0], j, k); ++f)
                    if (isFarFromBodies(m_layout, weights, f))
                        rate[a][std::size_t(f)] += velocity[a][std::size_t(f)] * 0.5 *
                                                   (divergence[std::size_t(f)] + divergence[std::size_t(f - back)]);
        });
    }
}

void FluidGrid::surfaceSubstep(double duration) {
    SurfaceFlow& flow = *m_flow;
    if (m_hasDye) {
        fillScalarBorders(m_def, m_layout, m_velocity, m_dye);
        scalarRate(m_layout, m_def.spacing, m_velocity, m_dye, m_dyeRate, m_flux);
    }
    moveSurface(0.5 * duration);
    const auto forEachNumber = [&](const auto& function) {
        for (std::size_t a = 0; a < 3; ++a)
            forEachLayer(m_def, [&](int k) {
                for (std::ptrdiff_t f = m_layout.index(0, 0, k); f < m_layout.index(0, m_def.cells[1] + 1, k); ++f)
                    function(a, std::size_t(f));
            });
    };
    advectiveRates(m_velocity, m_rate);
    forEachNumber([&](std::size_t a, std::size_t f) {
        m_stage[a][f] = m_velocity[a][f] + duration * (m_rate[a][f] + m_force[a][f] + flow.lastChange[a][f]);
    });
    m_projection->fillSolids(m_stage);
    fillVelocityBorders(m_def, m_layout, m_stage);
    advectiveRates(m_stage, m_secondRate);
    forEachNumber([&](std::size_t a, std::size_t f) {
        m_stage[a][f] = duration * (0.5 * (m_rate[a][f] + m_secondRate[a][f]) + m_force[a][f]);
        m_velocity[a][f] += m_stage[a][f];
    });
    m_projection->absorb(m_stage);
    forEachNumber([&](std::size_t a, std::size_t f) {
        m_stage[a][f] = m_velocity[a][f];
        if (a == 2) m_velocity[a][f] -= duration * m_def.surface->gravity;
    });
    fillVelocityBorders(m_def, m_layout, m_velocity);
    m_projection->diffuse(duration, m_pressure, m_velocity);
    m_projection->project(duration, m_velocity, m_pressure);
    fillPressureBorders(m_def, m_layout, m_pressure);
    forEachNumber(
        [&](std::size_t a, std::size_t f) { flow.lastChange[a][f] = (m_velocity[a][f] - m_stage[a][f]) / duration; });
    flow.extension.place(flow.surface.distance(), m_projection->weights());
    flow.extension.extend(m_velocity);
    flow.extension.extend(flow.lastChange);
    m_projection->fillSolids(m_velocity);
    fillVelocityBorders(m_def, m_layout, m_velocity);
    moveSurface(0.5 * duration);
    if (++flow.parts >= kPartsPerRenewal) {
        flow.parts = 0;
        flow.surface.renewDistance();
    }
    flow.surface.setVolume(flow.surface.volume() - duration * flow.surface.outflow(m_velocity[2]));
    flow.surface.correctVolume(m_projection->weights());
    if (m_hasDye) carryDye(duration);
}

} // namespace ambient
