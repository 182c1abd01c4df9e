# SPDX-License-Identifier: GPL-3.0-or-later
# Looks for nvcc and sets BURIN_CUDA_FOUND. Everything except gpu/ builds without it.
#
# One program serves all cards: it contains machine code for those that gpu/README.md lists, and code that the driver
# compiles for all others. The runtime is static and loads the driver when it is first called.
set(BURIN_CUDA_ARCHITECTURES
    "75-real;80-real;86-real;89-real;90-real;100-real;120-real;75-virtual" CACHE STRING
    "Architectures of the compiled kernels; a single one builds faster")
set(BURIN_CUDA_FOUND OFF)
include(CheckLanguage)
check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
    set(CMAKE_CUDA_ARCHITECTURES ${BURIN_CUDA_ARCHITECTURES})
    enable_language(CUDA)
    find_package(CUDAToolkit 12.8)
    if(CUDAToolkit_FOUND)
        set(BURIN_CUDA_FOUND ON)
    endif()
endif()
if(NOT BURIN_CUDA_FOUND)
    message(STATUS "CUDA: no nvcc; building without the CUDA backend")
endif()
