// SPDX-License-Identifier: Zlib
// Deforming bodies of a scene.
#include "interface/SceneContext.h"

namespace samples {

std::shared_ptr<const ambient::DeformingModel> SceneContext::buildShape(const ambient::ShapeSequence& sequence,
                                                                        ambient::FluidBodyDef def) const {
    def.progress = m_choice.progress;
    if (m_choice.localShapes) def.addedMassMethod = ambient::AddedMassMethod::Local;
    return ambient::DeformingModel::build(sequence, def);
}

void SceneContext::addDeformingBody(btRigidBody* body, const BodySpec& spec) {
    solveExactly();
    m_fluid.addBody(body, spec.deforming);
    const std::shared_ptr<const ambient::FluidBodyModel>& rest = spec.deforming->rest();
    m_recordedBodies.push_back({spec.name,
                                spec.mass,
                                {rest, &rest->mesh()},
                                spec.convex,
                                rest,
                                spec.inertia,
                                spec.deforming,
                                ambient::Quaternion::Identity(),
                                surfaceOf(spec.deforming)});
}

void SceneContext::addDrivenBody(btRigidBody* body, const BodySpec& spec) {
    solveExactly();
    const auto amplitudes = std::make_shared<RecordedAmplitudes>(spec.driven);
    m_driven.resize(m_recordedBodies.size());
    m_driven.push_back({spec.driven, spec.startDrive, amplitudes});
    spec.startDrive(*m_fluid.addBody(body, spec.driven));
    const std::shared_ptr<const ambient::FluidBodyModel>& rest = spec.driven->rest();
    m_recordedBodies.push_back({spec.name,
                                spec.mass,
                                {rest, &rest->mesh()},
                                spec.convex,
                                rest,
                                spec.inertia,
                                nullptr,
                                ambient::Quaternion::Identity(),
                                amplitudes});
}

void SceneContext::takeAmplitudes(const std::vector<RecordedBody>& bodies) {
    for (std::size_t body = 0; body < m_driven.size() && body < bodies.size(); ++body)
        if (const auto past = std::dynamic_pointer_cast<const RecordedAmplitudes>(bodies[body].changes))
            if (m_driven[body].model) *m_driven[body].amplitudes = *past;
}

} // namespace samples
