// SPDX-License-Identifier: GPL-3.0-or-later

// The studio's main program: wires up the engine and opens the window.

#include "app/cuda.hpp"
#include "app/session.hpp"
#include "core/base/errors.hpp"
#include "core/render/card_or_cpu.hpp"
#include "ui/theme/theme.hpp"
#include "ui/window/first_size.hpp"
#include "ui/window/main_window.hpp"

#include <QApplication>
#include <QScreen>
#include <QSettings>
#include <QSurfaceFormat>
#include <QTemporaryDir>

#include <cstdio>
#include <exception>
#include <optional>

namespace {

using namespace burin;
using namespace burin::app;

Command studioCommand() {
    std::vector<Option> options = {
        {"screenshot", "OUT.png", "saves a picture of the window and exits"},
        {"part", "NAME", "part to save: viewport, graph, inspector, export or machine (default window)"},
        {"select", "NODE", "the node to select"},
        {"size", "WxH", "window size in logical pixels (default 1600x1000, or what fits the screen)"},
        {"theme", "dark|light|system", "theme for this start only"},
        {"frame-log", "FILE", "logs the times of the viewport's frames"}};
    for (const Option& option : engineOptions())
        options.push_back(option);
    return {"burin-studio", "[DESIGN]", "opens a design or the start page", options, 0, 1, nullptr, ""};
}

ui::ThemeChoice themeOf(const std::string& name) {
    if (name == "dark") return ui::ThemeChoice::dark;
    if (name == "light") return ui::ThemeChoice::light;
    if (name == "system") return ui::ThemeChoice::system;
    throw UsageError("--theme '" + name + "': dark, light or system is expected");
}

constexpr QSize usualSize{1600, 1000};

QSize sizeOf(const std::string& text) {
    int width = 0;
    int height = 0;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%dx%d%c", &width, &height, &rest) == 2 && width >= 320 && height >= 240 &&
        width <= 16384 && height <= 16384) {
        return {width, height};
    }
    throw UsageError("--size '" + text + "': WxH is expected, such as 1600x1000");
}

void preferOpenGl33() {
    QSurfaceFormat format;
    format.setVersion(3, 3);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setSwapInterval(1);
    QSurfaceFormat::setDefaultFormat(format);
}

int run(int& count, char** values) {
    preferOpenGl33();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QApplication application(count, values);
    QApplication::setOrganizationName("burin");
    QApplication::setApplicationName("burin");
    QApplication::setApplicationDisplayName("Burin");
    QApplication::setApplicationVersion(BURIN_VERSION);
    const Command command = studioCommand();
    const Arguments arguments(command, count, values);
    if (arguments.wantsHelp()) {
        std::fputs(helpText(command).c_str(), stdout);
        return 0;
    }
    const auto size = arguments.find("size");
    const QSize wanted = size ? sizeOf(*size) : usualSize;
    const auto screenshot = arguments.find("screenshot");
    // A screenshot uses default settings and leaves the user's settings untouched.
    const QTemporaryDir ownFolder;
    if (screenshot) {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, ownFolder.path());
    } else {
        ui::Settings::takeOverOld();
    }
    const ui::Settings settings;
    ui::Theme theme(themeOf(arguments.value("theme", settings.theme().toStdString())));
    theme.setReduceMotion(settings.reduceMotion() || screenshot.has_value());
    theme.apply();
    app::Computer computer(arguments);
    MemoryBudget budget(computer.memoryBytes);
    TileCache cache(budget);
    CpuBackend cpu(budget, cache, computer.threads, ThreadManners::givesWay);
    std::optional<CardOrCpu> cardOrCpu;
    if (computer.gpu) cardOrCpu.emplace(*computer.gpu, cpu);
    Backend& backend = cardOrCpu ? static_cast<Backend&>(*cardOrCpu) : cpu;
    ui::Engine engine{backend, budget, QString::fromStdString(computer.whyNoGpu)};
    if (computer.gpu) engine.openTextureWriter = openTextureWriter;
    ui::MainWindow window(engine, theme, screenshot ? ownFolder.filePath("recovery") : QString());
    if (const auto log = arguments.find("frame-log")) {
        const QString problem = window.logFrames(QString::fromLocal8Bit(log->c_str()));
        if (!problem.isEmpty()) throw UsageError("--frame-log " + problem.toStdString());
    }
    const bool fixed = size || screenshot;
    window.resize(fixed ? wanted : ui::firstSize(wanted, window.screen()->availableSize()));
    window.show();
    for (const std::string& operand : arguments.operands()) {
        const QString file = QString::fromLocal8Bit(operand.c_str());
        if (!screenshot) {
            window.openFile(file);
        } else if (const QString problem = window.take(file); !problem.isEmpty()) {
            throw UsageError(problem.toStdString());
        }
    }
    if (const auto node = arguments.find("select"))
        window.session().selection.select({QString::fromLocal8Bit(node->c_str())});
    const std::string part = arguments.value("part", "window");
    QWidget* shown = screenshot ? window.part(QString::fromStdString(part)) : nullptr;
    if (screenshot && shown == nullptr)
        throw UsageError("--part '" + part +
                         "': window, viewport, graph, inspector, export or machine is expected");
    if (shown != nullptr) window.screenshotOnceStill(shown, QString::fromLocal8Bit(screenshot->c_str()));
    return QApplication::exec();
}

}  // namespace

int main(int count, char** values) {
    try {
        return run(count, values);
    } catch (const UsageError& e) {
        std::fprintf(stderr, "burin-studio: %s\n", e.what());
        return 2;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "burin-studio: %s\n", e.what());
        return 1;
    }
}
