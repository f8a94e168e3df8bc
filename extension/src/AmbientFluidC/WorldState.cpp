// SPDX-License-Identifier: Zlib
// The state of an ambient_world as bytes: its rigid bodies, then each fluid with its couplings, moorings and thrusters.
#include "OwnRigidBody.h"

#include "BulletAmbientFluid/Base/btFluidForgottenContacts.h"
#include "BulletAmbientFluid/Base/btFluidSealedState.h"
#include "BulletAmbientFluid/Host/btFluidRigidBodyRecord.h"
#include "BulletAmbientFluid/btFluidCoupling.h"
#include "BulletAmbientFluid/btFluidMooring.h"
#include "BulletAmbientFluid/btFluidThruster.h"

#include <cmath>

using namespace ambient;
using namespace ambient::c;

namespace {

constexpr std::uint32_t kStateMagic = 0xf1dd0001u; ///< last digit: version of the format
constexpr const char* kOwner = "ambient_world_restore_state";

struct ThrusterState {
    double speed, command;
};

/// Saved parts of a fluid.
struct FluidState {
    std::vector<unsigned char> fluid;
    std::vector<std::vector<unsigned char>> couplings, moorings;
    std::vector<ThrusterState> thrusters;
};

FluidState stateOf(const WorldFluid& fluid) {
    FluidState state{fluid.action.saveState(), {}, {}, {}};
    for (const btFluidCoupling* coupling : fluid.couplings)
        state.couplings.push_back(coupling->saveState());
    for (const btFluidMooring* mooring : fluid.moorings)
        state.moorings.push_back(mooring->saveState());
    for (btFluidThruster* thruster : fluid.thrusters)
        state.thrusters.push_back({thruster->getThruster().speed(), thruster->getThruster().command()});
    return state;
}

void apply(const FluidState& state, WorldFluid& fluid) {
    fluid.action.restoreState(state.fluid);
    for (std::size_t i = 0; i < state.couplings.size(); ++i)
        fluid.couplings[i]->restoreState(state.couplings[i]);
    for (std::size_t i = 0; i < state.moorings.size(); ++i)
        fluid.moorings[i]->restoreState(state.moorings[i]);
    for (std::size_t i = 0; i < state.thrusters.size(); ++i) {
        fluid.thrusters[i]->getThruster().setSpeed(state.thrusters[i].speed);
        fluid.thrusters[i]->getThruster().setCommand(state.thrusters[i].command);
    }
}

void write(btFluidStateWriter& out, const std::vector<unsigned char>& bytes) {
    out.write(std::string(bytes.begin(), bytes.end()));
}
std::vector<unsigned char> readBytes(btFluidStateReader& in) {
    const std::string text = in.readText();
    return {text.begin(), text.end()};
}

void write(btFluidStateWriter& out, const FluidState& state) {
    write(out, state.fluid);
    for (const auto* parts : {&state.couplings, &state.moorings})
        for (const std::vector<unsigned char>& part : *parts)
            write(out, part);
    for (const ThrusterState& thruster : state.thrusters) {
        out.write(thruster.speed);
        out.write(thruster.command);
    }
}

FluidState readFluid(btFluidStateReader& in, const WorldFluid& of) {
    FluidState state{readBytes(in), {}, {}, {}};
    for (std::size_t i = 0; i < of.couplings.size(); ++i)
        state.couplings.push_back(readBytes(in));
    for (std::size_t i = 0; i < of.moorings.size(); ++i)
        state.moorings.push_back(readBytes(in));
    for (std::size_t i = 0; i < of.thrusters.size(); ++i) {
        state.thrusters.push_back({in.read<double>(), in.read<double>()});
        if (!std::isfinite(state.thrusters[i].speed) || !std::isfinite(state.thrusters[i].command))
            throw std::invalid_argument(std::string(kOwner) + ": the state is damaged");
    }
    return state;
}

/// Numbers of all parts: a state of other parts is refused.
std::vector<std::uint64_t> countsOf(std::size_t bodies, const std::vector<WorldFluid*>& fluids) {
    std::vector<std::uint64_t> counts = {bodies, fluids.size()};
    for (const WorldFluid* fluid : fluids) {
        counts.push_back(fluid->couplings.size());
        counts.push_back(fluid->moorings.size());
        counts.push_back(fluid->thrusters.size());
    }
    return counts;
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
    for (const std::uint64_t count : countsOf(m_bodies.size(), fluids))
        out.write(count);
    out.write(time);
    for (const OwnRigidBody* body : m_bodies)
        btFluidRigidBodyRecord::write(out, *body->body);
    for (const WorldFluid* fluid : fluids)
        write(out, stateOf(*fluid));
    return btFluidEndState(out);
}

void OwnWorld::restoreState(const std::vector<unsigned char>& state) {
    btFluidStateReader in = btFluidOpenState(state, kStateMagic, kOwner);
    for (const std::uint64_t count : countsOf(m_bodies.size(), fluids))
        if (in.read<std::uint64_t>() != count)
            throw std::invalid_argument(std::string(kOwner) + ": the state is of a world with other bodies");
    const double saved = in.read<double>();
    std::vector<btFluidRigidBodyRecord> records;
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        records.emplace_back(in);
    std::vector<FluidState> states, before;
    for (const WorldFluid* fluid : fluids) {
        states.push_back(readFluid(in, *fluid));
        before.push_back(stateOf(*fluid));
    }
    btFluidCloseState(in);
    std::size_t begun = 0;
    try {
        while (begun < fluids.size()) {
            ++begun;
            apply(states[begun - 1], *fluids[begun - 1]);
        }
    } catch (...) { // each part refuses its bytes before it changes; those before it go back
        for (std::size_t i = 0; i < begun; ++i)
            apply(before[i], *fluids[i]);
        throw;
    }
    for (std::size_t i = 0; i < records.size(); ++i) {
        m_bodies[i]->body->clearForces();
        if (!isWet(*m_bodies[i])) records[i].applyBesideMass(*m_bodies[i]->body);
    }
    time = saved;
    forgetContacts();
}
