# SPDX-License-Identifier: GPL-3.0-or-later
# Parses common headers once for many files instead of once for each: some headers are precompiled, and the
# sources of a folder are compiled as one file. Names in the anonymous namespaces of a folder must therefore differ from
# each other.
#
# If ccache is installed, sources that were compiled before are not compiled again, also in another folder. It remembers
# the hash of each file that it reads by the file's inode: precompiled headers have 270 MB.
find_program(BURIN_CCACHE ccache)
if(BURIN_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 CCACHE_INODECACHE=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        ${PROJECT_SOURCE_DIR}/packaging/compiler_cache.sh ${BURIN_CCACHE})
    set(CMAKE_CUDA_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
endif()

# Each test contains the whole engine, and lld links it in a quarter of the time.
option(BURIN_LLD "Link with lld if it is installed" OFF)
find_program(BURIN_LD_LLD ld.lld)
if(BURIN_LLD AND BURIN_LD_LLD)
    add_link_options(-fuse-ld=lld)
endif()

option(BURIN_UNITY "Compile the sources of a folder as one file" OFF)
option(BURIN_PRECOMPILE "Precompile the headers that many sources include" OFF)
option(BURIN_QUICK "Compile soon instead of for speed: kernels that take long, and what computes no samples" OFF)

# burin_quick(TARGET): the sources of a target that computes no samples compile a third sooner if BURIN_QUICK is set.
function(burin_quick target)
    if(BURIN_QUICK)
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Og>
            $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)  # GCC 12 warns of std::regex with -Og
    endif()
endfunction()

# burin_unity(SOURCE...): the sources of a folder, all of one target, are compiled as one file if BURIN_UNITY is set.
function(burin_unity target)
    if(BURIN_UNITY)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
        foreach(source IN LISTS ARGN)
            get_filename_component(folder ${source} DIRECTORY)
            get_filename_component(folder ${folder} NAME)
            set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
        endforeach()
    endif()
endfunction()

# burin_precompile(NAME LIBRARY... HEADERS HEADER...): makes the target NAME, whose precompiled headers others use.
function(burin_precompile name)
    if(NOT (BURIN_PRECOMPILE OR BURIN_PRECOMPILE_ENGINE))
        return()
    endif()
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS")
    add_library(${name} OBJECT ${PROJECT_SOURCE_DIR}/core/empty.cpp)
    target_link_libraries(${name} PRIVATE burin_options ${arg_UNPARSED_ARGUMENTS})
    target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

# burin_use_precompiled(TARGET NAME): TARGET uses the headers that burin_precompile(NAME) precompiled, if any.
function(burin_use_precompiled target name)
    if(TARGET ${name})
        target_precompile_headers(${target} REUSE_FROM ${name})
    endif()
endfunction()

set(burin_standard_headers <algorithm> <array> <chrono> <cmath> <condition_variable> <cstdint> <deque> <filesystem>
    <functional> <limits> <map> <memory> <mutex> <optional> <span> <stop_token> <string> <string_view> <thread>
    <unordered_map> <unordered_set> <utility> <variant> <vector>)
set(burin_widget_headers <QAction> <QApplication> <QBoxLayout> <QDialog> <QDir> <QFileInfo> <QHash> <QImage> <QKeyEvent>
    <QLabel> <QLineEdit> <QMainWindow> <QMenu> <QPainter> <QPointer> <QPushButton> <QScrollArea> <QStyle> <QTimer> <QToolButton>)

# burin_unite_tests(RESULT NAME SOURCE...): if BURIN_UNITY is set, sets RESULT to a few sources that the program NAME
# compiles instead of its tests' sources; each includes several tests.
function(burin_unite_tests result name)
    set(alone "")
    set(united "")
    foreach(source IN LISTS ARGN)
        set(list alone)
        if(BURIN_UNITY AND source MATCHES "/test_[^/]*\\.cpp$")
            # Lines that must be outside of any namespace
            file(STRINGS ${source} global REGEX "Q_DECLARE_METATYPE|^template <>|^extern|QTest::toString|operator new|_MAIN\\(|int main\\(")
            if(NOT global)
                set(list united)
            endif()
        endif()
        list(APPEND ${list} ${source})
    endforeach()
    set(script ${PROJECT_SOURCE_DIR}/packaging/cmake/UniteTests.cmake)
    while(united)
        list(LENGTH united count)
        math(EXPR groups "(${count} + 7) / 8")
        math(EXPR count "(${count} + ${groups} - 1) / ${groups}")
        set(group "")
        foreach(i RANGE 1 ${count})
            list(POP_FRONT united source)
            list(APPEND group ${source})
        endforeach()
        set(file ${CMAKE_CURRENT_BINARY_DIR}/unity/${name}_${groups}.cpp)
        list(JOIN group "|" sources)
        add_custom_command(OUTPUT ${file}
            COMMAND ${CMAKE_COMMAND} "-DSOURCES=${sources}" -DFOLDER=${PROJECT_SOURCE_DIR}/tests -DRESULT=${file} -P ${script}
            DEPENDS ${group} ${script} COMMENT "Uniting ${count} tests of ${name}" VERBATIM)
        list(APPEND alone ${file})
    endwhile()
    set(${result} ${alone} PARENT_SCOPE)
endfunction()

# burin_unite_kernels(RESULT SOURCE...): if BURIN_UNITY is set, sets RESULT to a few sources that a library compiles
# instead of its CUDA sources; each includes up to eight of them, which have no name of a constant or a type in common.
function(burin_unite_kernels result)
    if(NOT BURIN_UNITY)
        set(${result} ${ARGN} PARENT_SCOPE)
        return()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
    set(files "")
    set(last 0)
    foreach(source IN LISTS ARGN)
        file(STRINGS ${source} names REGEX "^(constexpr .*|using .*) = ")
        list(TRANSFORM names REPLACE "^.* ([A-Za-z]+) = .*" "\\1")
        set(group 1)
        while(TRUE)
            list(LENGTH sources_${group} count)
            set(free TRUE)
            foreach(name IN LISTS names)
                if(name IN_LIST names_${group})
                    set(free FALSE)
                endif()
            endforeach()
            if(free AND count LESS 8)
                break()
            endif()
            math(EXPR group "${group} + 1")
        endwhile()
        list(APPEND sources_${group} ${source})
        list(APPEND names_${group} ${names})
        if(group GREATER last)
            set(last ${group})
        endif()
    endforeach()
    foreach(group RANGE 1 ${last})
        set(includes ${sources_${group}})
        list(TRANSFORM includes REPLACE "^${PROJECT_SOURCE_DIR}/(.*)" "#include \"\\1\"\n")
        list(JOIN includes "" includes)
        set(file ${CMAKE_CURRENT_BINARY_DIR}/unity/kernels_${group}.cu)
        file(CONFIGURE OUTPUT ${file} CONTENT "${includes}")
        # The names of kernels contain a hash of this path. Without the folder the build gives the same bytes in any folder.
        set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS -Xcudafe=--orig_src_path_name=kernels_${group}.cu)
        list(APPEND files ${file})
    endforeach()
    set(${result} ${files} PARENT_SCOPE)
endfunction()

# burin_headers(TARGET HEADER...): the public headers of a library. A header with a source of its name compiles alone
# because the source includes it first; the others are compiled alone for all_verify_interface_header_sets.
function(burin_headers target)
    set(first "")
    set(alone "")
    foreach(header IN LISTS ARGN)
        string(REGEX REPLACE "\\.hpp$" "" stem ${header})
        if(EXISTS ${stem}.cpp OR EXISTS ${stem}.cu)
            list(APPEND first ${header})
        else()
            list(APPEND alone ${header})
        endif()
    endforeach()
    target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${first})
    target_sources(${target} PUBLIC FILE_SET alone TYPE HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${alone})
    set_target_properties(${target} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON INTERFACE_HEADER_SETS_TO_VERIFY alone)
endfunction()
