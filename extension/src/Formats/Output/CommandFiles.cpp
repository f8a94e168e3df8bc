// SPDX-License-Identifier: Zlib
#include "Output/CommandFiles.h"

#include "FilePath.h"
#include "Output/OutputTarget.h"
#include "Output/SystemCalls.h"

#include <filesystem>
#include <stdexcept>

namespace ambient {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& role, const std::string& path, const std::string& other,
                         const std::string& why) {
    throw std::invalid_argument(role + " " + path + " and " + other + " name the same file" + why);
}

} // namespace

std::string CommandFiles::targetPathOf(const std::string& path) {
    const fs::path target = pathFromUtf8(targetOf(path).path);
    std::error_code ignored;
    const fs::path folder = fs::weakly_canonical(target.has_parent_path() ? target.parent_path() : ".", ignored);
    return utf8Of(folder / target.filename());
}

void CommandFiles::reads(const std::string& role, const std::string& path) {
    std::error_code error;
    if (fs::is_regular_file(pathFromUtf8(path), error)) m_inputs.push_back({role, path, ""});
    if (!fs::is_directory(pathFromUtf8(path), error)) return;
    for (fs::directory_iterator entry(pathFromUtf8(path), error), end; !error && entry != end; entry.increment(error))
        if (entry->is_regular_file(error)) m_inputs.push_back({role, utf8Of(entry->path()), ""});
}

void CommandFiles::writes(const std::string& role, const std::string& path) {
    if (path.empty() || leadToOneFile(path, "/dev/null")) return;
    const OutputTarget target = targetOf(path);
    for (const File& input : m_inputs)
        if (leadToOneFile(path, input.path))
            refuse(role, path, input.role + " " + input.path, ": no output replaces what is read");
    File output{role, path, targetPathOf(path)};
    for (const File& other : m_outputs)
        if (output.target == other.target || leadToOneFile(path, other.path))
            refuse(other.role, other.path, role + " " + path, "");
    for (const int number : {1, 2})
        if (target.isFile() && isOpenAs(path, number))
            refuse(role, path, number == 1 ? "standard output" : "standard error", "");
    m_outputs.push_back(output);
}

} // namespace ambient
