// SPDX-License-Identifier: Zlib
// Moorings of a world file.
#include "Worlds/FileWorld.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <cstring>
#include <stdexcept>

namespace ambient {
namespace {

/// Area of a round section [m^2].
double sectionOf(double diameter) {
    return 0.25 * kPi * diameter * diameter;
}

} // namespace

/// \param end its point becomes one in Bullet's frame
btFluidCarrier FileWorld::carrierOf(WorldMooringEnd& end) const {
    if (end.body.empty()) return {};
    const auto isMeant = [&](const Moving& row) {
        if (row.name == end.body) return true;
        // The name of an articulated body alone means its base.
        return row.multiBody && row.link == 0 && row.name.compare(0, end.body.size() + 1, end.body + "/") == 0;
    };
    for (const Moving& row : m_moving) {
        if (!isMeant(row)) continue;
        end.point = row.shownFromBody.conjugate() * (end.point - row.centerOfMass);
        return row.multiBody ? btFluidCarrier(row.multiBody, row.link - 1, "mooring")
                             : btFluidCarrier(row.body, "mooring");
    }
    throw std::invalid_argument("'" + end.body + "' is no body or link that moves");
}

void FileWorld::placeMooring(const WorldMooring& mooring) {
    WorldMooringEnd first = mooring.first, second = mooring.second;
    const btFluidCarrier from = carrierOf(first), to = carrierOf(second);
    const double bed = mooring.seabed.value_or(-std::numeric_limits<double>::infinity());
    const double gravity = btFluidVector(m_world.getGravity()).norm();
    // A weight in the medium and a mass differ by the buoyancy at the second end.
    const btFluidCarrier::State place = to.read(m_fluid);
    MediumSample around;
    if (place.m_medium || m_fluid.getMedium())
        around = (place.m_medium ? *place.m_medium : *m_fluid.getMedium())
                     .sample(place.m_worldFromBody * second.point, m_fluid.getTime());
    const double displaced = around.density * sectionOf(mooring.cable.diameter);
    if (mooring.isCable) {
        CableDef def = mooring.cable;
        if (mooring.weight) def.mass = (gravity > 0.0 ? *mooring.weight / gravity : 0.0) + displaced;
        m_moorings.push_back(std::make_unique<btFluidMooring>(m_fluid, from, first.point, to, second.point, def, bed));
    } else {
        CatenaryLineDef def;
        def.line.length = mooring.cable.length;
        def.line.stiffness = mooring.cable.stiffness;
        def.line.seabedFriction = mooring.cable.seabedFriction;
        def.line.weight = mooring.weight.value_or((mooring.cable.mass - displaced) * gravity);
        def.breakingLoad = mooring.cable.breakingLoad;
        m_moorings.push_back(std::make_unique<btFluidMooring>(m_fluid, from, first.point, to, second.point, def, bed));
    }
    try {
        const WorldMooringShape& shape = mooring.shape;
        m_moorings.back()->getLine().place(shape.points, shape.velocities, shape.parted);
    } catch (...) {
        m_moorings.pop_back();
        throw;
    }
}

void FileWorld::pullMoorings() const {
    for (std::size_t i = 0; i < m_moorings.size(); ++i) {
        const std::optional<WorldMooringWinch>& winch = m_description.moorings[i].winch;
        if (winch && m_fluid.getTime() >= winch->start) m_moorings[i]->getLine().reel(winch->length, winch->rate);
        m_moorings[i]->apply(btScalar(m_options.timeStep));
    }
}

std::vector<unsigned char> FileWorld::mooringState() const {
    std::vector<unsigned char> all;
    for (const auto& mooring : m_moorings) {
        const std::vector<unsigned char> state = mooring->saveState();
        const std::uint64_t size = state.size();
        const auto* bytes = reinterpret_cast<const unsigned char*>(&size);
        all.insert(all.end(), bytes, bytes + sizeof size);
        all.insert(all.end(), state.begin(), state.end());
    }
    return all;
}

void FileWorld::setMooringState(const std::vector<unsigned char>& state) {
    std::vector<std::vector<unsigned char>> parts, before;
    std::size_t at = 0;
    for (std::size_t i = 0; i < m_moorings.size(); ++i) {
        std::uint64_t size = 0;
        if (state.size() - at >= sizeof size) std::memcpy(&size, state.data() + at, sizeof size);
        at += sizeof size;
        if (at > state.size() || size > state.size() - at)
            throw std::invalid_argument("the state of the moorings is cut off");
        parts.emplace_back(state.data() + at, state.data() + at + size);
        before.push_back(m_moorings[i]->saveState());
        at += size;
    }
    if (at != state.size()) throw std::invalid_argument("the state is of a world with other moorings");
    for (std::size_t i = 0; i < m_moorings.size(); ++i) {
        try {
            m_moorings[i]->restoreState(parts[i]);
        } catch (...) {
            for (std::size_t k = 0; k < i; ++k)
                m_moorings[k]->restoreState(before[k]);
            throw;
        }
    }
}

} // namespace ambient
