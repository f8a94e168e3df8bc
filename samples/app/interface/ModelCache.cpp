// SPDX-License-Identifier: Zlib
#include "interface/ModelCache.h"

#include "AmbientFluid/Body/FluidBodyModelBytes.h"

#include <stdexcept>
#include <utility>

namespace samples {
namespace {

using ambient::FluidBodyDef;

constexpr std::size_t kMostModels = 64;

bool sameMesh(const ambient::TriangleMesh& a, const ambient::TriangleMesh& b) {
    return a.faces == b.faces && a.vertices == b.vertices;
}

/// Input of the computation of a model.
ambient::Bytes keyOf(const FluidBodyDef& def) {
    ambient::ByteWriter out;
    ambient::FluidBodyModelBytes::writeKey(def, out);
    return std::move(out.bytes);
}

/// Whether two definitions agree, also in numbers without effect on the computation.
bool sameDef(const FluidBodyDef& a, const FluidBodyDef& b) {
    return keyOf(a) == keyOf(b) && a.separationAngle == b.separationAngle && a.pressureScale == b.pressureScale &&
           a.frictionScale == b.frictionScale && a.buoyancyScale == b.buoyancyScale;
}

} // namespace

std::shared_ptr<const ambient::FluidBodyModel> ModelCache::build(const ambient::TriangleMesh& mesh,
                                                                 const FluidBodyDef& def) {
    if (auto kept = find(mesh, def)) return kept;
    if (m_stopped) throw std::runtime_error("the scene was not built: it was stopped");
    auto model = ambient::FluidBodyModel::build(mesh, def);
    const std::lock_guard<std::mutex> lock(m_mutex);
    if (m_entries.size() == kMostModels) m_entries.erase(m_entries.begin());
    m_entries.push_back({mesh, def, model});
    m_entries.back().def.progress = nullptr;
    return model;
}

std::shared_ptr<const ambient::FluidBodyModel> ModelCache::find(const ambient::TriangleMesh& mesh,
                                                                const FluidBodyDef& def) const {
    const std::lock_guard<std::mutex> lock(m_mutex);
    for (const Entry& entry : m_entries)
        if (sameDef(entry.def, def) && sameMesh(entry.mesh, mesh)) return entry.model;
    return nullptr;
}

} // namespace samples
