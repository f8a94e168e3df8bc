// SPDX-License-Identifier: Zlib
// The waves that floating bodies of a world file make.
#include "AmbientFluid/SurfaceWaves/RadiationFilter.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "Worlds/FileWorld.h"

#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/SurfaceWaves/FloatingPlace.h"
#include "BulletAmbientFluid/btFluidWavesMade.h"
#include "FileBytes.h"
#include "FilePath.h"
#include "Worlds/WamitText.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Density of the water at a surface over or below a place [kg/m^3].
double densityAtSurface(const DividedMedium& medium, const Vector3& place) {
    const Vector3& up = medium.surface().up();
    const double height = medium.surface().sample(place, 0.0).height;
    return medium.below().sample(place + (height - up.dot(place)) * up, 0.0).density;
}

std::string textOfFile(const std::string& key, const std::string& path) {
    const std::optional<std::string> text = bytesOfFile(path);
    if (!text) throw WorldFileError(key + path + " cannot be read");
    return *text;
}

/// Coefficients in place of those of panels. \throws std::invalid_argument naming file and line
WaveRadiation wavesIn(const WorldWaveFiles& files, const std::string& folder, const FloatingModelDef& def) {
    WamitText text;
    text.coefficientsName = utf8Of(pathIn(folder, files.coefficients));
    text.coefficients = textOfFile(files.path + ".wamit: ", text.coefficientsName);
    text.length = files.length;
    if (!files.forces.empty()) {
        text.forcesName = utf8Of(pathIn(folder, files.forces));
        text.forces = textOfFile(files.path + ".wamit_forces: ", text.forcesName);
    }
    return readWamit(text, def.fluidDensity, def.gravity);
}

} // namespace

std::shared_ptr<const FloatingModel> FileWorld::wavesOf(const std::string& path, const WorldWaveFiles* files,
                                                        const FluidBody& wet, const TriangleMesh& inBody,
                                                        const Pose& bodyFromFrame, const Vector3& place) {
    const std::string key = path + ".waves_made: ";
    const DividedMedium* const medium = m_fluid.getMedium() ? m_fluid.getMedium()->divided() : nullptr;
    if (!medium) throw WorldFileError(key + "the medium of the world has no surface");
    FloatingModelDef def;
    def.fluidDensity = densityAtSurface(*medium, place);
    def.gravity = m_description.gravity.norm();
    if (m_description.medium.depth) def.depth = *m_description.medium.depth;
    def.mesh = &inBody;
    // The frame of the body has its origin in the centre of mass.
    for (const BuiltWaves& built : m_waves) {
        const bool isOfFiles = files && built.files && built.files->isSame(*files) &&
                               built.bodyFromFrame.position == bodyFromFrame.position &&
                               built.bodyFromFrame.orientation.coeffs() == bodyFromFrame.orientation.coeffs();
        if ((isOfFiles || (!files && !built.files)) && built.body == wet.model && built.mass == wet.mass() &&
            built.waves->fluidDensity == def.fluidDensity)
            return built.waves;
    }
    std::shared_ptr<const FloatingModel> model;
    try {
        WaveRadiation given;
        if (files) {
            given = wavesIn(*files, m_description.folder, def);
            def.given = &given;
            if (files->origin) def.givenOrigin = bodyFromFrame * *files->origin;
        }
        model = FloatingModel::build(wet, def);
    } catch (const std::invalid_argument& error) {
        throw WorldFileError(key + error.what());
    }
    const PlacedWaves incident = ambient::wavesOf(*m_fluid.getMedium());
    const auto isOther = [&model](const WaveSet::Prepared& wave) { return !isOfWater(wave, *model); };
    if (incident.waves && std::any_of(incident.waves->waves().begin(), incident.waves->waves().end(), isOther))
        tell({key + "some waves of the medium feel the bed; those that the body makes and scatters are of deep water"});
    const double misfit = model->filter->misfit;
    if (misfit > 0.1)
        tell({key + "the filter misses the damping by up to " +
              std::to_string(static_cast<int>(std::lround(100.0 * misfit))) + " % of its largest value"});
    m_waves.push_back(
        {wet.model, wet.mass(), files ? std::optional<WorldWaveFiles>(*files) : std::nullopt, bodyFromFrame, model});
    return model;
}

void FileWorld::chooseWaves(const WorldBody& body, btRigidBody* made, const TriangleMesh& inBody,
                            const Pose& bodyFromFrame) {
    if (body.wavesMade == WorldWavesMade::Usual || m_options.isVacuum) return;
    if (body.wavesMade != WorldWavesMade::Radiation)
        return btFluidSetWavesMade(m_fluid, made, body.wavesMade == WorldWavesMade::Heave);
    btFluidSetWavesMade(m_fluid, made,
                        wavesOf(body.path, body.waveFiles ? &*body.waveFiles : nullptr,
                                m_fluid.getFluidBody(made)->getShape(), inBody, bodyFromFrame,
                                body.worldFromFrame.position));
}

void FileWorld::chooseWaves(const WorldArticulatedBody& body, const btMultiBody& multiBody) {
    if (m_options.isVacuum) return;
    for (const Moving& row : m_moving) {
        if (row.multiBody != &multiBody) continue;
        const WorldLink& link = body.links[static_cast<std::size_t>(row.link)];
        if (!link.makesWaves) continue;
        const FluidBody wet = m_fluid.getFluidMultiBodies().find(&multiBody)->getLinkBody(row.link);
        const Pose bodyFromFrame = Pose{row.shownFromBody, row.centerOfMass}.inverse();
        const TriangleMesh& inBody = *m_trees.back().links[static_cast<std::size_t>(row.link)].mesh;
        btFluidSetWavesMade(m_fluid, &multiBody, row.link - 1,
                            wavesOf(link.path, link.waveFiles ? &*link.waveFiles : nullptr, wet, inBody, bodyFromFrame,
                                    body.worldFromBase.position));
    }
}

std::string FileWorld::withName(const std::string& line) const {
    const std::string rigid = "body ", tree = "multi-body ";
    const bool isTree = line.rfind(tree, 0) == 0;
    if (!isTree && line.rfind(rigid, 0) != 0) return line;
    const std::size_t first = isTree ? tree.size() : rigid.size(), end = line.find(' ', first);
    const std::string number = line.substr(first, end == std::string::npos ? end : end - first);
    if (number.empty() || number.size() > 8 || number.find_first_not_of("0123456789") != std::string::npos) return line;
    const int index = std::stoi(number);
    const auto named = [&](const std::string& name) { return line.substr(0, first) + "'" + name + "'"; };
    if (isTree)
        return index < static_cast<int>(m_trees.size())
                   ? named(m_trees[static_cast<std::size_t>(index)].name) + line.substr(first + number.size())
                   : line;
    if (index >= m_fluid.getNumBodies()) return line;
    const btRigidBody* const body = m_fluid.getFluidBody(index).getRigidBody();
    for (const Moving& row : m_moving) {
        if (row.body != body) continue;
        // Bodies of a world file have no user index.
        const std::string noIndex = " (user index -1)";
        const std::size_t rest = first + number.size();
        return named(row.name) +
               line.substr(line.compare(rest, noIndex.size(), noIndex) == 0 ? rest + noIndex.size() : rest);
    }
    return line;
}

} // namespace ambient
