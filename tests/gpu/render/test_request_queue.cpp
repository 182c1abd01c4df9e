// SPDX-License-Identifier: GPL-3.0-or-later

// Tasks of a lost card are passed on, or fail, in the handler of an exception. The handler may not throw,
// even if the system refuses every allocation.

#include "gpu/render/request_queue.hpp"
#include "support/testing.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local bool refuses = false;

}  // namespace

void* operator new(std::size_t bytes) {
    void* const memory = refuses ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

using namespace burin;
using namespace burin::gpu;

namespace {

Task taskOf(int number, int priority = 0) {
    Task task;
    task.what.priority = priority;
    task.what.area = {number, 0, 1, 1};
    task.done = [](std::exception_ptr) {};
    return task;
}

/// The numbers of the tasks, in the order of their execution.
std::vector<int> numbersIn(const RequestQueue::Waiting& waiting) {
    std::vector<int> numbers;
    for (const auto& [priority, tasks] : waiting) {
        for (const Task& task : tasks)
            numbers.push_back(static_cast<int>(task.what.area.x));
    }
    return numbers;
}

}  // namespace

class TestRequestQueue : public QObject {
    Q_OBJECT

  private slots:
    void tasksArePutBackInTheirOrder();
    void tasksForWhichThereIsNoMemoryStay();
    void allTasksAreTakenWithoutMemory();
};

void TestRequestQueue::tasksArePutBackInTheirOrder() {
    RequestQueue queue;
    queue.put(taskOf(4));
    queue.put(taskOf(5));
    std::vector<Task> taken;
    taken.push_back(taskOf(1));
    taken.push_back(taskOf(2));
    taken.back().done = nullptr;  // it has ended
    taken.push_back(taskOf(3));
    queue.putBack(taken);
    QVERIFY(taken.empty());
    QCOMPARE(numbersIn(queue.tasks), (std::vector<int>{1, 3, 4, 5}));
}

void TestRequestQueue::tasksForWhichThereIsNoMemoryStay() {
    RequestQueue queue;
    queue.put(taskOf(1));
    std::vector<Task> taken;
    for (int i = 2; i <= 200; ++i)
        taken.push_back(taskOf(i, i % 2 == 0 ? 7 : 0));
    refuses = true;
    queue.putBack(taken);
    refuses = false;
    QVERIFY(!taken.empty());
    QVERIFY(!queue.tasks.contains(7));
    for (const Task& task : taken)
        QVERIFY(task.done != nullptr);
    QCOMPARE(numbersIn(queue.tasks).size() + taken.size(), std::size_t{200});
    queue.putBack(taken);
    QVERIFY(taken.empty());
    QCOMPARE(numbersIn(queue.tasks).size(), std::size_t{200});
}

void TestRequestQueue::allTasksAreTakenWithoutMemory() {
    RequestQueue queue;
    queue.put(taskOf(2));
    queue.put(taskOf(1, 5));
    refuses = true;
    const RequestQueue::Waiting all = queue.takeAll();
    refuses = false;
    QCOMPARE(numbersIn(all), (std::vector<int>{1, 2}));
    QVERIFY(queue.tasks.empty());
}

BURIN_TEST(TestRequestQueue)
#include "test_request_queue.moc"
