// SPDX-License-Identifier: Zlib
#include "SharedModels.h"

#include "Worlds/WorldMeshes.h"

#include <algorithm>
#include <deque>
#include <mutex>

namespace ambient::python {
namespace {

bool isSame(const TriangleMesh& a, const TriangleMesh& b) {
    return a.faces == b.faces && a.vertices == b.vertices;
}

bool isSame(const ShapeSequence& a, const ShapeSequence& b) {
    return a.faces == b.faces && a.keys == b.keys && a.times == b.times && a.period == b.period &&
           a.interpolation == b.interpolation && a.mass == b.mass;
}

/// Models of one kind, found by the source of their construction.
template <class Source, class Model>
class Shelf {
  public:
    explicit Shelf(std::size_t most) : m_most(most) {}

    template <class Build>
    std::shared_ptr<const Model> get(const Source& source, const FluidBodyDef& def, Build&& build) {
        if (auto known = find(source, def)) return known;
        auto model = build(source, def);
        const std::lock_guard<std::mutex> lock(m_mutex);
        if (m_entries.size() == m_most) m_entries.pop_front();
        m_entries.push_back({source, def, model});
        return model;
    }

    void clear() {
        const std::lock_guard<std::mutex> lock(m_mutex);
        m_entries.clear();
    }

  private:
    struct Entry {
        Source source;
        FluidBodyDef def;
        std::shared_ptr<const Model> model;
    };

    std::shared_ptr<const Model> find(const Source& source, const FluidBodyDef& def) {
        const std::lock_guard<std::mutex> lock(m_mutex);
        const auto found = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
            return areSameDefs(entry.def, def) && isSame(entry.source, source);
        });
        return found == m_entries.end() ? nullptr : found->model;
    }

    std::size_t m_most;
    std::mutex m_mutex;
    std::deque<Entry> m_entries;
};

Shelf<TriangleMesh, FluidBodyModel>& models() {
    static Shelf<TriangleMesh, FluidBodyModel> shelf(64);
    return shelf;
}

Shelf<ShapeSequence, DeformingModel>& shapes() {
    static Shelf<ShapeSequence, DeformingModel> shelf(16);
    return shelf;
}

} // namespace

std::shared_ptr<const FluidBodyModel> sharedModel(const TriangleMesh& mesh, const FluidBodyDef& def) {
    return models().get(mesh, def,
                        [](const TriangleMesh& m, const FluidBodyDef& d) { return FluidBodyModel::build(m, d); });
}

std::shared_ptr<const DeformingModel> sharedShape(const ShapeSequence& sequence, const FluidBodyDef& def) {
    return shapes().get(sequence, def,
                        [](const ShapeSequence& s, const FluidBodyDef& d) { return DeformingModel::build(s, d); });
}

void forgetModels() {
    models().clear();
    shapes().clear();
}

} // namespace ambient::python
