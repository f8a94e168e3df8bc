// SPDX-License-Identifier: Zlib
// State of a WorldSimulation as bytes: a header, the rigid bodies unknown to the fluid, turns of joints, the fluid's
// own bytes, those of the coupling, those of the grid, and those of moorings and thrusters.
#include "BulletAmbientFluidGrid/btFluidGrid.h"
#include "Worlds/WorldSimulation.h"

#include <cstring>
#include <stdexcept>
#include <type_traits>

namespace ambient {
namespace {

constexpr char kMagic[8] = {'A', 'F', 'W', 'O', 'R', 'L', 'D', '5'};

struct Header {
    char magic[8];
    std::int64_t steps;
    std::uint64_t dryBodies, joints, fluidBytes, couplingBytes, gridBytes, actuatorBytes;
    std::uint32_t scalarSize, check; ///< of btScalar; of all bytes behind the header
};

/// A rigid body out of the fluid.
struct DryBody {
    btScalar basis[9], origin[3], linear[3], angular[3], deactivation;
    std::int32_t activation;
};

template <class Value>
void append(std::vector<unsigned char>& bytes, const Value& value) {
    static_assert(std::is_trivially_copyable<Value>::value, "copied as bytes");
    const auto* first = reinterpret_cast<const unsigned char*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
}

/// Fletcher's sum.
std::uint32_t checkOf(const unsigned char* first, std::size_t count) {
    std::uint32_t a = 1, b = 0;
    for (std::size_t i = 0; i < count; ++i) {
        a = (a + first[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

void copy(const btVector3& from, btScalar* to) {
    for (int k = 0; k < 3; ++k)
        to[k] = from[k];
}

DryBody recordOf(const btRigidBody& body) {
    DryBody record;
    std::memset(&record, 0, sizeof record);
    const btTransform& pose = body.getWorldTransform();
    for (int row = 0; row < 3; ++row)
        copy(pose.getBasis()[row], record.basis + 3 * row);
    copy(pose.getOrigin(), record.origin);
    copy(body.getLinearVelocity(), record.linear);
    copy(body.getAngularVelocity(), record.angular);
    record.deactivation = body.getDeactivationTime();
    record.activation = body.getActivationState();
    return record;
}

void apply(const DryBody& record, btRigidBody& body) {
    const btScalar* b = record.basis;
    const btTransform pose(btMatrix3x3(b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8]),
                           btVector3(record.origin[0], record.origin[1], record.origin[2]));
    body.setWorldTransform(pose);
    body.setInterpolationWorldTransform(pose);
    body.setLinearVelocity(btVector3(record.linear[0], record.linear[1], record.linear[2]));
    body.setAngularVelocity(btVector3(record.angular[0], record.angular[1], record.angular[2]));
    body.clearForces();
    body.updateInertiaTensor();
    body.forceActivationState(record.activation);
    body.setDeactivationTime(record.deactivation);
}

/// Moving rigid bodies outside the fluid.
std::vector<btRigidBody*> dryBodies(const FileWorld& content, const btFluidAction& fluid) {
    std::vector<btRigidBody*> dry;
    for (btRigidBody* body : content.bodies())
        if (!body->isStaticObject() && !fluid.getFluidBody(body)) dry.push_back(body);
    return dry;
}

/// Empty without the action.
template <class Action>
std::vector<unsigned char> stateOf(const Action* action) {
    return action ? action->saveState() : std::vector<unsigned char>();
}

} // namespace

std::vector<unsigned char> WorldSimulation::saveState() {
    m_content->forgetContacts();
    const std::vector<btRigidBody*> dry = dryBodies(*m_content, *m_fluid);
    const std::vector<unsigned char> ofFluid = m_fluid->saveState(), ofCoupling = stateOf(m_content->coupling()),
                                     ofGrid = stateOf(m_content->grid()), ofActuators = m_content->actuatorState();
    std::vector<unsigned char> body;
    for (const btRigidBody* rigid : dry)
        append(body, recordOf(*rigid));
    const std::vector<int> turns = m_content->turns();
    for (const std::int32_t turn : turns)
        append(body, turn);
    body.insert(body.end(), ofFluid.begin(), ofFluid.end());
    body.insert(body.end(), ofCoupling.begin(), ofCoupling.end());
    body.insert(body.end(), ofGrid.begin(), ofGrid.end());
    body.insert(body.end(), ofActuators.begin(), ofActuators.end());
    Header header{{},
                  m_steps,
                  dry.size(),
                  turns.size(),
                  ofFluid.size(),
                  ofCoupling.size(),
                  ofGrid.size(),
                  ofActuators.size(),
                  sizeof(btScalar),
                  checkOf(body.data(), body.size())};
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    std::vector<unsigned char> state;
    append(state, header);
    state.insert(state.end(), body.begin(), body.end());
    return state;
}

void WorldSimulation::restoreState(const std::vector<unsigned char>& state) {
    const std::vector<btRigidBody*> dry = dryBodies(*m_content, *m_fluid);
    Header header{};
    if (state.size() >= sizeof header) std::memcpy(&header, state.data(), sizeof header);
    if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0)
        throw std::invalid_argument("the bytes are no state of a world");
    if (header.scalarSize != sizeof(btScalar))
        throw std::invalid_argument("the state is of a Bullet of another precision");
    const std::size_t rest = state.size() - sizeof header;
    std::vector<std::int32_t> turns(m_content->joints().size());
    const std::size_t turnBytes = turns.size() * sizeof(std::int32_t);
    if (header.dryBodies != dry.size() || header.joints != turns.size() ||
        (header.couplingBytes != 0) != (m_content->coupling() != nullptr) ||
        (header.gridBytes != 0) != (m_content->grid() != nullptr) ||
        (header.actuatorBytes != 0) != !(m_content->moorings().empty() && m_content->thrusters().empty()) ||
        rest != header.dryBodies * sizeof(DryBody) + turnBytes + header.fluidBytes + header.couplingBytes +
                    header.gridBytes + header.actuatorBytes)
        throw std::invalid_argument("the state is of a world with other bodies, or not whole");
    const unsigned char* bytes = state.data() + sizeof header;
    if (checkOf(bytes, rest) != header.check) throw std::invalid_argument("the state is damaged");
    const unsigned char* ofTurns = bytes + dry.size() * sizeof(DryBody);
    const unsigned char* ofFluid = ofTurns + turnBytes;
    const unsigned char* ofCoupling = ofFluid + header.fluidBytes;
    const unsigned char* ofGrid = ofCoupling + header.couplingBytes;
    const unsigned char* ofActuators = ofGrid + header.gridBytes;
    m_content->forgetContacts();
    // Each part refuses its bytes before any change of its own; those before it then go back.
    const std::vector<unsigned char> actuatorsBefore = m_content->actuatorState();
    m_content->setActuatorState({ofActuators, ofActuators + header.actuatorBytes});
    btFluidCoupling* const coupling = m_content->coupling();
    btFluidGrid* const grid = m_content->grid();
    const std::vector<unsigned char> fluidBefore = stateOf(coupling || grid ? m_fluid.get() : nullptr),
                                     couplingBefore = stateOf(grid ? coupling : nullptr);
    bool isFluidRestored = false;
    try {
        m_fluid->restoreState({ofFluid, ofCoupling});
        isFluidRestored = true;
        if (coupling) coupling->restoreState({ofCoupling, ofGrid});
        if (grid) grid->restoreState({ofGrid, ofActuators});
        if (grid && grid->getGrid().surface()) m_fluid->restoreState({ofFluid, ofCoupling}); // now in the grid's water
    } catch (...) {
        m_content->setActuatorState(actuatorsBefore);
        if (isFluidRestored) m_fluid->restoreState(fluidBefore);
        if (isFluidRestored && !couplingBefore.empty()) coupling->restoreState(couplingBefore);
        throw;
    }
    for (std::size_t i = 0; i < dry.size(); ++i) {
        DryBody record;
        std::memcpy(&record, bytes + i * sizeof record, sizeof record);
        apply(record, *dry[i]);
    }
    if (!turns.empty()) std::memcpy(turns.data(), ofTurns, turnBytes);
    m_content->setTurns({turns.begin(), turns.end()});
    m_steps = header.steps;
}

} // namespace ambient
