// SPDX-License-Identifier: Zlib
#include "BulletTestWorld.h"
#include "TestThreads.h"

#include <LinearMath/btThreads.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace step_threads_test {

using namespace ambient;

namespace {

/// A scheduler of a program of its own: three threads, and blocks from the end.
class Scheduler : public btITaskScheduler {
  public:
    Scheduler() : btITaskScheduler("test") {}
    int getMaxNumThreads() const override { return 3; }
    int getNumThreads() const override { return 3; }
    void setNumThreads(int) override {}
    void parallelFor(int begin, int end, int grain, const btIParallelForBody& body) override {
        ++calls;
        std::vector<std::thread> threads;
        for (int t = 0; t < 3; ++t)
            threads.emplace_back([=, &body] {
                for (int i = end - 1 - t; i >= begin; i -= 3)
                    body.forLoop(i, i + grain);
            });
        for (std::thread& thread : threads)
            thread.join();
    }
    btScalar parallelSum(int begin, int end, int, const btIParallelSumBody& body) override {
        return body.sumLoop(begin, end);
    }
    int calls = 0;
};

/// State of a dozen sinking, spinning and colliding bodies after a second.
std::vector<btScalar> playedSecond() {
    test::World w;
    w.fluid().setMedium(UniformMedium::water());
    test::Random random(12);
    const auto model = test::ellipsoidModel({0.10, 0.06, 0.03});
    w.addBox(btVector3(5, 5, 1), 0.0, btVector3(0, 0, -2));
    std::vector<btRigidBody*> bodies;
    for (int i = 0; i < 12; ++i) {
        const Pose pose{random.rotation(), random.vector(0.5)};
        bodies.push_back(w.addRigidBody(std::make_unique<btSphereShape>(btScalar(0.05)), 1.3,
                                        btVector3(btScalar(0.002), btScalar(0.004), btScalar(0.005)),
                                        btFluidTransform(pose)));
        w.fluid().addBody(bodies.back(), model);
    }
    w.run(1.0, 1.0 / 60);
    std::vector<btScalar> record;
    for (btRigidBody* body : bodies)
        for (const btVector3& v :
             {body->getCenterOfMassPosition(), body->getLinearVelocity(), body->getAngularVelocity()})
            for (int k = 0; k < 3; ++k)
                record.push_back(v[k]);
    return record;
}

/// Runs the tasks from the last to the first and leaves every third one out.
void someBackwards(int count, LoopTask task, void* data) {
    for (int i = count - 1; i >= 0; --i)
        if (i % 3 != 1) task(data, i);
}

} // namespace

TEST(StepThreads, TheSameBytesComeOutWhoeverRunsTheLoops) {
    std::vector<btScalar> expected;
    {
        const test::Threads fixed(1, LoopThreads::Serial);
        expected = playedSecond();
    }
    for (const LoopThreads by : {LoopThreads::Library, LoopThreads::OpenMp, LoopThreads::Automatic})
        for (const int threads : {1, 2, 4}) {
            const test::Threads fixed(threads, by);
            EXPECT_EQ(playedSecond(), expected) << static_cast<int>(by) << " " << threads;
        }
    const ParallelSettings before = parallelSettings();
    setParallelSettings({LoopThreads::Function, 8, someBackwards});
    const std::vector<btScalar> byFunction = playedSecond();
    setParallelSettings(before);
    EXPECT_EQ(byFunction, expected);
}

TEST(StepThreads, BulletsSchedulerRunsTheLoops) {
    const test::Threads fixed(4, LoopThreads::Host);
    const std::vector<btScalar> expected = playedSecond(); // the calling thread: there is no scheduler yet
    Scheduler scheduler;
    btITaskScheduler* const before = btGetTaskScheduler();
    btSetTaskScheduler(&scheduler);
    const std::vector<btScalar> scheduled = playedSecond();
    btSetTaskScheduler(before ? before : btGetSequentialTaskScheduler());
    EXPECT_EQ(scheduled, expected);
    EXPECT_GE(scheduler.calls, 60); // every step
}

TEST(StepThreads, AMediumThatThrowsOnOtherThreadsStopsItsBodiesOnly) {
    const test::Threads fixed(4);
    test::World w;
    const auto flow = std::make_shared<CallbackFlow>([](const Vector3* points, int count, double, Vector3* u) {
        for (int i = 0; i < count; ++i) {
            if (points[i].x() > 10.0) throw std::runtime_error("beyond the map");
            u[i].setZero();
        }
    });
    w.fluid().setMedium(std::make_shared<FlowingMedium>(UniformMedium::water(), flow));
    const auto model = test::sphereModel(0.1);
    std::vector<btRigidBody*> balls;
    for (int i = 0; i < 10; ++i) {
        balls.push_back(w.addSphere(0.1, 8.0, btVector3(btScalar(i), 0, 0)));
        balls.back()->setLinearVelocity(btVector3(btScalar(i == 9 ? 8 : 0), 1, 0));
        w.fluid().addBody(balls.back(), model);
    }
    w.run(0.5, 1.0 / 60);
    for (int i = 0; i < 9; ++i)
        EXPECT_GT(double(balls[std::size_t(i)]->getCenterOfMassPosition().y()), 0.1) << i;
    EXPECT_FALSE(w.log().empty());
}

} // namespace step_threads_test
