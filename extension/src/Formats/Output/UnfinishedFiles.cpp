// SPDX-License-Identifier: Zlib
#include "Output/UnfinishedFiles.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <thread>
#include <utility>

namespace ambient {

/// A slot for a name read by a signal handler. The handler must neither allocate nor lock. Slots are never freed.
struct UnfinishedFile::Slot {
    enum State { Free, Filling, Used };
    std::atomic<int> state{Filling};
    std::string name;
    Slot* next = nullptr;
};

/// All slots, newest first.
struct UnfinishedSlots {
    using Slot = UnfinishedFile::Slot;
    static std::atomic<Slot*> first;

    static Slot* taken() {
        for (Slot* slot = first; slot; slot = slot->next) {
            int expected = Slot::Free;
            if (slot->state.compare_exchange_strong(expected, Slot::Filling)) return slot;
        }
        Slot* slot = new Slot;
        slot->next = first;
        while (!first.compare_exchange_weak(slot->next, slot)) {
        }
        return slot;
    }

    /// Called by the handler.
    static void removeAll() {
        for (const Slot* slot = first; slot; slot = slot->next)
            if (slot->state == Slot::Used) removeFile(slot->name.c_str());
    }
};
std::atomic<UnfinishedSlots::Slot*> UnfinishedSlots::first{nullptr};

namespace {

std::atomic<bool> g_isEnding{false};
constexpr std::size_t kMostHelpers = 256;
/// Processes; those to be asked with the opposite sign.
std::array<std::atomic<long>, kMostHelpers> g_helpers{};

/// The handler runs in one thread. The other threads stop: they change no name during the handler, and make no file
/// after it.
void stopIfEnding() {
    while (g_isEnding)
        std::this_thread::sleep_for(std::chrono::seconds(1));
}

extern "C" void endWithoutRest(int signal) {
    g_isEnding = true;
    for (const std::atomic<long>& helper : g_helpers) {
        const long process = helper;
        if (process != 0) endProgram(std::labs(process), process > 0 ? ProgramEnd::Kill : ProgramEnd::Ask);
    }
    UnfinishedSlots::removeAll();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

void handle(int signal) {
    if (std::signal(signal, endWithoutRest) == SIG_IGN) std::signal(signal, SIG_IGN);
}

} // namespace

UnfinishedFile::UnfinishedFile(std::string path) : m_path(std::move(path)), m_slot(UnfinishedSlots::taken()) {
    stopIfEnding();
    m_slot->name = m_path;
    m_slot->state = Slot::Used;
    stopIfEnding();
}

UnfinishedFile::~UnfinishedFile() {
    m_slot->state = Slot::Free;
}

HelperProgram::HelperProgram(long process, ProgramEnd end) : m_slot(nullptr) {
    for (std::atomic<long>& slot : g_helpers) {
        long expected = 0;
        if (!slot.compare_exchange_strong(expected, end == ProgramEnd::Kill ? process : -process)) continue;
        m_slot = &slot;
        return;
    }
}

HelperProgram::~HelperProgram() {
    if (m_slot) *m_slot = 0;
}

void removeUnfinishedFilesOnSignals() {
    handle(SIGINT);
    handle(SIGTERM);
#ifndef _WIN32
    for (const int signal : {SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU})
        handle(signal);
    std::signal(SIGXFSZ, SIG_IGN);
#endif
}

} // namespace ambient
