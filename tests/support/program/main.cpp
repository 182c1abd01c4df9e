// SPDX-License-Identifier: GPL-3.0-or-later
// The program of a room's tests: PROGRAM TestClass [options of Qt Test]. Each class has a process of its own
// in ctest.
#include "support/testing.hpp"

#ifdef BURIN_TEST_WINDOWS
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

#include <cstdio>
#include <vector>

int main(int count, char** values) {
    const burin::test::TestClass* const wanted =
        count > 1 ? burin::test::TestClass::named(values[1]) : nullptr;
    if (!wanted) {
        std::fprintf(stderr, "usage: %s CLASS [OPTION...], where CLASS is one of\n", values[0]);
        for (const burin::test::TestClass* other = burin::test::TestClass::first(); other;
             other = other->next())
            std::fprintf(stderr, "    %s\n", other->name().data());
        return 2;
    }
    std::vector<char*> rest(values, values + count);
    rest.erase(rest.begin() + 1);
    int restCount = count - 1;
    rest.push_back(nullptr);
    const Application application(restCount, rest.data());
    Application::setApplicationName(values[1]);  // each class has its own settings
#ifdef BURIN_TEST_WINDOWS
    Application::setAttribute(Qt::AA_Use96Dpi);
#endif
    return wanted->run(restCount, rest.data());
}
