// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/LoopTrial.h"

#include <algorithm>

namespace ambient {
namespace {

constexpr int kTurnsEach = 8;       // of a trial
constexpr int kCallsUnwatched = 8;  // between two looks at threads in use
constexpr int kLongestUse = 512;    // calls until one thread is tried again
constexpr int kLongestWait = 1024;  // calls between two failed trials
constexpr double kLeastWork = 5e-5; // [s] a call: threads need some 1e-5 to wake up
constexpr double kLeastGain = 0.9, kLastGain = 0.95;
constexpr double kMostLoss = 3.0; // calls

} // namespace

void LoopTrial::Times::add(int of, double took) {
    ++calls;
    items += of;
    seconds += took;
}

double LoopTrial::Times::perItem() const {
    return items > 0.0 ? seconds / items : 0.0;
}

double LoopTrial::Times::perCall() const {
    return calls > 0 ? seconds / calls : 0.0;
}

void LoopTrial::record(bool threaded, int items, double seconds) {
    (threaded ? m_threaded : m_alone).add(items, seconds);
    switch (m_phase) {
    case Phase::Alone:
        return recordAlone();
    case Phase::Trial:
        return recordTrial();
    case Phase::Threaded:
        return recordThreaded();
    }
}

void LoopTrial::recordAlone() {
    --m_wait;
    if (m_alone.calls < kTurnsEach) return;
    m_rate = m_alone.perItem();
    if (m_wait <= 0 && m_alone.perCall() >= kLeastWork) return startTrial();
    m_alone = Times();
}

void LoopTrial::startTrial() {
    m_phase = Phase::Trial;
    m_turn = 0;
    m_alone = m_threaded = Times();
}

void LoopTrial::giveUp() {
    m_phase = Phase::Alone;
    m_wait = m_nextWait;
    m_nextWait = std::min(2 * m_nextWait, kLongestWait);
    m_alone = m_threaded = Times();
}

void LoopTrial::recordTrial() {
    ++m_turn;
    m_rate = m_alone.perItem(); // the first turn is that of one thread
    if (m_threaded.excessOver(m_rate) > kMostLoss * m_alone.perCall()) return giveUp();
    if (m_turn < 2 * kTurnsEach) return;
    if (m_threaded.perItem() > kLeastGain * m_rate) return giveUp();
    m_phase = Phase::Threaded;
    m_wait = kLongestUse;
    m_nextWait = kFirstWait;
    m_threaded = Times();
}

void LoopTrial::recordThreaded() {
    --m_wait;
    const double lost = m_threaded.excessOver(m_rate);
    if (m_wait <= 0 || lost > kMostLoss * m_rate * m_threaded.items / m_threaded.calls) return startTrial();
    if (m_threaded.calls < kCallsUnwatched) return;
    if (m_threaded.perItem() > kLastGain * m_rate) return startTrial();
    m_threaded = Times();
}

} // namespace ambient
