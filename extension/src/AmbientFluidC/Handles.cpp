// SPDX-License-Identifier: Zlib
#include "Handles.h"

#include <array>
#include <atomic>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient::c {
namespace {

/// Places in the table. Readers take no lock: a stamp tells whether a place still belongs to a handle.
struct Place {
    std::atomic<std::uintptr_t> stamp{0}; ///< of the handle here; 0: none
    HandleKind kind = HandleKind::Medium;
    AnyObject object;
};

// A handle has its stamp above, the number of its place below, and is odd: no address of an object is.
constexpr int kPlaceBits = 20;
constexpr std::uintptr_t kPlaces = std::uintptr_t(1) << kPlaceBits, kRow = 1024;
constexpr std::uintptr_t kStamps = ~std::uintptr_t(0) >> (kPlaceBits + 1);

constexpr const char* kNames[] = {"ambient_medium",     "ambient_model",  "ambient_shape",      "ambient_body",
                                  "ambient_world",      "ambient_fluid",  "ambient_multi_body", "ambient_thruster",
                                  "ambient_rigid_body", "ambient_region", "ambient_coupling",   "ambient_mooring"};

/// Never destroyed: handles may outlive the program's static objects.
class Table {
  public:
    void* enter(HandleKind kind, AnyObject object) {
        const std::lock_guard<std::mutex> lock(m_mutex);
        if (m_free.empty()) addRow();
        const std::uintptr_t number = m_free.front();
        Place& place = at(number);
        place.kind = kind;
        place.object = std::move(object);
        m_free.pop_front();
        m_stamp = m_stamp % kStamps + 1;
        place.stamp.store(m_stamp, std::memory_order_release);
        return reinterpret_cast<void*>((m_stamp << (kPlaceBits + 1)) | (number << 1) | 1U);
    }

    /// Null: no live handle.
    Place* find(const void* handle) const {
        const auto value = reinterpret_cast<std::uintptr_t>(handle);
        const std::uintptr_t number = (value >> 1) & (kPlaces - 1), stamp = value >> (kPlaceBits + 1);
        if ((value & 1U) == 0 || stamp == 0) return nullptr;
        Place* const row = m_rows[number / kRow].load(std::memory_order_acquire);
        if (!row || row[number % kRow].stamp.load(std::memory_order_acquire) != stamp) return nullptr;
        return row + number % kRow;
    }

    AnyObject leave(const void* handle, Place& place) {
        const std::lock_guard<std::mutex> lock(m_mutex);
        m_free.push_back((reinterpret_cast<std::uintptr_t>(handle) >> 1) & (kPlaces - 1));
        place.stamp.store(0, std::memory_order_release);
        return std::exchange(place.object, nullptr);
    }

  private:
    Place& at(std::uintptr_t number) { return m_rows[number / kRow].load()[number % kRow]; }

    void addRow() {
        if (m_rowCount == m_rows.size()) throw std::length_error("more than 2^20 handles at a time");
        m_rows[m_rowCount].store(new Place[kRow], std::memory_order_release);
        for (std::uintptr_t i = 0; i < kRow; ++i)
            m_free.push_back(m_rowCount * kRow + i);
        ++m_rowCount;
    }

    std::mutex m_mutex;
    std::array<std::atomic<Place*>, kPlaces / kRow> m_rows{};
    std::uintptr_t m_rowCount = 0, m_stamp = 0;
    std::deque<std::uintptr_t> m_free; ///< places, the longest free one first
};

Table& table() {
    static Table& only = *new Table;
    return only;
}

const char* nameOf(HandleKind kind) {
    return kNames[static_cast<std::size_t>(kind)];
}

Place& require(const void* handle, HandleKind kind, const char* argument) {
    if (!handle) throw std::invalid_argument(std::string(argument) + " is null");
    Place* const place = table().find(handle);
    if (place && place->kind == kind) return *place;
    const std::string is = place ? std::string(" is an ") + nameOf(place->kind) + ", not an "
                                 : std::string(" was destroyed, or never was an ");
    throw std::invalid_argument(argument + is + nameOf(kind));
}

} // namespace

void* enter(HandleKind kind, AnyObject object) {
    return table().enter(kind, std::move(object));
}

const AnyObject& lookUp(const void* handle, HandleKind kind, const char* argument) {
    return require(handle, kind, argument).object;
}

AnyObject leave(const void* handle, HandleKind kind, const char* argument) {
    return table().leave(handle, require(handle, kind, argument));
}

void requireAddress(const void* address, const char* argument) {
    if (!address) throw std::invalid_argument(std::string(argument) + " is null");
    if (const Place* place = table().find(address))
        throw std::invalid_argument(std::string(argument) + " is the handle of an " + nameOf(place->kind) +
                                    ", not the address of an object of Bullet");
}

} // namespace ambient::c
