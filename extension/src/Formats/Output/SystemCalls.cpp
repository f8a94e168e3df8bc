// SPDX-License-Identifier: Zlib
#include "Output/SystemCalls.h"

#include "Output/UnfinishedFiles.h"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#ifdef _WIN32
#include <filesystem>
#include <io.h>
#else
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace ambient {
namespace {

/// All bytes until the end of a stream.
std::string wholeOutput(std::FILE* stream) {
    std::string all;
    char piece[4096];
    while (const std::size_t size = std::fread(piece, 1, sizeof piece, stream))
        all.append(piece, size);
    return all;
}

} // namespace

#ifdef _WIN32

bool isTerminal(std::FILE* stream) {
    return _isatty(_fileno(stream)) != 0;
}

namespace {

std::string commandOf(const std::vector<std::string>& words) {
    std::string command;
    for (const std::string& word : words)
        command += (command.empty() ? "\"" : " \"") + word + "\"";
    return command;
}

} // namespace

ProgramPipe::ProgramPipe(const std::vector<std::string>& words) {
    m_pipe = _popen(commandOf(words).c_str(), "wb");
    if (!m_pipe) throw std::runtime_error(words.front() + " could not be started");
}

bool ProgramPipe::close() {
    if (!m_pipe) return false;
    const bool isWell = _pclose(m_pipe) == 0;
    m_pipe = nullptr;
    return isWell && m_isWhole;
}

void removeFile(const char* path) {
    _unlink(path);
}

void endProgram(long, ProgramEnd) {}

bool runProgram(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                std::string& output) {
    for (const std::string& variable : environment)
        _putenv(variable.c_str());
    std::FILE* const pipe = _popen(commandOf(words).c_str(), "rb");
    if (!pipe) throw std::runtime_error(words.front() + " could not be started");
    output = wholeOutput(pipe);
    return _pclose(pipe) == 0;
}

std::optional<FileAccess> accessOf(const std::string&) {
    return std::nullopt;
}

int replaceable(const std::string& path) {
    return _access(path.c_str(), 2) == 0 ? 0 : errno;
}

std::FILE* makeNewFile(const std::string& path, const std::optional<FileAccess>&, int& error) {
    const int file = _open(path.c_str(), _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY, _S_IREAD | _S_IWRITE);
    std::FILE* stream = file < 0 ? nullptr : _fdopen(file, "wb");
    error = stream ? 0 : errno;
    return stream;
}

std::FILE* openAsItIs(const std::string& path, int, int& error) {
    std::FILE* stream = std::fopen(path.c_str(), "wb");
    error = stream ? 0 : errno;
    return stream;
}

void setAccess(const std::string&, const FileAccess&) {}

int syncFile(const std::string& path) {
    const int file = _open(path.c_str(), _O_RDWR | _O_BINARY);
    if (file < 0) return errno;
    const int error = _commit(file) == 0 ? 0 : errno;
    _close(file);
    return error;
}

bool leadToOneFile(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return std::filesystem::equivalent(std::filesystem::u8path(a), std::filesystem::u8path(b), ignored);
}

bool isOpenAs(const std::string&, int) {
    return false;
}

namespace {

constexpr char kFolderEnd = ';';

bool isProgram(const std::string& path) {
    return _access((path + ".exe").c_str(), 0) == 0;
}

} // namespace

#else

namespace {

/// In the C locale gnuplot reports an error for a degree sign.
const std::vector<std::string> kUtf8 = {"LC_ALL=C.UTF-8"};

/// The variables of this program's environment, some of them replaced. \param set NAME=VALUE; the result points there
std::vector<char*> environmentWith(const std::vector<std::string>& set) {
    std::vector<char*> all;
    for (char** variable = environ; *variable; ++variable) {
        const std::string text = *variable, name = text.substr(0, text.find('=') + 1);
        if (std::none_of(set.begin(), set.end(), [&](const std::string& own) { return own.rfind(name, 0) == 0; }))
            all.push_back(*variable);
    }
    for (const std::string& own : set)
        all.push_back(const_cast<char*>(own.c_str()));
    all.push_back(nullptr);
    return all;
}

/// A stream of a program and the open file that the program gets for it.
struct Redirection {
    int stream; ///< STDIN_FILENO, ...
    int file;
};

/// \returns the process, or -1
pid_t spawned(const std::vector<std::string>& words, const std::vector<std::string>& environment,
              const std::vector<Redirection>& streams) {
    std::vector<char*> arguments;
    for (const std::string& word : words)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const Redirection& redirection : streams)
        posix_spawn_file_actions_adddup2(&actions, redirection.file, redirection.stream);
    posix_spawnattr_t attributes; // a separate group, to be ended with all its children; and usual signals
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    const std::vector<char*> variables = environmentWith(environment);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    pid_t process = -1;
    const int error = posix_spawnp(&process, arguments[0], &actions, &attributes, arguments.data(), variables.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? process : -1;
}

} // namespace

bool isTerminal(std::FILE* stream) {
    return isatty(fileno(stream)) != 0;
}

ProgramPipe::ProgramPipe(const std::vector<std::string>& words) {
    int ends[2] = {-1, -1};
    if (pipe(ends) == 0) {
        fcntl(ends[1], F_SETFD, FD_CLOEXEC); // else the program would hold its own pipe open
        m_process = spawned(words, kUtf8, {{STDIN_FILENO, ends[0]}});
        ::close(ends[0]);
    }
    m_pipe = m_process > 0 ? fdopen(ends[1], "w") : nullptr;
    if (!m_pipe) throw std::runtime_error(words.front() + " could not be started");
    m_known = std::make_unique<HelperProgram>(m_process, ProgramEnd::Kill);
    m_formerAction = std::signal(SIGPIPE, SIG_IGN);
}

namespace {

/// Waits for the end of a program. \param known reset as soon as the program has ended: another process can have its
/// number afterwards
bool succeeds(pid_t process, std::unique_ptr<HelperProgram>& known) {
    siginfo_t end = {};
    while (waitid(P_PID, static_cast<id_t>(process), &end, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
    }
    known.reset();
    int status = -1;
    waitpid(process, &status, 0);
    return status == 0;
}

} // namespace

bool ProgramPipe::close() {
    if (!m_pipe) return false;
    m_isWhole = std::fclose(m_pipe) == 0 && m_isWhole;
    m_pipe = nullptr;
    const bool isWell = succeeds(static_cast<pid_t>(m_process), m_known);
    std::signal(SIGPIPE, m_formerAction);
    return m_isWhole && isWell;
}

bool runProgram(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                std::string& output) {
    int ends[2] = {-1, -1};
    pid_t process = -1;
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (pipe2(ends, O_CLOEXEC) == 0) {
        process = spawned(words, environment, {{STDIN_FILENO, nothing}, {STDOUT_FILENO, ends[1]}});
        ::close(ends[1]);
    }
    ::close(nothing);
    std::FILE* const stream = process > 0 ? fdopen(ends[0], "r") : nullptr;
    if (!stream) throw std::runtime_error(words.front() + " could not be started");
    auto known = std::make_unique<HelperProgram>(process, ProgramEnd::Ask);
    output = wholeOutput(stream);
    std::fclose(stream);
    return succeeds(process, known);
}

void removeFile(const char* path) {
    unlink(path);
}

void endProgram(long process, ProgramEnd end) {
    kill(-static_cast<pid_t>(process), end == ProgramEnd::Kill ? SIGKILL : SIGTERM);
    waitpid(static_cast<pid_t>(process), nullptr, 0);
}

std::optional<FileAccess> accessOf(const std::string& path) {
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0) return std::nullopt;
    return FileAccess{status.st_mode & 07777u, status.st_uid, status.st_gid};
}

int replaceable(const std::string& path) {
    struct stat file = {}, folder = {};
    if (faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) return errno;
    const std::size_t slash = path.rfind('/');
    const std::string parent = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    if (stat(path.c_str(), &file) != 0 || stat(parent.c_str(), &folder) != 0) return errno;
    // In a folder as /tmp only the owner of a file may give its name to another one.
    const bool isKept = (folder.st_mode & S_ISVTX) != 0 && file.st_uid != geteuid() && folder.st_uid != geteuid();
    return isKept && geteuid() != 0 ? EPERM : 0;
}

void setAccess(const std::string& path, const FileAccess& access) {
    unsigned mode = access.mode;
    if (chown(path.c_str(), access.user, access.group) != 0) {
        mode &= 0777u; // a program of another user's rights would be a different one
        if (chown(path.c_str(), static_cast<uid_t>(-1), access.group) != 0) errno = 0;
    }
    if (chmod(path.c_str(), mode) != 0) errno = 0; // a file system without modes has nothing to keep
}

std::FILE* makeNewFile(const std::string& path, const std::optional<FileAccess>& access, int& error) {
    // Others may not read the replacement of a private file, not even for a moment.
    const int file = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, access ? 0600 : 0666);
    std::FILE* stream = file < 0 ? nullptr : fdopen(file, "wb");
    error = stream ? 0 : errno;
    return stream;
}

std::FILE* openAsItIs(const std::string& path, int number, int& error) {
    std::fflush(stdout); // earlier output comes first
    const int file =
        number >= 0 ? fcntl(number, F_DUPFD_CLOEXEC, 3) : open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    std::FILE* stream = file < 0 ? nullptr : fdopen(file, "wb");
    error = stream ? 0 : errno;
    return stream;
}

int syncFile(const std::string& path) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno;
    const int error = fsync(file) == 0 || errno == EINVAL || errno == ENOSYS ? 0 : errno;
    ::close(file);
    return error;
}

bool leadToOneFile(const std::string& a, const std::string& b) {
    struct stat first = {}, second = {};
    return stat(a.c_str(), &first) == 0 && stat(b.c_str(), &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

bool isOpenAs(const std::string& path, int number) {
    struct stat first = {}, second = {};
    return stat(path.c_str(), &first) == 0 && fstat(number, &second) == 0 && S_ISREG(second.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

namespace {

constexpr char kFolderEnd = ':';

bool isProgram(const std::string& path) {
    return access(path.c_str(), X_OK) == 0;
}

} // namespace

#endif

ProgramPipe::~ProgramPipe() {
    close();
}

bool ProgramPipe::write(const void* bytes, std::size_t count) {
    m_isWhole = m_isWhole && std::fwrite(bytes, 1, count, m_pipe) == count;
    return m_isWhole;
}

bool isOnPath(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, kFolderEnd);)
        if (!folder.empty() && isProgram(folder.append("/").append(program))) return true;
    return false;
}

} // namespace ambient
