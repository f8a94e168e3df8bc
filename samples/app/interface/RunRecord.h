// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Media/FluidMedium.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "Output/JointTrack.h"
#include "interface/PlotView.h"
#include "scenes/parts/ChangingShape.h"

#include <memory>
#include <string>
#include <vector>

namespace samples {

/// One body at one time, SI units, world frame.
struct BodySample {
    double time = 0.0;
    ambient::Pose worldFromBody; ///< origin at the centre of mass
    ambient::Twist velocity;     ///< of physics: about the centre of mass, world axes
    ambient::Momentum momentum;  ///< of the body and its fluid, relative to the medium; about the centre of mass
    ambient::Vector3 mediumVelocity = ambient::Vector3::Zero(); ///< reference of `momentum`, world axes [m/s]
    double kineticEnergy = 0.0; ///< of the body and its fluid at its immersion, relative to the medium [J]
    double displacedMass = 0.0; ///< of the fluid, at the body's immersion [kg]
    double phase = 0.0;         ///< of the shape of a deforming body, counted through whole periods [s]
    std::vector<ambient::Wrench>
        terms; ///< per force term, about the centre of mass, world axes; empty unless asked for
};

/// The constant data of a recorded body.
struct RecordedBody {
    std::string name;
    double mass = 0.0;                                 ///< dry [kg]; 0: does not move
    std::shared_ptr<const ambient::TriangleMesh> mesh; ///< for pictures, body frame
    bool convex = true;                                ///< whether the mesh is
    /// Its model, mesh frame = body frame; null for a body outside the fluid.
    std::shared_ptr<const ambient::FluidBodyModel> model = nullptr;
    ambient::Vector3 inertia = ambient::Vector3::Zero(); ///< dry, principal moments along the mesh axes [kg m^2]
    /// Model of a deforming body, with its rest shape in `mesh`; else null.
    std::shared_ptr<const ambient::DeformingModel> shape = nullptr;
    /// Rotation from the body's axes to the axes in tables. The axes of a world file need not be principal axes.
    ambient::Quaternion shownFromBody = ambient::Quaternion::Identity();
    /// Shape of a deforming body; null for rigid ones. SceneContext fills it from `shape`.
    std::shared_ptr<const ChangingShape> changes = nullptr;
    /// Number of the twin of this body; -1: none. The twin has an effect that this body lacks, such as the flow of the
    /// others. This body is drawn faint, in the colour of its twin.
    int ghostOf = -1;
};

/// A still object of the scene.
struct RecordedObstacle {
    RecordedBody body;
    ambient::Pose worldFromBody;
};

/// A part of the world with a medium of its own: a box along the axes.
struct RecordedRegion {
    ambient::Vector3 low, high; ///< its corners [m]
    std::shared_ptr<const ambient::FluidMedium> medium;
};

/// A quantity on a plane through water on a grid at one time.
struct RecordedSlice {
    std::string quantity; ///< with its unit
    std::string place;    ///< position of the plane
    PlotView view = PlotView::Side;
    double left = 0.0, bottom = 0.0,
           spacing = 0.0; ///< corner of the first cell in the picture plane, and edge of a cell [m]
    double across = 0.0;  ///< place of the plane along the third axis [m]
    int columns = 0, rows = 0;
    std::vector<double> values;   ///< row by row from the bottom
    bool isSigned = false;        ///< whether both directions occur: the colours are then symmetric about 0
    int flowStride = 0;           ///< cells between two arrows of the flow along either axis; 0: no arrows
    std::vector<PlanePoint> flow; ///< velocity in the plane at every flowStride-th cell, row by row [m/s]
};

/// The water of a tank with a surface at one time.
struct RecordedTank {
    ambient::Vector3 low = ambient::Vector3::Zero(), high = ambient::Vector3::Zero(); ///< corners of the tank [m]
    /// The surface of the water and the water's sides at the walls, world [m]; null: there is no tank.
    std::shared_ptr<const ambient::TriangleMesh> water;
};

/// The slices of a run at one time, its tank, and particles carried by its water.
struct SliceMoment {
    double time = 0.0; ///< [s]
    std::vector<RecordedSlice> slices;
    RecordedTank tank;
    std::vector<Eigen::Vector3f> particles; ///< world [m]; each has its place in the list for the whole run
};

/// A number measured by a scene, such as the drag of a held body.
struct RecordedGauge {
    std::string name;           ///< with its unit
    std::vector<double> values; ///< one per frame
};

/// A rope, cable or chain.
struct RecordedLine {
    std::string name;
    /// Points along the line in each frame, world [m]; none: it is not there, or lost.
    std::vector<std::vector<Eigen::Vector3f>> points;
};

/// Record of a run: every body at time 0 and after every step.
struct RunRecord {
    std::string scene;
    std::string model;
    std::string solver;
    double timeStep = 0.0;                              ///< [s]
    std::shared_ptr<const ambient::FluidMedium> medium; ///< around all bodies outside regions; null in vacuum
    std::vector<RecordedRegion> regions;                ///< the later of two overlapping regions counts
    ambient::Vector3 gravity{0.0, 0.0, -9.81};          ///< of all bodies [m/s^2]
    std::vector<RecordedBody> bodies;
    std::vector<RecordedObstacle> obstacles;
    std::vector<RecordedSlice> slices;       ///< of water on a grid; empty as long as the run goes on
    std::vector<SliceMoment> sliceMoments;   ///< the slices at up to about 200 times of the run
    std::vector<RecordedGauge> gauges;       ///< of SceneContext::addGauge()
    std::vector<RecordedLine> lines;         ///< of SceneContext::addLine()
    std::vector<ambient::JointTrack> joints; ///< of articulated bodies; empty as long as the run goes on
    std::vector<std::string> terms;          ///< names of the force terms; empty unless asked for
    std::vector<BodySample> samples;         ///< by time, then by body

    /// The medium of a body with its centre at this point; null in vacuum.
    const std::shared_ptr<const ambient::FluidMedium>& mediumAt(const ambient::Vector3& point) const;

    /// Whether there is a tank of water with a surface on a grid.
    bool hasTank() const { return !sliceMoments.empty() && sliceMoments.front().tank.water; }

    int bodyCount() const { return static_cast<int>(bodies.size()); }
    int frameCount() const { return bodies.empty() ? 0 : static_cast<int>(samples.size() / bodies.size()); }
    const BodySample& at(int frame, int body = 0) const {
        return samples[static_cast<std::size_t>(frame) * bodies.size() + static_cast<std::size_t>(body)];
    }
    const BodySample& last(int body = 0) const { return at(frameCount() - 1, body); }
};

/// Number of the body's name among the different names, for its colour: bodies of one name have one colour.
int nameNumber(const RunRecord& record, int body);

/// The body with its mesh at a sample; the body itself if rigid.
RecordedBody shapedAs(const RecordedBody& body, const BodySample& sample);

/// Way of the body's author's frame per cycle of its shape, over all whole cycles, world axes [m]; zero before the
/// first one has ended.
ambient::Vector3 wayPerCycle(const RunRecord& record, int body = 0);

/// Direction of the body's z axis, world frame.
ambient::Vector3 axisOf(const BodySample& sample);

/// Angle between the body's z axis and the vertical (world z), 0 to 180 [deg].
double tiltDegrees(const BodySample& sample);

/// This angle in the x-z plane, positive if the axis leans towards +x, in (-180, 180] [deg].
double signedTiltDegrees(const BodySample& sample);

/// Turns of the body's z axis about the world's y axis since the start, counted through whole turns [deg]: each value
/// belongs to a frame. Positive from z towards x.
std::vector<double> unwrappedTiltDegrees(const RunRecord& record, int body = 0);

/// Momentum of all bodies together with their fluid, about the world's origin.
ambient::Momentum totalMomentum(const RunRecord& record, int frame);

/// Speed of the fastest body in a frame [m/s].
double largestSpeed(const RunRecord& record, int frame);

/// A number with as many digits as the largest of its kind, for the end of a name: 7 of 45 gives "07".
std::string paddedNumber(int number, int largest);

/// Mean speed downwards between two times [m/s].
double meanDescent(const RunRecord& record, double fromTime, double toTime, int body = 0);

} // namespace samples
