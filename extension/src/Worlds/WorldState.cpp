// SPDX-License-Identifier: Zlib
// State of a WorldSimulation as bytes: steps, the rigid bodies unknown to the fluid, turns of joints, then the states
// of the actuators, the grid, the fluid and the coupling.
#include "BulletAmbientFluid/Base/btFluidSealedState.h"
#include "BulletAmbientFluid/Base/btFluidStateParts.h"
#include "BulletAmbientFluid/Host/btFluidRigidBodyRecord.h"
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "Worlds/WorldSimulation.h"

#include <stdexcept>

namespace ambient {
namespace {

constexpr std::uint32_t kStateMagic = 0xf1de0007u; ///< last digit: version of the format
constexpr const char* kOwner = "WorldSimulation::restoreState";

/// Moving rigid bodies outside the fluid.
std::vector<btRigidBody*> dryBodies(const FileWorld& content, const btFluidAction& fluid) {
    std::vector<btRigidBody*> dry;
    for (btRigidBody* body : content.bodies())
        if (!body->isStaticObject() && !fluid.getFluidBody(body)) dry.push_back(body);
    return dry;
}

btFluidStateParts partsOf(FileWorld& content, btFluidAction& fluid) {
    btFluidStateParts parts;
    parts.add([&content] { return content.actuatorState(); },
              [&content](const std::vector<unsigned char>& state) { content.setActuatorState(state); });
    parts.add(content.grid()); // its water may be the medium in which the bodies of the fluid begin
    parts.add(&fluid);
    parts.add(content.coupling());
    return parts;
}

} // namespace

std::vector<unsigned char> WorldSimulation::saveState() {
    m_content->forgetContacts();
    btFluidStateWriter out;
    btFluidBeginState(out, kStateMagic);
    out.write(m_steps);
    const std::vector<btRigidBody*> dry = dryBodies(*m_content, *m_fluid);
    const std::vector<int> turns = m_content->turns();
    out.write(std::uint64_t(dry.size()));
    out.write(std::uint64_t(turns.size()));
    for (const btRigidBody* body : dry)
        btFluidRigidBodyRecord::write(out, *body);
    out.write(turns.data(), static_cast<int>(turns.size()));
    partsOf(*m_content, *m_fluid).write(out);
    return btFluidEndState(out);
}

void WorldSimulation::restoreState(const std::vector<unsigned char>& state) {
    const std::vector<btRigidBody*> dry = dryBodies(*m_content, *m_fluid);
    std::vector<int> turns(m_content->joints().size());
    const btFluidStateParts parts = partsOf(*m_content, *m_fluid);
    btFluidStateReader in = btFluidOpenState(state, kStateMagic, kOwner);
    const auto steps = in.read<std::int64_t>();
    if (in.read<std::uint64_t>() != dry.size() || in.read<std::uint64_t>() != turns.size())
        throw std::invalid_argument(std::string(kOwner) + ": the state is of a world with other bodies or joints");
    std::vector<btFluidRigidBodyRecord> records;
    for (std::size_t i = 0; i < dry.size(); ++i)
        records.emplace_back(in);
    in.read(turns.data(), static_cast<int>(turns.size()));
    const std::vector<btFluidStateParts::Bytes> states = parts.read(in);
    btFluidCloseState(in);
    m_content->forgetContacts();
    parts.restore(states);
    for (std::size_t i = 0; i < dry.size(); ++i) {
        dry[i]->clearForces();
        records[i].applyBesideMass(*dry[i]);
    }
    m_content->setTurns(turns);
    m_steps = steps;
}

} // namespace ambient
