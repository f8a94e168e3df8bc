// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/MotionTrack.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace ambient {

/// An unusable motion file. what() is one line: the file, and why.
class SkeletonImportError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// A recorded motion of a skeleton.
struct SkeletonMotion {
    /// A joint, with the bone behind it.
    struct Joint {
        std::string name;
        int parent = -1;                       ///< index below the joint's own; -1: the root
        Vector3 offset = Vector3::Zero();      ///< from the parent's joint at rest, axes of the file [its unit]
        std::vector<Quaternion> rootFromJoint; ///< per time: turn away from rest, axes of the file, root's included
        /// Per time: shift away from the place at rest, axes of the file as they move with the parent [its unit];
        /// empty: none. Without the root's shift.
        std::vector<Vector3> shifts = {};
    };
    std::vector<Joint> joints;          ///< parents before children
    std::vector<double> times;          ///< increasing [s]
    std::vector<Vector3> rootPositions; ///< per time, axes of the file [its unit]

    /// Index of a joint by its name, without regard to case, blanks and signs ("LeftArm", "left_arm"); -1: none.
    int find(const std::string& name) const;
};

/// Reads the first animation of a .bvh file, or of the skeleton in a .glb or .gltf file. Rest is the pose of the file
/// without animation; for BVH all angles are 0. Single precision.
/// \throws SkeletonImportError if the file cannot be read, is of another kind, or has no animation
SkeletonMotion importSkeleton(const std::string& path);

/// The motion as BVH, in degrees with six decimals; times must be evenly spaced.
std::string bvhOf(const SkeletonMotion& motion);

/// Rotations of links relative to their parents, of joints with the links' names; identity for links without a joint
/// in the motion. Axes are those of the file: the links' rest axes must be these.
/// \param names of the links, base first \param parents of the links, -1 for the base
/// \returns per time, per link. Joints of the motion between those of a link and its parent are included
std::vector<std::vector<Quaternion>> linkTurns(const SkeletonMotion& motion, const std::vector<std::string>& names,
                                               const std::vector<int>& parents);

/// A track of a body whose links have the names of joints. Spherical joints take the whole rotation, revolute ones its
/// part about their axis, prismatic ones the shift along theirs; planar joints, and those without a joint of the
/// motion, stay at zero. \param names of the links, base first \param restFromBase from the axes of the base to the
/// axes of the file, at rest \param isLoop the last sample repeats the first, a period later \throws
/// std::invalid_argument if no name is that of a joint, or as MotionTrack
MotionTrack retargeted(const SkeletonMotion& motion, const ArticulatedBody& body, const std::vector<std::string>& names,
                       const Quaternion& restFromBase, bool isLoop);

} // namespace ambient
