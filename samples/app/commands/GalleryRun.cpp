// SPDX-License-Identifier: Zlib
#include "commands/GalleryRun.h"

#include "Output/SystemCalls.h"
#include "commands/PreparedRun.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace samples {
namespace {

namespace fs = std::filesystem;

/// The queue of scenes, for several threads.
class GalleryQueue {
  public:
    explicit GalleryQueue(std::vector<GalleryRun>& runs, const std::function<void(double fraction)>& progress)
        : m_progress(progress) {
        for (GalleryRun& run : runs) {
            m_order.push_back(&run);
            m_total += run.cost();
        }
        std::stable_sort(m_order.begin(), m_order.end(),
                         [](const GalleryRun* a, const GalleryRun* b) { return a->cost() < b->cost(); });
    }

    /// Runs one after the other until there is none left or one has failed.
    void work(const std::string& program, int threads, bool quiet) {
        while (GalleryRun* const run = next()) {
            try {
                run->run(program, threads, quiet || run != m_order.front()); // hints once
            } catch (...) {
                const std::lock_guard<std::mutex> guard(m_mutex);
                if (!m_failure) m_failure = std::current_exception();
            }
            const std::lock_guard<std::mutex> guard(m_mutex);
            m_done += run->cost();
            m_progress(m_done / m_total);
        }
    }
    /// The first failure, if there was one.
    const std::exception_ptr& failure() const { return m_failure; }

  private:
    GalleryRun* next() {
        const std::lock_guard<std::mutex> guard(m_mutex);
        return m_failure || m_started == m_order.size() ? nullptr : m_order[m_started++];
    }

    const std::function<void(double fraction)>& m_progress;
    std::vector<GalleryRun*> m_order;
    double m_total = 0.0, m_done = 0.0;
    std::mutex m_mutex; ///< of the members below, and of the progress
    std::size_t m_started = 0;
    std::exception_ptr m_failure;
};

} // namespace

void makeGalleryFolder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder))
        throw std::invalid_argument("--gallery " + folder + ": is no folder and cannot be made one");
}

GalleryRun::GalleryRun(const SampleEntry& entry, const std::string& folder) : m_entry(entry) {
    const PreparedRun prepared(entry, {});
    const Scene& scene = *prepared.scene;
    m_cost = scene.galleryCost();
    m_item.name = entry.name;
    m_item.description = entry.description;
    m_item.figure = entry.figure;
    m_item.title = prepared.plot("").title;
    m_line.size = "1280x720"; // of pictures and of the film
    if (scene.galleryDuration() < scene.defaultDuration()) {
        m_line.seconds = shortNumber(scene.galleryDuration());
        m_item.excerpt = "The first " + m_line.seconds + " s of " + shortNumber(scene.defaultDuration()) + " s";
    }
    const std::string stem = folder + "/" + entry.name;
    m_line.csv = stem + ".csv";
    m_line.plot = stem + "-plot.svg";
    m_line.png = stem + ".png";
    m_line.glb = stem + ".glb";
    m_line.loop = stem + "-loop.mp4";
    // Whole films take longest: one shows their kind.
    if (entry.name == firstSample().name) m_line.mp4 = stem + ".mp4";
}

void GalleryRun::drawStill() {
    CommandLine still = m_line;
    still.loop.clear();
    still.mp4.clear();
    runAndWrite(m_entry, still);
}

std::vector<std::string> GalleryRun::commandOf(const std::string& program, int threads, bool quiet) const {
    std::vector<std::string> command = {program, "--headless", "--threads", std::to_string(threads)};
    if (quiet) command.emplace_back("--quiet");
    const std::pair<const char*, const std::string&> options[] = {
        {"run", m_entry.name}, {"seconds", m_line.seconds}, {"size", m_line.size},
        {"csv", m_line.csv},   {"plot", m_line.plot},       {"png", m_line.png},
        {"glb", m_line.glb},   {"loop", m_line.loop},       {"mp4", m_line.mp4}};
    for (const auto& [name, value] : options)
        if (!value.empty()) command.insert(command.end(), {std::string("--") + name, value});
    return command;
}

void GalleryRun::run(const std::string& program, int threads, bool quiet) {
    std::string* const names[] = {&m_item.csv, &m_item.plot, &m_item.picture, &m_item.film, &m_item.loop, &m_item.glb};
    const std::string files[] = {m_line.csv, m_line.plot, m_line.png, m_line.mp4, m_line.loop, m_line.glb};
    std::error_code ignored; // a missing file has the least time
    fs::file_time_type former[std::size(files)];
    for (std::size_t i = 0; i < std::size(files); ++i)
        former[i] = fs::last_write_time(files[i], ignored);
    // Scenes run side by side: waiting threads must not spin. The last scene has the whole machine.
    if (!ambient::runProgram(commandOf(program, threads, quiet), {"OMP_WAIT_POLICY=PASSIVE"}, m_item.summary))
        throw std::runtime_error("the scene " + m_entry.name + " failed");
    for (std::size_t i = 0; i < std::size(files); ++i) {
        names[i]->clear();
        if (files[i].empty() || !fs::exists(files[i], ignored)) continue;
        // A file of an earlier gallery would be shown as this run's.
        if (fs::last_write_time(files[i], ignored) == former[i])
            fs::remove(files[i], ignored);
        else
            *names[i] = fs::path(files[i]).filename().string();
    }
}

std::vector<GalleryItem> runGallery(const std::vector<SampleEntry>& entries, const std::string& folder,
                                    const std::string& program, int jobs, bool quiet,
                                    const std::function<void(double fraction)>& progress) {
    std::vector<GalleryRun> runs;
    for (const SampleEntry& entry : entries)
        runs.emplace_back(entry, folder);
    GalleryQueue queue(runs, progress);
    std::vector<std::thread> workers;
    for (int i = 0; i < jobs; ++i)
        workers.emplace_back([&] { queue.work(program, jobs, quiet); });
    for (std::thread& worker : workers)
        worker.join();
    if (queue.failure()) std::rethrow_exception(queue.failure());
    std::vector<GalleryItem> items;
    for (const GalleryRun& run : runs)
        items.push_back(run.item());
    return items;
}

} // namespace samples
