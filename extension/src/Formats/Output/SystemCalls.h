// SPDX-License-Identifier: Zlib
#pragma once

#include <cstdio>
#include <string>

/// \file
/// The calls of the tools that are no part of C++, on POSIX systems and on Windows.

namespace ambient {

/// Whether a stream is a terminal.
bool isTerminal(std::FILE* stream);

/// Whether a program can be found on the PATH.
bool isOnPath(const std::string& program);

/// Starts a program that reads from the pipe; null if it cannot be started.
/// \param command a program on the PATH; its output is UTF-8
std::FILE* openPipe(const std::string& command);

/// Waits for the program; 0 if it succeeded.
int closePipe(std::FILE* pipe);

/// Removes a file. May be called from a signal handler.
void removeFile(const char* path);

} // namespace ambient
