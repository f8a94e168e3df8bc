// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/MovedMedium.h"

#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/SampleRows.h"

#include <optional>
#include <utility>
#include <vector>

namespace ambient {
namespace {

PointRows movedBack(const PointRows& points, const Vector3& offset) {
    PointRows result = points;
    result.origin -= offset;
    return result;
}

std::vector<Vector3> movedBack(const Vector3* points, int count, const Vector3& offset) {
    std::vector<Vector3> result(points, points + count);
    for (Vector3& point : result)
        point -= offset;
    return result;
}

/// A surface at another place.
class MovedSurface final : public WaterSurface {
  public:
    MovedSurface(std::shared_ptr<const WaterSurface> surface, const Vector3& offset)
        : WaterSurface(surface->up()), m_surface(std::move(surface)), m_offset(offset), m_rise(offset.dot(up())) {}

    void sampleMany(const Vector3* points, int count, double time, SurfaceSample* samples) const override {
        m_surface->sampleMany(movedBack(points, count, m_offset).data(), count, time, samples);
        for (int i = 0; i < count; ++i)
            samples[i].height += m_rise;
    }
    void sampleRows(const PointRows& points, double time, SurfaceRows& rows) const override {
        m_surface->sampleRows(movedBack(points, m_offset), time, rows);
        for (double& height : rows.height)
            height += m_rise;
    }
    bool isFlat() const override { return m_surface->isFlat(); }
    bool isSteady() const override { return m_surface->isSteady(); }
    std::array<double, 2> heightRange(double time) const override {
        const std::array<double, 2> range = m_surface->heightRange(time);
        return {range[0] + m_rise, range[1] + m_rise};
    }

    /// The same surface moved further.
    std::shared_ptr<const WaterSurface> by(const Vector3& offset) const {
        return std::make_shared<MovedSurface>(m_surface, m_offset + offset);
    }
    MovedFrom from() const { return {m_surface.get(), m_offset}; }

  private:
    std::shared_ptr<const WaterSurface> m_surface;
    Vector3 m_offset;
    double m_rise;
};

/// A medium without a surface at another place.
class MovedMedium final : public FluidMedium {
  public:
    MovedMedium(std::shared_ptr<const FluidMedium> medium, const Vector3& offset)
        : m_medium(std::move(medium)), m_offset(offset) {
        if (const LayeredMedium* layers = m_medium->layers()) m_layers = layers->movedBy(offset);
    }

    MediumSample sample(const Vector3& point, double time) const override {
        return m_medium->sample(point - m_offset, time);
    }
    void sampleMany(const Vector3* points, int count, double time, MediumSample* samples) const override {
        m_medium->sampleMany(movedBack(points, count, m_offset).data(), count, time, samples);
    }
    void sampleRows(const PointRows& points, double time, MediumRows& rows) const override {
        m_medium->sampleRows(movedBack(points, m_offset), time, rows);
    }
    bool isUniform() const override { return m_medium->isUniform(); }
    bool isSteady() const override { return m_medium->isSteady(); }
    bool hasUniformDensity() const override { return m_medium->hasUniformDensity(); }
    const LayeredMedium* layers() const override { return m_layers ? &*m_layers : nullptr; }

    /// The same medium moved further.
    std::shared_ptr<const FluidMedium> by(const Vector3& offset) const {
        return std::make_shared<MovedMedium>(m_medium, m_offset + offset);
    }

  private:
    std::shared_ptr<const FluidMedium> m_medium;
    Vector3 m_offset;
    std::optional<LayeredMedium> m_layers;
};

std::shared_ptr<const WaterSurface> movedSurface(const std::shared_ptr<const WaterSurface>& surface,
                                                 const Vector3& offset) {
    if (const auto* moved = dynamic_cast<const MovedSurface*>(surface.get())) return moved->by(offset);
    return std::make_shared<MovedSurface>(surface, offset);
}

} // namespace

std::shared_ptr<const FluidMedium> movedMedium(const std::shared_ptr<const FluidMedium>& medium,
                                               const Vector3& offset) {
    requireFinite(offset, "movedMedium: the offset [m]");
    if (!medium || medium->isUniform()) return medium;
    if (const auto* moved = dynamic_cast<const MovedMedium*>(medium.get())) return moved->by(offset);
    const DividedMedium* const divided = medium->divided();
    if (!divided) return std::make_shared<MovedMedium>(medium, offset);
    // Parts of the medium that keep it alive; a uniform part stays itself.
    const auto part = [&medium](const FluidMedium& of) { return std::shared_ptr<const FluidMedium>(medium, &of); };
    const std::shared_ptr<const WaterSurface> surface(medium, &divided->surface());
    return std::make_shared<DividedMedium>(movedMedium(part(divided->below()), offset),
                                           movedMedium(part(divided->above()), offset), movedSurface(surface, offset));
}

MovedFrom beforeMoving(const WaterSurface& surface) {
    const auto* const moved = dynamic_cast<const MovedSurface*>(&surface);
    return moved ? moved->from() : MovedFrom{&surface, Vector3::Zero()};
}

} // namespace ambient
