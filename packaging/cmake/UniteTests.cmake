# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DSOURCES=A|B -DFOLDER=TESTS -DRESULT=FILE -P UniteTests.cmake: writes a source that compiles several tests of one folder.
#
# Each test has a namespace of its own, so that two tests may use the same names. The headers of all come first,
# outside of any namespace; once included, they are not included again.
string(REPLACE "|" ";" SOURCES "${SOURCES}")
set(headers "#include <QtCore/qmetatype.h>")
set(bodies "")
foreach(source IN LISTS SOURCES)
    file(STRINGS ${source} includes REGEX "^#include ")
    list(FILTER includes EXCLUDE REGEX "\\.moc\"")
    list(APPEND headers ${includes})
    get_filename_component(name ${source} NAME_WE)
    file(RELATIVE_PATH source ${FOLDER} ${source})  # the same text in any folder, for the compiler cache
    string(APPEND bodies "\nnamespace ${name} {\n")
    file(STRINGS ${FOLDER}/${source} reopens REGEX "^namespace burin")
    if(reopens)
        string(APPEND bodies "namespace burin {
using namespace ::burin;
namespace test { using namespace ::burin::test; }
namespace ui { using namespace ::burin::ui; }
}  // namespace burin
")
    endif()
    string(APPEND bodies "#include \"${source}\"\n}  // namespace ${name}\n")
endforeach()
list(REMOVE_DUPLICATES headers)
list(JOIN headers "\n" headers)
file(WRITE ${RESULT} "${headers}

namespace burin::test {}
namespace burin::ui {}
${bodies}")
