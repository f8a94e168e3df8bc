// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Body/MovingSurface.h"

namespace ambient {

/// Phase of a shape sequence over time: a speed that may change linearly. A plain value.
struct ShapeClock {
    double time = 0.0;        ///< at which the members below hold [s]
    double phase = 0.0;       ///< at that time [s]
    double speed = 1.0;       ///< at that time [s/s]; default 1
    double targetSpeed = 1.0; ///< after the ramp [s/s]; default 1
    double ramp = 0.0;        ///< time from speed to targetSpeed [s], 0 or more

    /// Phase at a time [s].
    double phaseAt(double at) const;
    /// Rate of the phase at a time [s/s].
    double speedAt(double at) const;
    /// The clock with a new target speed: the phase and, with a ramp, the speed go on continuously from a time.
    ShapeClock withSpeed(double at, double newSpeed, double newRamp) const;
    /// The clock with another phase from a time on.
    ShapeClock withPhase(double at, double newPhase) const;
};

/// A shape sequence that a body plays by a clock of its own. Change the clock only between steps of its body.
class PlayedShape final : public MovingSurface {
  public:
    /// \param model not null
    explicit PlayedShape(std::shared_ptr<const DeformingModel> model) : m_model(std::move(model)) {}

    const DeformingModel& model() const { return *m_model; } ///< of the constructor
    const ShapeClock& clock() const { return m_clock; }      ///< default: phase = time
    /// Sets clock(). \throws std::invalid_argument naming a number that is not finite, and a ramp below 0
    void setClock(const ShapeClock& clock);

    void evaluate(double time, DeformedShape& shape) const override {
        m_model->evaluate(m_clock.phaseAt(time), m_clock.speedAt(time), shape);
    }
    const void* memoryOwner() const override { return m_model.get(); }
    DeformationEnergy energy(double time) const override {
        return m_model->energy(m_clock.phaseAt(time), m_clock.speedAt(time));
    }
    const std::vector<TriangleMesh::Face>& triangles() const override { return m_model->triangles(); }
    void vertices(double time, std::vector<Vector3>& out) const override {
        m_model->vertices(m_clock.phaseAt(time), out);
    }
    Pose bodyFromAuthor(double time) const override { return m_model->bodyFromAuthor(m_clock.phaseAt(time)); }
    bool isMoving(double time) const override;
    bool beginStep(double, double) override { return false; } // the clock goes on by itself
    std::vector<double> save() const override;
    void restore(const std::vector<double>& state) override;

  private:
    std::shared_ptr<const DeformingModel> m_model;
    ShapeClock m_clock;
};

} // namespace ambient
