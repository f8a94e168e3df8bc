// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/FluidGrid.h"

#include "AmbientFluidGrid/GridBlob.h"
#include "AmbientFluidGrid/GridBorders.h"
#include "AmbientFluidGrid/GridFluxes.h"
#include "AmbientFluidGrid/GridLoop.h"
#include "AmbientFluidGrid/GridProjection.h"
#include "AmbientFluidGrid/SurfaceFlow.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

constexpr double kCourant = 0.5;          ///< of a part of a step; Heun's rule with the limiter is stable up to about 1
constexpr double kDiffusion = 0.9 / 6.0;  ///< largest nu dt/h^2 of explicit viscosity
constexpr double kMostViscousParts = 2.0; ///< an implicit part costs as much as two explicit ones
constexpr double kMostParts = 4096.0;     ///< of a step; a flow that needs more has lost its way

template <class Function>
void forEachLayer(const GridLayout& layout, const Function& function) {
    const std::ptrdiff_t length = layout.stride[2];
    inParallel(layout.padded(2), [=](int k) { function(k * length, (k + 1) * length); });
}

LineEnd velocityEnd(const GridSide& side, bool isNormal) {
    switch (side.kind) {
    case GridSideKind::Periodic:
        return LineEnd::Periodic;
    case GridSideKind::Open:
        return LineEnd::Even;
    case GridSideKind::SlipWall:
        return isNormal ? LineEnd::Zero : LineEnd::Even;
    default:
        return isNormal ? LineEnd::Zero : LineEnd::Odd;
    }
}

/// Calls function(index of the first face of a row, faces of the row, number of the row's first face) for all rows of
/// free faces of a component, in parallel.
template <class Function>
void forEachFreeRow(const FluidGridDef& def, const GridLayout& layout, int component, const Function& function) {
    const FaceRange x = freeFaces(def, component, 0), y = freeFaces(def, component, 1),
                    z = freeFaces(def, component, 2);
    const int nx = x.last - x.first + 1, ny = y.last - y.first + 1;
    inParallel(z.last - z.first + 1, [&](int layer) {
        for (int row = 0; row < ny; ++row)
            function(layout.index(x.first, y.first + row, z.first + layer), nx,
                     (std::ptrdiff_t(layer) * ny + row) * nx);
    });
}

/// velocity -= duration times gradient of the pressure over the density
void subtractGradient(const FluidGridDef& def, const GridLayout& layout, const GridField& pressure, double duration,
                      GridVelocity& velocity) {
    const double factor = duration / def.spacing;
    const double* const p = pressure.data();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double* const u = velocity[axis].data();
        const std::ptrdiff_t s = layout.stride[axis];
        forEachFreeRow(def, layout, int(axis), [=](std::ptrdiff_t row, int count, std::ptrdiff_t) {
            for (std::ptrdiff_t i = row; i < row + count; ++i)
                u[i] -= factor * (p[i] - p[i - s]);
        });
    }
}

/// Sum of |u_a| / spacing over the axes, largest of all cells [1/s].
double largestRate(const FluidGridDef& def, const GridLayout& layout, const GridVelocity& velocity) {
    const double* const u = velocity[0].data();
    const double* const v = velocity[1].data();
    const double* const w = velocity[2].data();
    const std::ptrdiff_t dy = layout.stride[1], dz = layout.stride[2];
    const int nx = def.cells[0], ny = def.cells[1];
    std::atomic<double> most{0.0};
    inParallel(def.cells[2], [=, &most](int k) {
        double layer = 0.0;
        for (int j = 0; j < ny; ++j) {
            const std::ptrdiff_t row = layout.index(0, j, k);
            for (std::ptrdiff_t c = row; c < row + nx; ++c) {
                const double speed = std::max(std::abs(u[c]), std::abs(u[c + 1])) +
                                     std::max(std::abs(v[c]), std::abs(v[c + dy])) +
                                     std::max(std::abs(w[c]), std::abs(w[c + dz]));
                layer = std::max(layer, speed); // passes NaN over: step() finds it in the energy
            }
        }
        double known = most.load(std::memory_order_relaxed);
        while (known < layer && !most.compare_exchange_weak(known, layer, std::memory_order_relaxed)) {
        }
    });
    return most / def.spacing;
}

} // namespace

FluidGrid::FluidGrid(const FluidGridDef& def) : m_def(def) {
    requireValid(def);
    m_layout = GridLayout(def.cells);
    for (GridVelocity* velocity : {&m_velocity, &m_stage, &m_rate, &m_secondRate, &m_force})
        for (GridField& component : *velocity)
            component = makeGridField(m_layout);
    for (GridField* field : {&m_pressure, &m_dye, &m_dyeStage, &m_dyeRate, &m_dyeSecondRate, &m_flux})
        *field = makeGridField(m_layout);
    makeSolvers();
    if (def.surface) {
        m_flow = std::make_unique<SurfaceFlow>(def);
        setProjection(nullptr);
    }
    startAnew();
}

const GridVelocity& FluidGrid::surfaceAcceleration() const {
    if (!m_flow) throw std::logic_error("FluidGrid::surfaceAcceleration: the grid has no surface");
    return m_flow->acceleration();
}

const GridSurface* FluidGrid::surface() const {
    return m_flow ? &m_flow->surface() : nullptr;
}

void FluidGrid::setProjection(GridProjection* projection) {
    m_projection = projection;
    if (!m_flow) return;
    m_flow->setProjection(projection);
    m_projection = &m_flow->projection();
}

FluidGrid::~FluidGrid() = default;
FluidGrid::FluidGrid(FluidGrid&&) noexcept = default;
FluidGrid& FluidGrid::operator=(FluidGrid&&) noexcept = default;

void FluidGrid::makeSolvers() {
    std::array<LineOperator, 3> lines = pressureLines(m_def);
    m_pressureSolver = std::make_unique<BoxSolver>(lines);
    std::size_t most = static_cast<std::size_t>(m_pressureSolver->size());
    for (int component = 0; component < 3 && m_def.dynamicViscosity > 0.0; ++component) {
        for (int axis = 0; axis < 3; ++axis) {
            const FaceRange range = freeFaces(m_def, component, axis);
            lines[std::size_t(axis)] = {range.last - range.first + 1,
                                        velocityEnd(m_def.side(axis, false), component == axis),
                                        velocityEnd(m_def.side(axis, true), component == axis)};
        }
        m_viscousSolvers[std::size_t(component)] = std::make_unique<BoxSolver>(lines);
        most = std::max(most, static_cast<std::size_t>(m_viscousSolvers[std::size_t(component)]->size()));
    }
    m_packed.resize(most + GridLayout::kTail);
}

void FluidGrid::startAnew() {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::fill(m_velocity[axis].begin(), m_velocity[axis].end(), m_def.velocity[int(axis)]);
        std::fill(m_force[axis].begin(), m_force[axis].end(), 0.0);
    }
    std::fill(m_pressure.begin(), m_pressure.end(), 0.0);
    std::fill(m_dye.begin(), m_dye.end(), 0.0);
    if (m_flow) m_flow->start();
    fillVelocityBorders(m_def, m_layout, m_velocity);
    project(1.0);
    std::fill(m_pressure.begin(), m_pressure.end(), 0.0);
}

void FluidGrid::setVelocity(const std::function<Vector3(const Vector3& point)>& velocity) {
    for (int axis = 0; axis < 3; ++axis)
        for (int k = 0; k <= m_def.cells[2]; ++k)
            for (int j = 0; j <= m_def.cells[1]; ++j)
                for (int i = 0; i <= m_def.cells[0]; ++i) {
                    Vector3 point = centerOf(i, j, k);
                    point[axis] -= 0.5 * m_def.spacing;
                    m_velocity[std::size_t(axis)][at(i, j, k)] = velocity(point)[axis];
                }
    fillVelocityBorders(m_def, m_layout, m_velocity);
    project(1.0);
    std::fill(m_pressure.begin(), m_pressure.end(), 0.0);
}

void FluidGrid::setDye(const std::function<double(const Vector3& point)>& dye) {
    m_hasDye = true;
    for (int k = 0; k < m_def.cells[2]; ++k)
        for (int j = 0; j < m_def.cells[1]; ++j)
            for (int i = 0; i < m_def.cells[0]; ++i)
                m_dye[at(i, j, k)] = dye(centerOf(i, j, k));
}

void FluidGrid::addDye(const Vector3& center, double radius, double value) {
    m_hasDye = true;
    for (int k = 0; k < m_def.cells[2]; ++k)
        for (int j = 0; j < m_def.cells[1]; ++j)
            for (int i = 0; i < m_def.cells[0]; ++i)
                if ((centerOf(i, j, k) - center).squaredNorm() < radius * radius)
                    m_dye[at(i, j, k)] = std::max(m_dye[at(i, j, k)], value);
}

void FluidGrid::addForce(const GridBlob& blob, const Vector3& force) {
    const double perMass = 1.0 / (m_def.density * m_def.spacing * m_def.spacing * m_def.spacing);
    for (int axis = 0; axis < 3; ++axis) {
        double* const to = m_force[std::size_t(axis)].data();
        const double whole = perMass * force[axis];
        blob.forEachFace(m_layout, axis, [=](std::size_t face, double weight) { to[face] += weight * whole; });
    }
}

void FluidGrid::addTorque(const GridBlob& blob, const Vector3& torque) {
    const double perMass = 1.0 / (m_def.density * m_def.spacing * m_def.spacing * m_def.spacing);
    const Vector3 variance = blob.variance(m_def.spacing);
    Vector3 turn; // per lever
    for (int axis = 0; axis < 3; ++axis)
        turn[axis] = perMass * torque[axis] / (variance.sum() - variance[axis]);
    for (int axis = 0; axis < 3; ++axis) {
        double* const to = m_force[std::size_t(axis)].data();
        blob.forEachLever(m_layout, m_def.spacing, axis, [=](std::size_t face, double weight, const Vector3& lever) {
            to[face] += weight * turn.cross(lever)[axis];
        });
    }
}

void FluidGrid::addAcceleration(const Vector3& acceleration) {
    for (int axis = 0; axis < 3; ++axis)
        for (double& value : m_force[std::size_t(axis)])
            value += acceleration[axis];
}

GridReport FluidGrid::step(double duration) {
    if (!(duration > 0.0) || !std::isfinite(duration))
        throw std::invalid_argument("FluidGrid::step: the duration is " + std::to_string(duration) + " s");
    GridReport report;
    const double viscosity = m_def.dynamicViscosity / m_def.density;
    const double explicitLimit = viscosity > 0.0 ? kDiffusion * m_def.spacing * m_def.spacing / viscosity : duration;
    if (m_flow) m_flow->noteBodies();
    if (m_projection) m_projection->fillSolids(m_velocity);
    double remaining = duration;
    while (remaining > 0.0) {
        const double rate = std::max(largestRate(m_def, m_layout, m_velocity), m_flow ? m_flow->waveRate() : 0.0);
        const double parts = std::max(1.0, std::ceil(remaining * rate / kCourant * (1.0 - 1e-12)));
        if (!(parts + report.substeps < kMostParts)) {
            report.finite = false;
            break;
        }
        double part = remaining / parts;
        const bool implicit = m_projection || part > kMostViscousParts * explicitLimit;
        part = implicit ? part : std::min(part, explicitLimit);
        substep(part, implicit);
        report.isViscosityImplicit = report.isViscosityImplicit || (implicit && viscosity > 0.0);
        ++report.substeps;
        remaining = part < remaining ? remaining - part : 0.0;
    }
    report.finite = report.finite && std::isfinite(kineticEnergy());
    if (!report.finite) startAnew();
    for (GridField& component : m_force)
        std::fill(component.begin(), component.end(), 0.0);
    m_time += duration;
    return report;
}

void FluidGrid::substep(double duration, bool implicit) {
    const double viscosity = implicit ? 0.0 : m_def.dynamicViscosity / m_def.density;
    if (m_hasDye) {
        fillScalarBorders(m_def, m_layout, m_velocity, m_dye);
        scalarRate(m_layout, m_def.spacing, m_velocity, m_dye, m_dyeRate, m_flux);
    }
    if (m_flow) {
        m_flow->advance(duration, {m_velocity, m_pressure, m_stage, m_rate, m_secondRate, m_force, m_flux});
        return carryDye(duration);
    }
    fillEnteringVelocity(m_def, m_layout, m_velocity);
    momentumRates(m_layout, m_def.spacing, viscosity, m_velocity, m_rate, m_flux);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double *u = m_velocity[axis].data(), *r = m_rate[axis].data(), *f = m_force[axis].data();
        double* const to = m_stage[axis].data();
        forEachLayer(m_layout, [=](std::ptrdiff_t begin, std::ptrdiff_t end) {
            for (std::ptrdiff_t i = begin; i < end; ++i)
                to[i] = u[i] + duration * (r[i] + f[i]);
        });
    }
    subtractGradient(m_def, m_layout, m_pressure, duration, m_stage);
    if (m_projection) m_projection->fillSolids(m_stage);
    fillVelocityBorders(m_def, m_layout, m_stage);
    fillEnteringVelocity(m_def, m_layout, m_stage);
    momentumRates(m_layout, m_def.spacing, viscosity, m_stage, m_secondRate, m_flux);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double *r = m_rate[axis].data(), *s = m_secondRate[axis].data(), *f = m_force[axis].data();
        double *const to = m_velocity[axis].data(), *const change = m_stage[axis].data();
        forEachLayer(m_layout, [=](std::ptrdiff_t begin, std::ptrdiff_t end) {
            for (std::ptrdiff_t i = begin; i < end; ++i) {
                change[i] = duration * (0.5 * (r[i] + s[i]) + f[i]);
                to[i] += change[i];
            }
        });
    }
    if (m_projection) m_projection->absorb(m_stage);
    fillVelocityBorders(m_def, m_layout, m_velocity);
    if (m_projection)
        m_projection->diffuse(duration, m_pressure, m_velocity);
    else if (implicit)
        diffuse(duration);
    if (m_projection) {
        m_projection->project(duration, m_velocity, m_pressure);
        fillPressureBorders(m_def, m_layout, m_pressure);
        m_projection->fillSolids(m_velocity);
        m_projection->advance(duration, m_velocity);
        m_projection->fillSolids(m_velocity);
        fillVelocityBorders(m_def, m_layout, m_velocity);
    } else
        project(duration);
    carryDye(duration);
}

void FluidGrid::diffuse(double duration) {
    // (1 - share dt nu L) change = dt nu L u, with given values 0: the borders of u hold those of the sides. The share
    // of the end of the step is a half, unless modes would change their sign: the largest eigenvalue is 12 number.
    const double viscosity = m_def.dynamicViscosity / m_def.density;
    const double number = duration * viscosity / (m_def.spacing * m_def.spacing);
    const double share = std::max(0.5, 1.0 - 1.0 / (12.0 * number));
    for (std::size_t component = 0; component < 3; ++component) {
        double* const u = m_velocity[component].data();
        double* const packed = m_packed.data();
        const double* const rate = m_rate[component].data();
        viscousRate(m_layout, m_def.spacing, viscosity, m_velocity[component], m_rate[component]);
        forEachFreeRow(m_def, m_layout, int(component), [=](std::ptrdiff_t row, int count, std::ptrdiff_t first) {
            for (int i = 0; i < count; ++i)
                packed[first + i] = duration * rate[row + i];
        });
        m_viscousSolvers[component]->solve(packed, 1.0, share * number);
        forEachFreeRow(m_def, m_layout, int(component), [=](std::ptrdiff_t row, int count, std::ptrdiff_t first) {
            for (int i = 0; i < count; ++i)
                u[row + i] += packed[first + i];
        });
    }
    fillVelocityBorders(m_def, m_layout, m_velocity);
}

void FluidGrid::carryDye(double duration) {
    if (!m_hasDye) return;
    const double *r = m_dyeRate.data(), *s = m_dyeSecondRate.data();
    double *dye = m_dye.data(), *stage = m_dyeStage.data();
    forEachLayer(m_layout, [=](std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (std::ptrdiff_t i = begin; i < end; ++i)
            stage[i] = dye[i] + duration * r[i];
    });
    fillScalarBorders(m_def, m_layout, m_velocity, m_dyeStage);
    scalarRate(m_layout, m_def.spacing, m_velocity, m_dyeStage, m_dyeSecondRate, m_flux);
    forEachLayer(m_layout, [=](std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (std::ptrdiff_t i = begin; i < end; ++i)
            dye[i] += 0.5 * duration * (r[i] + s[i]);
    });
}

void FluidGrid::project(double duration) {
    if (m_flow) {
        m_flow->removeDivergence(duration, m_velocity, m_pressure);
        return fillVelocityBorders(m_def, m_layout, m_velocity);
    }
    const double *u = m_velocity[0].data(), *v = m_velocity[1].data(), *w = m_velocity[2].data();
    const std::ptrdiff_t dy = m_layout.stride[1], dz = m_layout.stride[2];
    const int nx = m_def.cells[0], ny = m_def.cells[1], nz = m_def.cells[2];
    const double factor = -m_def.spacing / duration;
    double* const packed = m_packed.data();
    const auto forEachRow = [&](const auto& function) {
        inParallel(nz, [&](int k) {
            for (int j = 0; j < ny; ++j)
                function(m_layout.index(0, j, k), (std::ptrdiff_t(k) * ny + j) * nx);
        });
    };
    forEachRow([=](std::ptrdiff_t row, std::ptrdiff_t first) {
        for (int i = 0; i < nx; ++i) {
            const std::ptrdiff_t c = row + i;
            packed[first + i] = factor * ((u[c + 1] - u[c]) + (v[c + dy] - v[c]) + (w[c + dz] - w[c]));
        }
    });
    m_pressureSolver->solve(packed, 0.0, 1.0);
    double* const pressure = m_pressure.data();
    forEachRow([=](std::ptrdiff_t row, std::ptrdiff_t first) {
        std::copy(packed + first, packed + first + nx, pressure + row);
    });
    fillPressureBorders(m_def, m_layout, m_pressure);
    subtractGradient(m_def, m_layout, m_pressure, duration, m_velocity);
    fillVelocityBorders(m_def, m_layout, m_velocity);
}

} // namespace ambient
