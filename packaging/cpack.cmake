# SPDX-License-Identifier: GPL-3.0-or-later
# The files that `cmake --install` and `cpack` install, in three components, each of which is a Debian package: the
# command line with the examples and the pages of docs/, the studio, and the Python module. packaging/release.sh calls it.
set(package_docs ${PROJECT_BINARY_DIR}/package)
file(MAKE_DIRECTORY ${package_docs})

# burin_notes(COMPONENT PACKAGE): Debian's changelog and the licences.
string(TIMESTAMP BURIN_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH if it is set
set(BURIN_CONTACT "The Burin project <burin@burin.invalid>" CACHE STRING "The maintainer of the packages")
set(BURIN_PACKAGE_VERSION ${PROJECT_VERSION} CACHE STRING "The version of the Debian packages")
function(burin_notes component package)
    configure_file(${PROJECT_SOURCE_DIR}/packaging/debian/changelog.in ${package_docs}/changelog @ONLY)
    install(FILES ${package_docs}/changelog ${PROJECT_SOURCE_DIR}/packaging/debian/copyright
            DESTINATION share/doc/${package} COMPONENT ${component})
    foreach(overrides IN ITEMS ${PROJECT_SOURCE_DIR}/packaging/debian/${package}.lintian-overrides)
        if(EXISTS ${overrides})
            install(FILES ${overrides} DESTINATION share/lintian/overrides RENAME ${package} COMPONENT ${component})
        endif()
    endforeach()
endfunction()

set(share ${CMAKE_INSTALL_DATADIR})
set(written ${PROJECT_BINARY_DIR}/share)  # what `burin --pages` writes
install(TARGETS burin RUNTIME COMPONENT burin)
install(DIRECTORY resources/examples resources/library resources/controller DESTINATION ${share}/burin COMPONENT burin)
install(FILES README.md CHANGELOG.md DESTINATION ${share}/doc/burin COMPONENT burin)
install(DIRECTORY docs DESTINATION ${share}/doc/burin COMPONENT burin
        FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.burin")
# Links of the pages to ../resources lead to the installed ones.
install(CODE "file(CREATE_LINK ../../burin \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${share}/doc/burin/resources SYMBOLIC)"
        COMPONENT burin)
install(DIRECTORY ${written}/ DESTINATION ${share} COMPONENT burin PATTERN "*burin-studio*" EXCLUDE)
burin_notes(burin burin)
if(BURIN_STUDIO)
    install(TARGETS burin-studio RUNTIME COMPONENT studio)
    install(DIRECTORY ${written}/ DESTINATION ${share} COMPONENT studio FILES_MATCHING PATTERN "*burin-studio*")
    set(desktop ${PROJECT_SOURCE_DIR}/packaging/desktop)
    install(FILES ${desktop}/burin-studio.desktop DESTINATION ${share}/applications COMPONENT studio)
    install(FILES ${desktop}/org.burin.studio.metainfo.xml DESTINATION ${share}/metainfo COMPONENT studio)
    install(FILES ${desktop}/burin.xml DESTINATION ${share}/mime/packages COMPONENT studio)
    install(FILES ${desktop}/burin.thumbnailer DESTINATION ${share}/thumbnailers COMPONENT studio)
    install(FILES resources/icons/app.svg DESTINATION ${share}/icons/hicolor/scalable/apps RENAME burin.svg
            COMPONENT studio)
    install(FILES ${desktop}/application-x-burin.svg DESTINATION ${share}/icons/hicolor/scalable/mimetypes
            COMPONENT studio)
    burin_notes(studio burin-studio)
endif()
if(BURIN_PYTHON)
    set(BURIN_PYTHON_FOLDER lib/python3/dist-packages CACHE STRING "Where the Python module is installed")
    install(TARGETS burin_python LIBRARY DESTINATION ${BURIN_PYTHON_FOLDER}/burin COMPONENT python)
    install(DIRECTORY app/python/burin DESTINATION ${BURIN_PYTHON_FOLDER} COMPONENT python
            FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
    burin_notes(python python3-burin)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_VENDOR "Burin")
set(CPACK_PACKAGE_CONTACT "${BURIN_CONTACT}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "burin built using CMake")  # CPack adds no other summary to those of the components
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/cmake/CompressPages.cmake)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_VERSION ${BURIN_PACKAGE_VERSION})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # by dpkg-shlibdeps of dpkg-dev, which needs the package file
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_COMPONENTS_ALL burin)
set(CPACK_DEBIAN_BURIN_PACKAGE_NAME burin)
set(CPACK_DEBIAN_BURIN_DESCRIPTION "engraved surfaces, computed tile by tile
Computes large engraved surfaces from a design: lattices of cells, images,
formulas and filters, tile by tile in bounded memory, and streams them to
TIFF, raw or PNG files or to a machine. This package has the command line,
the example designs and the library of patterns.")
set(CPACK_DEBIAN_BURIN_PACKAGE_SUGGESTS "burin-studio, python3-burin")
if(BURIN_STUDIO)
    list(APPEND CPACK_COMPONENTS_ALL studio)
    set(CPACK_DEBIAN_STUDIO_PACKAGE_NAME burin-studio)
    set(CPACK_DEBIAN_STUDIO_PACKAGE_DEPENDS "burin (= ${BURIN_PACKAGE_VERSION}), fonts-inter, fonts-jetbrains-mono")
    set(CPACK_DEBIAN_STUDIO_DESCRIPTION "design engraved surfaces with a live view
A graph editor for designs of engraved surfaces: join nodes, drag a slider,
and see the surface change, from a whole roller to one sample. It exports to
files and to machines.")
endif()
if(BURIN_PYTHON)
    list(APPEND CPACK_COMPONENTS_ALL python)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-burin)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
    get_target_property(python burin_python BURIN_PYTHON_VERSION)
    string(REGEX MATCH "[0-9]+$" minor ${python})
    math(EXPR minor "${minor} + 1")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${python}), python3 (<< 3.${minor}), python3-numpy")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/python/postinst
        ${PROJECT_SOURCE_DIR}/packaging/debian/python/prerm)
    set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "burin, python3-dask, python3-zarr")
    set(CPACK_DEBIAN_PYTHON_DESCRIPTION "engraved surfaces as NumPy arrays
Computes engraved surfaces from Python with the same engine, bytes and errors
as the command line. Parts of a surface are NumPy arrays that are computed
when they are read.")
endif()
include(CPack)
