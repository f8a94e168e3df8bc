// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModelCache.h"

#include "AmbientFluid/Body/FluidBodyModelBytes.h"
#include "AmbientFluid/Body/ModelFiles.h"

#include <cstdio>
#include <utility>

namespace ambient {
namespace {

namespace fs = std::filesystem;

constexpr char kExtension[] = ".fluid-model";

} // namespace

struct FluidBodyModelCache::Key {
    Bytes bytes;

    fs::path fileName() const {
        return hexOf(hashOf(bytes.data(), bytes.size(), 1)) + hexOf(hashOf(bytes.data(), bytes.size(), 2)) + kExtension;
    }
};

FluidBodyModelCache::FluidBodyModelCache(fs::path folder, Log log)
    : m_folder(std::move(folder)), m_log(std::move(log)) {
    if (m_folder.empty()) throw std::invalid_argument("FluidBodyModelCache: the folder has no name");
    if (!m_log) m_log = [](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); };
}

FluidBodyModelCache::Key FluidBodyModelCache::keyOf(const TriangleMesh& mesh, const FluidBodyDef& def) {
    ByteWriter out;
    out(FluidBodyModelBytes::kVersion);
    out('m');
    FluidBodyModelBytes::writeKey(def, out);
    out(mesh.vertices);
    out(mesh.faces);
    return {std::move(out.bytes)};
}

FluidBodyModelCache::Key FluidBodyModelCache::keyOf(const MeshRecipe& recipe, const FluidBodyDef& def) {
    ByteWriter out;
    out(FluidBodyModelBytes::kVersion);
    out('r');
    FluidBodyModelBytes::writeKey(def, out);
    out(recipe.key);
    return {std::move(out.bytes)};
}

fs::path FluidBodyModelCache::fileOf(const TriangleMesh& mesh, const FluidBodyDef& def) const {
    return m_folder / keyOf(mesh, def).fileName();
}

FluidBodyModelCache::Counts FluidBodyModelCache::counts() const {
    const std::lock_guard<std::mutex> lock(m_mutex);
    return m_counts;
}

void FluidBodyModelCache::report(const std::string& line) {
    const std::lock_guard<std::mutex> lock(m_mutex);
    m_log("model cache: " + line);
}

std::shared_ptr<const FluidBodyModel> FluidBodyModelCache::build(const TriangleMesh& mesh, const FluidBodyDef& def) {
    return find(keyOf(mesh, def), def, [&](std::vector<std::string>&) -> const TriangleMesh& { return mesh; }).model;
}

std::shared_ptr<const FluidBodyModel> FluidBodyModelCache::build(const MeshRecipe& recipe, const FluidBodyDef& def,
                                                                 std::vector<std::string>* notes) {
    Entry entry = find(keyOf(recipe, def), def, recipe.make);
    if (notes) notes->insert(notes->end(), entry.notes.begin(), entry.notes.end());
    return entry.model;
}

template <class MakeMesh>
FluidBodyModelCache::Entry FluidBodyModelCache::find(const Key& key, const FluidBodyDef& def, MakeMesh makeMesh) {
    FluidBodyModelBytes::requireValid(def);
    Entry entry = load(key, def);
    const bool isLoaded = entry.model != nullptr;
    if (!isLoaded) {
        entry.model = FluidBodyModel::build(makeMesh(entry.notes), def);
        store(key, entry);
    }
    const std::lock_guard<std::mutex> lock(m_mutex);
    ++(isLoaded ? m_counts.loaded : m_counts.built);
    return entry;
}

FluidBodyModelCache::Entry FluidBodyModelCache::load(const Key& key, const FluidBodyDef& def) {
    const fs::path file = m_folder / key.fileName();
    try {
        ModelFile bytes;
        if (!readModelFile(file, key.bytes, bytes)) return {};
        ByteReader reader = bytes.content();
        Entry entry;
        reader(entry.notes);
        entry.model = FluidBodyModelBytes::read(reader, def);
        if (!reader.atEnd()) throw std::runtime_error("trailing bytes after the end of the file");
        return entry;
    } catch (const std::exception& error) {
        report(file.u8string() + ": " + error.what() + "; the model is built anew");
        return {};
    }
}

void FluidBodyModelCache::store(const Key& key, const Entry& entry) {
    std::string failure;
    try {
        write(key, entry);
    } catch (const std::exception& error) {
        failure = error.what();
    }
    const std::lock_guard<std::mutex> lock(m_mutex);
    if (failure.empty()) {
        if (!std::exchange(m_wroteBefore, true)) removePartialModelFiles(m_folder);
    } else if (!std::exchange(m_saidUnwritable, true)) {
        m_log("model cache: " + m_folder.u8string() + ": cannot be written to (" + failure +
              "); models are built at every start");
    }
}

void FluidBodyModelCache::write(const Key& key, const Entry& entry) const {
    ByteWriter content;
    content(entry.notes);
    FluidBodyModelBytes::write(*entry.model, content);
    writeModelFile(m_folder / key.fileName(), key.bytes, content.bytes);
}

} // namespace ambient
