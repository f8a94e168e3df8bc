// SPDX-License-Identifier: Zlib
#include "TestDisplay.h"

#ifdef AMBIENT_HAVE_XLIB
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace {

/// Starts Xvfb, which finds a free number itself. \returns ":N", or nothing
std::string startServer(int& process) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return "";
    const std::string end = std::to_string(ends[1]);
    process = fork();
    if (process == 0) {
        fcntl(ends[1], F_SETFD, 0);
        const int nowhere = open("/dev/null", O_WRONLY);
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) // ctest waits for every process with these open
            dup2(nowhere, stream);
        execlp("Xvfb", "Xvfb", "-displayfd", end.c_str(), "-screen", "0", "1280x800x24", "-noreset", "-nolisten", "tcp",
               nullptr);
        _exit(127);
    }
    close(ends[1]);
    std::string number;
    for (char digit = 0; read(ends[0], &digit, 1) == 1 && digit != '\n';)
        number += digit;
    close(ends[0]);
    return number.empty() ? "" : ":" + number;
}

/// Windows come and go during the search; Xlib would end the test on such an error, and leave the server behind.
int ignoreError(Display*, XErrorEvent*) {
    return 0;
}

/// Signals the server repeatedly until its end: a starting or restarting server loses signals.
void endServer(int process) {
    for (int tenth = 0; tenth < 100; ++tenth) {
        kill(process, tenth < 50 ? SIGTERM : SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        if (waitpid(process, nullptr, WNOHANG) != 0) return;
    }
}

bool hasTitle(Display* display, Window window, const std::string& title) {
    char* name = nullptr;
    if (!XFetchName(display, window, &name) || !name) return false;
    const bool same = name == title;
    XFree(name);
    return same;
}

Window visibleWindow(Display* display, const std::string& title) {
    Window root = 0, parent = 0, *children = nullptr, found = 0;
    unsigned count = 0;
    if (!XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count)) return 0;
    for (unsigned i = 0; i < count; ++i) {
        XWindowAttributes attributes;
        if (hasTitle(display, children[i], title) && XGetWindowAttributes(display, children[i], &attributes) &&
            attributes.map_state == IsViewable)
            found = children[i];
    }
    if (children) XFree(children);
    return found;
}

} // namespace

struct TestDisplay::Connection {
    Display* display;
    Window window = 0;
    Time time = 1000; ///< [ms] of the last event
};

TestDisplay::TestDisplay() {
    XSetErrorHandler(ignoreError);
    m_name = startServer(m_server);
    Display* display = m_name.empty() ? nullptr : XOpenDisplay(m_name.c_str());
    if (display) m_display.reset(new Connection{display});
}

TestDisplay::~TestDisplay() {
    if (m_display) XCloseDisplay(m_display->display);
    if (m_server > 0) endServer(m_server);
}

bool TestDisplay::waitForWindow(const std::string& title, double seconds) {
    for (int tenth = 0; tenth < 10.0 * seconds; ++tenth) {
        m_display->window = visibleWindow(m_display->display, title);
        if (m_display->window) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    return false;
}

void TestDisplay::press(const std::string& key) {
    Display* display = m_display->display;
    XEvent event = {};
    event.xkey.display = display;
    event.xkey.window = m_display->window;
    event.xkey.root = DefaultRootWindow(display);
    event.xkey.same_screen = True;
    event.xkey.keycode = XKeysymToKeycode(display, XStringToKeysym(key.c_str()));
    for (const int type : {KeyPress, KeyRelease}) {
        event.type = type;
        event.xkey.time = m_display->time += 40;
        XSendEvent(display, m_display->window, True, type == KeyPress ? KeyPressMask : KeyReleaseMask, &event);
        XSync(display, False);
        std::this_thread::sleep_for(std::chrono::milliseconds(40));
    }
}

void TestDisplay::point(int x, int y) {
    XWarpPointer(m_display->display, None, m_display->window, 0, 0, 0, 0, x, y);
    XSync(m_display->display, False);
    std::this_thread::sleep_for(std::chrono::milliseconds(300)); // ImGui must see the pointer there before a press
}

void TestDisplay::click(int x, int y) {
    Display* display = m_display->display;
    point(x, y);
    XEvent event = {};
    event.xbutton.display = display;
    event.xbutton.window = m_display->window;
    event.xbutton.root = DefaultRootWindow(display);
    event.xbutton.same_screen = True;
    event.xbutton.x = x;
    event.xbutton.y = y;
    event.xbutton.button = Button1;
    for (const int type : {ButtonPress, ButtonRelease}) {
        event.type = type;
        event.xbutton.time = m_display->time += 100;
        XSendEvent(display, m_display->window, True, type == ButtonPress ? ButtonPressMask : ButtonReleaseMask, &event);
        XSync(display, False);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
    }
}

void TestDisplay::closeWindow() {
    Display* display = m_display->display;
    XEvent event = {};
    event.xclient.type = ClientMessage;
    event.xclient.window = m_display->window;
    event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", False);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(XInternAtom(display, "WM_DELETE_WINDOW", False));
    XSendEvent(display, m_display->window, False, NoEventMask, &event);
    XSync(display, False);
}

#else

struct TestDisplay::Connection {};
TestDisplay::TestDisplay() = default;
TestDisplay::~TestDisplay() = default;
bool TestDisplay::waitForWindow(const std::string&, double) {
    return false;
}
void TestDisplay::press(const std::string&) {}
void TestDisplay::point(int, int) {}
void TestDisplay::click(int, int) {}
void TestDisplay::closeWindow() {}

#endif
