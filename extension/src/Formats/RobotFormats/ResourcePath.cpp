// SPDX-License-Identifier: Zlib
#include "RobotFormats/ResourcePath.h"

#include "FileBytes.h"
#include "FilePath.h"
#include "RobotFormats/XmlNumbers.h"

#include <tinyxml2.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>

namespace ambient {
namespace {

namespace fs = std::filesystem;

#ifdef _WIN32
constexpr char kSeparator = ';';
#else
constexpr char kSeparator = ':';
#endif

constexpr const char* kVariables[] = {"AMBIENT_ROBOT_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH",
                                      "SDF_PATH",           "GAZEBO_MODEL_PATH",    "GAZEBO_RESOURCE_PATH",
                                      "ROS_PACKAGE_PATH"};

std::string& givenFolders() {
    static std::string folders;
    return folders;
}

/// \param below a folder in each of them; empty: the folders themselves
void addFolders(const std::string& list, const fs::path& below, std::vector<fs::path>& folders) {
    for (std::size_t first = 0; first < list.size();) {
        const std::size_t end = std::min(list.find(kSeparator, first), list.size());
        if (end > first) folders.push_back(pathFromUtf8(list.substr(first, end - first)) / below);
        first = end + 1;
    }
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// The name of the ROS package in a folder, whatever the folder is called; empty: it is none.
std::string packageIn(const fs::path& folder) {
    const fs::path manifest = folder / "package.xml";
    if (!isFileAt(manifest)) return "";
    const std::optional<std::string> text = bytesOfFile(utf8Of(manifest));
    tinyxml2::XMLDocument document;
    if (!text || document.Parse(text->c_str(), text->size()) != tinyxml2::XML_SUCCESS) return "";
    const tinyxml2::XMLElement* root = document.RootElement();
    const tinyxml2::XMLElement* given = root ? root->FirstChildElement("name") : nullptr;
    return given ? textWithin(*given) : "";
}

/// The file of a package that is at a place, or in a folder of its name there; empty: neither.
fs::path fileAt(const fs::path& place, const fs::path& package, const fs::path& file) {
    std::error_code ignored;
    if ((place.filename() == package || packageIn(place) == utf8Of(package)) && fs::exists(place / file, ignored))
        return place / file;
    if (fs::exists(place / package / file, ignored)) return place / package / file;
    return {};
}

/// Whether a folder holds all packages of a robot: a repository or a workspace of ROS.
bool isWorkspace(const fs::path& folder) {
    std::error_code ignored;
    return folder.filename() == "src" || fs::exists(folder / ".git", ignored);
}

using Packages = std::map<std::string, fs::path>;

/// Whether a folder is less deep than another one, or as deep and before it by name. File systems list folders in
/// different orders.
bool isBefore(const fs::path& one, const fs::path& other) {
    const auto depth = [](const fs::path& path) { return std::distance(path.begin(), path.end()); };
    return depth(one) != depth(other) ? depth(one) < depth(other) : one < other;
}

/// The folders of all packages below a folder, as ROS looks for them.
Packages packagesBelow(const fs::path& folder) {
    constexpr int deepest = 4;
    constexpr int most = 5000, mostEntries = 200000; // folders, and files too: a search path may be any folder
    std::error_code ignored;
    Packages packages;
    int count = 0, entries = 0;
    for (auto at = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, ignored);
         at != fs::recursive_directory_iterator() && count < most && entries < mostEntries; at.increment(ignored)) {
        ++entries;
        if (!at->is_directory(ignored)) continue;
        ++count;
        const bool isHidden = utf8Of(at->path().filename()).rfind('.', 0) == 0;
        const std::string name = isHidden ? "" : packageIn(at->path());
        if (!name.empty()) {
            fs::path& place = packages.emplace(name, at->path()).first->second;
            if (isBefore(at->path(), place)) place = at->path();
        }
        // Packages are not in each other.
        if (isHidden || !name.empty() || at.depth() >= deepest) at.disable_recursion_pending();
    }
    return packages;
}

/// The file of a package somewhere below a folder; empty: there is none. A robot names a package for each of its
/// meshes, so what is below a folder is kept: for two seconds, and for twenty times as long as the search took.
fs::path fileBelow(const fs::path& folder, const fs::path& package, const fs::path& file) {
    using Clock = std::chrono::steady_clock;
    struct Kept {
        Clock::time_point until;
        Packages packages;
    };
    static std::mutex mutex;
    static std::map<fs::path, Kept> known;
    const std::lock_guard<std::mutex> lock(mutex);
    Kept& kept = known[folder];
    if (const Clock::time_point start = Clock::now(); start > kept.until) {
        kept.packages = packagesBelow(folder);
        kept.until = Clock::now() + std::chrono::seconds(2) + 20 * (Clock::now() - start);
    }
    const auto place = kept.packages.find(utf8Of(package));
    std::error_code ignored;
    const bool isThere = place != kept.packages.end() && fs::exists(place->second / file, ignored);
    return isThere ? place->second / file : fs::path();
}

} // namespace

std::vector<fs::path> searchPath() {
    std::vector<fs::path> folders;
    addFolders(givenFolders(), {}, folders);
    for (const char* name : kVariables)
        addFolders(variable(name), {}, folders);
    addFolders(variable("AMENT_PREFIX_PATH"), "share", folders);
    return folders;
}

bool isFileAt(const fs::path& path) {
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

void setSearchPath(const std::string& folders) {
    givenFolders() = folders;
}

std::string searchPathText() {
    constexpr std::size_t shown = 4;
    const std::vector<fs::path> folders = searchPath();
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, folders.size()); ++i)
        text += (text.empty() ? "" : ", ") + utf8Of(folders[i]);
    if (folders.size() > shown) text += " and " + std::to_string(folders.size() - shown) + " more";
    if (!text.empty()) return text;
    return "it is empty; --search-path, GZ_SIM_RESOURCE_PATH, GAZEBO_MODEL_PATH and ROS_PACKAGE_PATH name folders";
}

fs::path inPackage(const std::string& packageAndFile, const fs::path& folder) {
    const std::size_t slash = packageAndFile.find('/');
    const fs::path package = pathFromUtf8(packageAndFile.substr(0, slash));
    const fs::path file = slash == std::string::npos ? fs::path() : pathFromUtf8(packageAndFile.substr(slash + 1));
    for (fs::path at = folder; !at.empty(); at = at.parent_path()) {
        if (fs::path found = fileAt(at, package, file); !found.empty()) return found;
        if (at == at.root_path()) break;
    }
    for (fs::path at = folder; !at.empty() && at != at.root_path(); at = at.parent_path())
        if (isWorkspace(at))
            if (fs::path found = fileBelow(at, package, file); !found.empty()) return found;
    for (const fs::path& at : searchPath())
        if (fs::path found = fileAt(at.has_filename() ? at : at.parent_path(), package, file); !found.empty())
            return fs::absolute(found);
    for (const fs::path& at : searchPath())
        if (fs::path found = fileBelow(at, package, file); !found.empty()) return fs::absolute(found);
    return {};
}

} // namespace ambient
