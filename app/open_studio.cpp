// SPDX-License-Identifier: GPL-3.0-or-later

// `burin studio` becomes the program burin-studio, which is installed beside it or in another package.

#include "app/commands.hpp"
#include "app/studio_words.hpp"

namespace burin::app {

namespace {

int openStudio(const Arguments& arguments) {
    becomeStudio(arguments.words(studioCommand()));
}

}  // namespace

Command openStudioCommand() {
    return {"studio", "[DESIGN]", "opens the studio", studioCommand().options, 0, 1, &openStudio};
}

}  // namespace burin::app
