// SPDX-License-Identifier: Zlib
#pragma once

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

/// A program running beside the test.
class RunningProgram {
  public:
    /// \param ignored a signal for the program to ignore, as with nohup; 0: none
    explicit RunningProgram(const std::string& command, int ignored = 0) : m_process(fork()) {
        if (m_process != 0) return;
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE})
            std::signal(signal, signal == ignored ? SIG_IGN : SIG_DFL);
        const int nowhere = open("/dev/null", O_RDWR);
        for (const int number : {0, 1, 2})
            dup2(nowhere, number);
        execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), static_cast<char*>(nullptr));
        _exit(127);
    }
    ~RunningProgram() {
        if (m_process > 0) kill(m_process, SIGKILL);
        end();
    }
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    pid_t process() const { return m_process; }
    void send(int signal) const { kill(m_process, signal); }
    /// \returns the signal that ended the program; 0: a normal end
    int end() {
        int status = 0;
        if (m_process > 0) waitpid(m_process, &status, 0);
        m_process = 0;
        return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }
    bool waitFor(const std::function<bool()>& condition) const {
        for (int i = 0; i < 6000 && !condition(); ++i) {
            siginfo_t end = {};
            waitid(P_PID, static_cast<id_t>(m_process), &end, WEXITED | WNOHANG | WNOWAIT);
            if (end.si_pid != 0) return condition();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return condition();
    }

  private:
    pid_t m_process;
};
