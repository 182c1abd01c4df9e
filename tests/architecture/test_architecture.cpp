// SPDX-License-Identifier: GPL-3.0-or-later

// Checks the includes of every file of the tree against the rules, and what the program links.

#include "architecture/rooms.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"

#include <QProcess>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using namespace burin::test;

namespace {

/// A library, recognised by the prefixes of its headers, and the folders that may include it.
struct Library {
    std::string name;
    std::vector<std::string> headers;
    std::vector<std::string> folders;
};

/// The first entry with a matching prefix applies.
const std::vector<Library> libraries = {
    {"Qt Core", {"QByteArray", "QCryptographicHash", "QString"}, {"core", "ui", "tests"}},
    {"Qt", {"Q"}, {"ui", "app/studio.cpp", "tests"}},
    {"CUDA",
     {"cuda", "cub/", "cooperative_groups", "nv", "thrust/"},
     {"gpu", "tests/gpu", "tests/bench/gpu"}},
    {"OpenGL", {"GL/", "EGL/", "GLES", "KHR/"}, {"gpu/interop", "ui"}},
    {"OpenCV", {"opencv2/"}, {"core/images", "tests"}},
    {"libtiff", {"tiff"}, {"core/images", "core/sinks", "tests"}},
    {"libjpeg", {"jerror.h", "jpeglib.h"}, {"core/images", "tests"}},
    {"libpng", {"png.h"}, {"core/images", "core/sinks", "tests"}},
    {"zlib", {"zlib.h"}, {"core/images", "tests"}},
    {"yaml-cpp", {"yaml-cpp/"}, {"core/design", "tests"}},
    {"xxHash", {"xxhash.h"}, {"core/base", "core/images", "tests"}},
    {"lz4", {"lz4.h"}, {"core/protocol", "tests"}},
    {"pybind11", {"pybind11/", "Python.h"}, {"app/python"}},
    {"gRPC",
     {"grpc", "google/protobuf/", "burin.pb.h", "burin.grpc.pb.h"},
     {"core/remote", "core/server", "tests"}},
};

bool mayInclude(const Library& library, std::string_view file) {
    return std::any_of(library.folders.begin(), library.folders.end(),
                       [&](const std::string& folder) { return below(file, folder); });
}

const Library* libraryOf(std::string_view header) {
    for (const Library& library : libraries) {
        for (const std::string& start : library.headers) {
            if (header.starts_with(start)) return &library;
        }
    }
    return nullptr;
}

/// Why `file` must not include `header`; empty if it may. Both paths are relative to the top of the tree.
std::string complaint(const std::string& file, const std::string& header) {
    const Room* room = roomOf(file);
    if (!room) return "lies in no room";
    const std::string top = header.substr(0, header.find('/'));
    if (top == "core" || top == "gpu" || top == "ui" || top == "app" || top == "tests") {
        return mayInclude(*room, header) && !isHidden(*room, header)
                   ? ""
                   : room->folder + " must not know " + header;
    }
    const Library* library = libraryOf(header);
    if (!library || mayInclude(*library, file)) return {};
    return room->folder + " must not know " + library->name + ": " + header;
}

/// The #include lines of a file that break the rules, each as "file:line: why".
QStringList breaches(const std::string& file, std::istream& text) {
    // Not a raw string: moc cannot parse quotes inside one.
    static const std::regex include("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"].*");
    QStringList found;
    std::string line;
    for (int number = 1; std::getline(text, line); ++number) {
        std::smatch match;
        if (!std::regex_match(line, match, include)) continue;
        const std::string why = complaint(file, match[1]);
        if (!why.empty()) {
            found.append(QString::fromStdString(file + ":" + std::to_string(number) + ": " + why));
        }
    }
    return found;
}

/// The first include of a file; empty if there is none.
std::string firstInclude(std::istream& text) {
    static const std::regex include("^#include [<\"]([^>\"]+)[>\"].*");
    std::string line;
    std::smatch match;
    while (std::getline(text, line)) {
        if (std::regex_match(line, match, include)) return match[1];
    }
    return {};
}

}  // namespace

class Architecture : public QObject {
    Q_OBJECT

  private slots:
    void everyFileKeepsToItsRoom();
    void aBreachIsFound_data();
    void aBreachIsFound();
    void aSourceShowsThatItsHeaderCompilesAlone();
    void theProgramLinksNeitherWindowsNorCuda();
};

void Architecture::everyFileKeepsToItsRoom() {
    namespace fs = std::filesystem;
    static const std::regex source(R"(.*\.(cpp|hpp|h|cu|cuh))");
    const fs::path top = inTree().toStdString();
    QStringList found;
    int files = 0;
    for (const char* folder : {"app", "core", "gpu", "ui", "tests"}) {
        for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
            if (!std::regex_match(entry.path().string(), source)) continue;
            std::ifstream text(entry.path());
            found += breaches(entry.path().lexically_relative(top).string(), text);
            ++files;
        }
    }
    QVERIFY2(found.isEmpty(), qPrintable("\n" + found.join('\n')));
    QVERIFY2(files > 100, "the tree has more files than that: were they looked for at the right place?");
}

void Architecture::aBreachIsFound_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");

    QTest::newRow("a room may include rooms that it depends on") << "core/kinds/a.cpp"
                                                                 << "#include \"core/geometry/rect.hpp\""
                                                                 << "";
    QTest::newRow("a room must not include rooms that depend on it")
        << "core/kernels/a.cpp"
        << "\n\n#include \"core/kinds/catalogue/kinds.hpp\"\n"
        << "core/kernels/a.cpp:3: core/kernels must not know core/kinds/catalogue/kinds.hpp";
    QTest::newRow("rooms side by side do not know each other")
        << "core/tile/a.hpp"
        << "#  include  \"core/images/jpeg.hpp\"  // why"
        << "core/tile/a.hpp:1: core/tile must not know core/images/jpeg.hpp";
    QTest::newRow("the engine does not know single kinds")
        << "core/render/a.cpp"
        << "#include \"core/kinds/filter/median.hpp\""
        << "core/render/a.cpp:1: core/render must not know core/kinds/filter/median.hpp";
    QTest::newRow("not even by the list of all")
        << "core/render/a.hpp"
        << "#include \"core/kinds/catalogue/kind_list.hpp\""
        << "core/render/a.hpp:1: core/render must not know core/kinds/catalogue/kind_list.hpp";
    QTest::newRow("it knows what all kinds share, and the root")
        << "core/render/a.cpp"
        << "#include \"core/kinds/form/operation.hpp\"\n"
           "#include \"core/kinds/root.hpp\""
        << "";
    QTest::newRow("what uses the engine may know kinds") << "core/preview/a.cpp"
                                                         << "#include \"core/kinds/filter/median.hpp\""
                                                         << "";
    QTest::newRow("the engine does not know windows")
        << "core/images/a.cpp"
        << "#include <QImage>"
        << "core/images/a.cpp:1: core/images must not know Qt: QImage";
    QTest::newRow("the engine knows Qt Core") << "core/images/a.cpp"
                                              << "#include <QCryptographicHash>"
                                              << "";
    QTest::newRow("the engine does not know CUDA")
        << "core/render/a.hpp"
        << "#include <cuda_runtime.h>"
        << "core/render/a.hpp:1: core/render must not know CUDA: cuda_runtime.h";
    QTest::newRow("the engine does not know OpenGL")
        << "core/render/a.hpp"
        << "#include <GL/gl.h>"
        << "core/render/a.hpp:1: core/render must not know OpenGL: GL/gl.h";
    QTest::newRow("the engine does not know its users")
        << "core/sinks/a.cpp"
        << "#include \"app/command_engine.hpp\""
        << "core/sinks/a.cpp:1: core/sinks must not know app/command_engine.hpp";
    QTest::newRow("gpu does not know ui")
        << "gpu/interop/a.cu"
        << "#include \"ui/viewport/viewport.hpp\""
        << "gpu/interop/a.cu:1: gpu/interop must not know ui/viewport/viewport.hpp";
    QTest::newRow("ui does not know gpu")
        << "ui/viewport/a.cpp"
        << "#include \"gpu/device/cuda_stream.hpp\""
        << "ui/viewport/a.cpp:1: ui/viewport must not know gpu/device/cuda_stream.hpp";
    QTest::newRow("the program wires gpu and ui") << "app/a.cpp"
                                                  << "#include \"gpu/render/backend.hpp\""
                                                  << "";
    QTest::newRow("rooms of the studio do not know each other either")
        << "ui/graph/a.cpp"
        << "#include \"ui/model/a.hpp\"\n#include \"ui/window/a.hpp\""
        << "ui/graph/a.cpp:2: ui/graph must not know ui/window/a.hpp";
    QTest::newRow("nor do those of the card")
        << "gpu/device/a.cpp"
        << "#include \"gpu/kinds/a.hpp\""
        << "gpu/device/a.cpp:1: gpu/device must not know gpu/kinds/a.hpp";
    QTest::newRow("a library stays in the rooms that need it")
        << "core/kinds/a.cpp"
        << "#include <zlib.h>"
        << "core/kinds/a.cpp:1: core/kinds must not know zlib: zlib.h";
    QTest::newRow("the studio does not know the controller")
        << "ui/export/machines/a.cpp"
        << "#include \"core/remote/query.hpp\"\n#include \"core/server/controller_server.hpp\""
        << "ui/export/machines/a.cpp:2: ui/export/machines must not know core/server/controller_server.hpp";
    QTest::newRow("only the two sides of a connection know gRPC")
        << "core/protocol/a.cpp"
        << "#include <burin.pb.h>"
        << "core/protocol/a.cpp:1: core/protocol must not know gRPC: burin.pb.h";
    QTest::newRow("a folder without a room is noticed") << "core/cellar/a.cpp"
                                                        << "#include <vector>"
                                                        << "core/cellar/a.cpp:1: lies in no room";
    QTest::newRow("every breach of a file is named")
        << "gpu/a.cu"
        << "#include \"ui/a.hpp\"\n#include <vector>\n#include \"app/a.hpp\""
        << "gpu/a.cu:1: gpu must not know ui/a.hpp\ngpu/a.cu:3: gpu must not know app/a.hpp";
}

void Architecture::aBreachIsFound() {
    QFETCH(QString, file);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    std::istringstream stream(text.toStdString());
    QCOMPARE(breaches(file.toStdString(), stream).join('\n'), expected);
}

/// No other check covers this: burin_headers() in packaging/cmake compiles only headers without a source.
void Architecture::aSourceShowsThatItsHeaderCompilesAlone() {
    namespace fs = std::filesystem;
    std::istringstream late("// why\n#include <vector>\n#include \"core/a/b.hpp\"\n");
    QCOMPARE(firstInclude(late), std::string("vector"));
    const fs::path top = inTree().toStdString();
    QStringList wrong;
    int pairs = 0;
    for (const char* folder : {"app", "core", "gpu", "ui"}) {
        for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
            const fs::path& source = entry.path();
            const fs::path header = fs::path(source).replace_extension(".hpp");
            if ((source.extension() != ".cpp" && source.extension() != ".cu") || !fs::exists(header))
                continue;
            std::ifstream text(source);
            if (firstInclude(text) != header.lexically_relative(top).string())
                wrong.append(QString::fromStdString(source.lexically_relative(top).string()));
            ++pairs;
        }
    }
    QVERIFY2(wrong.isEmpty(),
             qPrintable("these include another header before their own: " + wrong.join(", ")));
    QVERIFY(pairs > 100);
}

void Architecture::theProgramLinksNeitherWindowsNorCuda() {
    QProcess ldd;
    ldd.start("ldd", {burinProgram});
    QVERIFY(ldd.waitForFinished(burin::patience));
    const QString libraries = ldd.readAllStandardOutput();
    QVERIFY2(libraries.contains("libQt6Core"), qPrintable(libraries + ldd.readAllStandardError()));
    for (const char* name : {"libQt6Gui", "libQt6Widgets", "libQt5", "libcuda"})
        QVERIFY2(!libraries.contains(name), name);
}

BURIN_TEST(Architecture)
#include "test_architecture.moc"
