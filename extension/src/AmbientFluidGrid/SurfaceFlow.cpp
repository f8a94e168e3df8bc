// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/SurfaceFlow.h"

#include "AmbientFluidGrid/GridBorders.h"
#include "AmbientFluidGrid/GridFluxes.h"
#include "AmbientFluidGrid/GridLoop.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr int kPartsPerRenewal = 5; ///< of the distances; each part: the entry of a body has a spike of force

/// Calls function(component, place) for the numbers of a velocity on all faces, in parallel.
template <class Function>
void forEachNumber(const FluidGridDef& def, const GridLayout& layout, const Function& function) {
    for (std::size_t a = 0; a < 3; ++a)
        inParallel(def.cells[2] + 1, [&](int k) {
            for (std::ptrdiff_t f = layout.index(0, 0, k); f < layout.index(0, def.cells[1] + 1, k); ++f)
                function(a, std::size_t(f));
        });
}

} // namespace

SurfaceFlow::SurfaceFlow(const FluidGridDef& def)
    : m_def(def), m_layout(def.cells), m_surface(def), m_extension(def), m_own(def) {
    for (GridField& change : m_lastChange)
        change = makeGridField(m_layout);
    m_divergence = makeGridField(m_layout);
    m_own.setSurface(&m_surface);
    if (def.surface->hasSpray) m_spray = std::make_unique<SurfaceSpray>(def, m_surface);
}

void SurfaceFlow::setProjection(GridProjection* projection) {
    m_projection = projection ? projection : &m_own;
    m_projection->setSurface(&m_surface);
}

double SurfaceFlow::waterShare(int component, std::size_t face) const {
    return m_projection->weights()[std::size_t(component)][face] * m_surface.faceShare(component, std::ptrdiff_t(face));
}

double SurfaceFlow::waveRate() const {
    return std::sqrt(m_def.surface->gravity * m_surface.deepestColumn()) / m_def.spacing;
}

void SurfaceFlow::start() {
    m_surface.start();
    m_surface.setVolume(m_surface.measuredVolume(m_own.weights()));
    m_parts = 0;
    m_bodies = -1;
    for (GridField& change : m_lastChange)
        std::fill(change.begin(), change.end(), 0.0);
}

void SurfaceFlow::removeDivergence(double duration, GridVelocity& velocity, GridField& pressure) {
    m_own.project(duration, velocity, pressure);
    m_extension.place(m_surface.distance(), m_own.weights());
    m_extension.extend(velocity);
}

void SurfaceFlow::save(std::vector<double>& state) const {
    state.insert(state.end(), {m_surface.volume(), m_surface.shift(), double(m_parts), double(m_bodies)});
    for (const GridField* field : {&m_surface.distance(), &m_lastChange[0], &m_lastChange[1], &m_lastChange[2]})
        state.insert(state.end(), field->begin(), field->end());
    if (m_spray) m_spray->save(state);
}

bool SurfaceFlow::fits(const double* state, std::size_t count) const {
    const std::size_t ofFields = 4 + 4 * m_divergence.size();
    if (!m_spray || count < ofFields) return count == ofFields;
    return SurfaceSpray::fits(state + ofFields, count - ofFields);
}

void SurfaceFlow::restore(const double* state, const Vector3& corner) {
    m_surface.setVolume(state[0]);
    m_surface.setShift(state[1]);
    m_parts = int(std::clamp(state[2], 0.0, double(kPartsPerRenewal)));
    m_bodies = int(std::clamp(state[3], -1.0, 1e9));
    state += 4;
    for (GridField* field : {&m_surface.distance(), &m_lastChange[0], &m_lastChange[1], &m_lastChange[2]}) {
        std::copy(state, state + field->size(), field->begin());
        state += field->size();
    }
    m_surface.setLowCorner(corner);
    if (m_spray) m_spray->restore(state, corner);
    m_surface.update();
    m_own.setLowCorner(corner);
}

void SurfaceFlow::noteBodies() {
    const int present = m_projection->extendDistance(m_surface.distance());
    if (present == m_bodies) return;
    m_surface.update();
    m_surface.setVolume(m_surface.measuredVolume(m_projection->weights()));
    m_bodies = present;
}

void SurfaceFlow::move(double duration, const Fields& fields) {
    m_surface.carry(duration, fields.velocity, fields.flux);
    m_projection->advance(duration, fields.velocity);
    m_projection->fillSolids(fields.velocity);
    fillVelocityBorders(m_def, m_layout, fields.velocity);
    m_projection->extendDistance(m_surface.distance());
    m_surface.update();
}

void SurfaceFlow::findRates(const GridVelocity& velocity, GridVelocity& rate, GridField& flux) {
    // The velocity in the air and in faces that bodies cover in part has divergence, which the flux form would take for
    // a source of momentum: water that falls onto a body would gather speed without end.
    momentumRates(m_layout, m_def.spacing, 0.0, velocity, rate, flux);
    const double perSpacing = 1.0 / m_def.spacing;
    const std::ptrdiff_t dy = m_layout.stride[1], dz = m_layout.stride[2];
    inParallel(m_def.cells[2] + 1, [&](int layer) {
        const double *u = velocity[0].data(), *v = velocity[1].data(), *w = velocity[2].data();
        for (int k = layer == 0 ? -1 : layer; k <= layer; ++k) // the first layer has that below it
            for (int j = -1; j <= m_def.cells[1]; ++j)
                for (std::ptrdiff_t c = m_layout.index(-1, j, k); c <= m_layout.index(m_def.cells[0], j, k); ++c)
                    m_divergence[std::size_t(c)] =
                        perSpacing * ((u[c + 1] - u[c]) + (v[c + dy] - v[c]) + (w[c + dz] - w[c]));
    });
    for (int component = 0; component < 3; ++component) {
        const std::size_t a = std::size_t(component);
        const std::ptrdiff_t back = m_layout.stride[a];
        inParallel(m_def.cells[2] + 1, [&](int k) {
            for (int j = 0; j <= m_def.cells[1]; ++j)
                for (std::ptrdiff_t f = m_layout.index(0, j, k); f <= m_layout.index(m_def.cells[0], j, k); ++f)
                    rate[a][std::size_t(f)] += velocity[a][std::size_t(f)] * 0.5 *
                                               (m_divergence[std::size_t(f)] + m_divergence[std::size_t(f - back)]);
        });
    }
}

void SurfaceFlow::advance(double duration, const Fields& fields) {
    move(0.5 * duration, fields);
    findRates(fields.velocity, fields.rate, fields.flux);
    forEachNumber(m_def, m_layout, [duration, &fields, this](std::size_t a, std::size_t f) {
        fields.stage[a][f] =
            fields.velocity[a][f] + duration * (fields.rate[a][f] + fields.force[a][f] + m_lastChange[a][f]);
    });
    m_projection->fillSolids(fields.stage);
    fillVelocityBorders(m_def, m_layout, fields.stage);
    findRates(fields.stage, fields.secondRate, fields.flux);
    forEachNumber(m_def, m_layout, [duration, &fields](std::size_t a, std::size_t f) {
        fields.stage[a][f] = duration * (0.5 * (fields.rate[a][f] + fields.secondRate[a][f]) + fields.force[a][f]);
        fields.velocity[a][f] += fields.stage[a][f];
    });
    m_projection->absorb(fields.stage);
    if (m_spray) m_spray->fly(duration, m_projection->weights(), fields.velocity);
    forEachNumber(m_def, m_layout, [duration, &fields, this](std::size_t a, std::size_t f) {
        fields.stage[a][f] = fields.velocity[a][f];
        if (a == 2) fields.velocity[a][f] -= duration * m_def.surface->gravity;
    });
    fillVelocityBorders(m_def, m_layout, fields.velocity);
    m_projection->diffuse(duration, fields.pressure, fields.velocity);
    m_projection->project(duration, fields.velocity, fields.pressure);
    fillPressureBorders(m_def, m_layout, fields.pressure);
    forEachNumber(m_def, m_layout, [duration, &fields, this](std::size_t a, std::size_t f) {
        m_lastChange[a][f] = (fields.velocity[a][f] - fields.stage[a][f]) / duration;
    });
    m_extension.place(m_surface.distance(), m_projection->weights());
    m_extension.extend(fields.velocity);
    m_extension.extend(m_lastChange);
    m_projection->fillSolids(fields.velocity);
    fillVelocityBorders(m_def, m_layout, fields.velocity);
    move(0.5 * duration, fields);
    if (++m_parts >= kPartsPerRenewal) {
        m_parts = 0;
        m_surface.renewDistance();
    }
    if (m_spray) m_spray->shed(m_projection->weights(), fields.velocity);
    m_surface.setVolume(m_surface.volume() - duration * m_surface.outflow(fields.velocity[2]));
    m_surface.correctVolume(m_projection->weights());
}

} // namespace ambient
