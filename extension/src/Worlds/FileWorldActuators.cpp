// SPDX-License-Identifier: Zlib
// Moorings and thrusters of a world file.
#include "Worlds/FileWorld.h"

#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <cmath>
#include <cstring>
#include <stdexcept>

namespace ambient {
namespace {

/// Area of a round section [m^2].
double sectionOf(double diameter) {
    return 0.25 * kPi * diameter * diameter;
}

} // namespace

const FileWorld::Moving& FileWorld::movingNamed(const std::string& body) const {
    for (const Moving& row : m_moving) {
        if (row.name == body) return row;
        // The name of an articulated body alone means its base.
        if (row.multiBody && row.link == 0 && row.name.compare(0, body.size() + 1, body + "/") == 0) return row;
    }
    throw std::invalid_argument("'" + body + "' is no body or link that moves");
}

/// \param end its point becomes one in Bullet's frame
btFluidCarrier FileWorld::carrierOf(WorldMooringEnd& end) const {
    if (end.body.empty()) return {};
    const Moving& row = movingNamed(end.body);
    end.point = row.shownFromBody.conjugate() * (end.point - row.centerOfMass);
    return row.multiBody ? btFluidCarrier(row.multiBody, row.link - 1, "mooring") : btFluidCarrier(row.body, "mooring");
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
        if (!mooring.weight && mooring.cable.mass < displaced)
            throw std::invalid_argument(
                "its mass of " + textOf(mooring.cable.mass) + " kg/m is less than the " + textOf(displaced) +
                " kg/m of the medium that its diameter displaces: only a line of kind 'cable' " + "may rise");
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

void FileWorld::placeThruster(const WorldThruster& thruster) {
    const Moving& row = movingNamed(thruster.body);
    const Quaternion turn = row.shownFromBody.conjugate();
    ThrusterDef def = thruster.def;
    def.position = turn * (def.position - row.centerOfMass);
    def.axis = turn * def.axis;
    auto made = row.multiBody ? std::make_unique<btFluidThruster>(m_fluid, row.multiBody, row.link - 1, def)
                              : std::make_unique<btFluidThruster>(m_fluid, row.body, def);
    made->getThruster().setCommand(thruster.command);
    made->getThruster().setSpeed(thruster.speed);
    m_thrusters.push_back(std::move(made));
}

void FileWorld::actuate() const {
    for (std::size_t i = 0; i < m_moorings.size(); ++i) {
        const std::optional<WorldMooringWinch>& winch = m_description.moorings[i].winch;
        if (winch && m_fluid.getTime() >= winch->start) m_moorings[i]->getLine().reel(winch->length, winch->rate);
        m_moorings[i]->apply(btScalar(m_options.timeStep));
    }
    for (const auto& thruster : m_thrusters)
        thruster->apply(btScalar(m_options.timeStep));
}

namespace {

/// What a thruster remembers [1/s].
struct ThrusterState {
    double command, speed;
};

} // namespace

std::vector<unsigned char> FileWorld::actuatorState() const {
    std::vector<unsigned char> all;
    const auto add = [&all](const void* first, std::size_t size) {
        const auto* bytes = static_cast<const unsigned char*>(first);
        all.insert(all.end(), bytes, bytes + size);
    };
    for (const auto& mooring : m_moorings) {
        const std::vector<unsigned char> state = mooring->saveState();
        const std::uint64_t size = state.size();
        add(&size, sizeof size);
        add(state.data(), state.size());
    }
    for (const auto& thruster : m_thrusters) {
        const ThrusterState state{thruster->getThruster().command(), thruster->getThruster().speed()};
        add(&state, sizeof state);
    }
    return all;
}

void FileWorld::setActuatorState(const std::vector<unsigned char>& state) {
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
    std::vector<ThrusterState> thrusters(m_thrusters.size());
    if (state.size() - at != thrusters.size() * sizeof(ThrusterState))
        throw std::invalid_argument("the state is of a world with other moorings or thrusters");
    if (!thrusters.empty()) std::memcpy(thrusters.data(), state.data() + at, state.size() - at);
    for (const ThrusterState& thruster : thrusters)
        if (!std::isfinite(thruster.command) || !std::isfinite(thruster.speed))
            throw std::invalid_argument("the state of the thrusters is damaged");
    for (std::size_t i = 0; i < m_moorings.size(); ++i) {
        try {
            m_moorings[i]->restoreState(parts[i]);
        } catch (...) {
            for (std::size_t k = 0; k < i; ++k)
                m_moorings[k]->restoreState(before[k]);
            throw;
        }
    }
    for (std::size_t i = 0; i < m_thrusters.size(); ++i) {
        m_thrusters[i]->getThruster().setCommand(thrusters[i].command);
        m_thrusters[i]->getThruster().setSpeed(thrusters[i].speed);
    }
}

} // namespace ambient
