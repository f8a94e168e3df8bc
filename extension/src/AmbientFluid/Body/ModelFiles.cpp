// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ModelFiles.h"

#include "AmbientFluid/Body/FluidBodyModelBytes.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
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
constexpr char kPartial[] = ".partial";

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

bool readModelFile(const fs::path& path, const Bytes& key, ModelFile& file) {
    std::ifstream in;
    if (!openIfThere(in, path)) return false;
    in.seekg(0, std::ios::end);
    const std::int64_t size = static_cast<std::int64_t>(in.tellg());
    in.seekg(0);
    file.contentAt = kHeaderSize + key.size();
    if (size < static_cast<std::int64_t>(file.contentAt)) throw std::runtime_error("the file ends too early");
    if (size > static_cast<std::int64_t>(kLargestFile)) throw std::runtime_error("the file is too large");
    file.contentSize = static_cast<std::size_t>(size) - file.contentAt;
    // Not a vector, which would fill all bytes with zeros first.
    file.bytes.reset(new unsigned char[static_cast<std::size_t>(size)]);
    unsigned char* const bytes = file.bytes.get();
    take(in, bytes, file.contentAt);
    if (!std::equal(key.begin(), key.end(), bytes + kHeaderSize))
        throw std::runtime_error("the file belongs to another mesh or definition, or is damaged");
    take(in, bytes + file.contentAt, file.contentSize);
    const Bytes expected = headerOf(key, file.contentSize, hashOf(bytes + file.contentAt, file.contentSize));
    if (!std::equal(expected.begin(), expected.end(), bytes))
        throw std::runtime_error("the file is damaged, or from another version or kind of machine");
    return true;
}

void writeModelFile(const fs::path& path, const Bytes& key, const Bytes& content) {
    if (kHeaderSize + key.size() + content.size() > kLargestFile) throw std::runtime_error("the model is too large");
    const fs::path folder = path.parent_path();
    fs::create_directories(folder);
    TemporaryFile partial(folder / (uniqueName() + kPartial));
    std::ofstream out(partial.path, std::ios::binary | std::ios::trunc);
    append(out, headerOf(key, content.size(), hashOf(content.data(), content.size())));
    append(out, key);
    append(out, content);
    out.close();
    if (!out) throw std::runtime_error("the file could not be written completely");
    replaceFile(partial.path, path);
    partial.path.clear();
}

void removePartialModelFiles(const fs::path& folder) {
    // No write takes a day.
    std::error_code ignored;
    const auto longAgo = fs::file_time_type::clock::now() - std::chrono::hours(24);
    for (fs::directory_iterator entry(folder, ignored), end; !ignored && entry != end; entry.increment(ignored)) {
        std::error_code gone;
        if (entry->path().extension() == kPartial && entry->last_write_time(gone) < longAgo && !gone)
            fs::remove(entry->path(), gone);
    }
}

} // namespace ambient
