// SPDX-License-Identifier: Zlib
#include "AmbientFluidFmu/UnitInstance.h"

#include "AmbientFluidFmu/UnitResources.h"
#include "BulletAmbientFluid/btFluidCarrier.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "FilePath.h"
#include "Worlds/MotorPath.h"
#include "Worlds/WorldInput.h"
#include "Worlds/WorldMedia.h"

#include <cmath>
#include <cstring>
#include <stdexcept>

namespace ambient {
namespace {

using Kind = UnitVariable::Kind;

/// Steps of importing programs may miss whole steps of the world by this fraction of a step.
constexpr double kSlack = 1e-3;
constexpr char kMagic[8] = {'A', 'F', 'U', 'N', 'I', 'T', '0', '1'};

struct Header {
    char magic[8];
    double start, time;
    std::int64_t steps, mode;
    std::uint64_t inputs, motors;
};

std::vector<double> numbersAt(const unsigned char* bytes, std::uint64_t count) {
    std::vector<double> numbers(count);
    if (count > 0) std::memcpy(numbers.data(), bytes, count * sizeof(double));
    return numbers;
}

} // namespace

UnitInstance::UnitInstance(const std::string& resources, const std::string& guid,
                           std::function<void(const std::string&)> log)
    : m_log(std::move(log)) {
    if (guid != guidIn(resources)) throw std::invalid_argument("the GUID " + guid + " is of another unit");
    m_world = readWorldFile(utf8Of(pathIn(resources, kUnitWorld))).description;
    makeWorld();
}

UnitInstance::~UnitInstance() = default;

void UnitInstance::makeWorld() {
    WorldSimulationOptions options;
    options.timeStep = m_world.timeStep;
    options.solver = m_world.solver;
    options.log = m_log;
    m_simulation.reset();
    m_simulation = std::make_unique<WorldSimulation>(m_world, options);
    m_variables = unitVariables(m_world, *m_simulation);
    m_inputs.clear();
    for (const UnitVariable& variable : m_variables)
        m_inputs.push_back(variable.start);
    m_mediumInputs = m_inputs;
}

void UnitInstance::require(Mode mode, const char* call) const {
    if (m_mode != mode) throw std::logic_error(std::string(call) + " is not allowed in the present state of the unit");
}

void UnitInstance::setUp(double startTime) {
    require(Mode::Instantiated, "The setup");
    if (!std::isfinite(startTime)) throw std::invalid_argument("the start time is not finite");
    m_start = m_time = startTime;
}

void UnitInstance::enterInitialization() {
    require(Mode::Instantiated, "Entering the initialization");
    m_mode = Mode::Initialization;
}

void UnitInstance::exitInitialization() {
    require(Mode::Initialization, "Leaving the initialization");
    setMedium(m_inputs);
    m_mode = Mode::Step;
}

void UnitInstance::terminate() {
    require(Mode::Step, "Terminating");
    m_mode = Mode::Terminated;
}

void UnitInstance::reset() {
    makeWorld();
    m_mode = Mode::Instantiated;
    m_start = m_time = 0.0;
    m_steps = 0;
}

const UnitVariable& UnitInstance::variable(unsigned reference) const {
    if (reference >= m_variables.size())
        throw std::invalid_argument("there is no value reference " + std::to_string(reference));
    return m_variables[reference];
}

double UnitInstance::output(const UnitVariable& variable) const {
    if (variable.kind == Kind::Joint) {
        const UnitJoint joint = unitJoint(*m_simulation, variable.part, variable.component);
        return joint.wet.state().positions[joint.position];
    }
    const FileWorld& content = m_simulation->content();
    const FileWorld::Motion motion = content.motionOf(content.moving()[variable.part]);
    const int k = variable.component;
    if (k < 3) return motion.worldFromShown.position[k];
    if (k < 7) return motion.worldFromShown.orientation.coeffs()[k - 3];
    return k < 10 ? motion.velocity.linear[k - 7] : motion.velocity.angular[k - 10];
}

double UnitInstance::value(unsigned reference) const {
    if (reference == m_variables.size()) return m_time;
    const UnitVariable& asked = variable(reference);
    return asked.isOutput() ? output(asked) : m_inputs[reference];
}

Vector3 UnitInstance::currentOf(const std::vector<double>& inputs) const {
    Vector3 current = Vector3::Zero();
    for (std::size_t i = 0; i < m_variables.size(); ++i)
        if (m_variables[i].kind == Kind::Current) current[m_variables[i].component] = inputs[i];
    return current;
}

void UnitInstance::setMedium(const std::vector<double>& inputs) {
    bool areEqual = true;
    for (std::size_t i = 0; i < m_variables.size(); ++i)
        areEqual = areEqual && (!m_variables[i].isParameter() || inputs[i] == m_mediumInputs[i]);
    if (!areEqual) {
        const WorldMedium medium = unitMedium(m_world, m_variables, inputs);
        m_simulation->fluid().setMedium(makeMedium(medium, m_world.gravity, m_world.folder));
    }
    m_simulation->setCurrent(currentOf(inputs));
    m_mediumInputs = inputs;
}

void UnitInstance::apply(const UnitVariable& variable, double value) {
    if (variable.kind == Kind::Target) {
        const UnitJoint joint = unitJoint(*m_simulation, variable.part, variable.component);
        joint.motor->setTarget(joint.position, value, m_simulation->fluid().getTime());
    }
    if (variable.kind == Kind::Thruster)
        m_simulation->content().thrusters()[variable.part]->getThruster().setCommand(value);
}

std::vector<double> UnitInstance::inputsWith(const unsigned* references, const double* values,
                                             std::size_t count) const {
    std::vector<double> inputs = m_inputs;
    for (std::size_t i = 0; i < count; ++i) {
        const UnitVariable& set = variable(references[i]);
        const std::string name = "'" + set.name + "'";
        if (set.isOutput()) throw std::invalid_argument(name + " is an output");
        btFluidFinite(values[i], name.c_str());
        if (set.isParameter() && values[i] < 0.0) throw std::invalid_argument(name + " is below 0");
        inputs[references[i]] = values[i];
    }
    return inputs;
}

void UnitInstance::setValues(const unsigned* references, const double* values, std::size_t count) {
    const std::vector<double> inputs = inputsWith(references, values, count);
    // Importing programs may set start values one by one: until the initialization ends, they need not be right
    // together.
    if (m_mode == Mode::Step || m_mode == Mode::Terminated) setMedium(inputs);
    for (std::size_t i = 0; i < m_variables.size(); ++i)
        if (inputs[i] != m_inputs[i]) apply(m_variables[i], inputs[i]);
    m_inputs = inputs;
}

void UnitInstance::push() const {
    const FileWorld& content = m_simulation->content();
    for (std::size_t i = 0; i < m_variables.size(); ++i) {
        if (m_variables[i].kind != Kind::Force || m_variables[i].component != 0) continue;
        const FileWorld::Moving& moving = content.moving()[m_variables[i].part];
        const double* const w = m_inputs.data() + i; // force, then torque
        Wrench wrench;
        wrench.linear = Vector3(w[0], w[1], w[2]);
        wrench.angular = Vector3(w[3], w[4], w[5]);
        const btFluidCarrier carrier = moving.multiBody ? btFluidCarrier(moving.multiBody, moving.link - 1, "force")
                                                        : btFluidCarrier(moving.body, "force");
        carrier.apply(wrench);
    }
}

void UnitInstance::step(double time, double size) {
    require(Mode::Step, "A step");
    const double dt = m_world.timeStep;
    if (!(std::fabs(time - m_time) <= kSlack * dt))
        throw std::invalid_argument("the step starts at " + std::to_string(time) + " s, but the unit is at " +
                                    std::to_string(m_time) + " s");
    if (!(size >= 0.0) || !std::isfinite(size)) throw std::invalid_argument("the step size is below 0 or not finite");
    const double steps = std::floor((time + size - m_start) / dt + kSlack);
    if (steps > 1e15) throw std::invalid_argument("the step is too long");
    while (double(m_steps) < steps) {
        push();
        m_simulation->step();
        ++m_steps;
    }
    m_time = time + size;
}

std::vector<double> UnitInstance::motorState() const {
    std::vector<double> numbers;
    for (const auto& motor : m_simulation->content().motors()) {
        const std::vector<double> state = motor ? motor->state() : std::vector<double>();
        numbers.insert(numbers.end(), state.begin(), state.end());
    }
    return numbers;
}

void UnitInstance::setMotorState(const std::vector<double>& numbers) {
    const double* next = numbers.data();
    for (const auto& motor : m_simulation->content().motors()) {
        if (!motor) continue;
        motor->setState(next);
        next += motor->state().size();
    }
}

std::vector<unsigned char> UnitInstance::saveState() {
    setMedium(m_inputs); // the momenta of a state are relative to its medium
    m_simulation->world().getDispatchInfo().m_deterministicOverlappingPairs = true;
    const std::vector<unsigned char> ofWorld = m_simulation->saveState();
    const std::vector<double> motors = motorState();
    Header header{{}, m_start, m_time, m_steps, static_cast<std::int64_t>(m_mode), m_inputs.size(), motors.size()};
    std::memcpy(header.magic, kMagic, sizeof kMagic);
    std::vector<unsigned char> state(sizeof header + (m_inputs.size() + motors.size()) * sizeof(double) +
                                     ofWorld.size());
    unsigned char* at = state.data();
    const auto put = [&at](const void* from, std::size_t size) {
        if (size > 0) std::memcpy(at, from, size);
        at += size;
    };
    put(&header, sizeof header);
    put(m_inputs.data(), m_inputs.size() * sizeof(double));
    put(motors.data(), motors.size() * sizeof(double));
    put(ofWorld.data(), ofWorld.size());
    return state;
}

void UnitInstance::restoreState(const std::vector<unsigned char>& state) {
    Header header{};
    if (state.size() >= sizeof header) std::memcpy(&header, state.data(), sizeof header);
    const std::size_t motorCount = motorState().size();
    const std::size_t numbers = (m_inputs.size() + motorCount) * sizeof(double);
    if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0 || header.inputs != m_inputs.size() ||
        header.motors != motorCount || state.size() < sizeof header + numbers || header.mode < 0 || header.mode > 3)
        throw std::invalid_argument("the state is damaged or of another unit");
    const unsigned char* const first = state.data() + sizeof header;
    const std::vector<double> inputs = numbersAt(first, m_inputs.size());
    const std::vector<double> motors = numbersAt(first + inputs.size() * sizeof(double), motorCount);
    m_simulation->world().getDispatchInfo().m_deterministicOverlappingPairs = true;
    // Another medium wakes the bodies; the state then puts them to sleep again.
    const std::vector<double> before = m_mediumInputs;
    setMedium(inputs);
    try {
        m_simulation->restoreState({first + numbers, state.data() + state.size()});
    } catch (...) {
        setMedium(before);
        throw;
    }
    m_inputs = inputs;
    setMotorState(motors);
    m_start = header.start;
    m_time = header.time;
    m_steps = header.steps;
    m_mode = static_cast<Mode>(header.mode);
}

} // namespace ambient
