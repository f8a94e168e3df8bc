// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/AmplitudeModel.h"
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Body/MovingSurface.h"

#include <functional>

namespace ambient {

/// The shape of a body that follows amplitudes, or angles of joints: requested once a step, or a function of time.
///
/// A request is reached at the end of the coming step: the coordinates move there on cubics that begin with the present
/// coordinates and rates and end with the rate of the requests so far, so that the velocity has no jumps and a
/// requested path is followed one step later. Near an end of the range the rate is limited, so that requests in range
/// keep the shape in range. Without a new request the shape stops where it is asked to be.
class DrivenShape final : public MovingSurface {
  public:
    /// Writes coordinates and rates at a time [s]. A pure function: called at any times, from several threads.
    using Function = std::function<void(double time, double* q, double* rates)>;

    /// At q = 0. \param model not null
    explicit DrivenShape(std::shared_ptr<const AmplitudeModel> model);

    const AmplitudeModel& model() const { return *m_model; } ///< of the constructor

    /// Requests coordinates for the end of the coming step. \param q in range, model().size() numbers
    /// \throws std::invalid_argument, with nothing changed, naming the coordinate that is not
    void request(const std::vector<double>& q);
    /// Whether a request is a jump: of one coordinate by more than half of its range, or by more than 100 periods.
    /// \param time now [s]
    bool isJump(const std::vector<double>& q, double time) const;
    /// Takes coordinates at once and stays there; forgets requests and function. \param q as request()
    void jumpTo(const std::vector<double>& q);
    /// Follows a function of time instead of requests; empty: stays at the coordinates of `time` [s].
    void setFunction(Function function, double time);
    bool hasFunction() const { return static_cast<bool>(m_function); } ///< see setFunction()

    /// Coordinates and rates at a time [s]. \throws std::invalid_argument if a function leaves a range or returns
    /// rates that are not finite
    void coordinates(double time, double* q, double* rates) const;
    /// Coordinates at a time [s].
    std::vector<double> coordinatesAt(double time) const;

    void evaluate(double time, DeformedShape& shape) const override;
    const void* memoryOwner() const override { return m_model->memoryOwner(); }
    DeformationEnergy energy(double time) const override;
    const std::vector<TriangleMesh::Face>& triangles() const override { return m_model->triangles(); }
    void vertices(double time, std::vector<Vector3>& out) const override;
    Pose bodyFromAuthor(double time) const override;
    bool isMoving(double time) const override;
    bool beginStep(double time, double timeStep) override;
    /// Without the function.
    std::vector<double> save() const override;
    void restore(const std::vector<double>& state) override;

  private:
    void requireFit(const std::vector<double>& q) const;

    /// A cubic of one coordinate in time.
    struct Cubic {
        double from = 0.0, to = 0.0, rateFrom = 0.0, rateTo = 0.0;
    };
    /// The way of one coordinate.
    struct Stroke {
        Cubic now, last;                         ///< in the step in progress, and before it, for read-outs
        double requested = 0.0;                  ///< of the end of the coming step
        double meanRate = 0.0, meanBefore = 0.0; ///< of the way to the last request, and of that before
    };
    /// Times of the cubics [s].
    struct Span {
        double start = 0.0, duration = 0.0;
    };

    std::shared_ptr<const AmplitudeModel> m_model;
    Function m_function;
    std::vector<Stroke> m_strokes;
    Span m_now, m_last;
    bool m_isRequested = false; ///< since the last step began
};

} // namespace ambient
