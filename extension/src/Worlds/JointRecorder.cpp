// SPDX-License-Identifier: Zlib
#include "Worlds/JointRecorder.h"

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "BulletAmbientFluid/MultiBody/btFluidJointTorques.h"
#include "BulletAmbientFluid/btFluidMultiBody.h"

namespace ambient {

void JointRecorder::add(const btFluidMultiBody& wet, const std::string& name, std::vector<JointTrack::Link> links) {
    JointTrack track;
    track.name = name;
    track.body = std::make_shared<const ArticulatedBody>(wet.motion().body());
    track.links = std::move(links);
    for (int i = static_cast<int>(track.links.size()); i < track.body->linkCount(); ++i)
        track.links.push_back({"link " + std::to_string(i)});
    m_bodies.push_back(&wet);
    m_tracks.push_back(std::move(track));
}

void JointRecorder::record(double time) {
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        const btFluidMultiBody& wet = *m_bodies[i];
        wet.motion().evaluate(wet.state());
        m_tracks[i].samples.push_back({time, wet.state().worldFromBase, wet.state().positions,
                                       wet.motion().dynamics().rates(), btFluidJointTorques(wet)});
    }
}

void JointRecorder::forget() {
    for (JointTrack& track : m_tracks)
        track.samples.clear();
}

} // namespace ambient
