// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/BodyDeformation.h"
#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Body/ShapeSequence.h"

#include <string>
#include <vector>

namespace ambient {

/// Findings of DeformingModel::build().
struct DeformingReport {
    int keysSolved = 0; ///< potential flows solved for the tables
    /// Largest errors of the tables at three times between keys against flows solved there: of the added mass relative
    /// to itself, and of the fluid's momentum relative to the largest one of a key (lengths scaled out).
    double inertiaError = 0.0, momentumError = 0.0;
    /// Largest error of the Stokes resistance in the tables at the same shapes, relative to itself.
    double resistanceError = 0.0;
    double leastVolume = 0.0, largestVolume = 0.0; ///< of the keys [m^3]
    int crossingFaces = 0;                         ///< faces that cross another one, in the key where most do
    int crossingKey = -1;                          ///< that key; -1: none
    int crossingFace = -1;                         ///< the first of these faces; -1: none
    double worstJump = 0.0; ///< largest jump of the velocity at a key, free and neutrally buoyant: linear plus angular
                            ///< times length [m/s]; 0 with smooth keys
    double seconds = 0.0;   ///< wall time of the build [s]
    std::vector<std::string> warnings; ///< one line each: errors above 1 %, crossing faces, jumps
};

/// Hydrodynamic model of a ShapeSequence: tables of K and sigma over the phase, and the deformed surface at any phase.
/// Slow to build: one potential flow per key. Immutable: shared by all bodies with this sequence and by all threads.
///
/// Body frame = mesh frame: origin at the dry centre of mass, axes as the author's at the first key. From key to key
/// the shape is placed so that its masses move least; the author's own frame may move in any way and makes no
/// difference. bodyFromAuthor() says where that frame is.
///
/// The phase is the time of the sequence's keys [s]. As a BodyDeformation the model plays itself: phase = time.
class DeformingModel : public BodyDeformation, public std::enable_shared_from_this<DeformingModel> {
  public:
    /// Builds the model of a sequence. Keys with fewer than FluidBodyModel::kFewestFaces are refined alike.
    /// With AddedMassMethod::Local, K and sigma are paper 000's local ones. [Soliman2024, eqs. 9 and 10]
    /// \param def of the surface; its repair and sheet thickness are not used: keys must be usable as they are
    /// \throws std::invalid_argument naming key and face if the sequence is not valid (requireValid), a key is no
    ///         usable surface or inside out, the masses of a key lie on a line, or `def` gives an added mass, which has
    ///         no potentials; and as FluidBodyModel::build
    static std::shared_ptr<const DeformingModel> build(const ShapeSequence& sequence, const FluidBodyDef& def = {});
    ~DeformingModel() override;

    const DeformingReport& report() const;                     ///< findings of build()
    const std::shared_ptr<const FluidBodyModel>& rest() const; ///< model of the rest shape, body frame
    double mass() const;                                       ///< dry [kg]
    double period() const;                                     ///< ShapeSequence::period [s]
    double firstPhase() const;                                 ///< time of the first key [s]
    double lastPhase() const;                                  ///< time of the last key, or of the loop's end [s]
    const std::vector<TriangleMesh::Face>& triangles() const;  ///< of all shapes, after refinement
    int vertexCount() const;                                   ///< of all shapes, after refinement

    /// The body that plays the sequence with phase = time; its inertia is that of the first key.
    FluidBody body() const;
    /// Pose of the author's frame in the body frame; between keys interpolated smoothly.
    Pose bodyFromAuthor(double phase) const;
    /// Vertices at a phase [m], body frame. Moving masses are not included.
    void vertices(double phase, std::vector<Vector3>& out) const;
    /// Velocities of the vertices per unit speed at a phase [m/s], body frame.
    void velocities(double phase, std::vector<Vector3>& out) const;

    /// BodyDeformation::evaluate() with phase = time, at unit speed.
    void evaluate(double time, DeformedShape& shape) const override { evaluate(time, 1.0, shape); }
    const void* memoryOwner() const override { return this; }
    /// BodyDeformation::energy() with phase = time, at unit speed.
    DeformationEnergy energy(double time) const override { return energy(time, 1.0); }
    /// Energy at a phase that proceeds with a speed [s/s]. The first call solves one more potential flow per key.
    DeformationEnergy energy(double phase, double speed) const;
    /// The shape at a phase that proceeds with a speed [s/s].
    void evaluate(double phase, double speed, DeformedShape& shape) const;

  private:
    struct Data;
    friend class DeformingModelBuilder;

    explicit DeformingModel(std::unique_ptr<Data> data);

    std::unique_ptr<Data> m_data;
};

} // namespace ambient
