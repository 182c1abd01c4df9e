# SPDX-License-Identifier: GPL-3.0-or-later
# OpenCV's three modules that the tests use, as the targets opencv_core, opencv_imgproc and opencv_imgcodecs.
#
# If OpenCV's own package file is installed, it is used. Debian ships it only in libopencv-dev, which depends on VTK,
# Qt 5 and many more packages. The small -dev packages of the modules are enough here but have no package file.
find_package(OpenCV QUIET CONFIG COMPONENTS ${OpenCV_FIND_COMPONENTS})
if(NOT OpenCV_FOUND)
    find_path(OpenCV_INCLUDE_DIR opencv2/core.hpp PATH_SUFFIXES opencv4)
    mark_as_advanced(OpenCV_INCLUDE_DIR)
    set(_opencv_libraries)
    foreach(_module IN LISTS OpenCV_FIND_COMPONENTS)
        find_library(OpenCV_${_module}_LIBRARY opencv_${_module})
        mark_as_advanced(OpenCV_${_module}_LIBRARY)
        list(APPEND _opencv_libraries OpenCV_${_module}_LIBRARY)
    endforeach()

    include(FindPackageHandleStandardArgs)
    find_package_handle_standard_args(OpenCV REQUIRED_VARS OpenCV_INCLUDE_DIR ${_opencv_libraries})

    foreach(_module IN LISTS OpenCV_FIND_COMPONENTS)
        if(OpenCV_FOUND AND NOT TARGET opencv_${_module})
            add_library(opencv_${_module} UNKNOWN IMPORTED)
            set_target_properties(opencv_${_module} PROPERTIES
                IMPORTED_LOCATION ${OpenCV_${_module}_LIBRARY}
                INTERFACE_INCLUDE_DIRECTORIES ${OpenCV_INCLUDE_DIR})
        endif()
    endforeach()
endif()
