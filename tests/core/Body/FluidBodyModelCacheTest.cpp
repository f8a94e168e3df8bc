// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModelCache.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Mesh/MeshRepair.h"

#include "../TestBodies.h"
#include "AmbientFluid/Body/FluidBodyModelBytes.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "ModelComparison.h"
#include "ScratchFolder.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <thread>

namespace fluid_body_model_cache_test {

using namespace ambient;
namespace fs = std::filesystem;

namespace {

/// A cache in a folder of its own, and its messages.
struct TestCache {
    explicit TestCache(const fs::path& folder)
        : cache(folder, [this](const std::string& line) { lines.push_back(line); }) {}

    std::vector<std::string> lines;
    FluidBodyModelCache cache;
};

TriangleMesh body() {
    return test::lumpy(makeSphere(1.0, 320));
}

Bytes bytesOf(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return Bytes(std::istreambuf_iterator<char>(in), {});
}

void overwrite(const fs::path& file, const Bytes& bytes) {
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

// Places in the header of a file.
constexpr std::size_t kOrderAt = 8, kVersionAt = 12, kKeySizeAt = 16, kHashAt = 32, kHeaderSize = 40;

std::uint64_t numberAt(const Bytes& bytes, std::size_t at) {
    std::uint64_t number;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

std::size_t contentAt(const Bytes& file) {
    return kHeaderSize + static_cast<std::size_t>(numberAt(file, kKeySizeAt));
}

/// The file with a correct checksum, as an attacker could make one.
Bytes resealed(Bytes file) {
    const std::size_t at = contentAt(file);
    const std::uint64_t hash = hashOf(file.data() + at, file.size() - at);
    std::memcpy(file.data() + kHashAt, &hash, sizeof hash);
    return file;
}

bool says(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// One definition of every kind, each with a mesh.
std::vector<std::pair<TriangleMesh, FluidBodyDef>> assortment() {
    std::vector<std::pair<TriangleMesh, FluidBodyDef>> all(9, {body(), {}});
    all[1].second.addedMassMethod = AddedMassMethod::Collocation;
    all[2].second.addedMassMethod = AddedMassMethod::Local;
    all[3].second.addedMass = GivenAddedMass{Matrix6(2.0 * Matrix6::Identity()), 998.0, {0.1, 0.2, 0.3}};
    all[4].first = makeBox({1.0, 0.4, 0.2}, 12); // refined
    all[4].second.wakeFactor = 0.6;
    all[4].second.roughness = 1e-3;
    all[4].second.surfacePressure.sheetSpin = 1.2;
    for (int f = 0; f < 40; ++f)
        all[5].first.faces.pop_back(); // an open sheet
    all[5].second.sheetThickness = 0.05;
    std::swap(all[6].first.faces[5][0], all[6].first.faces[5][1]); // repaired, and a warning
    all[6].first.vertices.push_back({9, 9, 9});
    all[6].second.frictionScale = 0.5;
    all[7].first = test::transformed(body(), {expSO3({0.4, 0.5, -0.2}), {3.0, -2.0, 1.0}});
    all[7].second.separationAngle = kPi;
    all[8].second.porosity = 0.2;
    return all;
}

/// Momentum and pose after a second in water, thrown and spun.
FluidBodyState afterASecond(std::shared_ptr<const FluidBodyModel> model) {
    const KirchhoffMotion equations(makeSolidBody(std::move(model), 700.0),
                                    std::make_shared<UniformMedium>(UniformMedium::water()),
                                    ForceSet::surfacePressure(), {0.0, 0.0, -9.81});
    FluidBodyState state = makeState(equations, Pose(), {{1.0, 2.0, -0.5}, {0.3, 1.0, 0.0}}, 0.0);
    for (int i = 0; i < 30; ++i)
        integrate(equations, state, 1.0 / 30.0);
    return state;
}

} // namespace

TEST(FluidBodyModelCache, ALoadedModelIsTheBuiltOneToTheBit) {
    const test::ScratchFolder folder;
    int built = 0;
    for (const auto& [mesh, def] : assortment()) {
        TestCache first(folder.path()), second(folder.path());
        const auto fromMesh = FluidBodyModel::build(mesh, def);
        test::expectSameModel(*first.cache.build(mesh, def), *fromMesh);
        test::expectSameModel(*second.cache.build(mesh, def), *fromMesh);
        EXPECT_EQ(first.cache.counts().built, 1);
        EXPECT_EQ(second.cache.counts().loaded, 1);
        EXPECT_EQ(second.cache.counts().built, 0);
        EXPECT_TRUE(first.lines.empty() && second.lines.empty());
        EXPECT_EQ(folder.files().size(), static_cast<std::size_t>(++built));
    }
}

TEST(FluidBodyModelCache, ALoadedModelMovesAsTheBuiltOneToTheBit) {
    const test::ScratchFolder folder;
    TestCache test(folder.path());
    const FluidBodyState a = afterASecond(test.cache.build(body())), b = afterASecond(test.cache.build(body()));
    EXPECT_EQ(test.cache.counts().loaded, 1);
    EXPECT_EQ(a.worldFromBody.position, b.worldFromBody.position);
    EXPECT_EQ(a.worldFromBody.orientation.coeffs(), b.worldFromBody.orientation.coeffs());
    EXPECT_EQ(a.momentum.vector(), b.momentum.vector());
    EXPECT_GT(a.worldFromBody.position.norm(), 0.1);
}

TEST(FluidBodyModelCache, WhatTheNumbersFollowFromHasAFileOfItsOwn) {
    const FluidBodyModelCache cache("anywhere");
    const TriangleMesh mesh = body();
    const std::vector<std::function<void(FluidBodyDef&)>> changes = {
        [](FluidBodyDef& d) { d.wakeFactor = 0.9; },
        [](FluidBodyDef& d) { d.surfacePressure.windward *= 1.01; },
        [](FluidBodyDef& d) { d.surfacePressure.sheetLead *= 1.01; },
        [](FluidBodyDef& d) { d.addedMassMethod = AddedMassMethod::Collocation; },
        [](FluidBodyDef& d) { d.repair = MeshRepair::None; },
        [](FluidBodyDef& d) { d.sheetThickness = 0.01; },
        [](FluidBodyDef& d) { d.porosity = 0.1; },
        [](FluidBodyDef& d) { d.addedMass = GivenAddedMass{}; },
        [](FluidBodyDef& d) {
            d.addedMass = GivenAddedMass{Matrix6::Identity(), 1000.0, Vector3::Zero()};
        },
        [](FluidBodyDef& d) {
            d.addedMass = GivenAddedMass{Matrix6::Zero(), 999.0, Vector3::Zero()};
        },
        [](FluidBodyDef& d) {
            d.addedMass = GivenAddedMass{Matrix6::Zero(), 1000.0, Vector3::UnitX()};
        }};
    std::vector<fs::path> files = {cache.fileOf(mesh)};
    for (const auto& change : changes) {
        FluidBodyDef def;
        change(def);
        files.push_back(cache.fileOf(mesh, def));
    }
    TriangleMesh moved = mesh, turned = mesh;
    moved.vertices[7].y() = std::nextafter(moved.vertices[7].y(), 2.0);
    std::rotate(turned.faces[3].begin(), turned.faces[3].begin() + 1, turned.faces[3].end());
    files.insert(files.end(), {cache.fileOf(moved), cache.fileOf(turned)});
    std::sort(files.begin(), files.end());
    EXPECT_EQ(std::unique(files.begin(), files.end()), files.end());
}

TEST(FluidBodyModelCache, WhatAModelOnlyCarriesIsTakenFromTheDefinition) {
    const test::ScratchFolder folder;
    TestCache test(folder.path());
    test.cache.build(body());
    FluidBodyDef def;
    def.separationAngle = kPi;
    def.pressureScale = 0.3;
    def.frictionScale = 0.4;
    def.buoyancyScale = 0.5;
    int calls = 0;
    def.progress = [&](double) { ++calls; };
    const auto loaded = test.cache.build(body(), def);
    EXPECT_EQ(test.cache.counts().loaded, 1);
    EXPECT_EQ(calls, 0);
    test::expectSameModel(*loaded, *FluidBodyModel::build(body(), def));
    def.separationAngle = 4.0;
    EXPECT_TRUE(says(test::refusal([&] { test.cache.build(body(), def); }), "separationAngle"));
}

TEST(FluidBodyModelCache, WhatIsRefusedLeavesNothingBehind) {
    const test::ScratchFolder folder;
    TestCache test(folder.path());
    TriangleMesh open = body();
    open.faces.pop_back();
    EXPECT_THROW(test.cache.build(open), MeshError);
    EXPECT_TRUE(folder.files().empty());
    EXPECT_TRUE(test.lines.empty());
    EXPECT_NE(test::refusal([] { FluidBodyModelCache nowhere(""); }), "");
}

TEST(FluidBodyModelCache, ARecipeIsFollowedOnlyOnceAndItsNotesAreKept) {
    const test::ScratchFolder folder;
    TestCache test(folder.path());
    int made = 0;
    const auto make = [&](std::vector<std::string>& notes) {
        ++made;
        notes.push_back("a note");
        return body();
    };
    for (int i = 0; i < 3; ++i) {
        std::vector<std::string> notes = {"an earlier one"};
        test::expectSameModel(*test.cache.build({{1.0, 2.0}, make}, {}, &notes), *FluidBodyModel::build(body()));
        EXPECT_EQ(notes, (std::vector<std::string>{"an earlier one", "a note"}));
        EXPECT_EQ(made, 1);
    }
    test.cache.build({{1.0, 2.5}, make});
    EXPECT_EQ(made, 2);
}

TEST(FluidBodyModelCache, ADamagedFileIsReportedBuiltAnewAndMended) {
    const test::ScratchFolder folder;
    TestCache test(folder.path());
    FluidBodyDef def; // nothing to solve: quick, and no time of a solution in the file
    def.addedMass = GivenAddedMass{};
    def.viscousFaces = 0;
    const auto model = test.cache.build(body(), def);
    const fs::path file = test.cache.fileOf(body(), def);
    const Bytes whole = bytesOf(file);
    test::Random random(11);
    const auto isMended = [&](const Bytes& damaged, const std::string& how) {
        overwrite(file, damaged);
        test.lines.clear();
        const auto built = test.cache.build(body(), def);
        ASSERT_EQ(test.lines.size(), 1u) << how;
        EXPECT_TRUE(says(test.lines[0], file.u8string()) && says(test.lines[0], "built anew")) << test.lines[0];
        EXPECT_EQ(bytesOf(file), whole) << how;
        EXPECT_EQ(built->pressureWeights().of, model->pressureWeights().of) << how;
    };
    for (int i = 0; i < 60; ++i) {
        Bytes damaged = whole;
        const std::size_t bit = static_cast<std::size_t>(random.integer(0, static_cast<int>(8 * whole.size()) - 1));
        damaged[bit / 8] ^= static_cast<unsigned char>(1u << bit % 8);
        isMended(damaged, "bit " + std::to_string(bit));
    }
    for (std::size_t at = 0; at < kHeaderSize; ++at) {
        Bytes damaged = whole;
        damaged[at] ^= 0x10;
        isMended(damaged, "byte " + std::to_string(at) + " of the header");
    }
    for (int i = 0; i < 40; ++i) {
        const int left = i == 0 ? 0 : random.integer(0, static_cast<int>(whole.size()) - 1);
        isMended(Bytes(whole.begin(), whole.begin() + left), "cut off at " + std::to_string(left));
    }
    Bytes longer = whole;
    longer.push_back(0);
    isMended(longer, "a byte more");
    isMended(Bytes(whole.size(), 0), "all zero");
}

TEST(FluidBodyModelCache, AFileOfAnotherMeshVersionOrByteOrderIsNotTaken) {
    const test::ScratchFolder folder;
    TestCache test(folder.path());
    const TriangleMesh other = test::scaled(body(), 1.5);
    test.cache.build(body());
    test.cache.build(other);
    overwrite(test.cache.fileOf(body()), bytesOf(test.cache.fileOf(other)));
    EXPECT_EQ(test.cache.build(body())->mesh().vertices, body().vertices);
    EXPECT_TRUE(says(test.lines.at(0), "another mesh or definition"));
    for (const std::size_t at : {kOrderAt, kVersionAt}) {
        Bytes file = bytesOf(test.cache.fileOf(body()));
        std::reverse(file.begin() + static_cast<std::ptrdiff_t>(at),
                     file.begin() + static_cast<std::ptrdiff_t>(at) + 4);
        overwrite(test.cache.fileOf(body()), file);
        EXPECT_EQ(test.cache.build(body())->volume(), FluidBodyModel::build(body())->volume());
        EXPECT_TRUE(says(test.lines.back(), "version or kind of machine")) << test.lines.back();
    }
    EXPECT_EQ(test.lines.size(), 3u);
}

// An invalid memory access would show in the sanitizer build.
TEST(FluidBodyModelCache, FilesThatLieUnderARightChecksumDoNoHarm) {
    const test::ScratchFolder folder;
    TestCache test(folder.path());
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    test.cache.build(body(), def);
    const fs::path file = test.cache.fileOf(body(), def);
    const Bytes whole = bytesOf(file);
    const std::size_t start = contentAt(whole);
    test::Random random(12);
    const RelativeFlow still;
    for (int i = 0; i < 100; ++i) {
        Bytes lie = whole;
        for (int k = random.integer(1, 4); k > 0; --k) {
            const int last = static_cast<int>((lie.size() - start) / 8) - 1;
            // The first ones are counts, the mesh and its report; of the others there are many of a kind.
            const std::size_t word = static_cast<std::size_t>(random.integer(0, i % 2 ? 8 : last));
            const std::uint64_t values[] = {~std::uint64_t(0), std::uint64_t(1) << 61, 0x7ff0000000000000u,
                                            std::uint64_t(random.integer(0, 1000)), 0};
            std::memcpy(lie.data() + start + 8 * word, &values[random.integer(0, 4)], 8);
        }
        overwrite(file, resealed(lie));
        const auto model = test.cache.build(body(), def);
        EXPECT_EQ(model->faceTable().size(), model->mesh().faceCount());
        EXPECT_TRUE(std::all_of(model->faces().area, model->faces().area + model->faces().size(),
                                [](double a) { return a > 0; }));
        EXPECT_TRUE(ForceSet::surfacePressure().evaluate(*model, still).total().vector().allFinite());
    }
    EXPECT_GT(test.cache.counts().built, 34); // most lies are found out
}

TEST(FluidBodyModelCache, ManyWritersLeaveOneWholeFile) {
    const test::ScratchFolder folder;
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    const auto expected = FluidBodyModel::build(body(), def);
    const fs::path file = FluidBodyModelCache(folder.path()).fileOf(body(), def);
    std::vector<std::unique_ptr<TestCache>> caches;
    std::vector<std::shared_ptr<const FluidBodyModel>> models(8 * 20);
    for (int i = 0; i < 4; ++i)
        caches.push_back(std::make_unique<TestCache>(folder.path() / "deep" / ".."));
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 8; ++t) // two threads to a cache, four caches to a folder
        threads.emplace_back([&, t] {
            for (std::size_t i = 0; i < 20; ++i) {
                std::error_code gone;
                if (i % 5 == t % 5) fs::remove(file, gone);
                models[20 * t + i] = caches[t / 2]->cache.build(body(), def);
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    for (const auto& model : models)
        EXPECT_EQ(model->pressureWeights().of, expected->pressureWeights().of);
    int loaded = 0;
    for (const auto& cache : caches) {
        EXPECT_TRUE(cache->lines.empty()) << cache->lines.front(); // no reader ever saw a part of a file
        loaded += cache->cache.counts().loaded;
    }
    EXPECT_GT(loaded, 0);
    TestCache after(folder.path());
    test::expectSameModel(*after.cache.build(body(), def), *expected);
    for (const fs::path& left : folder.files())
        EXPECT_EQ(left, file);
}

TEST(FluidBodyModelCache, AFolderThatCannotBeWrittenToIsReportedOnce) {
    const test::ScratchFolder folder;
    overwrite(folder.path() / "file", {'x'});
    TestCache test(folder.path() / "file" / "below");
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    for (double size : {1.0, 1.1, 1.0})
        test::expectSameModel(*test.cache.build(makeSphere(size, 200), def),
                              *FluidBodyModel::build(makeSphere(size, 200), def));
    EXPECT_EQ(test.cache.counts().built, 3);
    ASSERT_EQ(test.lines.size(), 1u);
    EXPECT_TRUE(says(test.lines[0], "cannot be written to")) << test.lines[0];
}

TEST(FluidBodyModelCache, WhatWritersThatWereStoppedLeftIsRemovedAfterADay) {
    const test::ScratchFolder folder;
    for (const char* name : {"old.partial", "new.partial", "old.txt"})
        overwrite(folder.path() / name, {'x'});
    const auto longAgo = fs::file_time_type::clock::now() - std::chrono::hours(25);
    fs::last_write_time(folder.path() / "old.partial", longAgo);
    fs::last_write_time(folder.path() / "old.txt", longAgo);
    FluidBodyDef def;
    def.addedMass = GivenAddedMass{};
    TestCache(folder.path()).cache.build(body(), def);
    EXPECT_FALSE(fs::exists(folder.path() / "old.partial"));
    EXPECT_TRUE(fs::exists(folder.path() / "new.partial"));
    EXPECT_TRUE(fs::exists(folder.path() / "old.txt"));
}

} // namespace fluid_body_model_cache_test
