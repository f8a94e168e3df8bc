// SPDX-License-Identifier: Zlib
#include "ChangingShape.h"

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

} // namespace samples
