// SPDX-License-Identifier: Zlib
// Output files of programs: whole or not at all, with mode, owner and links of the replaced files.
#include "Output/OutputFile.h"
#include "Output/CommandFiles.h"
#include "regression/RunProgram.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <future>
#include <sys/stat.h>
#include <unistd.h>

namespace output_file_test {

using ambient::CommandFiles;
using ambient::OutputFailed;
using ambient::OutputFile;
using ambient::OutputRefused;
namespace fs = std::filesystem;

namespace {

void put(const std::string& path, const std::string& text) {
    OutputFile file(path);
    file.write(text);
    file.commit();
}

struct stat statOf(const std::string& path) {
    struct stat status = {};
    EXPECT_EQ(lstat(path.c_str(), &status), 0) << path;
    return status;
}

unsigned modeOf(const std::string& path) {
    return statOf(path).st_mode & 07777u;
}

int refusalOf(const std::string& path) {
    try {
        const OutputFile file(path);
        return 0;
    } catch (const OutputRefused& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        return error.error;
    }
}

/// The message of a command with these inputs about these outputs; empty: none.
std::string complaintOf(const std::vector<std::string>& inputs, const std::vector<std::string>& outputs) {
    CommandFiles files;
    try {
        for (const std::string& path : inputs)
            files.reads("the mesh", path);
        for (std::size_t i = 0; i < outputs.size(); ++i)
            files.writes("--out" + std::to_string(i), outputs[i]);
        return "";
    } catch (const std::invalid_argument& error) {
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
        return error.what();
    }
}

/// The rights of a user who is not root, as long as this lives; for root only.
struct PlainUser {
    PlainUser() { EXPECT_EQ(seteuid(65534), 0); }
    ~PlainUser() { EXPECT_EQ(seteuid(0), 0); }
};

} // namespace

TEST(OutputFile, AppearsWholeAtItsEndAndLeavesNothingElse) {
    const ScratchFolder folder;
    const std::string path = folder.write("a.csv", "old");
    {
        OutputFile file(path);
        file.write("new");
        EXPECT_EQ(readWholeFile(path), "old");
        EXPECT_NE(folder.listing(), "a.csv ");
    }
    EXPECT_EQ(readWholeFile(path), "old");
    EXPECT_EQ(folder.listing(), "a.csv ");
    put(path, "new");
    EXPECT_EQ(readWholeFile(path), "new");
    EXPECT_EQ(folder.listing(), "a.csv ");
}

TEST(OutputFile, TouchesNoOtherFileOfTheUser) {
    const ScratchFolder folder;
    const std::string path = folder.path("a.csv");
    const std::string others[] = {folder.write("a.csv.tmp", "mine"), folder.write(".a.csv.tmp", "mine too")};
    put(path, "1");
    { const OutputFile dropped(path); }
    EXPECT_EQ(readWholeFile(others[0]), "mine");
    EXPECT_EQ(readWholeFile(others[1]), "mine too");
    // Two simultaneous writers of one file do not mix: the last one counts.
    OutputFile first(path), second(path);
    first.write("first");
    second.write("second");
    first.commit();
    EXPECT_EQ(readWholeFile(path), "first");
    second.commit();
    EXPECT_EQ(readWholeFile(path), "second");
    EXPECT_EQ(folder.listing(), ".a.csv.tmp a.csv a.csv.tmp ");
}

TEST(OutputFile, KeepsModeAndOwnerOfTheFileThatItReplaces) {
    const ScratchFolder folder;
    const std::string path = folder.write("a.csv", "old");
    for (const unsigned mode : {0600u, 0644u, 0666u, 0755u, 0640u}) {
        ASSERT_EQ(chmod(path.c_str(), mode), 0);
        put(path, "new");
        EXPECT_EQ(modeOf(path), mode);
    }
    if (geteuid() != 0) return;
    ASSERT_EQ(chown(path.c_str(), 1234, 5678), 0);
    put(path, "newer");
    EXPECT_EQ(statOf(path).st_uid, 1234u);
    EXPECT_EQ(statOf(path).st_gid, 5678u);
    EXPECT_EQ(modeOf(path), 0640u);
}

TEST(OutputFile, IsMadeWithTheModeOfNewFiles) {
    const ScratchFolder folder;
    for (const unsigned mask : {0022u, 0077u, 0000u}) {
        const std::string path = folder.path(std::to_string(mask));
        const mode_t former = umask(mask);
        put(path, "new");
        umask(former);
        EXPECT_EQ(modeOf(path), 0666u & ~mask);
    }
}

TEST(OutputFile, ReplacesTheFileBehindASymbolicLinkAndKeepsTheLink) {
    const ScratchFolder folder, elsewhere;
    const std::string real = elsewhere.write("real.csv", "old");
    ASSERT_EQ(chmod(real.c_str(), 0604), 0);
    fs::create_symlink(real, folder.path("link.csv"));
    fs::create_symlink("link.csv", folder.path("second.csv"));
    fs::create_directory_symlink(elsewhere.path(""), folder.path("folder"));
    fs::create_symlink("folder/made.csv", folder.path("dangling.csv"));
    put(folder.path("second.csv"), "new");
    EXPECT_EQ(readWholeFile(real), "new");
    EXPECT_EQ(modeOf(real), 0604u);
    EXPECT_TRUE(fs::is_symlink(folder.path("link.csv")) && fs::is_symlink(folder.path("second.csv")));
    put(folder.path("dangling.csv"), "made");
    EXPECT_TRUE(fs::is_symlink(folder.path("dangling.csv")));
    EXPECT_EQ(readWholeFile(elsewhere.path("made.csv")), "made");
    EXPECT_EQ(elsewhere.listing(), "made.csv real.csv ");
    EXPECT_EQ(folder.listing(), "dangling.csv folder link.csv second.csv ");
    fs::create_symlink("b", folder.path("a"));
    fs::create_symlink("a", folder.path("b"));
    EXPECT_EQ(refusalOf(folder.path("a")), ELOOP);
}

TEST(OutputFile, WritesDevicesAndPipesDirectly) {
    put("/dev/null", "nothing");
    struct stat null = statOf("/dev/null");
    EXPECT_TRUE(S_ISCHR(null.st_mode));
    const ScratchFolder folder;
    ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
    auto read = std::async(std::launch::async, [&] { return readWholeFile(folder.path("pipe")); });
    put(folder.path("pipe"), "through");
    EXPECT_EQ(read.get(), "through");
    // Another program's output goes there too.
    read = std::async(std::launch::async, [&] { return readWholeFile(folder.path("pipe")); });
    {
        OutputFile file(folder.path("pipe"));
        std::ofstream(file.handOver()) << "by another";
        file.commit();
    }
    EXPECT_EQ(read.get(), "by another");
    EXPECT_EQ(folder.listing(), "pipe ");
    fs::create_symlink("/dev/null", folder.path("link"));
    put(folder.path("link"), "nothing");
    EXPECT_TRUE(fs::is_symlink(folder.path("link")));
}

TEST(OutputFile, AFullDeviceIsAnErrorThatNamesTheReason) {
    if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "there is no /dev/full";
    OutputFile file("/dev/full");
    try {
        file.write("some text");
        file.commit();
        FAIL() << "was written";
    } catch (const OutputFailed& error) {
        EXPECT_EQ(error.error, ENOSPC);
        EXPECT_STREQ(error.what(), "/dev/full: could not be written completely: No space left on device");
    }
}

TEST(OutputFile, RefusesWhatCannotBeWritten) {
    const ScratchFolder folder;
    EXPECT_EQ(refusalOf(folder.path("none/a.csv")), ENOENT);
    EXPECT_EQ(refusalOf(folder.path("")), EISDIR);
    EXPECT_EQ(refusalOf(folder.path(".")), EISDIR);
    EXPECT_EQ(refusalOf(""), ENOENT);
    EXPECT_EQ(refusalOf(folder.write("file", "x") + "/a.csv"), ENOTDIR);
    EXPECT_EQ(folder.listing(), "file ");
}

TEST(OutputFile, RefusesFilesAndFoldersThatTheUserMayNotWrite) {
    if (geteuid() != 0) GTEST_SKIP() << "needs root, to be another user for a while";
    const ScratchFolder folder;
    const std::string path = folder.write("a.csv", "old"), closed = folder.path("closed"), sticky = folder.path("t");
    fs::create_directory(closed);
    fs::create_directory(sticky);
    std::ofstream(sticky + "/a.csv") << "of root";
    ASSERT_EQ(chmod((sticky + "/a.csv").c_str(), 0666) | chmod(sticky.c_str(), 01777), 0);
    ASSERT_EQ(chown(path.c_str(), 65534, 65534) | chmod(path.c_str(), 0444), 0);
    ASSERT_EQ(chmod(folder.path("").c_str(), 0777), 0);
    {
        const PlainUser user;
        EXPECT_EQ(refusalOf(path), EACCES) << "its owner made it read-only";
        EXPECT_EQ(refusalOf(closed + "/a.csv"), EACCES);
        EXPECT_EQ(refusalOf(sticky + "/a.csv"), EPERM) << "only its owner may replace it there";
    }
    EXPECT_EQ(readWholeFile(path), "old");
    EXPECT_EQ(folder.listing(), "a.csv closed t ");
    EXPECT_TRUE(fs::is_empty(closed));
}

TEST(CommandFiles, AreTheSameByAnyWay) {
    const ScratchFolder folder;
    const std::string mesh = folder.write("hull.obj", "mesh"), other = folder.write("other.obj", "mesh");
    fs::create_directory(folder.path("sub"));
    fs::create_symlink("hull.obj", folder.path("link.obj"));
    fs::create_hard_link(mesh, folder.path("hard.obj"));
    fs::create_directory_symlink(folder.path("sub"), folder.path("way"));
    fs::create_symlink("sub/new.csv", folder.path("dangling"));
    for (const std::string& path : {mesh, folder.path("./sub/../hull.obj"), folder.path("link.obj"),
                                    folder.path("hard.obj"), folder.path("way/../hull.obj")}) {
        const std::string complaint = complaintOf({other, mesh}, {path});
        EXPECT_NE(complaint.find("--out0 " + path), std::string::npos) << complaint;
        EXPECT_NE(complaint.find("the mesh " + mesh), std::string::npos) << complaint;
        EXPECT_NE(complaintOf({}, {mesh, path}), "") << path;
    }
    // Also without a file yet.
    const std::string made = folder.path("sub/new.csv");
    for (const std::string& path : {folder.path("way/new.csv"), folder.path("sub/./new.csv"), folder.path("dangling"),
                                    folder.path("sub/../sub/new.csv")})
        EXPECT_NE(complaintOf({}, {made, path}).find("--out0 " + made + " and --out1 " + path), std::string::npos);
    EXPECT_NE(complaintOf({folder.path("")}, {mesh}), "") << "a folder of frames is its files";
    EXPECT_EQ(complaintOf({folder.path("")}, {folder.path("new.obj")}), "");
    EXPECT_EQ(complaintOf({mesh, folder.path("none"), ""}, {made, folder.path("new.csv"), other, "", ""}), "");
    EXPECT_EQ(complaintOf({}, {"/dev/null", "/dev/null"}), "");
}

} // namespace output_file_test
