// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedBody.h"
#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <memory>
#include <string>
#include <vector>

namespace ambient {

/// Recorded motion of an articulated body, with names and surfaces of its links.
struct JointTrack {
    /// One link in tables and files.
    struct Link {
        std::string name;
        /// Rotation from the axes of the link to the axes in tables and files. The axes of a file need not be principal
        /// axes.
        Quaternion shownFromLink = Quaternion::Identity();
        std::shared_ptr<const TriangleMesh> mesh = nullptr; ///< frame of the link; null: none
    };
    /// The body at one time; vectors as ArticulatedBody has them, axes of the links.
    struct Sample {
        double time = 0.0; ///< [s]
        Pose worldFromBase;
        JointVector positions, rates;
        /// Torques of the motors with the joints' own resistance, in the step before this sample. For joints exactly on
        /// a path: inverse dynamics without contacts [N m, N].
        JointVector torques;
    };
    std::string name; ///< of the body; empty: its links' names say all
    std::shared_ptr<const ArticulatedBody> body;
    std::vector<Link> links; ///< one per link of the body, base first
    std::vector<Sample> samples;
};

/// Names of the columns of joint tables, with units, without the end of the line: time, then for each joint its
/// positions, rates and torques. A ball joint has a quaternion and three components in the shown axes of its link.
std::string jointHeader(const std::vector<JointTrack>& tracks);

/// One row of a joint table, without the end of the line. \param sample index, below the length of all `samples`
std::string jointRow(const std::vector<JointTrack>& tracks, std::size_t sample);

/// Header and all rows, one per line.
std::string jointCsv(const std::vector<JointTrack>& tracks);

/// The tracks as skeletons of a binary glTF 2.0 file: a node per link with its origin in the link's joint, below the
/// node of its parent, and an animation. importSkeleton() reads the first one back.
///
/// Metres, y up: the world's z is the file's y. At rest, which is the pose of the file without its animation, all
/// joints are at zero, the base is in the origin with its shown axes along those of the file, and so are the axes of
/// all nodes. Keys are those of all samples, in single precision. \param tracks at least one, each with a sample
/// \throws std::runtime_error if a number is not finite
std::string skeletonGlb(const std::vector<JointTrack>& tracks);

} // namespace ambient
