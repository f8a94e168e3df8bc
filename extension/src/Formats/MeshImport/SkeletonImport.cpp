// SPDX-License-Identifier: Zlib
#include "MeshImport/SkeletonImport.h"

#include "FilePath.h"
#include "MeshImport/AnimationFile.h"
#include "MeshImport/AnimationKeys.h"
#include "MeshImport/FrameReaders.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace ambient {
namespace {

Quaternion quaternionOf(const aiQuaternion& q) {
    return Quaternion(double(q.w), double(q.x), double(q.y), double(q.z)).normalized();
}

Vector3 vectorOf(const aiVector3D& v) {
    return {double(v.x), double(v.y), double(v.z)};
}

/// A node of the file and its motion.
struct SkeletonNode {
    const aiNode* node;
    const aiNodeAnim* channel;
    int parent;
    Quaternion rest, globalRest;
    Vector3 position; ///< in the parent's frame, at rest
};

Quaternion turnAtTime(const SkeletonNode& node, double ticks) {
    const aiNodeAnim* c = node.channel;
    if (!c || c->mNumRotationKeys == 0) return node.rest;
    const KeyPlace p = placeOf(c->mRotationKeys, c->mNumRotationKeys, ticks);
    const Quaternion before = quaternionOf(c->mRotationKeys[p.before].mValue);
    if (p.fraction == 0.0f) return before;
    return before.slerp(double(p.fraction), quaternionOf(c->mRotationKeys[p.after].mValue));
}

Vector3 positionAtTime(const SkeletonNode& node, double ticks) {
    const aiNodeAnim* c = node.channel;
    if (!c || c->mNumPositionKeys == 0) return node.position;
    const KeyPlace p = placeOf(c->mPositionKeys, c->mNumPositionKeys, ticks);
    const Vector3 before = vectorOf(c->mPositionKeys[p.before].mValue);
    return before + double(p.fraction) * (vectorOf(c->mPositionKeys[p.after].mValue) - before);
}

void listNodes(const aiNode& node, int parent, const std::map<std::string, const aiNodeAnim*>& channels,
               std::vector<SkeletonNode>& nodes) {
    aiVector3D scale, position;
    aiQuaternion turn;
    node.mTransformation.Decompose(scale, turn, position);
    SkeletonNode made{&node, nullptr, parent, quaternionOf(turn), Quaternion::Identity(), vectorOf(position)};
    made.globalRest = made.rest;
    if (parent >= 0) made.globalRest = nodes[static_cast<std::size_t>(parent)].globalRest * made.rest;
    if (const auto found = channels.find(node.mName.C_Str()); found != channels.end()) made.channel = found->second;
    const int own = static_cast<int>(nodes.size());
    nodes.push_back(made);
    for (unsigned i = 0; i < node.mNumChildren; ++i)
        listNodes(*node.mChildren[i], own, channels, nodes);
}

/// BVH has Euler angles at rest 0, which the importing library does not keep if a node has a first frame.
void restAtZero(std::vector<SkeletonNode>& nodes) {
    for (SkeletonNode& node : nodes)
        node.rest = node.globalRest = Quaternion::Identity();
}

std::vector<double> keyTicks(const std::vector<SkeletonNode>& nodes) {
    std::set<double> ticks;
    for (const SkeletonNode& node : nodes)
        for (unsigned i = 0; node.channel && i < node.channel->mNumRotationKeys; ++i)
            ticks.insert(node.channel->mRotationKeys[i].mTime);
    return {ticks.begin(), ticks.end()};
}

std::string plainName(const std::string& name) {
    std::string plain;
    for (const char letter : name)
        if (std::isalnum(static_cast<unsigned char>(letter)))
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return plain;
}

/// The moving joints, and the joints above them up to the root.
void fillJoints(const std::vector<SkeletonNode>& nodes, const std::vector<double>& ticks, SkeletonMotion& motion) {
    std::vector<int> jointOf(nodes.size(), -1);
    int root = -1;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const bool isBelowRoot = nodes[i].parent >= 0 && jointOf[static_cast<std::size_t>(nodes[i].parent)] >= 0;
        if (!isBelowRoot && (root >= 0 || !nodes[i].channel)) continue;
        if (root < 0) root = static_cast<int>(i);
        SkeletonMotion::Joint joint;
        joint.name = nodes[i].node->mName.C_Str();
        joint.parent = isBelowRoot ? jointOf[static_cast<std::size_t>(nodes[i].parent)] : -1;
        Quaternion above = Quaternion::Identity();
        if (nodes[i].parent >= 0) above = nodes[static_cast<std::size_t>(nodes[i].parent)].globalRest;
        joint.offset = above * nodes[i].position;
        jointOf[i] = static_cast<int>(motion.joints.size());
        motion.joints.push_back(joint);
    }
    std::vector<Quaternion> global(nodes.size());
    for (const double tick : ticks) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const Quaternion turn = turnAtTime(nodes[i], tick);
            global[i] = turn;
            if (nodes[i].parent >= 0) global[i] = global[static_cast<std::size_t>(nodes[i].parent)] * turn;
            if (jointOf[i] >= 0)
                motion.joints[static_cast<std::size_t>(jointOf[i])].rootFromJoint.push_back(
                    (global[i] * nodes[i].globalRest.conjugate()).normalized());
            if (jointOf[i] > 0 && nodes[i].channel && nodes[i].channel->mNumPositionKeys > 0)
                motion.joints[static_cast<std::size_t>(jointOf[i])].shifts.push_back(
                    nodes[static_cast<std::size_t>(nodes[i].parent)].globalRest *
                    (positionAtTime(nodes[i], tick) - nodes[i].position));
        }
        motion.rootPositions.push_back(positionAtTime(nodes[static_cast<std::size_t>(root)], tick));
    }
}

SkeletonMotion motionOf(const AnimationFile& file) {
    const aiAnimation& animation = file.animation();
    std::map<std::string, const aiNodeAnim*> channels;
    for (unsigned i = 0; i < animation.mNumChannels; ++i)
        channels[animation.mChannels[i]->mNodeName.C_Str()] = animation.mChannels[i];
    std::vector<SkeletonNode> nodes;
    listNodes(*file.scene().mRootNode, -1, channels, nodes);
    if (file.isBvh()) restAtZero(nodes);
    const std::vector<double> ticks = keyTicks(nodes);
    if (ticks.size() < 2) throw std::runtime_error("has fewer than two frames");
    SkeletonMotion motion;
    const double perSecond = animation.mTicksPerSecond > 0.0 ? animation.mTicksPerSecond : 1.0;
    for (const double tick : ticks)
        motion.times.push_back(tick / perSecond);
    fillJoints(nodes, ticks, motion);
    return motion;
}

/// The angle plus the whole turns that bring it nearest to another angle.
double nearAngle(double angle, double before) {
    return before + std::remainder(angle - before, 2.0 * kPi);
}

} // namespace

int SkeletonMotion::find(const std::string& name) const {
    const std::string wanted = plainName(name);
    for (std::size_t i = 0; i < joints.size(); ++i)
        if (plainName(joints[i].name) == wanted) return static_cast<int>(i);
    return -1;
}

SkeletonMotion importSkeleton(const std::string& path) {
    const std::string kind = kindOfFile(path);
    if (kind != "bvh" && kind != "glb" && kind != "gltf")
        throw SkeletonImportError(path + ": is no .bvh, .glb or .gltf file");
    try {
        return motionOf(AnimationFile(path, AnimationUse::Joints));
    } catch (const FrameImportError& error) { // names the file
        throw SkeletonImportError(error.what());
    } catch (const std::runtime_error& error) {
        throw SkeletonImportError(path + ": " + error.what());
    }
}

std::vector<std::vector<Quaternion>> linkTurns(const SkeletonMotion& motion, const std::vector<std::string>& names,
                                               const std::vector<int>& parents) {
    std::vector<std::vector<Quaternion>> turns(motion.times.size(), std::vector<Quaternion>(names.size()));
    std::vector<Quaternion> global(names.size());
    for (std::size_t time = 0; time < turns.size(); ++time)
        for (std::size_t i = 0; i < names.size(); ++i) {
            const int joint = motion.find(names[i]);
            Quaternion above = Quaternion::Identity();
            if (parents[i] >= 0) above = global[static_cast<std::size_t>(parents[i])];
            global[i] = above;
            if (joint >= 0) global[i] = motion.joints[static_cast<std::size_t>(joint)].rootFromJoint[time];
            turns[time][i] = (above.conjugate() * global[i]).normalized();
        }
    return turns;
}

MotionTrack retargeted(const SkeletonMotion& motion, const ArticulatedBody& body, const std::vector<std::string>& names,
                       const Quaternion& restFromBase, bool isLoop) {
    if (names.size() != static_cast<std::size_t>(body.linkCount()))
        throw std::invalid_argument("retargeted: " + std::to_string(names.size()) + " names for " +
                                    std::to_string(body.linkCount()) + " links");
    if (std::none_of(names.begin() + 1, names.end(), [&](const std::string& name) { return motion.find(name) >= 0; }))
        throw std::invalid_argument("no joint of the motion has the name of a link, such as '" + names.back() + "'");
    std::vector<int> parents;
    std::vector<Quaternion> restFromLink;
    for (int i = 0; i < body.linkCount(); ++i) {
        parents.push_back(body.link(i).parent);
        restFromLink.push_back(restFromBase);
        if (i > 0)
            restFromLink.back() =
                restFromLink[static_cast<std::size_t>(parents.back())] * body.link(i).joint.zeroParentFromChild;
    }
    const std::vector<std::vector<Quaternion>> turns = linkTurns(motion, names, parents);
    std::vector<JointVector> positions;
    for (std::size_t time = 0; time < turns.size(); ++time) {
        positions.push_back(body.zeroPositions());
        for (int i = 1; i < body.linkCount(); ++i) {
            const Quaternion& rest = restFromLink[static_cast<std::size_t>(i)];
            const Quaternion turn = rest.conjugate() * turns[time][static_cast<std::size_t>(i)] * rest;
            const Joint& joint = body.link(i).joint;
            if (joint.type == JointType::Spherical)
                positions.back().segment<4>(body.firstPosition(i)) = turn.coeffs();
            else if (joint.type == JointType::Revolute)
                positions.back()(body.firstPosition(i)) =
                    nearAngle(2.0 * std::atan2(turn.vec().dot(joint.axis), turn.w()),
                              time > 0 ? positions[time - 1](body.firstPosition(i)) : 0.0);
            const int from = joint.type == JointType::Prismatic ? motion.find(names[static_cast<std::size_t>(i)]) : -1;
            if (from < 0 || motion.joints[static_cast<std::size_t>(from)].shifts.empty()) continue;
            const Vector3& shift = motion.joints[static_cast<std::size_t>(from)].shifts[time];
            positions.back()(body.firstPosition(i)) = joint.axis.dot(rest.conjugate() * shift);
        }
    }
    std::vector<double> times = motion.times;
    const double period = times.back() - times.front();
    if (!isLoop) return MotionTrack(body, std::move(times), positions);
    times.pop_back();
    positions.pop_back();
    return MotionTrack(body, std::move(times), positions, period);
}

} // namespace ambient
