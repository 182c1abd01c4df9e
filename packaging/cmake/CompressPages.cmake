# SPDX-License-Identifier: GPL-3.0-or-later
# Called by CPack before it makes a package: Debian's packages have compressed manual pages and changelogs. gzip -n
# writes no time.
cmake_policy(VERSION 3.25)
file(GLOB_RECURSE pages ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*.1 ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/changelog)
if(pages)
    execute_process(COMMAND gzip -9nf ${pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
