// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/FloatingModel.h"

#include "AmbientFluid/Hydrostatics/Hydrostatics.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/SurfaceWaves/GivenRadiation.h"
#include "AmbientFluid/SurfaceWaves/WaterMotion.h"
#include "AmbientFluid/SurfaceWaves/WaveScattering.h"

#include <algorithm>
#include <stdexcept>

namespace ambient {
namespace {

/// A body at rest in still water, as an Immersion sees it.
class BodyAtRest {
  public:
    BodyAtRest(const FluidBody& body, const Pose& waterFromMesh, double density, double depth)
        : m_waterFromMesh(waterFromMesh), m_depth(depth) {
        const DividedMedium still(std::make_shared<UniformMedium>(density, 0.0), nullptr,
                                  std::make_shared<FlatSurface>(0.0));
        immerse(*body.model, body.bodyFromMesh, still, waterFromMesh * body.bodyFromMesh.inverse(), 0.0, m_at);
        m_share = m_at.part(0).faces.wettedFraction;
        m_real.resize(m_at.surface->faceTable().size());
        m_imaginary.resize(m_at.surface->faceTable().size());
    }

    /// Frame of the water.
    Matrix6 addedMass() const { return m_at.addedMass.changeFrame(m_at.worldFromBody.inverse()).matrix(); }

    /// Rigid motion of the water at the faces in a wave of 1 m, frame of the water.
    Complex6 waterMotion(const WaveRow& wave, double heading) {
        const Faces& faces = m_at.surface->faces();
        const Vector3 ahead(portable::cos(heading), portable::sin(heading), 0.0);
        const Quaternion meshFromWater = m_waterFromMesh.orientation.conjugate();
        const double bed = 1.0 - portable::exp(-2.0 * wave.waveNumber * m_depth);
        for (int f = 0; f < faces.size(); ++f) {
            const Vector3 x = m_waterFromMesh * faces.centroid(f);
            const double z = std::min(x.z(), 0.0), k = wave.waveNumber;
            const double size = wave.frequency * portable::exp(k * z) / bed, phase = k * ahead.dot(x);
            const double echo = portable::exp(-2.0 * k * (z + m_depth));
            const double c = size * portable::cos(phase), s = size * portable::sin(phase);
            m_real.set(f, meshFromWater * Vector3((1.0 + echo) * c * ahead + (1.0 - echo) * s * Vector3::UnitZ()));
            m_imaginary.set(f, meshFromWater * Vector3((1.0 + echo) * s * ahead - (1.0 - echo) * c * Vector3::UnitZ()));
        }
        const Vector6 real = motionOf(m_real), imaginary = motionOf(m_imaginary);
        return real.cast<std::complex<double>>() + std::complex<double>(0.0, 1.0) * imaginary;
    }

  private:
    Vector6 motionOf(const VectorRows& velocity) const {
        return changeFrame(rigidMotionOfWater(m_at, m_share, velocity), m_waterFromMesh.inverse()).vector();
    }

    Pose m_waterFromMesh;
    double m_depth; ///< of the water [m]
    Immersion m_at;
    std::vector<double> m_share;
    VectorRows m_real, m_imaginary;
};

/// Depth over the mean radius of the waterplane beyond which water is deep: only waves longer than some sixty radii
/// feel the bed then.
constexpr double kDeep = 30.0;

void requireSolid(const FluidBody& body) {
    if (body.model->def().porosity > 0.0)
        throw std::invalid_argument("FloatingModel: the waves of a porous body are not those of its outline");
}

} // namespace

std::shared_ptr<const FloatingModel> FloatingModel::build(const FluidBody& body, const WaveRadiation& radiation,
                                                          const Quaternion& waterFromMesh) {
    requireSolid(body);
    const auto model = std::make_shared<FloatingModel>();
    model->waterFromMesh = waterFromMesh;
    model->waterplaneInMesh = radiation.waterplaneInMesh;
    model->waterplaneArea = radiation.waterplaneArea;
    model->volume = radiation.volume;
    model->fluidDensity = radiation.fluidDensity;
    model->gravity = radiation.gravity;
    model->depth = radiation.depth;
    model->addedMass = radiation.addedMassAtInfinity;
    const Pose rest{waterFromMesh, -(waterFromMesh * radiation.waterplaneInMesh)};
    BodyAtRest atRest(body, rest, radiation.fluidDensity, radiation.depth);
    model->excessMass = atRest.addedMass() - radiation.addedMassAtInfinity;
    model->filter = std::make_shared<const RadiationFilter>(fitRadiationFilter(radiation));
    const auto motionAtRest = [&atRest](const WaveRow& row, double heading) {
        return atRest.waterMotion(row, heading);
    };
    model->scattering = std::make_shared<const WaveScattering>(radiation, *model->filter, motionAtRest);
    return model;
}

std::shared_ptr<const FloatingModel> FloatingModel::build(const FluidBody& body, const FloatingModelDef& def) {
    requireSolid(body); // before the radiation, which takes long
    const TriangleMesh& mesh = def.mesh ? *def.mesh : body.model->mesh();
    HydrostaticsDef load;
    load.mass = body.mass();
    load.centerOfMass = body.bodyFromMesh.inverse().position;
    load.fluidDensity = def.fluidDensity;
    const Hydrostatics rest = computeHydrostatics(mesh, load);
    WaveRadiationDef waves;
    waves.waterFromMesh = {rest.orientation, rest.position};
    waves.fluidDensity = def.fluidDensity;
    waves.gravity = def.gravity;
    if (def.depth <= kDeep * std::sqrt(rest.waterplaneArea / kPi)) waves.depth = def.depth;
    waves.headings = WaveScattering::headings();
    waves.faces = def.faces;
    waves.estimatesError = false;
    waves.progress = def.progress;
    const WaveRadiation found =
        def.given ? completeRadiation(mesh, waves, *def.given, def.givenOrigin) : computeWaveRadiation(mesh, waves);
    return build(body, found, rest.orientation);
}

} // namespace ambient
