// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidFmu/UnitVariables.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ambient {

/// A world file as a co-simulation unit: the world behind the functions of FMI. All functions throw std::exception with
/// one line, and then have changed nothing.
///
/// The world makes whole steps of its own size. After a communication step to the time t, it has made all steps that
/// end by t; the rest of t is kept, and counts in the next communication step.
class UnitInstance {
  public:
    /// Reads and makes the world. \param resources the unit's folder of resources \param guid that of the importing
    /// program, which must be the unit's \param log receives warnings
    UnitInstance(const std::string& resources, const std::string& guid,
                 std::function<void(const std::string& line)> log);
    ~UnitInstance();

    /// \name Life of a unit, in this order
    /// @{
    void setUp(double startTime); ///< time of the importing program at the world's time 0 [s]; default: 0
    void enterInitialization();
    void exitInitialization();
    /// \param time of the importing program; must be the time that the unit has reached \param size >= 0 [s]
    void step(double time, double size);
    void terminate();
    /// @}
    void reset(); ///< as after the constructor; makes the world anew

    /// \param reference place in unitVariables(); the one behind the last variable is the time
    double value(unsigned reference) const;
    /// Sets inputs and parameters together; they act from the next step of the world on. Waves and current may be right
    /// only together, as height and period of a sea: they are checked by exitInitialization(), then by each call.
    /// \throws std::invalid_argument, with nothing changed, for outputs, and numbers not finite or beyond 1e30
    void setValues(const unsigned* references, const double* values, std::size_t count);
    double time() const { return m_time; } ///< that the unit has reached, of the importing program [s]

    /// State as bytes: the world, its inputs and the time. Clears Bullet's contacts: from then on, runs are repeated to
    /// the bit from a state, but contacts may differ in the last digits from a run without saved states.
    std::vector<unsigned char> saveState();
    void restoreState(const std::vector<unsigned char>& state);

  private:
    enum class Mode { Instantiated, Initialization, Step, Terminated };
    void require(Mode mode, const char* call) const;
    void makeWorld();
    const UnitVariable& variable(unsigned reference) const;
    double output(const UnitVariable& variable) const;
    /// The inputs with new numbers in place. \throws std::invalid_argument as setValues()
    std::vector<double> inputsWith(const unsigned* references, const double* values, std::size_t count) const;
    void apply(const UnitVariable& variable, double value);
    void push() const;
    void setMotorState(const std::vector<double>& numbers);
    std::vector<double> motorState() const;
    Vector3 currentOf(const std::vector<double>& inputs) const;
    /// Gives the world the waves and the current of these inputs, unless it has them; bodies keep their velocities.
    /// \throws std::invalid_argument with nothing changed: no world has parameters and a current
    void setMedium(const std::vector<double>& inputs);

    std::function<void(const std::string&)> m_log;
    WorldDescription m_world;
    std::unique_ptr<WorldSimulation> m_simulation;
    std::vector<UnitVariable> m_variables;
    std::vector<double> m_inputs;       ///< one for each variable; of outputs: 0
    std::vector<double> m_mediumInputs; ///< those whose waves and current the world has
    Mode m_mode = Mode::Instantiated;
    double m_start = 0.0, m_time = 0.0;
    std::int64_t m_steps = 0;
};

} // namespace ambient
