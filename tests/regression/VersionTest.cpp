// SPDX-License-Identifier: Zlib
// Versions of the programs, for reports of bugs.
#include "RunProgram.h"
#include "TestPaths.h"

#include <btBulletDynamicsCommon.h>

#include <regex>

namespace version_test {

namespace {

const std::vector<std::pair<std::string, std::string>> kPrograms = {{"ambient", test::toolPath()},
                                                                    {"ambient-samples", test::samplesPath()}};

/// As defined by project() of the root.
std::string projectVersion() {
    const std::filesystem::path root = std::filesystem::path(test::rootPath());
    const std::string cmake = readWholeFile(root / "CMakeLists.txt");
    std::smatch version;
    EXPECT_TRUE(std::regex_search(cmake, version, std::regex("project\\([^)]*\\bVERSION ([0-9.]+)")));
    return version[1];
}

std::string versionOf(const std::string& path, const std::string& environment = "") {
    const ProgramResult result = runProgram(environment + " '" + path + "' --version");
    EXPECT_EQ(result.exitCode, 0) << path;
    EXPECT_EQ(result.err, "") << path;
    return result.out;
}

} // namespace

TEST(Version, IsTheProjectsInTheFirstLine) {
    for (const auto& [name, path] : kPrograms)
        EXPECT_EQ(versionOf(path).rfind(name + " " + projectVersion() + "\n", 0), 0U) << versionOf(path);
}

TEST(Version, NamesTheBulletThatIsLinked) {
    std::string version = std::to_string(btGetVersion());
    version.insert(version.size() - 2, ".");
    const std::string expected =
        "\nBullet: " + version + (sizeof(btScalar) == sizeof(double) ? " float64\n" : " float32\n");
    for (const auto& [name, path] : kPrograms)
        EXPECT_NE(versionOf(path).find(expected), std::string::npos) << versionOf(path);
}

TEST(Version, NamesTheInstructionSetInUse) {
    for (const auto& [name, path] : kPrograms) {
        const std::string narrow = versionOf(path, "AMBIENT_FLUID_INSTRUCTION_SET=baseline");
        EXPECT_NE(narrow.find("\ninstruction set: baseline\n"), std::string::npos) << narrow;
        EXPECT_NE(versionOf(path).find("\ninstruction set: "), std::string::npos);
    }
}

} // namespace version_test
