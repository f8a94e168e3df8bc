// SPDX-License-Identifier: Zlib
// The part of FuzzGame beside the bodies: media, regions, couplings, thrusters, a grid.
#include "FuzzGame.h"

#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"

namespace fuzz {

using namespace ambient;

namespace {

WaveSet twoWaves() {
    Wave along, across;
    along.amplitude = across.amplitude = 0.1;
    along.waveVector = Vector3(2.0, 0.0, 0.0);
    across.waveVector = Vector3(0.5, 1.5, 0.0);
    along.angularFrequency = across.angularFrequency = 4.0;
    return WaveSet({along, across});
}

} // namespace

void Game::setMedium(Bytes& bytes) {
    const UniformMedium air = UniformMedium::air(), water = UniformMedium::water();
    const auto shared = [](const UniformMedium& medium) { return std::make_shared<UniformMedium>(medium); };
    switch (bytes.take<std::uint8_t>() % 5) {
    case 0:
        return m_fluid->setMedium(air);
    case 1:
        return m_fluid->setMedium(water);
    case 2:
        return m_fluid->setMedium(
            std::make_shared<DividedMedium>(shared(water), shared(air), std::make_shared<FlatSurface>(0.2)));
    case 3:
        return m_fluid->setMedium(std::shared_ptr<const FluidMedium>());
    default:
        return m_fluid->setMedium(
            std::make_shared<DividedMedium>(shared(water), shared(air), std::make_shared<GerstnerWaves>(twoWaves())));
    }
}

void Game::changeRegions(Bytes& bytes) {
    const int how = bytes.take<std::uint8_t>() % 4;
    const btVector3 low = vector(bytes, 2.0);
    if (how == 0 && m_regions.size() < 3) {
        m_regions.push_back(std::make_shared<btFluidRegion>(low, low + btVector3(2, 2, 2),
                                                            std::make_shared<UniformMedium>(UniformMedium::air())));
        trying([&] { m_fluid->getRegions().add(m_regions.back()); });
    }
    if (m_regions.empty()) return;
    if (how == 1) m_regions.back()->setAabb(low, low + btVector3(1, 2, 3));
    if (how == 2) m_regions.back()->setEnabled(!m_regions.back()->isEnabled());
    if (how == 3) {
        m_fluid->getRegions().remove(m_regions.back().get());
        m_regions.pop_back();
    }
}

void Game::changeActors(Bytes& bytes) {
    const int how = bytes.take<std::uint8_t>() % 4;
    if (how == 0 && m_coupling) {
        m_world->removeAction(m_coupling.get());
        m_coupling.reset();
    } else if (how == 0) {
        m_coupling = std::make_unique<btFluidCoupling>(*m_fluid);
        m_world->addAction(m_coupling.get());
    }
    Body* body = anyBody(bytes);
    if (!body) return;
    if (how == 1 && m_coupling) trying([&] { m_coupling->addObstacle(body->body.get(), makeSphere(0.1, 80)); });
    if (how == 2 && m_coupling) m_coupling->setCoupled(body->body.get(), bytes.take<std::uint8_t>() % 2 == 0);
    if (how == 3)
        trying([&] {
            m_thrusters.emplace_back(body->body.get(),
                                     std::make_unique<btFluidThruster>(*m_fluid, body->body.get(), ThrusterDef()));
            m_thrusters.back().second->setCommand(number(bytes, 50.0));
        });
}

void Game::changeGrid(Bytes& bytes) {
    const int how = bytes.take<std::uint8_t>() % 4;
    if (how == 0 && m_grid) {
        m_world->removeAction(m_grid.get());
        m_grid.reset();
    } else if (how == 0) {
        trying([&] {
            btFluidGrid::btFluidGridConstructionInfo info;
            info.m_box.lowCorner = Vector3(-1.0, -1.0, -1.0);
            info.m_box.cells = {8, 8, 8};
            info.m_box.spacing = 0.25;
            info.m_log = [](const std::string& line) { requireOneLine(line); };
            m_grid = std::make_unique<btFluidGrid>(*m_fluid, info);
            m_world->addAction(m_grid.get());
        });
    }
    Body* body = anyBody(bytes);
    if (!m_grid || !body) return;
    if (how == 1) trying([&] { m_grid->addResolved(body->body.get(), body->model); });
    if (how == 2) m_grid->removeResolved(body->body.get());
    if (how == 3) m_grid->setFollowed(body->body.get());
}

} // namespace fuzz
