# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the source that knows which commit is built: cmake -DSOURCE=folder -DFILE=commit.cpp -P WriteCommit.cmake
# It runs before each build. A file that would stay the same is not touched, so nothing is compiled again.
set(commit "unknown")
find_program(GIT git)
if(GIT)
    # Sources that were unpacked inside another repository do not belong to its commit.
    execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --show-prefix HEAD
        OUTPUT_VARIABLE said RESULT_VARIABLE failed ERROR_QUIET)
    if(NOT failed AND said MATCHES "^\n([0-9a-f]+)\n$")
        set(commit ${CMAKE_MATCH_1})
    endif()
endif()
file(CONFIGURE OUTPUT ${FILE} @ONLY CONTENT [[
// SPDX-License-Identifier: GPL-3.0-or-later
// Written by packaging/cmake/WriteCommit.cmake.
#include "app/studio_words.hpp"

const char* burin::app::buildCommit() {
    return "@commit@";
}
]])
