// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <sys/wait.h>

/// A folder of its own for a test, removed at its end.
class ScratchFolder {
  public:
    ScratchFolder() {
        std::string pattern = testing::TempDir() + "ambient-XXXXXX";
        m_path = mkdtemp(pattern.data());
    }
    ~ScratchFolder() { std::filesystem::remove_all(m_path); }
    std::string path(const std::string& name) const { return m_path + "/" + name; }

    std::string write(const std::string& name, const std::string& content) const {
        std::ofstream(path(name), std::ios::binary) << content;
        return path(name);
    }
    /// Names of all files, sorted.
    std::string listing() const {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(m_path))
            names.push_back(entry.path().filename());
        std::sort(names.begin(), names.end());
        std::string text;
        for (const std::string& name : names)
            text += name + " ";
        return text;
    }

  private:
    std::string m_path;
};

inline std::string readWholeFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// The mesh as an OBJ file.
inline std::string objOf(const ambient::TriangleMesh& mesh) {
    std::ostringstream text;
    text.precision(9);
    for (const auto& v : mesh.vertices)
        text << "v " << v.x() << " " << v.y() << " " << v.z() << "\n";
    for (const auto& f : mesh.faces)
        text << "f " << f[0] + 1 << " " << f[1] + 1 << " " << f[2] + 1 << "\n";
    return text.str();
}

/// Output and exit code of a program.
struct ProgramResult {
    int exitCode = -1;
    std::string out, err;
};

/// Runs a shell command line and keeps its two streams apart.
inline ProgramResult runProgram(const std::string& command) {
    const ScratchFolder folder;
    const std::string redirected = command + " </dev/null >" + folder.path("out") + " 2>" + folder.path("err");
    const int status = std::system(redirected.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, readWholeFile(folder.path("out")),
            readWholeFile(folder.path("err"))};
}

/// The contract of every refusal: exit code 2, nothing on standard output, one line on standard error with `program: `
/// and both given pieces of text.
inline void expectRefusal(const std::string& command, const std::string& what, const std::string& where = "") {
    const ProgramResult result = runProgram(command);
    EXPECT_EQ(result.exitCode, 2) << command << "\n" << result.err;
    EXPECT_EQ(result.out, "") << command;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << command << "\n" << result.err;
    EXPECT_EQ(result.err.rfind("ambient", 0), 0U) << command << "\n" << result.err;
    EXPECT_NE(result.err.find(what), std::string::npos) << command << "\nexpected: " << what << "\n" << result.err;
    EXPECT_NE(result.err.find(where), std::string::npos) << command << "\nexpected: " << where << "\n" << result.err;
}
