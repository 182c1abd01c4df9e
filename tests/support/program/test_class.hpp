// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtTest/QtTest>

#include <string_view>

namespace burin::test {

/// A class of tests that the program of its room runs by name; see BURIN_TEST.
class TestClass {
  public:
    /// \param about of the class; \param run makes an object of it and runs its tests with the program's
    /// arguments
    TestClass(const QMetaObject& about, int (*run)(int, char**)) : about_(about), run_(run), next_(first()) {
        first() = this;
    }

    /// The classes of this program, in no order; each leads to the next.
    static const TestClass*& first() {
        static const TestClass* first = nullptr;
        return first;
    }
    const TestClass* next() const { return next_; }

    /// \return nullptr if the program has no such class
    static const TestClass* named(std::string_view name) {
        const TestClass* found = first();
        while (found && found->name() != name)
            found = found->next();
        return found;
    }

    /// Without its namespace.
    std::string_view name() const {
        const std::string_view whole = about_.className();
        return whole.substr(whole.rfind(':') + 1);
    }
    int run(int count, char** values) const { return run_(count, values); }

  private:
    const QMetaObject& about_;
    int (*run_)(int, char**);
    const TestClass* next_;
};

}  // namespace burin::test

/// At the end of a test's source: its class becomes one of the room's program. A test that replaces a
/// function of the system for the whole process is a program of its own instead, with Qt's
/// QTEST_APPLESS_MAIN.
#define BURIN_TEST(Class)                                                                                 \
    static const burin::test::TestClass testClass(Class::staticMetaObject, [](int count, char** values) { \
        Class test;                                                                                       \
        return QTest::qExec(&test, count, values);                                                        \
    });
