// SPDX-License-Identifier: Zlib
#include "AmbientFluidFmu/UnitResources.h"

#include "FileBytes.h"
#include "MeshImport/MeshFiles.h"
#include "Worlds/SaveWorld.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace ambient {
namespace {

namespace fs = std::filesystem;

fs::path absoluteOf(const fs::path& path) {
    const fs::path normal = fs::absolute(path).lexically_normal();
    return normal.has_filename() ? normal : normal.parent_path();
}

bool isBelow(const fs::path& path, const fs::path& folder) {
    const fs::path relative = path.lexically_relative(folder);
    return !relative.empty() && *relative.begin() != "..";
}

/// The deepest folder of all files.
fs::path commonFolder(const std::vector<fs::path>& files) {
    fs::path folder = files.front().parent_path();
    for (const fs::path& file : files)
        while (!isBelow(file, folder) && folder != folder.root_path())
            folder = folder.parent_path();
    return folder;
}

/// A name in the world's file with all files that it reads.
struct NamedFiles {
    fs::path named;              ///< a file or a folder
    std::vector<fs::path> files; ///< absolute
    bool isRobot = false;
};

void addMesh(NamedFiles& all, const std::string& path) {
    std::error_code ignored;
    for (const std::string& file : filesOfMesh(path))
        if (fs::is_regular_file(pathFromUtf8(file), ignored)) all.files.push_back(absoluteOf(pathFromUtf8(file)));
}

void addRobot(NamedFiles& all, const std::string& name, const WorldDescription& world) {
    all.isRobot = true;
    all.files.push_back(all.named);
    const std::string text = bytesOfFile(all.named).value_or("");
    if (text.find("<xacro:") != std::string::npos)
        throw WorldFileError(utf8Of(all.named) + ": is of xacro, which a unit does not hold: make a URDF file of it");
    if (text.find("<include") != std::string::npos)
        throw WorldFileError(utf8Of(all.named) + ": includes other files, which a unit does not hold");
    for (const WorldArticulatedBody& body : world.articulatedBodies)
        if (body.robotFile == name)
            for (const WorldLink& link : body.links)
                for (const WorldShape& shape : link.shapes)
                    if (!shape.file.empty()) addMesh(all, utf8Of(pathIn(world.folder, shape.file)));
}

NamedFiles filesOf(const std::string& key, const std::string& name, const WorldDescription& world) {
    NamedFiles all;
    std::error_code ignored;
    all.named = absoluteOf(pathIn(world.folder, name));
    if (key == "robot") {
        addRobot(all, name, world);
    } else if (fs::is_directory(all.named, ignored)) {
        for (const fs::directory_entry& entry : fs::directory_iterator(all.named))
            if (entry.is_regular_file(ignored)) all.files.push_back(entry.path());
    } else {
        addMesh(all, utf8Of(all.named));
    }
    if (all.files.empty()) throw WorldFileError(utf8Of(all.named) + ": cannot be read");
    return all;
}

} // namespace

std::string resourceFolder(const std::string& location) {
    if (location.rfind("file:", 0) == 0) {
        std::string path = location.substr(5);
        if (path.rfind("//", 0) == 0) path.erase(0, std::min(path.find('/', 2), path.size())); // the host
        return decodedUri(path);
    }
    if (location.find("://") != std::string::npos)
        throw std::invalid_argument("the resources are not at a place of the scheme file: " + location);
    return location;
}

std::string guidIn(const std::string& resources) {
    const std::optional<std::string> guid = bytesOfFile(utf8Of(pathIn(resources, kUnitGuid)));
    if (!guid) throw std::invalid_argument(resources + ": has no resources of a unit");
    return *guid;
}

UnitFiles unitFiles(const ReadWorld& world) {
    UnitFiles files;
    std::map<fs::path, std::string> known; // names in the unit
    nlohmann::json json = world.file;
    json.erase("$schema");
    forEachFileName(json, [&](const std::string& key, nlohmann::json& name) {
        const NamedFiles named = filesOf(key, name.get<std::string>(), world.description);
        std::string& place = known[named.named];
        if (place.empty()) {
            fs::path root = commonFolder(named.files);
            if (named.named == root || named.isRobot) root = root.parent_path(); // a package is found by its name
            const std::string folder = "files/" + std::to_string(known.size() - 1) + "/";
            for (const fs::path& file : named.files) {
                const std::optional<std::string> bytes = bytesOfFile(file);
                if (!bytes) throw WorldFileError(utf8Of(file) + ": cannot be read");
                files[folder + utf8Of(file.lexically_relative(root))] = *bytes;
            }
            place = folder + utf8Of(named.named.lexically_relative(root));
        }
        name = place;
    });
    files[kUnitWorld] = json.dump(1) + "\n";
    return files;
}

WorldDescription readUnitFiles(const UnitFiles& files, const std::string& folder) {
    for (const auto& [name, bytes] : files) {
        const fs::path path = pathIn(folder, name);
        fs::create_directories(path.parent_path());
        std::ofstream file(path, std::ios::binary);
        file << bytes;
        if (!file.flush()) throw std::runtime_error(utf8Of(path) + ": cannot be written");
    }
    WorldDescription world = readWorldFile(utf8Of(pathIn(folder, kUnitWorld))).description;
    const fs::path root = fs::canonical(pathFromUtf8(folder));
    for (const auto& [place, path] : filesOfWorld(world))
        if (!isBelow(fs::weakly_canonical(pathFromUtf8(path)), root))
            throw WorldFileError(place + ": the unit would not hold " + path +
                                 "; a package is to lie beside or above the file that names it");
    return world;
}

} // namespace ambient
