// SPDX-License-Identifier: Zlib
#include "Worlds/WorldInput.h"

#include "FileBytes.h"
#include "MeshImport/MeshFiles.h"
#include "Worlds/SceneBodies.h"
#include "Worlds/WorldReader.h"

#include <filesystem>

namespace ambient {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

/// File names in a world read from a pipe start in the current folder, not in /dev.
std::string folderOfNames(const std::string& path) {
    const std::string folder = folderOfFile(path);
    std::error_code ignored;
    const bool isFile = std::filesystem::is_regular_file(pathFromUtf8(path), ignored);
    return isFile && folder != "/dev" && folder != "/dev/fd" && folder != "/proc/self/fd" ? folder : "";
}

void addMesh(Files& files, const std::string& place, const std::string& folder, const std::string& name) {
    if (name.empty()) return;
    for (const std::string& path : filesOfMesh(utf8Of(pathIn(folder, name))))
        files.emplace_back(place, path);
}

void addWaves(Files& files, const std::optional<WorldWaveFiles>& waves, const std::string& folder) {
    if (!waves) return;
    addMesh(files, waves->path + ".wamit", folder, waves->coefficients);
    addMesh(files, waves->path + ".wamit_forces", folder, waves->forces);
}

void addShapes(Files& files, const std::vector<WorldShape>& shapes, const std::string& folder);

void addShape(Files& files, const WorldShape& shape, const std::string& folder) {
    addMesh(files, shape.filePath, folder, shape.file);
    addMesh(files, shape.path + ".faces_file", folder, shape.facesFile);
    if (shape.straight) addShape(files, *shape.straight, folder);
    addShapes(files, shape.parts, folder);
}

void addShapes(Files& files, const std::vector<WorldShape>& shapes, const std::string& folder) {
    for (const WorldShape& shape : shapes)
        addShape(files, shape, folder);
}

} // namespace

ReadWorld readWorldFile(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(pathFromUtf8(path), ignored))
        throw WorldFileError(path + ": is a folder, not a world file");
    const std::optional<std::string> text = bytesOfFile(path);
    if (!text) throw WorldFileError(path + ": cannot be read");
    WorldDescription start;
    start.name = utf8Of(pathFromUtf8(path).stem());
    start.folder = folderOfNames(path);
    try {
        ReadWorld read;
        read.file = parseJson(*text);
        expandScenes(read.file, start);
        read.description = readWorld(WorldValue{read.file, ""}, std::move(start), false);
        return read;
    } catch (const WorldFileError& error) {
        throw WorldFileError(path + ": " + error.what());
    }
}

Files filesOfWorld(const WorldDescription& world) {
    Files files;
    for (const auto& [place, name] : world.scenes.files)
        addMesh(files, place, world.folder, name);
    for (const WorldBody& body : world.bodies) {
        addShape(files, body.shape, world.folder);
        addShapes(files, body.mass.flooding.shapes, world.folder);
        addWaves(files, body.waveFiles, world.folder);
    }
    for (const WorldArticulatedBody& body : world.articulatedBodies) {
        if (!body.robotFile.empty())
            files.emplace_back(body.path + ".robot", utf8Of(pathIn(world.folder, body.robotFile)));
        for (const WorldLink& link : body.links) {
            addShapes(files, link.shapes, world.folder);
            addShapes(files, link.mass.flooding.shapes, world.folder);
            addWaves(files, link.waveFiles, world.folder);
        }
    }
    return files;
}

} // namespace ambient
