// SPDX-License-Identifier: Zlib
#include "../import/MeshFiles.h"
#include "FuzzFiles.h"
#include "FuzzMesh.h"
#include "MeshImport/FrameImport.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

/// libFuzzer harness: bytes become a sequence of shapes (CSV, a folder of OBJ or PLY, BVH, GLB). The sequence is
/// valid, or refused in one line. The first byte is the format; with its highest bit the rest is the file, else a list
/// of changes to a sound one.

using namespace ambient;

namespace {

const char* const kCsv = "frame,point,x,y,z\n0,0,0,0,0\n0,1,1,0,0\n0,2,2,0.5,0\n1,0,0,0.1,0\n1,1,1,0,0\n1,2,2,0.25,0\n";
const char* const kBvh =
    "HIERARCHY\nROOT hips\n{\n  OFFSET 0 0 0\n  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation "
    "Yrotation\n  JOINT knee\n  {\n    OFFSET 0 -1 0\n    CHANNELS 3 Zrotation Xrotation Yrotation\n    End "
    "Site\n    {\n      OFFSET 0 -1 0\n    }\n  }\n}\nMOTION\nFrames: 2\nFrame Time: 0.04\n0 0 0 0 0 0 0 0 0\n0 "
    "0.1 0 10 0 0 20 0 0\n";

enum Format { Csv, Obj, Ply, BinaryPly, Bvh, Glb };

std::string soundFile(int format) {
    static const std::uint8_t box[] = {1, 0, 0x20, 0x30, 0x10, 0, 0x21, 0x35, 0x12};
    fuzz::Bytes boxes(box, sizeof box);
    const TriangleMesh mesh = fuzz::boxesOf(boxes, 1.0);
    switch (format) {
    case Csv:
        return kCsv;
    case Obj:
        return test::objOf(mesh);
    case Ply:
        return test::plyOf(mesh);
    case BinaryPly:
        return test::binaryPlyOf(mesh);
    case Bvh:
        return kBvh;
    default:
        return test::glbOf(mesh);
    }
}

/// Writes the file, or a folder with the file as a frame after a valid first one. \returns the path to read
std::string written(int format, const std::string& content) {
    static const std::string folder =
        std::filesystem::temp_directory_path() / ("ambient-frame-fuzz-" + std::to_string(getpid()));
    const char* const names[] = {"frames.csv", "obj/2.obj", "ply/2.ply", "binary/2.ply", "frames.bvh", "frames.glb"};
    const std::filesystem::path path = std::filesystem::path(folder) / names[format];
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
    if (format < Obj || format > BinaryPly) return path;
    std::ofstream(path.parent_path() / ("1" + path.extension().string()), std::ios::binary) << soundFile(format);
    return path.parent_path();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Bytes bytes(data, size);
    const int mode = bytes.take<std::uint8_t>(), format = mode % 6;
    std::string content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (mode < 128) content = fuzz::changed(soundFile(format), bytes);
    try {
        const RecordedFrames frames = importFrames(written(format, content));
        requireValidFrames(frames, FrameElements::Points);
    } catch (const FrameImportError& error) {
        fuzz::requireOneLine(error.what());
    } catch (const std::invalid_argument& error) {
        fuzz::requireOneLine(error.what());
    }
    return 0;
}
