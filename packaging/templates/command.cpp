// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.hpp"

#include <cstdio>

namespace burin::app {

namespace {

int run@Type@(const Arguments& arguments) {
    std::puts(arguments.operands()[0].c_str());
    return exitDone;
}

}  // namespace

Command @camel@Command() {
    return {"@dashed@", "TEXT", "prints a text", {}, 1, 1, &run@Type@};
}

}  // namespace burin::app
