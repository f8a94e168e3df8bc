// SPDX-License-Identifier: Zlib
#include "viewer/ViewInput.h"

#include <algorithm>
#include <cctype>

namespace samples {
namespace {

constexpr double kLeastDrag = 3.0; // a shorter one is a click

PictureSize sizeOf(const PanelRect& view) {
    return {std::max(1, static_cast<int>(view.width)), std::max(1, static_cast<int>(view.height))};
}

Eigen::Vector2d within(const PanelRect& view, const Eigen::Vector2d& position) {
    return position - Eigen::Vector2d(view.x, view.y);
}

bool toggle(bool& flag) {
    flag = !flag;
    return true;
}

bool toggleShown(unsigned digit, ViewerState& state) {
    ShowOptions& show = state.settings.show;
    bool* const flags[] = {&show.slip,     &show.separation, &show.forces, &show.addedMass,           &show.trails,
                           &show.velocity, &show.labels,     &show.ruler,  &state.settings.waterline, &show.wings};
    return toggle(*flags[(digit - '0' + 9) % 10]);
}

bool togglePanels(ViewerSettings& settings) {
    const bool hasAny = settings.leftPanels || settings.rightPanels || settings.plots;
    settings.leftPanels = settings.rightPanels = settings.plots = !hasAny;
    return true;
}

} // namespace

void ViewInput::takeMouse(const MouseInput& mouse, const PanelLayout& layout, double windowWidth, double windowHeight,
                          double scale, ViewerState& state) {
    const bool isDown = mouse.isLeftDown || mouse.isRightDown || mouse.isMiddleDown;
    if (!isDown) {
        if (m_grip != Grip::None) release(state);
        m_edge = edgeAt(layout, mouse.position.x(), mouse.position.y());
    } else if (m_grip == Grip::None) {
        m_pressedAt = mouse.position;
        if (m_edge != PanelEdge::None && mouse.isLeftDown)
            m_grip = Grip::Edge;
        else if (mouse.isOnPanel || !layout.view.contains(mouse.position.x(), mouse.position.y()))
            m_grip = Grip::Elsewhere;
        else
            press(mouse, layout.view, state);
    } else if (m_grip == Grip::Edge) {
        moveEdge(m_edge, mouse.position.x(), mouse.position.y(), windowWidth, windowHeight, scale, state.settings);
    } else {
        hold(mouse, layout.view, state);
    }
    const bool isOverView = !mouse.isOnPanel && layout.view.contains(mouse.position.x(), mouse.position.y());
    if (isOverView && mouse.wheel != 0.0) state.camera.zoom(mouse.wheel);
}

void ViewInput::press(const MouseInput& mouse, const PanelRect& view, ViewerState& state) {
    m_grip = mouse.isLeftDown ? Grip::Orbit : Grip::Pan;
    m_pick.reset();
    if (!mouse.isLeftDown || !state.run.hasRun() || !state.run.isLive()) return;
    m_pick = pickBody(state.run.context(), state.camera.camera(), within(view, mouse.position), sizeOf(view));
    if (m_pick) m_grip = Grip::Pressed;
}

void ViewInput::beginDrag(ViewerState& state) {
    m_grip = Grip::Body;
    if (state.run.isOver()) {
        state.say("the run is over: Reset it, or let it run for more seconds");
        return;
    }
    m_pausesAfterwards = !state.run.isPlaying();
    state.run.beginDrag(*m_pick);
    state.run.play();
}

void ViewInput::hold(const MouseInput& mouse, const PanelRect& view, ViewerState& state) {
    const PictureSize size = sizeOf(view);
    if (m_grip == Grip::Pressed && (mouse.position - m_pressedAt).norm() > kLeastDrag) beginDrag(state);
    if (m_grip == Grip::Orbit) state.camera.orbit(mouse.moved, size);
    if (m_grip == Grip::Pan) state.camera.pan(mouse.moved, size);
    if (m_grip != Grip::Body) return;
    // At the distance of the held point of the body.
    const Camera& camera = state.camera.camera();
    const ambient::Vector3 ray = camera.rayThrough(within(view, mouse.position), size), eye = camera.eye();
    const double depth = (m_pick->point - eye).dot(camera.forward());
    state.run.moveDrag(eye + depth / ray.dot(camera.forward()) * ray);
}

void ViewInput::release(ViewerState& state) {
    if (m_grip == Grip::Pressed) state.selectBody(m_pick->body);
    if (m_grip == Grip::Body) {
        state.run.endDrag();
        if (m_pausesAfterwards) state.run.pause();
    }
    m_pausesAfterwards = false;
    m_grip = Grip::None;
}

bool takeCharacter(unsigned character, ViewerState& state) {
    if (state.gallery.isOpen &&
        (character > 127 || std::string("bBhH?").find(static_cast<char>(character)) == std::string::npos))
        return false;
    if (character >= '0' && character <= '9') return toggleShown(character, state);
    LiveRun& run = state.run;
    switch (character < 128 ? std::tolower(static_cast<int>(character)) : 0) {
    case ' ':
        return state.togglePlay(), true;
    case 'n':
    case '.':
        return run.step(), true;
    case '[':
    case '-':
        return state.changeSpeed(-1), true;
    case ']':
    case '+':
        return state.changeSpeed(+1), true;
    case 'g':
        return state.nextGhost(), true;
    case 'l':
        return run.goLive(), true;
    case 'r':
        return state.frameBodies(), true;
    case 'a':
        return state.framePath(), true;
    case 'f':
        return toggle(state.settings.following);
    case 'p':
        return toggle(state.settings.plots);
    case 'v':
        return togglePanels(state.settings);
    case 'm':
        return state.saveFilm(), true;
    case 'e':
        return state.saveGlb(), true;
    case 'w':
        return state.saveWorld(), true;
    case 'b':
        return state.gallery.isOpen ? state.closeGallery() : state.openGallery(), true;
    case 'h':
    case '?':
        return toggle(state.showsHelp);
    default:
        return false;
    }
}

namespace {

/// \returns false if the key does the same with and without the gallery
bool takeGalleryKey(NamedKey key, ViewerState& state) {
    switch (key) {
    case NamedKey::Left:
        return state.gallery.move(GalleryKey::Left), true;
    case NamedKey::Right:
        return state.gallery.move(GalleryKey::Right), true;
    case NamedKey::Up:
        return state.gallery.move(GalleryKey::Up), true;
    case NamedKey::Down:
        return state.gallery.move(GalleryKey::Down), true;
    case NamedKey::Home:
        return state.gallery.move(GalleryKey::First), true;
    case NamedKey::End:
        return state.gallery.move(GalleryKey::Last), true;
    case NamedKey::Enter:
        return state.openChosen(), true;
    case NamedKey::Backspace:
        return true;
    case NamedKey::Escape:
        if (state.showsHelp || !state.run.hasRun()) return false;
        return state.closeGallery(), true;
    default:
        return false;
    }
}

} // namespace

void takeNamedKey(NamedKey key, bool isFast, ViewerState& state) {
    if (state.gallery.isOpen && takeGalleryKey(key, state)) return;
    LiveRun& run = state.run;
    const int frames = isFast ? 10 : 1;
    switch (key) {
    case NamedKey::Backspace:
        return run.restart();
    case NamedKey::Home:
        return state.frameBodies();
    case NamedKey::End:
        return run.goLive();
    case NamedKey::Left:
    case NamedKey::Right:
        if (run.hasRun()) run.lookAt(run.shownFrame() + (key == NamedKey::Left ? -frames : frames));
        return;
    case NamedKey::Up:
    case NamedKey::Down:
    case NamedKey::Enter:
        return;
    case NamedKey::Help:
        state.showsHelp = !state.showsHelp;
        return;
    case NamedKey::Screenshot:
        state.wantsScreenshot = true;
        return;
    case NamedKey::Escape:
        (state.showsHelp ? state.showsHelp : state.wantsQuit) = !state.showsHelp;
        return;
    }
}

} // namespace samples
