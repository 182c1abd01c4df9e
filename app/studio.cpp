// SPDX-License-Identifier: GPL-3.0-or-later

// The studio's main program: wires up the engine and opens the window.

#include "app/command_engine.hpp"
#include "app/cuda.hpp"
#include "app/error_output.hpp"
#include "app/measuring/heights.hpp"
#include "app/measuring/sheet_command.hpp"
#include "app/output_name.hpp"
#include "app/progress_display.hpp"
#include "app/studio_words.hpp"
#include "core/base/cancelled.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/text.hpp"
#include "core/engraving/measuring/predicted_graph.hpp"
#include "core/export/progress.hpp"
#include "core/geometry/length.hpp"
#include "ui/model/document/write_file.hpp"
#include "ui/sheet/sheet_file.hpp"
#include "ui/sheet/sheet_space.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/relief_picture.hpp"
#include "ui/window/main_window.hpp"
#include "ui/window/process/abrupt_end.hpp"
#include "ui/window/process/another_window.hpp"
#include "ui/window/process/shader_cache.hpp"
#include "ui/words/text.hpp"

#include <QApplication>
#include <QBuffer>
#include <QDeadlineTimer>
#include <QEvent>
#include <QHashSeed>
#include <QLoggingCategory>
#include <QProcess>
#include <QProcessEnvironment>
#include <QScreen>
#include <QSurfaceFormat>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <array>
#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include <malloc.h>

namespace {

using namespace burin;
using namespace burin::app;

/// The parts of the start, for bench_start: QT_LOGGING_RULES="burin.start=true" prints each when it is
/// reached.
Q_LOGGING_CATEGORY(startParts, "burin.start", QtWarningMsg)

/// Says that a window has been drawn for the first time.
class FirstDrawing : public QObject {
  public:
    explicit FirstDrawing(QWidget& window) : QObject(&window) { window.installEventFilter(this); }

    bool eventFilter(QObject* window, QEvent* event) override {
        if (event->type() == QEvent::Paint) {
            window->removeEventFilter(this);
            QTimer::singleShot(0, this, [] { qCInfo(startParts, "window drawn"); });
        }
        return false;
    }
};

ui::ThemeChoice themeOf(const std::string& name) {
    if (name == "dark") return ui::ThemeChoice::dark;
    if (name == "light") return ui::ThemeChoice::light;
    if (name == "system") return ui::ThemeChoice::system;
    throw app::wrongOption("theme", name, "dark, light or system is expected");
}

constexpr QSize usualSize{1600, 1000};

/// Bytes of tiles that no picture needs at the moment: enough for what is visible and around it.
constexpr std::size_t mostIdleTiles = std::size_t{1} << 30U;

/// Tiles and other large blocks return to the system as soon as they are freed.
void settleAllocator() {
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
}

QSize sizeOf(const std::string& text) {
    constexpr int most = ui::ReliefPicture::largestSide;
    int width = 0;
    int height = 0;
    char rest = 0;
    for (const char* form : {"%dx%d%c", "%d,%d%c"}) {
        if (std::sscanf(text.c_str(), form, &width, &height, &rest) == 2 && width >= 320 && height >= 240 &&
            width <= most && height <= most) {
            return {width, height};
        }
    }
    throw app::wrongOption("size", text, "WxH is expected, such as 1600x1000, from 320x240 to 16384x16384");
}

void preferOpenGl33() {
    QSurfaceFormat format;
    format.setVersion(3, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setSwapInterval(1);
    QSurfaceFormat::setDefaultFormat(format);
}

/// Qt aborts if it cannot open a window, which leaves a core dump and the advice to install the program
/// again.
void sayWhyNoWindow(QtMsgType type, const QMessageLogContext& context, const QString& text) {
    if (type != QtFatalMsg) {
        std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, text)));
        return;
    }
    std::fputs(
        "burin-studio: a window cannot be opened, because a display is missing. Start the studio in a "
        "graphical session; with QT_QPA_PLATFORM=offscreen, --screenshot works without one\n",
        stderr);
    std::_Exit(1);
}

/// Qt takes over the user's locale. In some locales, printed numbers would have a decimal comma.
void keepDecimalPoints() {
    std::setlocale(LC_NUMERIC, "C");
}

/// The application, whose name decides the place of the settings.
class StudioApplication {
  public:
    StudioApplication(int& count, char** values)
        : handlerBefore_(beforeContexts()), application_(count, values) {
        qInstallMessageHandler(handlerBefore_);
        ui::fillShaderCacheIndex();  // QApplication has made a context that all others share
        keepDecimalPoints();
        QApplication::setOrganizationName("burin");
        QApplication::setApplicationName("burin");
        QApplication::setApplicationDisplayName("Burin");
        QApplication::setApplicationVersion(QString(BURIN_VERSION ", commit %1").arg(buildCommit()));
    }

  private:
    /// \return the handler of messages that was replaced
    static QtMessageHandler beforeContexts() {
        ui::avoidShaderCacheWithoutRoom();
        return qInstallMessageHandler(&sayWhyNoWindow);
    }

    QtMessageHandler handlerBefore_;
    QApplication application_;
};

/// The arguments except those that QApplication takes, such as `-session ID` from session managers.
std::vector<char*> withoutQtOptions(int count, char** values) {
    constexpr std::array<std::string_view, 13> withValue{
        "display",       "fontengine", "geometry",        "platform",    "platformpluginpath",
        "platformtheme", "plugin",     "qwindowgeometry", "qwindowicon", "qwindowtitle",
        "session",       "style",      "stylesheet"};
    std::vector<char*> kept;
    for (int i = 0; i < count; ++i) {
        std::string_view name = values[i];
        name.remove_prefix(std::min(name.find_first_not_of('-'), name.size()));
        const bool option =
            i > 0 && values[i][0] == '-' && std::count(withValue.begin(), withValue.end(), name);
        option ? static_cast<void>(++i) : kept.push_back(values[i]);
    }
    kept.push_back(nullptr);
    return kept;
}

/// Selects a node. Each name before a slash is an instance, whose group is opened.
void select(ui::MainWindow& window, const QString& path) {
    const QStringList names = path.split('/');
    for (const QString& instance : names.first(names.size() - 1)) {
        if (!window.workbench().document.scope().enter(instance))
            throw app::wrongOption("select", path.toStdString(), "instance %1 does not exist",
                                   {quotedForMessage(instance.toStdString())});
    }
    window.workbench().selection.select({names.back()});
}

/// The options of this start that another window gets too.
QStringList optionsForAnother(const Command& command, const Arguments& arguments) {
    constexpr std::array<std::string_view, 10> ofThisOne{"screenshot", "picture", "bookmark", "material",
                                                         "heights",    "part",    "select",   "frame-log",
                                                         "as-new",     "table"};
    QStringList words;
    for (const Option& option : command.options) {
        if (std::count(ofThisOne.begin(), ofThisOne.end(), option.name) > 0) continue;
        for (const std::string& value : arguments.all(option.name)) {
            words << QStringLiteral("--") + option.name;
            if (option.argument != nullptr) words << QString::fromLocal8Bit(value.c_str());
        }
    }
    return words;
}

/// Why the settings prevent cards from computing; empty if they do not, or if an option chooses the backend.
std::string whyNoCard(const Arguments& arguments, const ui::Settings& settings) {
    const bool said = arguments.find("backend") || arguments.find("devices") || arguments.find("gpu-memory");
    return !said && settings.backend() == "cpu" ? "as chosen in the preferences" : std::string();
}

void savePicture(const ui::ReliefPicture& picture, const std::string& file) {
    if (!picture.problem.isEmpty())
        throw SinkError(Problem{file, "cannot be drawn: %1", {picture.problem.toStdString()}});
    QBuffer png;
    if (!picture.image.save(&png, "PNG"))
        throw SinkError(Problem{file, "cannot be written: there is not enough memory"});
    const QString why = ui::writeFile(QString::fromLocal8Bit(file.c_str()), png.data());
    if (!why.isEmpty()) throw SinkError(Problem{file, "cannot be written: %1", {why.toStdString()}});
}

/// Reads the options of a picture. \throws UsageError
ui::ReliefWish wishOf(const Arguments& arguments, const Design& design) {
    ui::ReliefWish wish;
    if (const auto bookmark = bookmarkNamed(arguments, design)) {
        if (!bookmark->camera) throw wrongOption("bookmark", bookmark->name, "it does not have a 3-D view");
        if (!bookmark->node.empty() && !design.find(bookmark->node))
            throw wrongOption("bookmark", bookmark->name, "the design has no node with that name");
        wish.node = QString::fromStdString(bookmark->node);
        wish.camera = bookmark->camera;
        const bool surface = bookmark->node.empty() || design.find(bookmark->node) == design.root;
        if (bookmark->predicted && surface) {
            if (!canPredict(design))
                throw wrongOption(
                    "bookmark", bookmark->name,
                    "it shows the predicted surface, which needs a spot; the design has no job.spot");
            wish.surface = ui::SurfaceShown::predicted;
        }
    }
    if (const auto material = arguments.find("material")) {
        wish.material = materialOf(*material);
        std::vector<std::string_view> words;
        for (const ReliefMaterial& each : reliefMaterials)
            words.push_back(each.word);
        if (!wish.material) throw wrongOption("material", *material, "%1 is expected", {alternatives(words)});
    }
    if (const auto heights = arguments.find("heights")) {
        wish.heights = parseNumber(*heights);
        if (!wish.heights || *wish.heights < ui::ReliefLook::leastHeights ||
            *wish.heights > ui::ReliefLook::mostHeights)
            throw wrongOption("heights", *heights, "a number from 0.1 to 1000 is expected");
    }
    return wish;
}

/// Draws the surface in the 3-D view. \return the exit code
int drawPicture(const Arguments& arguments, const std::string& file, QSize size, const ui::Engine& engine,
                const ui::Theme& theme) {
    if (!file.ends_with(".png")) throw wrongOption("picture", file, "a name that ends with .png is expected");
    if (arguments.operands().empty()) throw UsageError("--picture: the name of a design is expected");
    for (const char* other : {"screenshot", "part", "select", "table", "as-new", "frame-log"}) {
        if (arguments.find(other))
            throw UsageError(Problem{.reason = "--picture excludes --%1", .details = {other}});
    }
    const auto design = std::make_shared<const Design>(loadChecked(arguments));
    refuseWrongOutputs(arguments, *design, {"picture"});
    const ui::ReliefWish wish = wishOf(arguments, *design);
    constexpr std::chrono::milliseconds interval{250};
    std::optional<ProgressReporter> reporter;  // empty until the drawing begins
    const auto drawn = [&](std::int64_t pixels) {
        if (!reporter)
            reporter.emplace(ProgressDisplay("auto").callback(), interval, 0,
                             std::int64_t{size.width()} * size.height());
        reporter->add(pixels, 0);
    };
    try {
        savePicture(ui::ReliefPicture::of(engine, design, wish, size, theme.color(ui::Role::canvas), drawn),
                    file);
    } catch (...) {
        if (reporter) reporter->conclude(Progress::State::failed, {});
        throw;
    }
    reporter->conclude(Progress::State::done, {});
    return 0;
}

/// The engine of the studio, with the parts of this computer that the options name.
struct StudioEngine {
    /// \param whyNoCard  why cards cannot compute; empty if they can
    StudioEngine(const Arguments& arguments, const std::string& whyNoCard)
        : computer(arguments, whyNoCard),
          budget(computer.means.memoryBytes),
          cache(budget, std::min(mostIdleTiles, computer.means.memoryBytes / 4)),
          cpu(budget, cache, computer.means.threads, ThreadManners::givesWay),
          engine{computer.means.cards ? *computer.means.cards : static_cast<Backend&>(cpu), budget,
                 QString::fromStdString(computer.whyNoGpu)} {
        if (!computer.means.cards) return;
        engine.openTextureWriter = openTextureWriter;
        engine.cpu = &cpu;
    }
    StudioEngine(const StudioEngine&) = delete;
    StudioEngine& operator=(const StudioEngine&) = delete;

    Computer computer;
    MemoryBudget budget;
    TileCache cache;
    CpuBackend cpu;
    ui::Engine engine;
};

/// The first word of a start that draws the 3-D picture of a job sheet. It is followed by the file and the
/// arguments of `burin report`. The picture needs OpenGL. A process that looks for OpenGL without a usable
/// display ends, so the sheet itself is drawn by another process.
constexpr const char* spaceOption = "--report-3d";

/// Draws the 3-D picture of a job sheet, and writes how far it is to standard output: each line is the share
/// that is done. \return the exit code: 0 if the file is written
int drawSpace(int count, char** values) {
    constexpr std::chrono::seconds interval(1);
    endOnSignal();
    const Command command = sheetCommand(nullptr);
    const Arguments arguments(command, count - 2, values + 2);
    preferOpenGl33();
    char* names[] = {values[0], nullptr};
    int one = 1;
    const StudioApplication application(one, names);
    const auto design = std::make_shared<const Design>(loadChecked(arguments));
    StudioEngine own(arguments, {});
    std::stop_source unread;
    double done = 0;
    const auto say = [&] {
        if (std::printf("%.4f\n", done) < 0 || std::fflush(stdout) != 0) unread.request_stop();
    };
    QTimer alive;
    QObject::connect(&alive, &QTimer::timeout, &alive, say);
    alive.start(interval);
    say();
    const ui::SheetSpace space = ui::sheetSpace(own.engine, design, fullDepthOf(arguments, *design),
                                                unread.get_token(), {[&](double share) {
                                                    done = share;
                                                    say();
                                                }});
    return space.save(QString::fromLocal8Bit(values[2])) ? 0 : 1;
}

/// Waits until the process of drawSpace() has ended, however busy the computer is. A process that is silent
/// for long is killed: a display that does not answer would block it for ever. So is any process after a
/// stop. \return whether it ended by itself
bool awaitSpace(QProcess& process, ProgressReporter& reporter, std::int64_t pixels,
                const std::stop_token& stop) {
    constexpr int turnMs = 100;
    constexpr std::chrono::minutes longestSilence(10);
    QDeadlineTimer silence(longestSilence);
    while (!process.waitForFinished(turnMs) && process.state() != QProcess::NotRunning) {
        while (process.canReadLine()) {
            const double share = std::clamp(process.readLine().trimmed().toDouble(), 0.0, 1.0);
            const auto done = static_cast<std::int64_t>(share * static_cast<double>(pixels));
            reporter.add(std::max<std::int64_t>(0, done - reporter.doneSamples()), 0);
            silence.setRemainingTime(longestSilence);
        }
        if (!stop.stop_requested() && !silence.hasExpired()) continue;
        process.kill();
        process.waitForFinished();
        return false;
    }
    return true;
}

/// Lets another process draw the 3-D picture of a job sheet, on the display of the user.
/// \param stop  gives up the picture
ui::SheetSpace drawnByAnother(const Arguments& arguments, const std::stop_token& stop) {
    constexpr std::chrono::milliseconds interval{250};
    if (!qEnvironmentVariableIsSet("DISPLAY") && !qEnvironmentVariableIsSet("WAYLAND_DISPLAY"))
        return ui::SheetSpace::impossible();
    const QTemporaryDir folder;
    const QString file = folder.filePath("space.png");
    QStringList words{spaceOption, file};
    for (const std::string& word : arguments.words(sheetCommand(nullptr)))
        words << QString::fromLocal8Bit(word.c_str());
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("QT_QPA_PLATFORM");  // `burin report` has set this variable
    process.setProcessEnvironment(environment);
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(QCoreApplication::applicationFilePath(), words);
    const ProgressDisplay display(arguments.value("progress", "auto"));
    if (display.wordy()) display.say("drawing the 3-D picture");
    const QSize size = ui::SheetSpace::pixels;
    const std::int64_t pixels = std::int64_t{size.width()} * size.height();
    ProgressReporter reporter(display.callback(), interval, 0, pixels);
    const bool ended = awaitSpace(process, reporter, pixels, stop);
    ui::SheetSpace space = ui::SheetSpace::load(file);
    if (!ended) space.problem = ui::tr("the display does not answer");
    if (!space.image.isNull()) reporter.add(pixels - reporter.doneSamples(), 0);
    if (stop.stop_requested()) {
        reporter.conclude(Progress::State::failed, "stopped");
    } else {  // the sheet is made without the picture, too
        reporter.conclude(Progress::State::done, space.problem.toStdString());
    }
    return space;
}

/// Draws the job sheet that `burin report` was asked for, without a window. \return the exit code
int drawSheet(const Arguments& arguments) {
    const SheetTarget target = sheetTarget(arguments);
    if (!target.drawn) throw wrongOption("to", target.file, "a name that ends with .pdf is expected");
    // Constructed first, because threads of the application must not receive signals.
    const StopOnSignal stopping;
    // A PDF lists its fonts in the order of a hash.
    QHashSeed::setDeterministicGlobalSeed();
    // Qt warns if it is started outside a desktop session.
    QLoggingCategory::setFilterRules("default.warning=false");
    char name[] = "burin-studio";
    char* names[] = {name, nullptr};
    int count = 1;
    const QApplication application(count, names);
    keepDecimalPoints();
    const ui::Theme theme(ui::ThemeChoice::light);
    const auto sheet = std::make_shared<const JobSheet>(jobSheet(arguments, true, stopping.token()));
    const bool letter = arguments.value("page", "a4") == "letter";
    const ui::SheetSpace space = drawnByAnother(arguments, stopping.token());
    if (stopping.token().stop_requested()) throw Cancelled();
    const ui::SheetPages pages(sheet, theme, letter ? ui::SheetPaper::letter : ui::SheetPaper::a4, space);
    const QByteArray pdf = ui::sheetPdf(pages);
    const std::span<const char> bytes(pdf.constData(), static_cast<std::size_t>(pdf.size()));
    if (const auto problem = replaceFile(target.file, std::as_bytes(bytes)))
        throw SinkError(problem->about(target.file));
    return 0;
}

/// `burin-studio --report`, then the arguments of `burin report`. Its messages and exit codes are those of
/// burin.
int report(int count, char** values) {
    endOnSignal();
    return exitCodeOf([&] {
        const Command command = sheetCommand(&drawSheet);
        return command.run(Arguments(command, count - 1, values + 1));
    });
}

/// The options are read before a window is opened: their errors and the help need no display.
int run(int& count, char** values) {
    settleAllocator();
    qCInfo(startParts, "program loaded");
    const Command command = studioCommand();
    std::vector<char*> own = withoutQtOptions(count, values);
    const Arguments arguments(command, static_cast<int>(own.size()) - 1, own.data());
    if (arguments.wantsHelp()) {
        std::fputs(helpText(command).c_str(), stdout);
        return 0;
    }
    if (arguments.wantsVersion()) {
        std::fputs(versionText("burin-studio").c_str(), stdout);
        return 0;
    }
    const auto size = arguments.find("size");
    const QSize wanted = size ? sizeOf(*size) : usualSize;
    checkEngineOptions(arguments);
    struct Needs {
        const char* option;
        const char* other;
    };
    for (const auto& [option, other] : {Needs{"bookmark", "picture"}, Needs{"material", "picture"},
                                        Needs{"heights", "picture"}, Needs{"part", "screenshot"}}) {
        if (arguments.has(option) && !arguments.has(other))
            throw UsageError(Problem{.reason = "--%1 is for --%2", .details = {option, other}});
    }
    static_cast<void>(themeOf(arguments.value("theme", "system")));
    const auto screenshot = arguments.find("screenshot");
    if (screenshot && !screenshot->ends_with(".png"))
        throw app::wrongOption("screenshot", *screenshot, "a name that ends with .png is expected");

    preferOpenGl33();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    const StudioApplication application(count, values);
    qCInfo(startParts, "application");
    const auto picture = arguments.find("picture");
    // A picture uses default settings and leaves the user's settings untouched.
    std::optional<QTemporaryDir> ownFolder;
    if (screenshot || picture) ownFolder.emplace();
    const auto settingsFolder = arguments.find("settings");
    QString folder = ownFolder ? ownFolder->path() : QString();
    if (settingsFolder) folder = QString::fromLocal8Bit(settingsFolder->c_str());
    const QString unreadable = ui::Settings::whyUnreadable(folder);
    if (!unreadable.isEmpty()) {
        printMessage("burin-studio: " + unreadable.toStdString());
        if (!ownFolder) ownFolder.emplace();
        folder = ownFolder->path();
    }
    folder.isEmpty() ? ui::Settings::takeOverOld() : ui::Settings::setFolder(folder);
    const auto asNew = arguments.find("as-new");
    if (asNew && arguments.operands().empty()) throw UsageError("--as-new: the name of a design is expected");
    for (const std::string& operand : arguments.operands()) {
        if (!screenshot && !picture && !asNew &&
            ui::OpenedFile::bringForward(QString::fromLocal8Bit(operand.c_str())))
            return 0;
    }
    const ui::Settings settings;
    ui::Theme theme(themeOf(arguments.value("theme", settings.theme().toStdString())));
    theme.setReduceMotion(settings.reduceMotion() || screenshot.has_value());
    theme.apply();
    qCInfo(startParts, "theme");
    StudioEngine engines(arguments, whyNoCard(arguments, settings));
    qCInfo(startParts, "engine");
    if (picture) return drawPicture(arguments, *picture, wanted, engines.engine, theme);
    ui::MainWindow window(engines.engine, theme, screenshot ? ownFolder->filePath("recovery") : QString());
    if (!engines.computer.memoryLimit.empty())
        window.logMemoryLimit(engines.budget.limit(), engines.computer.memoryLimit);
    const ui::AnotherWindow another{QCoreApplication::applicationFilePath(),
                                    optionsForAnother(command, arguments)};
    const auto sayWhy = [&window](const QString& why) {
        if (!why.isEmpty()) window.say(why);
    };
    QObject::connect(&window, &ui::MainWindow::windowWanted,
                     [&](const QString& file) { sayWhy(another.open(file)); });
    QObject::connect(
        &window, &ui::MainWindow::copyWanted,
        [&](const QByteArray& design, const QString& title) { sayWhy(another.openCopy(design, title)); });
    const ui::AbruptEnd end([&window] { window.keepWork(); });
    if (const auto log = arguments.find("frame-log")) {
        const QString problem = window.logFrames(QString::fromLocal8Bit(log->c_str()));
        if (!problem.isEmpty()) throw UsageError("--frame-log", problem.toStdString());
    }
    qCInfo(startParts, "window made");
    new FirstDrawing(window);  // the window owns it
    const bool fixed = size || screenshot;
    const QSize first = ui::firstSize(wanted, window.screen()->availableSize());
    window.resize(fixed ? wanted : first);
    // A small screen has no room to spare for a frame.
    fixed || first == wanted ? window.show() : window.showMaximized();
    for (const std::string& operand : arguments.operands()) {
        const QString file = QString::fromLocal8Bit(operand.c_str());
        if (asNew) {
            const QString problem = window.takeAsNew(file, QString::fromLocal8Bit(asNew->c_str()));
            if (!problem.isEmpty()) throw UsageError(problem.toStdString());
        } else if (!screenshot) {
            window.openFile(file);
        } else if (const QString problem = window.take(file); !problem.isEmpty()) {
            throw UsageError(problem.toStdString());
        }
        qCInfo(startParts, "design");
    }
    if (!unreadable.isEmpty() && !screenshot)
        QTimer::singleShot(0, &window, [&window, unreadable] { window.say(unreadable); });
    if (const auto node = arguments.find("select")) select(window, QString::fromLocal8Bit(node->c_str()));
    if (const auto table = arguments.find("table")) window.takeTable(QString::fromLocal8Bit(table->c_str()));
    const std::string part = arguments.value("part", "window");
    std::function<QWidget*()> shown;
    if (screenshot) shown = window.partOrCommand(QString::fromStdString(part));
    if (screenshot && !shown)
        throw app::wrongOption(
            "part", part,
            "window, viewport, three-d, graph, inspector, library, export, machine, batch, compare, sheet "
            "or the name of a command is expected");
    if (shown) window.screenshotOnceStill(shown, QString::fromLocal8Bit(screenshot->c_str()));
    return QApplication::exec();
}

// This must run before the constructors of the libraries, because they may open descriptors in the places of
// closed ones.
[[gnu::section(".preinit_array"), gnu::used]] void (*const beforeLibraries)() = &app::fillStandardDescriptors;

}  // namespace

int main(int count, char** values) {
    // A write that fails must not end the studio before unsaved work is kept. QProcess gives SIGPIPE its
    // default action back in the programs that it starts.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        requireStack();
        allowManyFiles();
        if (count > 1 && values[1] == std::string_view("--report")) return report(count, values);
        if (count > 2 && values[1] == std::string_view(spaceOption)) return drawSpace(count, values);
        return run(count, values);
    } catch (const UsageError& e) {
        printMessage(std::string("burin-studio: ") + e.what());
        return 2;
    } catch (const std::exception& e) {
        printMessage(std::string("burin-studio: ") + e.what());
        return 1;
    }
}
