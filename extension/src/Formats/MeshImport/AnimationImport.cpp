// SPDX-License-Identifier: Zlib
#include "MeshImport/AnimationFile.h"
#include "MeshImport/AnimationKeys.h"
#include "MeshImport/FrameReaders.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ambient {
namespace {

constexpr double kDefaultRate = 30.0;
constexpr int kMostSamples = 100000;

aiVector3D vectorAt(const aiVectorKey* keys, unsigned count, double time) {
    const KeyPlace p = placeOf(keys, count, time);
    return keys[p.before].mValue + p.fraction * (keys[p.after].mValue - keys[p.before].mValue);
}

aiQuaternion turnAt(const aiQuatKey* keys, unsigned count, double time) {
    const KeyPlace p = placeOf(keys, count, time);
    aiQuaternion turn;
    aiQuaternion::Interpolate(turn, keys[p.before].mValue, keys[p.after].mValue, p.fraction);
    return turn.Normalize();
}

/// Posed nodes and points of a scene at a time.
class AnimatedScene {
  public:
    /// \param isSkeleton of a file without meshes: the importing library makes some up
    AnimatedScene(const aiScene& scene, const aiAnimation& animation, bool isSkeleton)
        : m_scene(scene), m_isSkeleton(isSkeleton) {
        for (unsigned i = 0; i < animation.mNumChannels; ++i)
            m_channels[animation.mChannels[i]->mNodeName.C_Str()] = animation.mChannels[i];
        for (unsigned i = 0; i < animation.mNumMorphMeshChannels; ++i)
            m_morphs[animation.mMorphMeshChannels[i]->mName.C_Str()] = animation.mMorphMeshChannels[i];
        list(*scene.mRootNode, -1);
        for (const aiNode* node : m_nodes)
            if (changes(*node)) m_changing.insert(node);
    }

    /// Whether any node has triangles.
    bool hasMeshes() const { return m_hasFaces && !m_isSkeleton; }

    /// Joints as points: the nodes with children or motion, and edges to their parents.
    void joints(double time, std::vector<Vector3>& points, ShapeTopology* topology) const {
        const std::vector<aiMatrix4x4> pose = poseAt(time);
        std::map<int, int> indexOf;
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            // The root of the file is the world. A moving root is a joint.
            if (m_parents[i] < 0 && m_channels.count(m_nodes[i]->mName.C_Str()) == 0) continue;
            indexOf[static_cast<int>(i)] = static_cast<int>(points.size());
            points.push_back(positionOf(pose[i] * aiVector3D()));
            const auto parent = indexOf.find(m_parents[i]);
            if (topology && parent != indexOf.end())
                topology->edges.push_back({parent->second, static_cast<int>(points.size()) - 1});
        }
    }

    /// Times of the keys of the shape, in order: keys of the weights of morph targets, and keys of the joints, unless
    /// one mesh changes by its weights alone. Between two of these times no joint turns by more than 30 deg.
    std::vector<double> shapeTimes(double duration) const {
        std::vector<double> times;
        for (const auto& [node, channel] : m_morphs)
            for (unsigned k = 0; k < channel->mNumKeys; ++k)
                times.push_back(channel->mKeys[k].mTime);
        if (!isOneMorph()) {
            for (const auto& [node, channel] : m_channels) {
                for (unsigned k = 0; k < channel->mNumPositionKeys; ++k)
                    times.push_back(channel->mPositionKeys[k].mTime);
                for (unsigned k = 0; k < channel->mNumRotationKeys; ++k)
                    times.push_back(channel->mRotationKeys[k].mTime);
                for (unsigned k = 0; k < channel->mNumScalingKeys; ++k)
                    times.push_back(channel->mScalingKeys[k].mTime);
            }
        }
        std::sort(times.begin(), times.end());
        const double least = 1e-5 * duration;
        times.erase(std::unique(times.begin(), times.end(), [&](double a, double b) { return b - a < least; }),
                    times.end());
        return isOneMorph() ? times : withSmallTurns(times);
    }

    /// Vertices and triangles of the meshes with skins or morph targets; if there are none, of all meshes.
    void vertices(double time, std::vector<Vector3>& points, ShapeTopology* topology) const {
        const std::vector<aiMatrix4x4> pose = poseAt(time);
        std::map<std::string, aiMatrix4x4> named;
        for (std::size_t i = 0; i < m_nodes.size(); ++i)
            named[m_nodes[i]->mName.C_Str()] = pose[i];
        for (std::size_t i = 0; i < m_nodes.size(); ++i)
            for (unsigned k = 0; isRead(*m_nodes[i]) && k < m_nodes[i]->mNumMeshes; ++k) {
                const aiMesh& mesh = *m_scene.mMeshes[m_nodes[i]->mMeshes[k]];
                if (topology) addFaces(mesh, static_cast<int>(points.size()), *topology);
                const std::vector<aiVector3D> local = morphed(mesh, m_nodes[i]->mName.C_Str(), time);
                addVertices(mesh, local, pose[i], named, points);
            }
    }

  private:
    static Vector3 positionOf(const aiVector3D& v) { return {v.x, v.y, v.z}; }

    bool isRead(const aiNode& node) const { return m_changing.empty() || m_changing.count(&node) > 0; }

    /// Whether the shape of a node's meshes changes by itself.
    bool changes(const aiNode& node) const {
        for (unsigned k = 0; k < node.mNumMeshes; ++k) {
            const aiMesh& mesh = *m_scene.mMeshes[node.mMeshes[k]];
            if (mesh.mNumBones > 0) return true;
            if (m_morphs.count(node.mName.C_Str()) == 0) continue;
            for (unsigned a = 0; a < mesh.mNumAnimMeshes; ++a) {
                const aiAnimMesh& target = *mesh.mAnimMeshes[a];
                for (unsigned v = 0; target.mVertices && v < std::min(mesh.mNumVertices, target.mNumVertices); ++v)
                    if (target.mVertices[v] != mesh.mVertices[v]) return true;
            }
        }
        return false;
    }

    /// Whether one node without a skin changes. The motion of the whole node is no change of shape.
    bool isOneMorph() const {
        if (m_changing.size() != 1) return false;
        const aiNode& node = **m_changing.begin();
        for (unsigned k = 0; k < node.mNumMeshes; ++k)
            if (m_scene.mMeshes[node.mMeshes[k]]->mNumBones > 0) return false;
        return true;
    }

    std::vector<double> withSmallTurns(const std::vector<double>& times) const {
        constexpr double most = kPi / 6.0;
        std::vector<double> result;
        for (std::size_t i = 0; i < times.size(); ++i) {
            double turn = 0.0;
            for (const auto& [node, channel] : m_channels) {
                if (i == 0 || channel->mNumRotationKeys == 0) continue;
                const aiQuaternion a = turnAt(channel->mRotationKeys, channel->mNumRotationKeys, times[i - 1]);
                const aiQuaternion b = turnAt(channel->mRotationKeys, channel->mNumRotationKeys, times[i]);
                const double cosine = std::abs(double(a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z));
                turn = std::max(turn, 2.0 * std::acos(std::min(cosine, 1.0)));
            }
            const int pieces = 1 + static_cast<int>(turn / most);
            for (int part = 1; i > 0 && part < pieces; ++part)
                result.push_back(times[i - 1] + part * (times[i] - times[i - 1]) / pieces);
            result.push_back(times[i]);
        }
        return result;
    }

    void list(const aiNode& node, int parent) {
        const int index = static_cast<int>(m_nodes.size());
        m_nodes.push_back(&node);
        m_parents.push_back(parent);
        for (unsigned k = 0; k < node.mNumMeshes; ++k)
            m_hasFaces = m_hasFaces || m_scene.mMeshes[node.mMeshes[k]]->mNumFaces > 0;
        for (unsigned i = 0; i < node.mNumChildren; ++i)
            list(*node.mChildren[i], index);
    }

    std::vector<aiMatrix4x4> poseAt(double time) const {
        std::vector<aiMatrix4x4> pose(m_nodes.size());
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            aiMatrix4x4 local = m_nodes[i]->mTransformation;
            const auto channel = m_channels.find(m_nodes[i]->mName.C_Str());
            if (channel != m_channels.end()) local = transformAt(*channel->second, time, local);
            pose[i] = m_parents[i] < 0 ? local : pose[static_cast<std::size_t>(m_parents[i])] * local;
        }
        return pose;
    }

    static aiMatrix4x4 transformAt(const aiNodeAnim& c, double time, const aiMatrix4x4& rest) {
        aiVector3D scale, place;
        aiQuaternion turn;
        rest.Decompose(scale, turn, place);
        if (c.mNumPositionKeys > 0) place = vectorAt(c.mPositionKeys, c.mNumPositionKeys, time);
        if (c.mNumScalingKeys > 0) scale = vectorAt(c.mScalingKeys, c.mNumScalingKeys, time);
        if (c.mNumRotationKeys > 0) turn = turnAt(c.mRotationKeys, c.mNumRotationKeys, time);
        return aiMatrix4x4(scale, turn, place);
    }

    std::vector<aiVector3D> morphed(const aiMesh& mesh, const std::string& node, double time) const {
        std::vector<aiVector3D> points(mesh.mVertices, mesh.mVertices + mesh.mNumVertices);
        const auto morph = m_morphs.find(node);
        for (unsigned a = 0; a < mesh.mNumAnimMeshes; ++a) {
            const aiAnimMesh& target = *mesh.mAnimMeshes[a];
            double weight = target.mWeight;
            if (morph != m_morphs.end()) weight = morphWeight(*morph->second, a, time);
            for (unsigned v = 0; target.mVertices && v < std::min(mesh.mNumVertices, target.mNumVertices); ++v)
                points[v] += static_cast<float>(weight) * (target.mVertices[v] - mesh.mVertices[v]);
        }
        return points;
    }

    static double morphWeight(const aiMeshMorphAnim& channel, unsigned target, double time) {
        if (channel.mNumKeys == 0) return 0.0;
        const KeyPlace p = placeOf(channel.mKeys, channel.mNumKeys, time);
        const auto weightOf = [target](const aiMeshMorphKey& key) {
            for (unsigned k = 0; k < key.mNumValuesAndWeights; ++k)
                if (key.mValues[k] == target) return key.mWeights[k];
            return 0.0;
        };
        return (1.0 - p.fraction) * weightOf(channel.mKeys[p.before]) + p.fraction * weightOf(channel.mKeys[p.after]);
    }

    static void addVertices(const aiMesh& mesh, const std::vector<aiVector3D>& local, const aiMatrix4x4& pose,
                            const std::map<std::string, aiMatrix4x4>& named, std::vector<Vector3>& points) {
        if (mesh.mNumBones == 0) {
            for (const aiVector3D& point : local)
                points.push_back(positionOf(pose * point));
            return;
        }
        std::vector<Vector3> sums(local.size(), Vector3::Zero());
        std::vector<double> weights(local.size(), 0.0);
        for (unsigned b = 0; b < mesh.mNumBones; ++b) {
            const aiBone& bone = *mesh.mBones[b];
            const auto node = named.find(bone.mName.C_Str());
            if (node == named.end()) continue;
            const aiMatrix4x4 skin = node->second * bone.mOffsetMatrix;
            for (unsigned k = 0; k < bone.mNumWeights; ++k) {
                const aiVertexWeight& w = bone.mWeights[k];
                if (w.mVertexId >= local.size()) continue;
                sums[w.mVertexId] += static_cast<double>(w.mWeight) * positionOf(skin * local[w.mVertexId]);
                weights[w.mVertexId] += w.mWeight;
            }
        }
        for (std::size_t v = 0; v < local.size(); ++v)
            points.push_back(weights[v] > 0.0 ? Vector3(sums[v] / weights[v]) : positionOf(pose * local[v]));
    }

    static void addFaces(const aiMesh& mesh, int first, ShapeTopology& topology) {
        for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
            const aiFace& face = mesh.mFaces[f];
            for (unsigned k = 2; k < face.mNumIndices; ++k)
                topology.faces.push_back({first + static_cast<int>(face.mIndices[0]),
                                          first + static_cast<int>(face.mIndices[k - 1]),
                                          first + static_cast<int>(face.mIndices[k])});
        }
    }

    const aiScene& m_scene;
    std::map<std::string, const aiNodeAnim*> m_channels;
    std::map<std::string, const aiMeshMorphAnim*> m_morphs;
    std::vector<const aiNode*> m_nodes;
    std::vector<int> m_parents;
    std::set<const aiNode*> m_changing; ///< nodes with meshes changed by skins or morph targets
    bool m_isSkeleton, m_hasFaces = false;
};

/// Files split vertices for the sake of normals and textures. Vertices at one place in all frames are one point.
void weldFrames(FrameFile& file) {
    const int count = static_cast<int>(file.frames.front().cols());
    const auto isBefore = [&](int a, int b) {
        for (const PointColumns& points : file.frames)
            for (int k = 0; k < 3; ++k)
                if (points(k, a) != points(k, b)) return points(k, a) < points(k, b);
        return false;
    };
    std::map<int, int, decltype(isBefore)> unique(isBefore);
    std::vector<int> indexOf(static_cast<std::size_t>(count)), kept;
    for (int j = 0; j < count; ++j) {
        const auto [entry, isNew] = unique.try_emplace(j, static_cast<int>(kept.size()));
        if (isNew) kept.push_back(j);
        indexOf[static_cast<std::size_t>(j)] = entry->second;
    }
    for (PointColumns& points : file.frames)
        points = PointColumns(points(Eigen::all, kept));
    std::vector<std::array<int, 3>> faces;
    for (std::array<int, 3> face : file.topology.faces) {
        for (int& corner : face)
            corner = indexOf[static_cast<std::size_t>(corner)];
        if (face[0] != face[1] && face[1] != face[2] && face[2] != face[0]) faces.push_back(face);
    }
    file.topology.faces = std::move(faces);
}

/// Times at a rate [ticks]. \param duration [ticks]
std::vector<double> evenTimes(const std::string& path, double duration, double ticks, double rate) {
    // Single precision of the keys' times must not lose the last frame.
    const double steps = std::floor(duration / ticks * rate * (1.0 + 1e-6) + 1e-6);
    if (!(steps >= 1.0)) refuseFrames(path, "its animation lasts less than a frame; give more frames per second");
    if (steps > kMostSamples) refuseFrames(path, "its animation has more than 100000 frames at this rate");
    std::vector<double> times;
    for (int i = 0; i <= static_cast<int>(steps); ++i)
        times.push_back(i / rate * ticks);
    return times;
}

FrameFile sample(const std::string& path, const AnimationFile& read, const AnimationSampling& sampling) {
    const aiAnimation& animation = read.animation();
    const double ticks = animation.mTicksPerSecond > 0.0 ? animation.mTicksPerSecond : 25.0;
    const AnimatedScene animated(read.scene(), animation, read.isBvh());
    const double rate = sampling.framesPerSecond > 0.0 ? sampling.framesPerSecond : kDefaultRate;
    const bool atKeys = sampling.atKeys && sampling.framesPerSecond <= 0.0;
    const std::vector<double> times =
        atKeys ? animated.shapeTimes(animation.mDuration) : evenTimes(path, animation.mDuration, ticks, rate);
    if (times.size() < 2) refuseFrames(path, "its shape has fewer than two keys");
    if (times.size() > kMostSamples) refuseFrames(path, "its shape has more than 100000 keys");
    FrameFile file;
    for (const double time : times) {
        std::vector<Vector3> points;
        ShapeTopology* topology = file.frames.empty() ? &file.topology : nullptr;
        if (animated.hasMeshes())
            animated.vertices(std::min(time, animation.mDuration), points, topology);
        else
            animated.joints(std::min(time, animation.mDuration), points, topology);
        if (points.empty()) refuseFrames(path, "has neither meshes nor joints");
        file.frames.emplace_back(
            Eigen::Map<const PointColumns>(points.front().data(), 3, static_cast<Eigen::Index>(points.size())));
        file.times.push_back(time / ticks);
    }
    if (animated.hasMeshes()) weldFrames(file);
    return file;
}

} // namespace

FrameFile readAnimation(const std::string& path, const AnimationSampling& sampling) {
    try {
        return sample(path, AnimationFile(path, AnimationUse::Shapes), sampling);
    } catch (const FrameImportError&) {
        throw;
    } catch (const std::runtime_error& error) {
        refuseFrames(path, error.what());
    }
}

} // namespace ambient
