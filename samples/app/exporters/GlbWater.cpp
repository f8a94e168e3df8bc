// SPDX-License-Identifier: Zlib
#include "exporters/GlbParts.h"

#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "drawing/ShownFrames.h"
#include "drawing/TankDrawing.h"
#include "drawing/WaterMesh.h"
#include "exporters/ShownMoments.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;
using Json = nlohmann::ordered_json;
using Vectors = std::vector<Eigen::Vector3f>;
using PreparedWave = ambient::WaveSet::Prepared;

constexpr double kCellsPerWave = 16.0; ///< of the shortest wave, within a limit on the total
constexpr double kFewestPerWave = 3.0; ///< of a visible wave: shorter ones are left out
constexpr int kMostFloats = 600000;    ///< of all shapes
constexpr double kWeightError = 0.01;  ///< of a wave's height, between two keys

/// Waves whose sum a surface is.
struct SurfaceWaves {
    const ambient::WaveSet* set = nullptr; ///< null for other surfaces
    bool isGerstner = false;               ///< else water moves up and down only
};

SurfaceWaves wavesOf(const ambient::WaterSurface& surface) {
    if (const auto* gerstner = dynamic_cast<const ambient::GerstnerWaves*>(&surface)) return {&gerstner->waves(), true};
    if (const auto* sine = dynamic_cast<const ambient::SineWaves*>(&surface)) return {&sine->waves(), false};
    return {};
}

int waterMaterial(GlbParts& parts) {
    const int index = parts.material("water", colourOf("#3f8296"), 0.15);
    Json& material = parts.gltf.json()["materials"][static_cast<std::size_t>(index)];
    material["alphaMode"] = "BLEND";
    material["doubleSided"] = true;
    material["pbrMetallicRoughness"]["baseColorFactor"][3] = 0.6;
    return index;
}

std::vector<std::array<std::uint32_t, 3>> trianglesOf(const ambient::TriangleMesh& mesh) {
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (const auto& face : mesh.faces)
        triangles.push_back({std::uint32_t(face[0]), std::uint32_t(face[1]), std::uint32_t(face[2])});
    return triangles;
}

/// A sheet of still water, morphed into a sum of waves. Heights and orbits are linear in cos(w t) and sin(w t): two
/// morph targets for each wave give the surface at any time, not only at the keys.
class MovingWater {
  public:
    MovingWater(GlbParts& parts, const SurfaceWaves& waves, const WaterSheet& sheet)
        : m_parts(parts), m_waves(waves), m_axes(waves.set->worldFromWater()) {
        const double side = std::max(sheet.across.norm(), sheet.along.norm());
        double shortest = side;
        for (const PreparedWave& wave : waves.set->waves())
            shortest = std::min(shortest, 2.0 * ambient::kPi / wave.k);
        const auto targets = 2.0 * static_cast<double>(waves.set->waves().size());
        const double most = std::max(1.0, std::sqrt(kMostFloats / (6.0 * targets)) - 1.0);
        const int cells = static_cast<int>(std::clamp(kCellsPerWave * side / shortest, 1.0, most));
        for (const PreparedWave& wave : waves.set->waves())
            if (2.0 * ambient::kPi / wave.k >= kFewestPerWave * side / cells) m_drawn.push_back(&wave);
        const ambient::StillWater& water = waves.set->water();
        m_still = waterMesh(ambient::FlatSurface(water.level, water.up), sheet, 0.0, cells);
    }

    void add() {
        ambient::GltfWriter& gltf = m_parts.gltf;
        const Vectors normals(m_still->vertices.size(), Vector3(m_axes.col(2)).cast<float>());
        Json primitive = {{"attributes",
                           {{"POSITION", gltf.addVertexData(singlePrecision(m_still->vertices), true)},
                            {"NORMAL", gltf.addVertexData(normals)}}},
                          {"indices", gltf.addTriangles(trianglesOf(*m_still))},
                          {"material", waterMaterial(m_parts)}};
        Json names = Json::array();
        for (std::size_t i = 0; i < m_drawn.size(); ++i)
            for (const bool isSine : {false, true}) {
                primitive["targets"].push_back(targetOf(*m_drawn[i], isSine));
                names.push_back("wave " + std::to_string(i + 1) + (isSine ? ", sine" : ", cosine"));
            }
        Json mesh = {{"name", "water"}, {"primitives", Json::array({primitive})}, {"extras", {{"targetNames", names}}}};
        std::vector<float> start;
        addWeights(m_parts.record.at(0).time, start);
        if (!start.empty()) mesh["weights"] = start;
        const int index = gltf.add("meshes", mesh);
        addKeys(m_parts.addNode({{"name", "water"}, {"mesh", index}}, "water"));
    }

  private:
    /// Height of the wave above still water for a weight of 1.
    Json targetOf(const PreparedWave& wave, bool isSine) const {
        const Vector3 across = wave.ex * m_axes.col(0) + wave.ey * m_axes.col(1), up = m_axes.col(2);
        const double width = m_waves.isGerstner ? wave.amplitude * wave.orbit : 0.0;
        Vectors moves, turns;
        for (const Vector3& x : m_still->vertices) {
            const double angle = wave.kx * m_axes.col(0).dot(x) + wave.ky * m_axes.col(1).dot(x) + wave.phase;
            // cos and sin of (angle - w t), less the factor cos(w t) or sin(w t).
            const double c = isSine ? std::sin(angle) : std::cos(angle),
                         s = isSine ? -std::cos(angle) : std::sin(angle);
            moves.push_back((wave.amplitude * c * up - width * s * across).cast<float>());
            turns.push_back((wave.amplitude * wave.k * s * across).cast<float>()); // less the slope, to first order
        }
        return {{"POSITION", m_parts.gltf.addVertexData(moves, true)}, {"NORMAL", m_parts.gltf.addVertexData(turns)}};
    }

    void addWeights(double time, std::vector<float>& weights) const {
        for (const PreparedWave* wave : m_drawn) {
            weights.push_back(static_cast<float>(std::cos(wave->frequency * time)));
            weights.push_back(static_cast<float>(std::sin(wave->frequency * time)));
        }
    }

    void addKeys(int node) {
        const double first = m_parts.record.at(0).time, duration = m_parts.record.last().time - first;
        if (m_drawn.empty() || !(duration > 0.0)) return;
        double fastest = 0.0;
        for (const PreparedWave* wave : m_drawn)
            fastest = std::max(fastest, wave->frequency);
        // A chord is below its arc by (w dt)^2 / 8.
        const int steps = std::max(1, static_cast<int>(std::ceil(duration * fastest / std::sqrt(8.0 * kWeightError))));
        std::vector<float> times, weights;
        for (int i = 0; i <= steps; ++i) {
            const double time = first + duration * i / steps;
            times.push_back(static_cast<float>(time));
            addWeights(time, weights);
        }
        m_parts.animate(node, "weights", m_parts.gltf.addKeyTimes(times), m_parts.gltf.addKeys(weights));
    }

    GlbParts& m_parts;
    SurfaceWaves m_waves;
    ambient::Matrix3 m_axes;
    std::vector<const PreparedWave*> m_drawn;
    std::shared_ptr<const ambient::TriangleMesh> m_still;
};

/// Only flat surfaces and sums of waves fit into a file. A user's surface, for example, does not.
void addSheet(GlbParts& parts, const ambient::WaterSurface& surface, const WaterSheet& sheet) {
    if (surface.isFlat())
        parts.addPlainMesh("water", *waterMesh(surface, sheet, parts.record.at(0).time), {}, waterMaterial(parts),
                           "water");
    else if (const SurfaceWaves waves = wavesOf(surface); waves.set)
        MovingWater(parts, waves, sheet).add();
}

/// The water of a tank on a grid, a mesh of its own at each shown moment.
void addTank(GlbParts& parts) {
    for (const ShownMoment& shown : shownMoments(parts.record)) {
        const int mesh = parts.addMesh("water", *shown.moment->tank.water, waterMaterial(parts));
        addShown(parts, {{"name", "water"}, {"mesh", mesh}}, "water", shown);
    }
}

} // namespace

void addWater(GlbParts& parts) {
    if (parts.record.hasTank()) addTank(parts);
    if (const ambient::DividedMedium* divided = seaOf(parts.record)) {
        const ambient::WaterSurface& surface = divided->surface();
        addSheet(parts, surface,
                 WaterSheet::about(parts.extent.center(), surface.up(), parts.extent.sizes().maxCoeff()));
    }
    for (const RecordedRegion& region : parts.record.regions)
        if (const ambient::DividedMedium* divided = region.medium->divided())
            addSheet(parts, divided->surface(), WaterSheet::in(region.low, region.high));
}

} // namespace samples
