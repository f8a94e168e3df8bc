// SPDX-License-Identifier: Zlib
#include "scenes/parts/ChangingShape.h"

#include <iterator>

namespace samples {
namespace {

class ModelSurface final : public ChangingShape {
  public:
    explicit ModelSurface(std::shared_ptr<const ambient::DeformingModel> model) : m_model(std::move(model)) {}

    ambient::TriangleMesh meshAt(double phase) const override {
        ambient::TriangleMesh mesh;
        mesh.faces = m_model->triangles();
        m_model->vertices(phase, mesh.vertices);
        return mesh;
    }
    double period() const override { return m_model->period(); }

  private:
    std::shared_ptr<const ambient::DeformingModel> m_model;
};

} // namespace

std::shared_ptr<const ChangingShape> surfaceOf(std::shared_ptr<const ambient::DeformingModel> model) {
    return std::make_shared<ModelSurface>(std::move(model));
}

void RecordedAmplitudes::record(double time, std::vector<double> amplitudes) {
    m_notes.erase(m_notes.upper_bound(time), m_notes.end());
    m_notes[time] = std::move(amplitudes);
}

std::vector<double> RecordedAmplitudes::at(double time) const {
    if (m_notes.empty()) return std::vector<double>(static_cast<std::size_t>(m_model->size()), 0.0);
    const auto after = m_notes.lower_bound(time);
    if (after == m_notes.end()) return m_notes.rbegin()->second;
    if (after == m_notes.begin()) return after->second;
    const auto before = std::prev(after);
    const double share = (time - before->first) / (after->first - before->first);
    std::vector<double> amplitudes = before->second;
    for (std::size_t k = 0; k < amplitudes.size(); ++k)
        amplitudes[k] += share * (after->second[k] - amplitudes[k]);
    return amplitudes;
}

ambient::TriangleMesh RecordedAmplitudes::meshAt(double phase) const {
    ambient::TriangleMesh mesh{{}, m_model->triangles()};
    m_model->vertices(at(phase).data(), mesh.vertices);
    return mesh;
}

} // namespace samples
