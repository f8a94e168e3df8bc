// SPDX-License-Identifier: Zlib
#include "Output/SystemCalls.h"

#include <cstdlib>
#include <sstream>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace ambient {

#ifdef _WIN32

bool isTerminal(std::FILE* stream) {
    return _isatty(_fileno(stream)) != 0;
}

std::FILE* openPipe(const std::string& command) {
    return _popen(command.c_str(), "wb");
}

int closePipe(std::FILE* pipe) {
    return _pclose(pipe);
}

void removeFile(const char* path) {
    _unlink(path);
}

namespace {

constexpr char kFolderEnd = ';';

bool isProgram(const std::string& path) {
    return _access((path + ".exe").c_str(), 0) == 0;
}

} // namespace

#else

bool isTerminal(std::FILE* stream) {
    return isatty(fileno(stream)) != 0;
}

std::FILE* openPipe(const std::string& command) {
    // In the C locale gnuplot reports an error for a degree sign.
    return popen(("LC_ALL=C.UTF-8 " + command).c_str(), "w");
}

int closePipe(std::FILE* pipe) {
    return pclose(pipe);
}

void removeFile(const char* path) {
    unlink(path);
}

namespace {

constexpr char kFolderEnd = ':';

bool isProgram(const std::string& path) {
    return access(path.c_str(), X_OK) == 0;
}

} // namespace

#endif

bool isOnPath(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, kFolderEnd);)
        if (!folder.empty() && isProgram(folder.append("/").append(program))) return true;
    return false;
}

} // namespace ambient
