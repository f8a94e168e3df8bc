// SPDX-License-Identifier: Zlib
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/// \file
/// System calls of the tools outside standard C++, on POSIX systems and on Windows. Functions with an int as result
/// return 0 or the value of errno.

namespace ambient {

class HelperProgram;

/// Whether a stream is a terminal.
bool isTerminal(std::FILE* stream);

/// Whether a program can be found on the PATH.
bool isOnPath(const std::string& program);

/// A program with a pipe to its standard input. Writing to an ended program gives an error and no signal.
class ProgramPipe {
  public:
    /// Starts a program of the PATH, in a locale of UTF-8. \param words the program and its arguments
    /// \throws std::runtime_error if the program cannot be started
    explicit ProgramPipe(const std::vector<std::string>& words);
    /// Waits for the program.
    ~ProgramPipe();
    ProgramPipe(const ProgramPipe&) = delete;
    ProgramPipe& operator=(const ProgramPipe&) = delete;

    /// \returns whether all bytes were taken
    bool write(const void* bytes, std::size_t count);
    /// Waits for the program. \returns whether the program succeeded and read all bytes
    bool close();

  private:
    std::FILE* m_pipe = nullptr;
    bool m_isWhole = true;
    long m_process = 0;
    void (*m_formerAction)(int) = nullptr;
    std::unique_ptr<HelperProgram> m_known;
};

/// Runs a program with an empty standard input and reads its standard output. A fatal signal ends the program too, by
/// SIGTERM: so the program can remove its own unfinished files.
/// \param words the program and its arguments \param environment further variables, NAME=VALUE
/// \param output receives the output
/// \returns whether the program succeeded
/// \throws std::runtime_error if the program cannot be started
bool runProgram(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                std::string& output);

/// Removes a file. May be called from a signal handler.
void removeFile(const char* path);

/// How a fatal signal ends another program: at once, or by SIGTERM.
enum class ProgramEnd { Kill, Ask };
/// Ends a program started here, with all its children, and waits for its end. May be called from a signal handler.
void endProgram(long process, ProgramEnd end);

/// Properties of a replaced file, taken over by the new file.
struct FileAccess {
    unsigned mode = 0, user = 0, group = 0;
};
/// Mode and owner of a file; nothing if the system has none.
std::optional<FileAccess> accessOf(const std::string& path);
/// Whether a file may be replaced: the file is writable, and its folder lets this user take its name.
int replaceable(const std::string& path);

/// Makes a new file for writing. \param access none: as the system makes new files \param error errno on failure
/// \returns null if there is a file of this name, or if the file cannot be made
std::FILE* makeNewFile(const std::string& path, const std::optional<FileAccess>& access, int& error);
/// Opens a device, a pipe or an open file (its number, else -1) for writing. \returns null: see `error`
std::FILE* openAsItIs(const std::string& path, int number, int& error);
/// Gives a file mode and owner, as far as the user may.
void setAccess(const std::string& path, const FileAccess& access);
/// Waits until the bytes of a file are on the disk.
int syncFile(const std::string& path);

/// Whether two paths lead to one existing file, device or pipe.
bool leadToOneFile(const std::string& a, const std::string& b);
/// Whether a path leads to the open file of a number (1: standard output), and the open file is a file on a disk.
bool isOpenAs(const std::string& path, int number);

} // namespace ambient
