// SPDX-License-Identifier: Zlib
#include "viewer/LiveRun.h"

#include "AmbientFluid/Body/ShapeClock.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace samples {
namespace {

constexpr double kLongestPicture = 0.1;   // [s] of wall time made up for by one update
constexpr double kLongestStepping = 0.04; // [s] of wall time allowed for one update

double machineSeconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The record up to and with a frame.
std::shared_ptr<const RunRecord> firstFrames(const RunRecord& record, int lastFrame) {
    auto part = std::make_shared<RunRecord>(record);
    const int frames = std::min(lastFrame + 1, record.frameCount());
    part->samples.resize(static_cast<std::size_t>(frames * record.bodyCount()));
    return part;
}

} // namespace

LiveRun::LiveRun(std::function<double()> clock) : m_clock(clock ? std::move(clock) : machineSeconds) {}

void LiveRun::order(RunOrder order) {
    m_error.clear();
    endDrag();
    m_ordered = order;
    m_builder.start(std::move(order));
}

void LiveRun::whenFree(std::function<void()> action) {
    if (m_builder.isBusy())
        m_next = std::move(action);
    else
        action();
}

void LiveRun::load(const LiveSetup& setup) {
    ++m_loads;
    stopPreparing();
    whenFree([this, setup] {
        RunOrder wanted;
        wanted.setup = setup;
        wanted.wantsGhost = !setup.ghostModel.empty();
        order(std::move(wanted));
    });
}

void LiveRun::restart() {
    if (hasRun()) load(m_setup);
}

void LiveRun::switchModel(const std::string& model, const std::string& solver) {
    whenFree([this, model, solver] {
        if (!hasRun() || (model == m_setup.model && solver == m_setup.solver)) return;
        RunOrder wanted;
        wanted.setup = m_setup;
        wanted.setup.model = model;
        wanted.setup.solver = solver;
        wanted.mainPast = firstFrames(record(), record().frameCount() - 1);
        order(std::move(wanted));
    });
}

void LiveRun::setGhost(const std::string& model) {
    whenFree([this, model] {
        if (!hasRun() || model == m_setup.ghostModel) return;
        m_setup.ghostModel = model;
        m_ghost.reset();
        if (model.empty()) return;
        RunOrder wanted;
        wanted.setup = m_setup;
        wanted.wantsMain = false;
        wanted.wantsGhost = true;
        wanted.ghostSteps = record().frameCount() - 1;
        order(std::move(wanted));
    });
}

void LiveRun::goOnFromShown() {
    whenFree([this] {
        if (!hasRun() || isLive()) return;
        RunOrder wanted;
        wanted.setup = m_setup;
        wanted.mainPast = firstFrames(record(), shownFrame());
        wanted.wantsGhost = m_ghost != nullptr;
        if (m_ghost) wanted.ghostPast = firstFrames(*ghostRecord(), shownFrame());
        order(std::move(wanted));
    });
}

void LiveRun::setDuration(double seconds) {
    RunOptions checked;
    checked.duration = seconds;
    checked.timeStep = m_setup.timeStep;
    requireValid(checked);
    whenFree([this, seconds] {
        if (!hasRun()) return;
        m_main->run->setDuration(seconds);
        if (m_ghost) m_ghost->run->setDuration(seconds);
        m_setup.duration = seconds;
        m_isOver = false;
    });
}

void LiveRun::stopPreparing() {
    m_next = nullptr;
    if (m_builder.isBusy()) m_builder.stop();
}

void LiveRun::finishPreparing() {
    while (m_builder.isBusy())
        takePrepared();
}

void LiveRun::takePrepared() {
    RunBuilder::Result made = m_builder.take();
    const bool wasWanted = !m_builder.isStopped();
    if (!made.error.empty()) {
        if (wasWanted) m_error = made.error;
        if (!m_ordered.wantsMain && hasRun()) m_setup.ghostModel.clear();
    } else if (wasWanted) {
        m_setup = m_ordered.setup;
        if (made.main) {
            m_main = std::move(made.main);
            m_isOver = false;
        }
        if (m_ordered.wantsGhost || (m_ordered.wantsMain && m_setup.ghostModel.empty()))
            m_ghost = std::move(made.ghost);
        m_lookedAt.reset();
        m_due = 0.0;
        ++m_generation;
    }
    if (const auto next = std::exchange(m_next, nullptr)) next();
}

void LiveRun::play() {
    if (m_isPlaying) return;
    m_isPlaying = true;
    m_keptShare = 1.0;
}

bool LiveRun::stepBoth() {
    if (m_drag) m_drag->keepAwake();
    if (!m_main->run->step()) {
        m_isOver = true;
        return false;
    }
    if (m_ghost) m_ghost->run->step();
    return true;
}

bool LiveRun::advanceOne() {
    if (!m_lookedAt) return stepBoth();
    if (++*m_lookedAt >= record().frameCount() - 1) goLive();
    return true;
}

void LiveRun::step() {
    pause();
    if (hasRun() && !isPreparing()) advanceOne();
}

void LiveRun::setSpeed(double factor) {
    m_speed = std::clamp(factor, kSlowestSpeed, kFastestSpeed);
}

void LiveRun::update(double wallSeconds) {
    if (m_builder.isBusy() && m_builder.isDone()) takePrepared();
    if (!hasRun() || isPreparing() || !m_isPlaying) return;
    const double timeStep = m_setup.timeStep, begin = m_clock();
    const double wanted = wallSeconds * m_speed;
    m_due += std::min(wallSeconds, kLongestPicture) * m_speed;
    // The slack keeps rounding from putting a step off to the next picture.
    while (m_due >= timeStep * (1.0 - 1e-9) && m_clock() - begin <= kLongestStepping) {
        if (!advanceOne()) {
            pause();
            m_due = 0.0;
            return;
        }
        m_due -= timeStep;
    }
    const double backlog = std::floor(m_due / timeStep + 1e-9) * timeStep;
    m_due -= backlog;
    const double lost = backlog + std::max(0.0, wallSeconds - kLongestPicture) * m_speed;
    if (wanted > 0.0) m_keptShare += 0.1 * ((1.0 - std::min(1.0, lost / wanted)) - m_keptShare);
}

int LiveRun::shownFrame() const {
    return m_lookedAt.value_or(record().frameCount() - 1);
}

double LiveRun::shownTime() const {
    const double between = m_isPlaying && shownFrame() > 0 ? std::max(0.0, m_setup.timeStep - m_due) : 0.0;
    return shownFrame() * m_setup.timeStep - between;
}

void LiveRun::lookAt(int frame) {
    if (!hasRun()) return;
    pause();
    endDrag();
    const int last = record().frameCount() - 1;
    m_lookedAt.reset();
    if (frame < last) m_lookedAt = std::max(0, frame);
}

void LiveRun::beginDrag(const Pick& pick) {
    if (!hasRun() || isPreparing() || !isLive()) return;
    m_drag = std::make_unique<BodyDrag>(context().world(), context().fluid(), *context().rigidBody(pick.body),
                                        pick.point, m_setup.timeStep);
}

void LiveRun::moveDrag(const ambient::Vector3& target) {
    if (m_drag) m_drag->moveTo(target);
}

} // namespace samples
