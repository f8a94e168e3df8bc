// SPDX-License-Identifier: Zlib
#include "../import/MeshFiles.h"
#include "FuzzFiles.h"
#include "FuzzMesh.h"
#include "MeshImport/MeshFrontEnd.h"
#include "MeshImport/MeshImport.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

/// libFuzzer harness: bytes become a file of a mesh. The file is read or refused with MeshImportError, in one line. The
/// first byte is the format; with its highest bit the rest is the file, else a list of changes to a sound one.

using namespace ambient;

namespace {

const char* const kExtensions[] = {"obj", "stl", "ply", "glb", "gltf", "stl", "ply", "glb"};

std::string soundFile(int format, const TriangleMesh& mesh) {
    switch (format) {
    case 0:
        return test::objOf(mesh);
    case 1:
        return test::binaryStlOf(mesh);
    case 2:
        return test::binaryPlyOf(mesh);
    case 3:
        return test::glbOf(mesh);
    case 4:
        return test::gltfOf(mesh, "[1,2,-1]");
    case 5:
        return test::asciiStlOf(mesh);
    case 6:
        return test::plyOf(mesh);
    default:
        return test::glbOf(mesh, {false, false, 3, 5});
    }
}

std::string pathOf(int format) {
    static const std::string folder =
        std::filesystem::temp_directory_path() / ("ambient-fuzz-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    return folder + "/mesh." + kExtensions[format];
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    const int mode = bytes.take<std::uint8_t>(), format = mode % 8;
    std::string content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (mode < 128) {
        static const std::uint8_t box[] = {1, 0, 0x20, 0x30, 0x10, 0, 0x21, 0x35, 0x12};
        fuzz::Bytes boxes(box, sizeof box);
        content = fuzz::changed(soundFile(format, fuzz::boxesOf(boxes, 1.0)), bytes);
    }
    const std::string path = pathOf(format);
    std::ofstream(path, std::ios::binary) << content;
    try {
        const CheckedMesh checked = prepareMesh(importMesh(path));
        if (!checked.report.usable()) fuzz::requireOneLine(checked.report.issues.front().message);
    } catch (const MeshImportError& error) {
        fuzz::requireOneLine(error.what());
    }
    return 0;
}
