# The files that `cmake --install` and `cpack` install: the programs, the example designs, the contract with controllers
# and the pages of docs/.
#
#     cmake --preset release -DBURIN_TESTS=OFF && cmake --build --preset release && cd build/release && cpack
install(TARGETS burin RUNTIME)
install(TARGETS burin_codecs LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/burin)
if(BURIN_STUDIO)
    install(TARGETS burin-studio RUNTIME)
    install(FILES packaging/desktop/burin-studio.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES resources/icons/app.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
            RENAME burin.svg)
endif()
install(DIRECTORY resources/examples resources/library resources/controller DESTINATION ${CMAKE_INSTALL_DATADIR}/burin)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.png")

# A .deb lists the libraries that it needs. The packages dpkg-dev and file find them; without these, only a TGZ is made.
find_program(BURIN_SHLIBDEPS dpkg-shlibdeps)
find_program(BURIN_FILE file)
mark_as_advanced(BURIN_SHLIBDEPS BURIN_FILE)
set(CPACK_GENERATOR TGZ)
if(BURIN_SHLIBDEPS AND BURIN_FILE)
    list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_PACKAGE_VENDOR "Burin")
set(CPACK_PACKAGE_CONTACT "the Burin project")
set(CPACK_PACKAGE_DESCRIPTION
    "Computes large engraved surfaces from a design: lattices of cells, images, expressions and filters, tile by "
    "tile in bounded memory, and streams them to TIFF, raw or PNG files.")
list(JOIN CPACK_PACKAGE_DESCRIPTION "" CPACK_PACKAGE_DESCRIPTION)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)
