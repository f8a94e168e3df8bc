// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "BulletTestWorld.h"
#include "ScratchFolder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace model_cache_test {

namespace {

/// A world whose action keeps models in a folder.
class CachedWorld {
  public:
    explicit CachedWorld(const std::string& folder) {
        btFluidAction::btFluidActionConstructionInfo info;
        info.m_log = [this](const std::string& line) { m_lines.push_back(line); };
        info.m_announceMode = false;
        info.m_modelCacheFolder = folder;
        m_fluid = std::make_unique<btFluidAction>(&m_dry.world(), info);
        m_fluid->setMedium(ambient::UniformMedium::water());
        m_dry.world().addAction(m_fluid.get());
    }
    ~CachedWorld() {
        m_fluid->removeAllBodies();
        m_dry.world().removeAction(m_fluid.get());
    }

    /// A cone of triangles, one of which is inside out: the mesh builder mends and reports the fault.
    btRigidBody* addCone(const btVector3& at) {
        ambient::TriangleMesh cone = ambient::makeCone(0.2, 0.6, 200);
        const ambient::MassProperties solid = ambient::solidMassProperties(cone, 700.0);
        std::swap(cone.faces[0][0], cone.faces[0][1]);
        m_triangles.push_back(std::make_unique<btTriangleMesh>());
        for (int f = 0; f < cone.faceCount(); ++f)
            m_triangles.back()->addTriangle(btFluidVector(cone.corner(f, 0)), btFluidVector(cone.corner(f, 1)),
                                            btFluidVector(cone.corner(f, 2)));
        btRigidBody* body = m_dry.addRigidBody(std::make_unique<btBvhTriangleMeshShape>(m_triangles.back().get(), true),
                                               solid.mass, btFluidVector(ambient::Vector3(solid.inertia.diagonal())),
                                               btTransform(btQuaternion::getIdentity(), at));
        m_fluid->addBody(body);
        return body;
    }

    const ambient::FluidBodyModel& modelOf(const btRigidBody* body) const {
        return *m_fluid->getFluidBody(body)->motion().body().model;
    }
    void run() { m_dry.run(0.5, 1.0 / 60.0); }
    const std::vector<std::string>& lines() const { return m_lines; }

  private:
    std::vector<std::unique_ptr<btTriangleMesh>> m_triangles;
    test::World m_dry;
    std::vector<std::string> m_lines;
    std::unique_ptr<btFluidAction> m_fluid;
};

} // namespace

TEST(ModelCacheFolder, TheNextStartReadsWhatTheFirstBuiltAndMovesTheSame) {
    const test::ScratchFolder folder;
    const std::string name = (folder.path() / std::filesystem::u8path(u8"K\u00e4sten")).u8string();
    CachedWorld first(name), without("");
    btRigidBody* a = first.addCone(btVector3(0, 0, 0));
    const auto files = [&] {
        std::vector<std::filesystem::path> all;
        for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::u8path(name)))
            all.push_back(entry.path());
        return all;
    };
    ASSERT_EQ(files().size(), 1u);
    const auto written = std::filesystem::last_write_time(files()[0]);
    CachedWorld second(name);
    btRigidBody* b = second.addCone(btVector3(0, 0, 0));
    btRigidBody* c = without.addCone(btVector3(0, 0, 0));
    // The file holds the wall time of the added mass, which differs between builds.
    EXPECT_EQ(first.modelOf(a).addedMassReport().seconds, second.modelOf(b).addedMassReport().seconds);
    EXPECT_EQ(std::filesystem::last_write_time(files().at(0)), written);
    EXPECT_EQ(files().size(), 1u);
    EXPECT_EQ(first.lines(), second.lines());
    EXPECT_EQ(first.lines(), without.lines());
    EXPECT_FALSE(first.lines().empty()) << "the builder's note";
    for (CachedWorld* world : {&first, &second, &without})
        world->run();
    for (const btRigidBody* body : {b, c}) {
        EXPECT_EQ(a->getCenterOfMassPosition(), body->getCenterOfMassPosition());
        EXPECT_EQ(a->getOrientation(), body->getOrientation());
    }
}

TEST(ModelCacheFolder, AFolderThatCannotBeMadeIsSaidOnceAndTheWorldGoesOn) {
    const test::ScratchFolder folder;
    std::ofstream(folder.path() / "file") << "x";
    CachedWorld world((folder.path() / "file").u8string());
    btRigidBody* body = world.addCone(btVector3(0, 0, 0));
    world.addCone(btVector3(2, 0, 0));
    const auto isOurs = [](const std::string& line) { return line.find("cannot be written to") != std::string::npos; };
    EXPECT_EQ(std::count_if(world.lines().begin(), world.lines().end(), isOurs), 1);
    world.run();
    EXPECT_NE(body->getCenterOfMassPosition().z(), 0);
}

} // namespace model_cache_test
