// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/ParallelLoop.h"

#include "TestSupport.h"
#include "TestThreads.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>
#include <vector>

namespace parallel_loop_test {

using namespace ambient;

namespace {

/// Settings until the end of the scope.
struct Settings {
    explicit Settings(const ParallelSettings& settings) : before(parallelSettings()) { setParallelSettings(settings); }
    ~Settings() { setParallelSettings(before); }
    Settings(const Settings&) = delete;
    Settings& operator=(const Settings&) = delete;
    ParallelSettings before;
};

/// How often each of `count` iterations ran, and whether two of one slot ran at a time.
struct Counted {
    explicit Counted(int count) : runs(static_cast<std::size_t>(count)), isBusy(kMostLoopThreads + 1) {}

    void operator()(int index, int slot) {
        overlaps = overlaps + (isBusy[static_cast<std::size_t>(slot)].exchange(true) ? 1 : 0);
        ++runs[static_cast<std::size_t>(index)];
        isBusy[static_cast<std::size_t>(slot)] = false;
    }
    void expectOnceEach() const {
        for (const std::atomic<int>& run : runs)
            EXPECT_EQ(run, 1);
        EXPECT_EQ(overlaps, 0);
    }

    std::vector<std::atomic<int>> runs;
    std::vector<std::atomic<bool>> isBusy;
    std::atomic<int> overlaps{0};
};

void runOnce(int count) {
    ParallelLoop loop;
    Counted counted(count);
    loop.run(count, ParallelLoop::slots(), [&](int index, int slot) { counted(index, slot); });
    counted.expectOnceEach();
}

/// Runs the tasks in random order on three threads.
void inRandomOrder(int count, LoopTask task, void* data) {
    std::vector<int> order(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        order[static_cast<std::size_t>(i)] = i;
    static std::mt19937 engine(3);
    std::shuffle(order.begin(), order.end(), engine);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 3; ++t)
        threads.emplace_back([&, t] {
            for (std::size_t i = t; i < order.size(); i += 3)
                task(data, order[i]);
        });
    for (std::thread& thread : threads)
        thread.join();
}

/// Simulated time of the calls of a loop: `alone` with one thread, `threads` if the trial chooses threads [s].
struct Simulated {
    double total = 0.0;
    int threaded = 0;

    void run(LoopTrial& trial, int calls, double alone, double threads, test::Random& random) {
        for (int i = 0; i < calls; ++i) {
            const bool wanted = trial.wantsThreads();
            const double seconds = (wanted ? threads : alone) * random.uniform(0.8, 1.2);
            trial.record(wanted, 10, seconds);
            total += seconds;
            threaded += wanted ? 1 : 0;
        }
    }
};

} // namespace

TEST(ParallelLoop, RunsEveryIterationOnceWhoeverRunsThem) {
    for (const int count : {0, 1, 2, 3, 7, 100, 10007}) {
        for (const LoopThreads by : {LoopThreads::Automatic, LoopThreads::Serial, LoopThreads::Library,
                                     LoopThreads::Host, LoopThreads::OpenMp})
            for (const int threads : {1, 2, 4, 64}) {
                const test::Threads fixed(threads, by);
                runOnce(count);
            }
        for (const int tasks : {1, 4, 64}) {
            const Settings settings({LoopThreads::Function, tasks, inRandomOrder});
            runOnce(count);
        }
    }
}

TEST(ParallelLoop, UsesSeveralThreadsAtATime) {
    for (const LoopThreads by : {LoopThreads::Library, LoopThreads::OpenMp}) {
        const test::Threads fixed(3, by);
        std::atomic<int> arrived{0};
        ParallelLoop loop;
        loop.run(3, [&](int) { // each waits for the others: without three threads this would not end
            ++arrived;
            while (arrived < 3)
                std::this_thread::yield();
        });
        EXPECT_EQ(arrived, 3);
    }
}

TEST(ParallelLoop, AFunctionThatRunsTasksNeverTwiceLateOrNotAtAllDoesNoHarm) {
    LoopTask kept = nullptr;
    void* keptData = nullptr;
    const std::vector<ParallelFunction> functions = {[](int, LoopTask, void*) {},
                                                     [](int count, LoopTask task, void* data) {
                                                         for (int i = 0; i < count; ++i) {
                                                             task(data, i);
                                                             task(data, i);
                                                         }
                                                     },
                                                     [](int count, LoopTask task, void* data) {
                                                         for (const int i : {-1, count, 1000})
                                                             task(data, i);
                                                     },
                                                     [](int count, LoopTask task, void* data) { // twice at once
                                                         std::vector<std::thread> threads;
                                                         for (int i = 0; i < 2 * count; ++i)
                                                             threads.emplace_back([=] { task(data, i / 2); });
                                                         for (std::thread& thread : threads)
                                                             thread.join();
                                                     },
                                                     [&](int, LoopTask task, void* data) {
                                                         kept = task;
                                                         keptData = data;
                                                         throw std::runtime_error("no threads today");
                                                     }};
    for (const ParallelFunction& function : functions) {
        const Settings settings({LoopThreads::Function, 4, function});
        runOnce(1000);
    }
    kept(keptData, 0); // the loop is over
    const Settings settings({LoopThreads::Function, 4, [&](int, LoopTask, void*) { kept(keptData, 1); }});
    runOnce(1000);
}

TEST(ParallelLoop, RefusesTaskFunctionsThatAreMissingAndNumbersOutOfRange) {
    const ParallelSettings before = parallelSettings();
    EXPECT_EQ(before.by, LoopThreads::Automatic);
    for (const int threads : {-1, 65})
        EXPECT_EQ(test::refusal([&] {
                      setParallelSettings({LoopThreads::Library, threads, {}});
                  }),
                  "setParallelSettings: " + std::to_string(threads) + " threads are not in the range 0 to 64");
    EXPECT_EQ(test::refusal([] {
                  setParallelSettings({LoopThreads::Function, 2, {}});
              }),
              "setParallelSettings: the function is missing");
    EXPECT_EQ(parallelSettings().by, before.by);
    EXPECT_EQ(parallelSettings().threads, before.threads);
}

TEST(ParallelLoop, ALoopInsideALoopIsSerialAndSettingsStay) {
    const test::Threads fixed(3);
    ParallelLoop outer, inner;
    std::atomic<int> elsewhere{0}, refused{0};
    outer.run(20, [&](int) {
        const auto self = std::this_thread::get_id();
        inner.run(20, [&](int) { elsewhere = elsewhere + (std::this_thread::get_id() != self ? 1 : 0); });
        try {
            setParallelSettings({});
        } catch (const std::logic_error&) {
            ++refused;
        }
    });
    EXPECT_EQ(elsewhere, 0);
    EXPECT_EQ(refused, 20);
}

TEST(ParallelLoop, ThrowsTheExceptionOfTheLowestIndexAfterAllIterations) {
    for (const LoopThreads by : {LoopThreads::Serial, LoopThreads::Library, LoopThreads::OpenMp}) {
        const test::Threads fixed(4, by);
        ParallelLoop loop;
        for (int i = 0; i < 20; ++i) {
            std::atomic<int> runs{0};
            EXPECT_EQ(test::refusal([&] {
                          loop.run(500, [&](int index) {
                              ++runs;
                              if (index % 100 == 37) throw std::invalid_argument(std::to_string(index));
                          });
                      }),
                      "37");
            EXPECT_EQ(runs, 500);
        }
        runOnce(100); // and the threads are as before
    }
}

TEST(ParallelLoop, LoopsOfSeveralThreadsOfAProgramDoNotMeet) {
    const test::Threads fixed(3);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([] {
            for (int i = 0; i < 200; ++i)
                runOnce(50);
        });
    for (std::thread& thread : threads)
        thread.join();
}

TEST(ParallelLoop, RunsOnThreadsWhateverTheSettingsSay) {
    const test::Threads fixed(1, LoopThreads::Serial);
    std::atomic<int> arrived{0};
    ParallelLoop::runOnThreads(2, 2, [&](int) {
        ++arrived;
        while (arrived < 2)
            std::this_thread::yield();
    });
    EXPECT_EQ(test::refusal([] {
                  ParallelLoop::runOnThreads(9, 3, [](int i) {
                      if (i > 3) throw std::invalid_argument(std::to_string(i));
                  });
              }),
              "4");
}

// 10000 calls. Share of the time of one thread: measured 0.5083.
TEST(LoopTrial, GoesToThreadsThatAreFaster) {
    for (const double second : {1e-3, 1.0}) {
        LoopTrial trial;
        test::Random random(1);
        Simulated loop;
        loop.run(trial, 10000, second, 0.5 * second, random);
        EXPECT_LT(loop.total / (10000 * second), 0.515);
    }
}

// Threads cost 1.1 to 50 times as much. Of the time of one thread over 4000 calls:
// measured 1.00, 1.00, 1.01, 1.01, 1.08.
TEST(LoopTrial, LosesLittleToThreadsThatAreSlower) {
    for (const double factor : {1.1, 2.0, 7.0, 10.0, 50.0}) {
        LoopTrial trial;
        test::Random random(2);
        Simulated loop;
        loop.run(trial, 4000, 1e-3, factor * 1e-3, random);
        EXPECT_LT(loop.total / 4.0, factor > 10.0 ? 1.1 : 1.02) << factor;
        EXPECT_GT(loop.threaded, 0);
    }
}

TEST(LoopTrial, NeverTriesThreadsForAHandfulOfBodies) {
    LoopTrial trial;
    test::Random random(3);
    Simulated loop;
    loop.run(trial, 10000, 2e-5, 1e-5, random);
    EXPECT_EQ(loop.threaded, 0);
}

// The processor becomes busy and free again, three times. Share of the time of one thread: measured 0.56 and 0.70 on a
// free processor, since trials wait after failures, and 1.012 on a busy one.
TEST(LoopTrial, FollowsTheOtherLoadOfTheProcessor) {
    LoopTrial trial;
    test::Random random(4);
    for (int i = 0; i < 3; ++i) {
        Simulated busy, idle;
        idle.run(trial, 3000, 1e-3, 0.55e-3, random);
        busy.run(trial, 3000, 2e-3, 10e-3, random);
        EXPECT_LT(idle.total / 3.0, 0.72);
        EXPECT_LT(busy.total / 6.0, 1.02);
    }
}

} // namespace parallel_loop_test
