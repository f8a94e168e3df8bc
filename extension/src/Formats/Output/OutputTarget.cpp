// SPDX-License-Identifier: Zlib
#include "Output/OutputTarget.h"

#include "FilePath.h"
#include "Output/OutputFile.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

namespace ambient {
namespace {

namespace fs = std::filesystem;

/// The number of this program's open file named by a path; -1: none. If such a path is a link to a file, this program
/// writes on to the open file: a new file of the same name would be another one.
int descriptorNamed(const std::string& path) {
    if (path == "/dev/stdin") return 0;
    if (path == "/dev/stdout") return 1;
    if (path == "/dev/stderr") return 2;
    for (const std::string folder : {"/dev/fd/", "/proc/self/fd/"}) {
        const std::string number = path.rfind(folder, 0) == 0 ? path.substr(folder.size()) : "";
        if (!number.empty() && number.size() < 6 && number.find_first_not_of("0123456789") == std::string::npos)
            return std::atoi(number.c_str());
    }
    return -1;
}

OutputTarget::Kind kindOf(const std::string& asked, const std::string& path) {
    std::error_code ignored;
    const fs::file_status status = fs::status(pathFromUtf8(path), ignored);
    if (fs::is_directory(status)) throw OutputRefused(asked, "is a directory", EISDIR);
    if (fs::is_block_file(status)) throw OutputRefused(asked, "is a disk", EINVAL);
    if (!fs::exists(status)) return OutputTarget::Kind::NewFile;
    return fs::is_regular_file(status) ? OutputTarget::Kind::OldFile : OutputTarget::Kind::Special;
}

} // namespace

OutputTarget targetOf(const std::string& path) {
    constexpr int mostLinks = 40; // as Linux
    if (path.empty()) throw OutputRefused("", "the name of the output file is empty", ENOENT);
    OutputTarget target;
    fs::path now = pathFromUtf8(path);
    for (int link = 0; link <= mostLinks; ++link) {
        target.path = utf8Of(now);
        target.descriptor = descriptorNamed(utf8Of(now.lexically_normal()));
        if (target.descriptor >= 0) {
            target.kind = OutputTarget::Kind::Descriptor;
            return target;
        }
        std::error_code ignored;
        if (!fs::is_symlink(fs::symlink_status(now, ignored))) {
            target.kind = kindOf(path, target.path);
            if (!now.has_filename()) throw OutputRefused(path, "is a directory", EISDIR);
            return target;
        }
        const fs::path next = fs::read_symlink(now, ignored);
        now = next.is_absolute() ? next : now.parent_path() / next;
    }
    throw OutputRefused(path, "is a circle of symbolic links", ELOOP);
}

} // namespace ambient
