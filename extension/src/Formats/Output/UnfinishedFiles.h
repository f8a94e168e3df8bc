// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/SystemCalls.h"

#include <atomic>
#include <string>

namespace ambient {

/// Registers the name of an unfinished file during its lifetime. A fatal signal removes the file, if
/// removeUnfinishedFilesOnSignals() was called.
class UnfinishedFile {
  public:
    /// Registers a file before the file is made. \param path a name of no other file
    explicit UnfinishedFile(std::string path);
    ~UnfinishedFile();
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    const std::string& path() const { return m_path; }

  private:
    std::string m_path;
    struct Slot;
    Slot* m_slot;
    friend struct UnfinishedSlots;
};

/// Registers a program that this one has started, during its lifetime. A fatal signal ends the other program first: it
/// could make an unfinished file anew, and nobody would wait for it.
class HelperProgram {
  public:
    HelperProgram(long process, ProgramEnd end);
    ~HelperProgram();
    HelperProgram(const HelperProgram&) = delete;
    HelperProgram& operator=(const HelperProgram&) = delete;

  private:
    std::atomic<long>* m_slot;
};

/// Lets the fatal signals (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU; Windows: the first two) remove
/// unfinished files first. An ignored signal stays ignored, as SIGHUP under nohup. Exceeding the limit of the size of
/// files (SIGXFSZ) becomes an error of writing, as a full disk does.
void removeUnfinishedFilesOnSignals();

} // namespace ambient
