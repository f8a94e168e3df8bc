// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/AmplitudeModel.h"
#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <map>
#include <memory>
#include <vector>

namespace samples {

/// Mesh of a deforming body at any time, for pictures, plots and files.
class ChangingShape {
  public:
    virtual ~ChangingShape() = default;
    /// Its surface, body frame [m]; the same faces at all times. \param phase BodySample::phase [s]
    virtual ambient::TriangleMesh meshAt(double phase) const = 0;
    /// Duration of the cycle [s].
    virtual double period() const = 0;
};

/// The surface of a body whose flow is known.
std::shared_ptr<const ChangingShape> surfaceOf(std::shared_ptr<const ambient::DeformingModel> model);

/// The surface of a body with the recorded amplitudes of a run: the phase is the time of the run.
class RecordedAmplitudes final : public ChangingShape {
  public:
    explicit RecordedAmplitudes(std::shared_ptr<const ambient::AmplitudeModel> model) : m_model(std::move(model)) {}

    /// Records the amplitudes at a time [s]; discards those of later times.
    void record(double time, std::vector<double> amplitudes);
    /// Amplitudes at a time [s], linear between the notes.
    std::vector<double> at(double time) const;
    ambient::TriangleMesh meshAt(double phase) const override;
    double period() const override { return 0.0; } ///< none

  private:
    std::shared_ptr<const ambient::AmplitudeModel> m_model;
    std::map<double, std::vector<double>> m_notes;
};

} // namespace samples
