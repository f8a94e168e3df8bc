// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModelCache.h"

#include "AmbientFluid/Body/FluidBodyModelBytes.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <random>
#include <thread>
#include <utility>

namespace ambient {
namespace {

namespace fs = std::filesystem;

constexpr char kMagic[8] = {'A', 'm', 'b', 'F', 'l', 'u', 'i', 'd'};
constexpr std::uint32_t kByteOrder = 0x01020304u;
constexpr std::size_t kHeaderSize = sizeof kMagic + 2 * sizeof(std::uint32_t) + 3 * sizeof(std::uint64_t);
constexpr std::uint64_t kLargestFile = std::uint64_t(1) << 30;
constexpr char kExtension[] = ".fluid-model", kPartial[] = ".partial";

std::string hexOf(std::uint64_t number) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
    return text;
}

/// A name that no other call returns, in any process.
std::string uniqueName() {
    std::random_device random;
    const auto draw = [&] { return std::uint64_t(random()) << 32 | random(); };
    const auto time = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
    const auto thread = static_cast<std::uint64_t>(std::hash<std::thread::id>()(std::this_thread::get_id()));
    return hexOf(draw() ^ time) + hexOf(draw() ^ thread);
}

Bytes headerOf(const Bytes& key, std::size_t contentSize, std::uint64_t hash) {
    ByteWriter out;
    for (char letter : kMagic)
        out(letter);
    out(kByteOrder);
    out(FluidBodyModelBytes::kVersion);
    out(static_cast<std::uint64_t>(key.size()));
    out(static_cast<std::uint64_t>(contentSize));
    out(hash);
    return std::move(out.bytes);
}

/// Removes a file at the end of the scope, unless it is released.
struct TemporaryFile {
    explicit TemporaryFile(fs::path p) : path(std::move(p)) {}
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() {
        std::error_code ignored;
        if (!path.empty()) fs::remove(path, ignored);
    }
    fs::path path;
};

void append(std::ofstream& out, const Bytes& bytes) {
    out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void take(std::ifstream& in, unsigned char* to, std::size_t size) {
    in.read(reinterpret_cast<char*>(to), static_cast<std::streamsize>(size));
    if (!in) throw std::runtime_error("the file cannot be read");
}

/// Puts a whole file in the place of another, at once. Windows refuses that while others have the other open, which
/// they do for a moment.
void replaceFile(const fs::path& from, const fs::path& to) {
#ifdef _WIN32
    constexpr int kAttempts = 500;
#else
    constexpr int kAttempts = 1;
#endif
    std::error_code error;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        fs::rename(from, to, error);
        if (!error) return;
    }
    throw fs::filesystem_error("cannot rename", from, to, error);
}

/// Returns false if there is no such file.
/// \throws std::runtime_error if the file exists but cannot be opened
bool openIfThere(std::ifstream& in, const fs::path& file) {
    // Other processes may remove and write the file between opening and the check; only lasting failures are errors.
    for (int attempt = 0; attempt < 100; ++attempt) {
        in.open(file, std::ios::binary);
        if (in) return true;
        std::error_code error;
        if (!fs::exists(file, error) && !error) return false;
        in.clear();
    }
    throw std::runtime_error("the file cannot be opened");
}

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
        std::ifstream in;
        if (!openIfThere(in, file)) return {};
        in.seekg(0, std::ios::end);
        const std::int64_t size = static_cast<std::int64_t>(in.tellg());
        in.seekg(0);
        const std::size_t ahead = kHeaderSize + key.bytes.size();
        if (size < static_cast<std::int64_t>(ahead)) throw std::runtime_error("the file ends too early");
        if (size > static_cast<std::int64_t>(kLargestFile)) throw std::runtime_error("the file is too large");
        const std::size_t contentSize = static_cast<std::size_t>(size) - ahead;
        // Not a vector, which would fill all bytes with zeros first.
        const std::unique_ptr<unsigned char[]> bytes(new unsigned char[static_cast<std::size_t>(size)]);
        take(in, bytes.get(), ahead);
        if (!std::equal(key.bytes.begin(), key.bytes.end(), bytes.get() + kHeaderSize))
            throw std::runtime_error("the file belongs to another mesh or definition, or is damaged");
        take(in, bytes.get() + ahead, contentSize);
        const std::uint64_t hash = hashOf(bytes.get() + ahead, contentSize);
        const Bytes expected = headerOf(key.bytes, contentSize, hash);
        if (!std::equal(expected.begin(), expected.end(), bytes.get()))
            throw std::runtime_error("the file is damaged, or from another version or kind of machine");
        ByteReader reader(bytes.get() + ahead, contentSize);
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
        if (!std::exchange(m_wroteBefore, true)) removeLeftovers();
    } else if (!std::exchange(m_saidUnwritable, true)) {
        m_log("model cache: " + m_folder.u8string() + ": cannot be written to (" + failure +
              "); models are built at every start");
    }
}

void FluidBodyModelCache::write(const Key& key, const Entry& entry) const {
    ByteWriter content;
    content(entry.notes);
    FluidBodyModelBytes::write(*entry.model, content);
    if (kHeaderSize + key.bytes.size() + content.bytes.size() > kLargestFile)
        throw std::runtime_error("the model is too large");
    fs::create_directories(m_folder);
    const fs::path file = m_folder / key.fileName();
    TemporaryFile partial(m_folder / (uniqueName() + kPartial));
    std::ofstream out(partial.path, std::ios::binary | std::ios::trunc);
    append(out, headerOf(key.bytes, content.bytes.size(), hashOf(content.bytes.data(), content.bytes.size())));
    append(out, key.bytes);
    append(out, content.bytes);
    out.close();
    if (!out) throw std::runtime_error("the file could not be written completely");
    replaceFile(partial.path, file);
    partial.path.clear();
}

void FluidBodyModelCache::removeLeftovers() const {
    // Partial files of programs that were stopped while writing. No write takes a day.
    std::error_code ignored;
    const auto longAgo = fs::file_time_type::clock::now() - std::chrono::hours(24);
    for (fs::directory_iterator entry(m_folder, ignored), end; !ignored && entry != end; entry.increment(ignored)) {
        std::error_code gone;
        if (entry->path().extension() == kPartial && entry->last_write_time(gone) < longAgo && !gone)
            fs::remove(entry->path(), gone);
    }
}

} // namespace ambient
