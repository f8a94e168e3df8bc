// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/ResolvedProjection.h"

#include "AmbientFluidGrid/GridBorders.h"
#include "AmbientFluidGrid/GridLoop.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr int kMostIterations = 400;

/// Angular velocity of a body with an angular momentum, along axes that are not locked; world axes.
Vector3 spinOf(const GridBody& body, const Vector3& momentum) {
    const Quaternion& q = body.worldFromBody.orientation;
    const bool* const locked = body.locked.angular;
    if (!locked[0] && !locked[1] && !locked[2]) return q * body.inertia.ldlt().solve(q.conjugate() * momentum);
    const Matrix3 turn = q.toRotationMatrix();
    Matrix3 inertia = turn * body.inertia * turn.transpose();
    for (int axis = 0; axis < 3; ++axis)
        if (locked[axis]) isolate(inertia, axis);
    return body.locked.freePartOf(Twist(inertia.ldlt().solve(momentum), Vector3::Zero())).angular;
}

/// Velocity change of a body without joints.
Twist responseOf(const GridBody& body, const Wrench& impulse) {
    if (body.isPrescribed || body.isAbsent) return {};
    return body.locked.freePartOf(Twist(spinOf(body, impulse.angular), impulse.linear / body.mass));
}

/// Moves a body without joints.
void moveFreely(double duration, GridBody& body) {
    const Quaternion before = body.worldFromBody.orientation;
    if (!body.isOnlyPushed) moveByVelocity(duration, body);
    if (body.isPrescribed || body.isAbsent) return;
    body.worldFromBody.position += body.push;
    body.worldFromBody.orientation = (body.turn * body.worldFromBody.orientation).normalized();
    body.push.setZero();
    body.turn.setIdentity();
    // The torque that holds a locked axis acts about this axis alone.
    const Vector3 momentum = before * (body.inertia * (before.conjugate() * body.velocity.angular));
    body.velocity.angular = spinOf(body, momentum);
}

} // namespace

double ResolvedProjection::dot(const GridField& a, const GridField& b) const {
    double sum = 0.0;
    for (int k = 0; k < m_def.cells[2]; ++k) {
        double layer = 0.0;
        for (int j = 0; j < m_def.cells[1]; ++j) {
            const std::ptrdiff_t row = m_layout.index(0, j, k);
            for (std::ptrdiff_t c = row; c < row + m_def.cells[0]; ++c)
                layer += a[std::size_t(c)] * b[std::size_t(c)];
        }
        sum += layer;
    }
    return sum;
}

void ResolvedProjection::respond(const Wrench* impulses, Twist* changes) {
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        if (!m_isJoined[i]) changes[i] = responseOf(m_bodies[i], impulses[i]);
    for (const GridGroup& group : m_groups) {
        group.joints->respond(&m_bodies[std::size_t(group.first)], impulses + group.first, changes + group.first);
        for (int i = group.first; i < group.first + group.joints->count(); ++i)
            if (m_bodies[std::size_t(i)].isPrescribed) changes[i] = Twist();
    }
}

void ResolvedProjection::impulsesOf(const GridField& x, Wrench* impulses) const {
    for (std::size_t i = 0; i < m_cover.faces.size(); ++i) {
        Wrench sum;
        for (const CoveredFace& face : m_cover.faces[i]) {
            const double push = face.share * (x[std::size_t(face.low)] - x[std::size_t(face.high)]);
            addPush(sum, push, face.arm, face.component);
        }
        impulses[i] = sum;
    }
}

void ResolvedProjection::addFluxes(const Twist* motions, double factor, GridField& to) const {
    for (std::size_t i = 0; i < m_cover.faces.size(); ++i)
        for (const CoveredFace& face : m_cover.faces[i]) {
            const double flux = factor * face.share * velocityAlong(motions[i], face.arm, face.component);
            to[std::size_t(face.low)] += flux;
            to[std::size_t(face.high)] -= flux;
        }
}

void ResolvedProjection::applyBox(const GridField& from, GridField& to) {
    const double *x = from.data(), *wx = m_cover.weights[0].data(), *wy = m_cover.weights[1].data(),
                 *wz = m_cover.weights[2].data();
    double* const y = to.data();
    const std::ptrdiff_t dy = m_layout.stride[1], dz = m_layout.stride[2];
    const int nx = m_def.cells[0], ny = m_def.cells[1];
    inParallel(m_def.cells[2], [=](int k) {
        for (int j = 0; j < ny; ++j) {
            const std::ptrdiff_t row = m_layout.index(0, j, k);
            for (std::ptrdiff_t c = row; c < row + nx; ++c)
                y[c] = wx[c] * (x[c] - x[c - 1]) + wx[c + 1] * (x[c] - x[c + 1]) + wy[c] * (x[c] - x[c - dy]) +
                       wy[c + dy] * (x[c] - x[c + dy]) + wz[c] * (x[c] - x[c - dz]) + wz[c + dz] * (x[c] - x[c + dz]);
        }
    });
    for (const SurfaceFace& face : m_cover.surface)
        y[face.cell] += face.conductance * x[face.cell];
}

void ResolvedProjection::apply(GridField& from, GridField& to) {
    fillPressureBorders(m_def, m_layout, from);
    applyBox(from, to);
    impulsesOf(from, m_impulses.data());
    respond(m_impulses.data(), m_changes.data());
    addFluxes(m_changes.data(), m_def.density * std::pow(m_def.spacing, 3), to);
    clearClosed(to);
}

void ResolvedProjection::clearClosed(GridField& field) const {
    // Where bodies overlap, their motions differ in cells without fluid: nothing there is to be solved.
    for (const std::ptrdiff_t cell : m_cover.closedCells)
        field[std::size_t(cell)] = 0.0;
}

void ResolvedProjection::makeSolvable(GridField& field) const {
    // Bodies with given motions may press an enclosed pocket together, or take up space by overlapping. No flow does.
    std::size_t at = 0;
    for (const std::size_t end : m_cover.pocketEnds) {
        double sum = 0.0;
        for (std::size_t n = at; n < end; ++n)
            sum += field[std::size_t(m_cover.pocketCells[n])];
        const double mean = sum / double(end - at);
        for (; at < end; ++at)
            field[std::size_t(m_cover.pocketCells[at])] -= mean;
    }
}

void ResolvedProjection::sweep(const GridField& right, GridField& to, bool backwards) const {
    const std::size_t count = m_cover.band.size();
    for (std::size_t n = 0; n < count; ++n) {
        const BandCell& band = m_cover.band[backwards ? count - 1 - n : n];
        if (band.diagonal == 0.0) continue;
        double sum = right[std::size_t(band.cell)];
        for (int side = 0; side < 6; ++side)
            sum += band.weights[side] * to[std::size_t(band.neighbours[side])];
        to[std::size_t(band.cell)] = sum / band.diagonal;
    }
}

void ResolvedProjection::precondition(const GridField& residual, GridField& to) {
    const int sweeps = m_surface ? 3 : 2;
    std::fill(to.begin(), to.end(), 0.0);
    for (int i = 0; i < sweeps; ++i)
        sweep(residual, to, false);
    fillPressureBorders(m_def, m_layout, to);
    applyBox(to, m_cg.buffer);
    std::size_t n = 0;
    forEachCell([&](std::ptrdiff_t c) {
        const std::size_t at = std::size_t(c);
        m_cg.packed[n++] = m_cover.isClosed[at] ? 0.0 : residual[at] - m_cg.buffer[at];
    });
    m_box.solve(m_cg.packed.data(), 0.0, 1.0);
    n = 0;
    forEachCell([&](std::ptrdiff_t c) {
        const double correction = m_cg.packed[n++];
        if (!m_cover.isClosed[std::size_t(c)]) to[std::size_t(c)] += correction;
    });
    for (int i = 0; i < sweeps; ++i)
        sweep(residual, to, true);
}

void ResolvedProjection::solve(GridField& x, double duration) {
    // On entry m_cg.residual is the right side.
    std::fill(x.begin(), x.end(), 0.0);
    m_report.iterations = 0;
    m_report.residual = 0.0;
    const double size = std::sqrt(dot(m_cg.residual, m_cg.residual));
    if (!(size > 0.0)) return;
    m_cg.right = m_cg.residual;
    if (m_surface) startAtRest(x, duration);
    precondition(m_cg.residual, m_cg.preconditioned);
    m_cg.direction = m_cg.preconditioned;
    double gain = dot(m_cg.residual, m_cg.preconditioned);
    while (m_report.iterations < kMostIterations && std::sqrt(dot(m_cg.residual, m_cg.residual)) > m_tolerance * size) {
        apply(m_cg.direction, m_cg.applied);
        const double step = gain / dot(m_cg.direction, m_cg.applied);
        if (!std::isfinite(step)) break;
        forEachCell([&](std::ptrdiff_t c) {
            x[std::size_t(c)] += step * m_cg.direction[std::size_t(c)];
            m_cg.residual[std::size_t(c)] -= step * m_cg.applied[std::size_t(c)];
        });
        precondition(m_cg.residual, m_cg.preconditioned);
        const double next = dot(m_cg.residual, m_cg.preconditioned), keep = next / gain;
        gain = next;
        forEachCell([&](std::ptrdiff_t c) {
            m_cg.direction[std::size_t(c)] =
                m_cg.preconditioned[std::size_t(c)] + keep * m_cg.direction[std::size_t(c)];
        });
        ++m_report.iterations;
    }
    apply(x, m_cg.applied);
    forEachCell([&](std::ptrdiff_t c) { m_cg.applied[std::size_t(c)] -= m_cg.right[std::size_t(c)]; });
    m_report.residual = std::sqrt(dot(m_cg.applied, m_cg.applied)) / size;
}

void ResolvedProjection::applyImpulses() {
    respond(m_impulses.data(), m_changes.data());
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        m_bodies[i].velocity += m_changes[i];
}

void ResolvedProjection::applyPressure(double factor, GridVelocity& velocity) {
    const double scale = factor / (m_def.density * m_def.spacing);
    for (int axis = 0; axis < 3; ++axis) {
        const std::size_t a = std::size_t(axis), stride = std::size_t(m_layout.stride[a]);
        const FaceRange range = freeFaces(m_def, axis);
        inParallel(m_def.cells[2] + 1, [&](int k) {
            for (int j = 0; j <= m_def.cells[1]; ++j)
                for (int i = 0; i <= m_def.cells[0]; ++i) {
                    const int index[] = {i, j, k};
                    if (index[axis] < range.first || index[axis] > range.last) continue;
                    const std::size_t c = std::size_t(m_layout.index(i, j, k));
                    velocity[a][c] -= scale * (m_cg.x[c - stride] - m_cg.x[c]);
                }
        });
    }
    for (const SurfaceFace& face : m_cover.surface)
        velocity[std::size_t(face.component)][std::size_t(face.face)] -=
            scale * face.gradient * m_cg.x[std::size_t(face.cell)];
    impulsesOf(m_cg.x, m_impulses.data());
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        m_impulses[i] = -factor * m_def.spacing * m_def.spacing * m_impulses[i];
        m_bodies[i].received += m_impulses[i];
    }
    applyImpulses();
}

void ResolvedProjection::applyLoads(double duration) {
    m_report.contained = 0;
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        GridBody& body = m_bodies[i];
        m_impulses[i] = duration * body.load + body.impulse;
        body.impulse = Wrench();
        if (m_impulses[i].isFinite() && body.velocity.isFinite()) continue;
        m_impulses[i] = Wrench(); // one such number would be in all cells after the solve
        body.velocity = Twist();
        ++m_report.contained;
    }
    applyImpulses();
}

void ResolvedProjection::diffuse(double duration, const GridField& pressure, GridVelocity& velocity) {
    applyLoads(duration);
    m_isLoaded = true;
    if (!(m_def.dynamicViscosity > 0.0)) return;
    // Friction sees the velocity that the last pressure leaves: without it, thick fluids would slip at bodies. The last
    // pressure of a surface that has moved is none: water and bodies fall together here.
    const double factor = m_surface ? 0.0 : -duration * m_def.density;
    for (std::size_t i = 0; i < m_cg.x.size(); ++i)
        m_cg.x[i] = factor * pressure[i];
    applyPressure(1.0, velocity);
    m_friction.diffuse(duration, m_cover.weights, velocity, m_bodies,
                       [this](const Wrench* impulses, Twist* changes) { respond(impulses, changes); });
    applyPressure(-1.0, velocity);
    fillVelocityBorders(m_def, m_layout, velocity);
}

void ResolvedProjection::project(double duration, GridVelocity& velocity, GridField& pressure) {
    if (!m_isLoaded) applyLoads(duration);
    m_isLoaded = false;
    if (m_surface) {
        findWaterBand();
        findPockets();
    }
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        m_changes[i] = m_bodies[i].velocity;
    const double scale = m_def.density * m_def.spacing;
    const std::ptrdiff_t stride[] = {1, m_layout.stride[1], m_layout.stride[2]};
    forEachCell([&](std::ptrdiff_t c) {
        double flux = 0.0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::size_t low = std::size_t(c), high = std::size_t(c + stride[axis]);
            flux +=
                m_cover.weights[axis][high] * velocity[axis][high] - m_cover.weights[axis][low] * velocity[axis][low];
        }
        m_cg.residual[std::size_t(c)] = scale * flux;
    });
    addFluxes(m_changes.data(), scale, m_cg.residual);
    clearClosed(m_cg.residual);
    makeSolvable(m_cg.residual);
    solve(m_cg.x, duration);
    fillPressureBorders(m_def, m_layout, m_cg.x);
    applyPressure(1.0, velocity);
    forEachCell(
        [&](std::ptrdiff_t c) { pressure[std::size_t(c)] = -m_cg.x[std::size_t(c)] / (duration * m_def.density); });
}

void ResolvedProjection::addShares(double factor, const GridVelocity& field) {
    // Water that a body displaces comes up elsewhere on the surface, with its velocity: it is not lost to the body.
    if (m_surface) return;
    const double mass = factor * m_def.density * std::pow(m_def.spacing, 3);
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        if (m_bodies[i].isPrescribed) continue;
        Wrench sum;
        for (const CoveredFace& face : m_cover.faces[i])
            addPush(sum, face.share * field[std::size_t(face.component)][std::size_t(face.face)], face.arm,
                    face.component);
        m_bodies[i].impulse += mass * sum;
        m_bodies[i].received += mass * sum;
    }
}

void ResolvedProjection::absorb(const GridVelocity& change) {
    addShares(1.0, change);
}

void ResolvedProjection::advance(double duration, const GridVelocity& velocity) {
    // Fluxes leave the momentum of all faces as it is, and a face that a body uncovers becomes fluid with momentum:
    // what fluid gains and loses by covered and uncovered faces comes from the body. Nil for exact shares and fluxes.
    addShares(-1.0, velocity);
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        if (!m_isJoined[i]) moveFreely(duration, m_bodies[i]);
    for (const GridGroup& group : m_groups)
        group.joints->advance(duration, &m_bodies[std::size_t(group.first)]);
    place();
    addShares(1.0, velocity);
}

} // namespace ambient
