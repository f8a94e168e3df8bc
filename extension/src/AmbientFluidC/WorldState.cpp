// SPDX-License-Identifier: Zlib
// The state of an ambient_world as bytes: its rigid bodies, then each fluid with its couplings, moorings and thrusters.
#include "OwnRigidBody.h"

#include "BulletAmbientFluid/Base/btFluidForgottenContacts.h"
#include "BulletAmbientFluid/Base/btFluidSealedState.h"
#include "BulletAmbientFluid/Base/btFluidStateParts.h"
#include "BulletAmbientFluid/Host/btFluidRigidBodyRecord.h"
#include "BulletAmbientFluid/btFluidCoupling.h"
#include "BulletAmbientFluid/btFluidMooring.h"
#include "BulletAmbientFluid/btFluidThruster.h"

#include <cmath>

using namespace ambient;
using namespace ambient::c;

namespace {

constexpr std::uint32_t kStateMagic = 0xf1dd0002u; ///< last digit: version of the format
constexpr const char* kOwner = "ambient_world_restore_state";

void add(btFluidStateParts& parts, btFluidThruster& on) {
    Thruster& thruster = on.getThruster();
    parts.add(
        [&thruster] {
            btFluidStateWriter out;
            out.write(thruster.speed());
            out.write(thruster.command());
            return out.m_bytes;
        },
        [&thruster](const btFluidStateParts::Bytes& state) {
            btFluidStateReader in(state, kOwner);
            const double speed = in.read<double>(), command = in.read<double>();
            if (!std::isfinite(speed) || !std::isfinite(command) || !in.atEnd())
                throw std::invalid_argument(std::string(kOwner) + ": the state is damaged");
            thruster.setSpeed(speed);
            thruster.setCommand(command);
        });
}

btFluidStateParts partsOf(const std::vector<WorldFluid*>& fluids) {
    btFluidStateParts parts;
    for (WorldFluid* fluid : fluids) {
        parts.add(&fluid->action);
        for (btFluidCoupling* coupling : fluid->couplings)
            parts.add(coupling);
        for (btFluidMooring* mooring : fluid->moorings)
            parts.add(mooring);
        for (btFluidThruster* thruster : fluid->thrusters)
            add(parts, *thruster);
    }
    return parts;
}

bool isWet(const OwnRigidBody& body) {
    return body.fluid && body.fluid->action.getFluidBody(body.body.get());
}

} // namespace

void OwnWorld::forgetContacts() {
    std::vector<btCollisionObject*> objects;
    for (int i = 0; i < getNumCollisionObjects(); ++i)
        objects.push_back(getCollisionObjectArray()[i]);
    btFluidForgetContacts(*this, objects);
}

std::vector<unsigned char> OwnWorld::saveState() {
    forgetContacts();
    btFluidStateWriter out;
    btFluidBeginState(out, kStateMagic);
    out.write(std::uint64_t(m_bodies.size()));
    out.write(time);
    for (const OwnRigidBody* body : m_bodies)
        btFluidRigidBodyRecord::write(out, *body->body);
    partsOf(fluids).write(out);
    return btFluidEndState(out);
}

void OwnWorld::restoreState(const std::vector<unsigned char>& state) {
    btFluidStateReader in = btFluidOpenState(state, kStateMagic, kOwner);
    if (in.read<std::uint64_t>() != m_bodies.size())
        throw std::invalid_argument(std::string(kOwner) + ": the state is of a world with other bodies");
    const double saved = in.read<double>();
    std::vector<btFluidRigidBodyRecord> records;
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        records.emplace_back(in);
    const btFluidStateParts parts = partsOf(fluids);
    const std::vector<btFluidStateParts::Bytes> states = parts.read(in);
    btFluidCloseState(in);
    parts.restore(states);
    for (std::size_t i = 0; i < records.size(); ++i) {
        m_bodies[i]->body->clearForces();
        if (!isWet(*m_bodies[i])) records[i].applyBesideMass(*m_bodies[i]->body);
    }
    time = saved;
    forgetContacts();
}
