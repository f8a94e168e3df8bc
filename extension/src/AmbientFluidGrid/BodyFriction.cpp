// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/BodyFriction.h"

#include "AmbientFluidGrid/GridBorders.h"
#include "AmbientFluidGrid/GridFluxes.h"
#include "AmbientFluidGrid/GridLoop.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr double kLeastGap = 0.1;       ///< theta: a surface that is nearer is as near
constexpr double kGapOfCutFace = 0.125; ///< theta of faces with their centre within a body, all sides together
constexpr double kLeastFluid = 0.02;    ///< share of a face that is the fluid's; below, the face is the body's
constexpr int kMostSolves = 500;        ///< iterations

/// Number of a face along an axis.
int coordinateOf(const GridLayout& layout, std::ptrdiff_t face, int axis) {
    return int(face / layout.stride[std::size_t(axis)]) % layout.padded(axis) - GridLayout::kBorder;
}

} // namespace

BodyFriction::BodyFriction(const FluidGridDef& def, double tolerance)
    : m_def(def), m_still(def), m_layout(def.cells), m_tolerance(tolerance),
      m_cellMass(def.density * std::pow(def.spacing, 3)) {
    for (GridSide& side : m_still.sides)
        side.velocity.setZero();
    m_layerSums.resize(std::size_t(m_layout.padded(2)));
    for (std::size_t component = 0; component < 3; ++component) {
        for (GridField* field :
             {&m_isFluid[component], &m_inverse[component], &m_change.faces[component], &m_direction.faces[component],
              &m_preconditioned.faces[component], &m_residual.faces[component], &m_applied.faces[component]})
            *field = makeGridField(m_layout);
        const FaceRange range = freeFaces(def, int(component));
        for (int k = 0; k <= def.cells[2]; ++k)
            for (int j = 0; j <= def.cells[1]; ++j)
                for (int i = 0; i <= def.cells[0]; ++i) {
                    const int index[] = {i, j, k};
                    bool isFree = index[component] >= range.first && index[component] <= range.last;
                    for (std::size_t axis = 0; axis < 3; ++axis)
                        isFree = isFree && (axis == component || index[axis] < def.cells[axis]);
                    if (isFree) m_isFluid[component][std::size_t(m_layout.index(i, j, k))] = 1.0;
                }
    }
}

void BodyFriction::place(const std::vector<GridBody>& bodies, const std::vector<std::vector<CoveredFace>>& covered,
                         const GridVelocity& weights) {
    for (const auto& [component, face] : m_owned)
        m_isFluid[std::size_t(component)][std::size_t(face)] = 1.0;
    m_owned.clear();
    m_links.clear();
    m_cut.clear();
    const auto isOwned = [&](const CoveredFace& face) {
        return face.distance <= 0.0 || weights[std::size_t(face.component)][std::size_t(face.face)] < kLeastFluid;
    };
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (const CoveredFace& face : covered[i]) {
            double& isFluid = m_isFluid[std::size_t(face.component)][std::size_t(face.face)];
            if (isFluid == 0.0 || !isOwned(face)) continue;
            isFluid = 0.0;
            m_owned.emplace_back(face.component, face.face);
            const double weight = weights[std::size_t(face.component)][std::size_t(face.face)];
            if (weight > 0.0) m_cut.push_back({face.face, face.component, int(i), weight, face.arm});
        }
    for (std::size_t i = 0; i < bodies.size(); ++i)
        for (const CoveredFace& face : covered[i])
            if (isOwned(face)) addLinks(int(i), bodies[i], face);
    reserveAhead(m_owned);
    reserveAhead(m_links);
    reserveAhead(m_cut);
    for (Unknowns* unknowns : {&m_change, &m_direction, &m_preconditioned})
        unknowns->bodies.resize(bodies.size());
    for (Loads* loads : {&m_residual, &m_applied})
        loads->bodies.resize(bodies.size());
    m_momenta.resize(bodies.size());
}

void BodyFriction::addLinks(int body, const GridBody& of, const CoveredFace& from) {
    const Quaternion& q = of.worldFromBody.orientation;
    for (int side = 0; side < 6; ++side) {
        const int axis = side / 2, sign = side % 2 == 1 ? 1 : -1, count = m_def.cells[std::size_t(axis)];
        const std::ptrdiff_t stride = m_layout.stride[std::size_t(axis)];
        std::ptrdiff_t neighbour = from.face + sign * stride;
        if (m_def.side(axis, false).kind == GridSideKind::Periodic) {
            const int place = coordinateOf(m_layout, neighbour, axis);
            if (place < 0) neighbour += count * stride;
            if (place >= count) neighbour -= count * stride;
        }
        if (m_isFluid[std::size_t(from.component)][std::size_t(neighbour)] == 0.0) continue;
        const Vector3 step = sign * m_def.spacing * Vector3::Unit(axis);
        const double outside = of.distance(q.conjugate() * Vector3(from.arm + step));
        const double inside = std::min(from.distance, 0.0);
        const double gap = outside > 0.0 ? outside / (outside - inside) : 0.0;
        m_links.push_back(
            {neighbour, from.component, body, 1.0 / std::max(gap, kLeastGap), from.arm + (1.0 - gap) * step});
    }
}

double BodyFriction::impulseOfCut(const CutFace& cut, double relative) const {
    constexpr double kConductance = 1.0 / kGapOfCutFace;
    return cut.weight * kConductance / (cut.weight + m_number * kConductance) * relative;
}

void BodyFriction::fluxes(const GridVelocity& velocity, const std::vector<Twist>& motions, Loads& to) const {
    for (std::size_t component = 0; component < 3; ++component) {
        viscousRate(m_layout, 1.0, 1.0, velocity[component], to.faces[component]);
        double* const flux = to.faces[component].data();
        const double* const isFluid = m_isFluid[component].data();
        const std::ptrdiff_t length = m_layout.stride[2];
        inParallel(m_layout.padded(2), [=](int k) {
            for (std::ptrdiff_t i = k * length; i < (k + 1) * length; ++i)
                flux[i] = isFluid[i] == 0.0 ? 0.0 : -flux[i];
        });
    }
    std::fill(to.bodies.begin(), to.bodies.end(), Wrench());
    for (const Link& link : m_links) {
        const std::size_t component = std::size_t(link.component), face = std::size_t(link.face);
        const double u = velocity[component][face];
        const double v = velocityAlong(motions[std::size_t(link.body)], link.arm, link.component);
        // The Laplacian has taken the face beyond as one at rest.
        to.faces[component][face] += (link.conductance - 1.0) * u - link.conductance * v;
        addPush(to.bodies[std::size_t(link.body)], m_cellMass * link.conductance * (v - u), link.arm, link.component);
    }
}

void BodyFriction::apply(Unknowns& direction, const std::vector<Wrench>& momenta, const GridVelocity& weights,
                         Loads& to) {
    fillVelocityBorders(m_still, m_layout, direction.faces);
    fluxes(direction.faces, direction.bodies, to);
    for (const CutFace& cut : m_cut) {
        const double v = velocityAlong(direction.bodies[std::size_t(cut.body)], cut.arm, cut.component);
        addPush(to.bodies[std::size_t(cut.body)], m_cellMass * impulseOfCut(cut, v), cut.arm, cut.component);
    }
    const std::ptrdiff_t length = m_layout.stride[2];
    for (std::size_t component = 0; component < 3; ++component) {
        double* const out = to.faces[component].data();
        const double *in = direction.faces[component].data(), *weight = weights[component].data();
        const double* const isFluid = m_isFluid[component].data();
        inParallel(m_layout.padded(2), [=](int k) {
            for (std::ptrdiff_t i = k * length; i < (k + 1) * length; ++i)
                out[i] = isFluid[i] * weight[i] * in[i] + m_number * out[i];
        });
    }
    for (std::size_t i = 0; i < to.bodies.size(); ++i)
        to.bodies[i] = momenta[i] + m_number * to.bodies[i];
}

void BodyFriction::setDiagonal(const GridVelocity& weights) {
    const std::ptrdiff_t length = m_layout.stride[2];
    for (std::size_t component = 0; component < 3; ++component) {
        double* const diagonal = m_inverse[component].data();
        const double* const weight = weights[component].data();
        inParallel(m_layout.padded(2), [=](int k) {
            for (std::ptrdiff_t i = k * length; i < (k + 1) * length; ++i)
                diagonal[i] = weight[i] + 6.0 * m_number;
        });
    }
    for (const Link& link : m_links)
        m_inverse[std::size_t(link.component)][std::size_t(link.face)] += m_number * (link.conductance - 1.0);
    for (std::size_t component = 0; component < 3; ++component) {
        double* const diagonal = m_inverse[component].data();
        const double* const isFluid = m_isFluid[component].data();
        inParallel(m_layout.padded(2), [=](int k) {
            for (std::ptrdiff_t i = k * length; i < (k + 1) * length; ++i)
                diagonal[i] = isFluid[i] == 0.0 ? 0.0 : 1.0 / diagonal[i];
        });
    }
}

void BodyFriction::precondition(const Loads& residual, const Response& respond, Unknowns& to) {
    const std::ptrdiff_t length = m_layout.stride[2];
    for (std::size_t component = 0; component < 3; ++component) {
        const double *in = residual.faces[component].data(), *inverse = m_inverse[component].data();
        double* const out = to.faces[component].data();
        inParallel(m_layout.padded(2), [=](int k) {
            for (std::ptrdiff_t i = k * length; i < (k + 1) * length; ++i)
                out[i] = inverse[i] * in[i];
        });
    }
    respond(residual.bodies.data(), to.bodies.data());
}

double BodyFriction::product(const Unknowns& a, const Loads& b) {
    const std::ptrdiff_t length = m_layout.stride[2];
    double sum = 0.0;
    for (std::size_t component = 0; component < 3; ++component) {
        const double *u = a.faces[component].data(), *f = b.faces[component].data();
        const double* const isFluid = m_isFluid[component].data();
        inParallel(m_layout.padded(2), [=](int k) {
            double layer = 0.0;
            for (std::ptrdiff_t i = k * length; i < (k + 1) * length; ++i)
                layer += isFluid[i] * (u[i] * f[i]);
            m_layerSums[std::size_t(k)] = layer;
        });
        for (const double layer : m_layerSums)
            sum += layer;
    }
    sum *= m_cellMass;
    for (std::size_t i = 0; i < a.bodies.size(); ++i)
        sum += power(a.bodies[i], b.bodies[i]);
    return sum;
}

template <class Function>
void BodyFriction::forEachNumber(const Function& function) const {
    const std::ptrdiff_t length = m_layout.stride[2];
    for (std::size_t component = 0; component < 3; ++component)
        inParallel(m_layout.padded(2), [=](int k) {
            for (std::ptrdiff_t i = k * length; i < (k + 1) * length; ++i)
                function(component, std::size_t(i));
        });
}

void BodyFriction::solve(const GridVelocity& weights, const Response& respond) {
    for (GridField& component : m_change.faces)
        std::fill(component.begin(), component.end(), 0.0);
    std::fill(m_change.bodies.begin(), m_change.bodies.end(), Twist());
    m_iterations = 0;
    setDiagonal(weights);
    precondition(m_residual, respond, m_direction);
    m_momenta = m_residual.bodies; // of the bodies of the direction: their dry response is the preconditioner
    double gain = product(m_direction, m_residual);
    const double enough = m_tolerance * m_tolerance * gain;
    while (m_iterations < kMostSolves && gain > enough && gain > 0.0) {
        apply(m_direction, m_momenta, weights, m_applied);
        const double step = gain / product(m_direction, m_applied);
        if (!std::isfinite(step)) break;
        forEachNumber([&](std::size_t a, std::size_t i) {
            m_change.faces[a][i] += step * m_direction.faces[a][i];
            m_residual.faces[a][i] -= step * m_applied.faces[a][i];
        });
        for (std::size_t i = 0; i < m_momenta.size(); ++i) {
            m_change.bodies[i] += step * m_direction.bodies[i];
            m_residual.bodies[i] += -step * m_applied.bodies[i];
        }
        precondition(m_residual, respond, m_preconditioned);
        const double next = product(m_preconditioned, m_residual), keep = next / gain;
        gain = next;
        forEachNumber([&](std::size_t a, std::size_t i) {
            m_direction.faces[a][i] = m_preconditioned.faces[a][i] + keep * m_direction.faces[a][i];
        });
        for (std::size_t i = 0; i < m_momenta.size(); ++i) {
            m_direction.bodies[i] = m_preconditioned.bodies[i] + keep * m_direction.bodies[i];
            m_momenta[i] = m_residual.bodies[i] + keep * m_momenta[i];
        }
        ++m_iterations;
    }
}

void BodyFriction::diffuse(double duration, const GridVelocity& weights, GridVelocity& velocity,
                           std::vector<GridBody>& bodies, const Response& respond) {
    m_number = duration * m_def.dynamicViscosity / (m_def.density * m_def.spacing * m_def.spacing);
    // The right side: fluxes of the present velocities. Faces of bodies count as at rest in the Laplacian.
    for (std::size_t component = 0; component < 3; ++component)
        m_preconditioned.faces[component] = velocity[component];
    for (const auto& [component, face] : m_owned)
        m_preconditioned.faces[std::size_t(component)][std::size_t(face)] = 0.0;
    fillVelocityBorders(m_def, m_layout, m_preconditioned.faces);
    for (std::size_t i = 0; i < bodies.size(); ++i)
        m_preconditioned.bodies[i] = bodies[i].velocity;
    fluxes(m_preconditioned.faces, m_preconditioned.bodies, m_residual);
    for (const CutFace& cut : m_cut) {
        const std::size_t body = std::size_t(cut.body);
        const double relative = velocityAlong(bodies[body].velocity, cut.arm, cut.component) -
                                velocity[std::size_t(cut.component)][std::size_t(cut.face)];
        addPush(m_residual.bodies[body], m_cellMass * impulseOfCut(cut, relative), cut.arm, cut.component);
    }
    forEachNumber([this](std::size_t a, std::size_t i) { m_residual.faces[a][i] *= -m_number; });
    for (Wrench& load : m_residual.bodies)
        load = -m_number * load;
    solve(weights, respond);
    finish(weights, velocity, bodies, respond);
}

void BodyFriction::finish(const GridVelocity& weights, GridVelocity& velocity, std::vector<GridBody>& bodies,
                          const Response& respond) {
    // Fluxes of the solution, so that fluid and bodies exchange the same numbers.
    forEachNumber([&](std::size_t a, std::size_t i) {
        if (m_isFluid[a][i] != 0.0) m_change.faces[a][i] += velocity[a][i];
    });
    for (std::size_t i = 0; i < bodies.size(); ++i)
        m_change.bodies[i] += bodies[i].velocity;
    fillVelocityBorders(m_def, m_layout, m_change.faces);
    fluxes(m_change.faces, m_change.bodies, m_applied);
    forEachNumber([&](std::size_t a, std::size_t i) {
        if (m_isFluid[a][i] != 0.0) velocity[a][i] -= m_number / weights[a][i] * m_applied.faces[a][i];
    });
    for (const CutFace& cut : m_cut) {
        double& u = velocity[std::size_t(cut.component)][std::size_t(cut.face)];
        const std::size_t body = std::size_t(cut.body);
        const double v = velocityAlong(m_change.bodies[body], cut.arm, cut.component);
        const double impulse = impulseOfCut(cut, v - u);
        u += m_number / cut.weight * impulse;
        addPush(m_applied.bodies[body], m_cellMass * impulse, cut.arm, cut.component);
    }
    for (Wrench& impulse : m_applied.bodies)
        impulse = -m_number * impulse;
    respond(m_applied.bodies.data(), m_change.bodies.data());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies[i].velocity += m_change.bodies[i];
        bodies[i].received += m_applied.bodies[i];
    }
    fillVelocityBorders(m_def, m_layout, velocity);
}

} // namespace ambient
