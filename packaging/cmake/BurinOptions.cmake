# SPDX-License-Identifier: GPL-3.0-or-later
# One interface target that every Burin target links: warnings, exact arithmetic, sanitizers.
add_library(burin_options INTERFACE)
set(_warnings -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual)
list(JOIN _warnings "," _warnings_of_host)
target_compile_options(burin_options INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:${_warnings}>"
    "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${_warnings_of_host}>"
    # The format's arithmetic is one IEEE operation at a time, without contraction or reassociation.
    $<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-ffp-contract=off>
    # Kernels combine comparisons without branches: & and | of booleans are intended.
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-bitwise-instead-of-logical -Wno-bitwise-conditional-parentheses>
    # GCC 12 reports false overlaps in std::string's own code (GCC bug 105651).
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>
    $<$<AND:$<BOOL:${BURIN_WERROR}>,$<COMPILE_LANGUAGE:CXX>>:-Werror>)
target_include_directories(burin_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(burin_options INTERFACE BURIN_VERSION="${PROJECT_VERSION}")
# Only the engine links this target too: checks of undefined behaviour would double the compile time of Qt's headers.
add_library(burin_checks INTERFACE)
if(BURIN_SANITIZE)
    list(JOIN BURIN_SANITIZE "," _sanitizers)
    target_link_options(burin_options INTERFACE -fsanitize=${_sanitizers})
    if("thread" IN_LIST BURIN_SANITIZE)
        target_link_options(burin_options INTERFACE -Wl,--version-script=${PROJECT_SOURCE_DIR}/packaging/tsan.map)
    endif()
    set(_everywhere ${BURIN_SANITIZE})
    if("undefined" IN_LIST BURIN_SANITIZE)
        list(REMOVE_ITEM _everywhere undefined)
        target_compile_options(burin_checks INTERFACE -fsanitize=undefined)
    endif()
    list(JOIN _everywhere "," _sanitizers)
    target_compile_options(burin_options INTERFACE
        -fsanitize=${_sanitizers} -fno-omit-frame-pointer -fno-sanitize-recover=all
        $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)  # GCC 12 gives false warnings in instrumented variants
endif()
# burin_library(NAME SOURCE...): a static library. In a build with sanitizers it is a shared one: otherwise each of fifty test
# programs would contain the whole engine, and the build would take 5 GB instead of 2.
function(burin_library name)
    set(type STATIC)
    if(BURIN_SANITIZE)
        set(type SHARED)
    endif()
    add_library(${name} ${type} ${ARGN})
    set_target_properties(${name} PROPERTIES DEFINE_SYMBOL "")  # the same commands as for a static one
endfunction()

if(BURIN_QUICK)  # GCC spends a tenth of its time on returning memory that it needs again
    target_compile_options(burin_options INTERFACE
        "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:SHELL:--param ggc-min-heapsize=1500000>")
endif()
if(BURIN_UNITY)  # names local to one file look as if they came from a header
    target_compile_options(burin_options INTERFACE -Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
