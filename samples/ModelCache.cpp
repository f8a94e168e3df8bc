// SPDX-License-Identifier: Zlib
#include "ModelCache.h"

#include <stdexcept>

namespace samples {
namespace {

using ambient::FluidBodyDef;

constexpr std::size_t kMostModels = 64;

bool sameMesh(const ambient::TriangleMesh& a, const ambient::TriangleMesh& b) {
    return a.faces == b.faces && a.vertices == b.vertices;
}

/// Scenes change these fields only: a definition with any other one set is not kept.
bool isUsual(const FluidBodyDef& def) {
    const FluidBodyDef usual;
    return !def.addedMass && def.addedMassMethod == usual.addedMassMethod && def.repair == usual.repair &&
           def.pressureScale == 1.0 && def.frictionScale == 1.0 && def.buoyancyScale == 1.0;
}

bool sameDef(const FluidBodyDef& a, const FluidBodyDef& b) {
    return a.separationAngle == b.separationAngle && a.wakeFactor == b.wakeFactor &&
           a.sheetThickness == b.sheetThickness;
}

} // namespace

std::shared_ptr<const ambient::FluidBodyModel> ModelCache::build(const ambient::TriangleMesh& mesh,
                                                                 const FluidBodyDef& def) {
    if (auto kept = find(mesh, def)) return kept;
    if (m_stopped) throw std::runtime_error("the scene was not built: it was stopped");
    auto model = ambient::FluidBodyModel::build(mesh, def);
    if (!isUsual(def)) return model;
    const std::lock_guard<std::mutex> lock(m_mutex);
    if (m_entries.size() == kMostModels) m_entries.erase(m_entries.begin());
    m_entries.push_back({mesh, def, model});
    m_entries.back().def.progress = nullptr;
    return model;
}

std::shared_ptr<const ambient::FluidBodyModel> ModelCache::find(const ambient::TriangleMesh& mesh,
                                                                const FluidBodyDef& def) const {
    if (!isUsual(def)) return nullptr;
    const std::lock_guard<std::mutex> lock(m_mutex);
    for (const Entry& entry : m_entries)
        if (sameDef(entry.def, def) && sameMesh(entry.mesh, mesh)) return entry.model;
    return nullptr;
}

} // namespace samples
