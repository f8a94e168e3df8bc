// SPDX-License-Identifier: Zlib
#pragma once

#include <atomic>
#include <string>

namespace ambient {

/// The name of an unfinished file, as long as this lives: a signal that ends the program removes the file, if
/// removeUnfinishedFilesOnSignals() was called.
class UnfinishedFile {
  public:
    /// Takes note of a file that is about to be made. \param path of a name that no other file has
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

/// A program that writes to an unfinished file, as long as this lives: a signal that ends our program ends that one
/// first, which could make the file anew.
class HelperProgram {
  public:
    explicit HelperProgram(long process);
    ~HelperProgram();
    HelperProgram(const HelperProgram&) = delete;
    HelperProgram& operator=(const HelperProgram&) = delete;

  private:
    std::atomic<long>* m_slot;
};

/// Lets the signals that end a program (SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU; Windows: the first two)
/// remove unfinished files before they do so. A signal that is ignored stays ignored, as SIGHUP under nohup.
/// Exceeding the limit of the size of files (SIGXFSZ) becomes an error of writing, as a full disk is one.
void removeUnfinishedFilesOnSignals();

} // namespace ambient
