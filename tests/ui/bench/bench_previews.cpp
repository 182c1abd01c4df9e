// SPDX-License-Identifier: GPL-3.0-or-later

// What does the exact picture of a view cost after an edit, compared to an export of the whole surface?
//
//     bench_previews [DESIGN, tests/bench/designs/bevelled.burin] [edits, 5]
//
// The whole design is shown in a viewport of 1260 x 396 px, and its graph shows a thumbnail of each node.
// Each edit changes the first `distance_max: NUMBER` of the file. CPU times are the user and system time of
// all threads: of this process until the view is exact and until no work is left, and of `burin export DESIGN
// --to null:`.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/places.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/viewport/drawing/viewpoint.hpp"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QProcess>
#include <QRegularExpression>

#include <sys/resource.h>
#include <algorithm>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

using namespace burin;
using namespace burin::ui;

double cpuSeconds(int whose) {
    rusage usage{};
    getrusage(whose, &usage);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

std::vector<double> exportTimes(const QString& design, int count) {
    std::vector<double> times;
    for (int k = 0; k < count; ++k) {
        const double before = cpuSeconds(RUSAGE_CHILDREN);
        QProcess program;
        program.setStandardErrorFile(QProcess::nullDevice());
        program.start(burin::test::burinProgram, {"export", design, "--to", "null:", "--backend", "cpu"});
        program.waitForFinished(-1);
        if (program.exitStatus() != QProcess::NormalExit || program.exitCode() != 0) return {};
        times.push_back(cpuSeconds(RUSAGE_CHILDREN) - before);
    }
    return times;
}

/// A viewport without a window.
class View {
  public:
    View(Previews& previews, QString folder) : previews_(previews), folder_(std::move(folder)) {}

    void show(const QString& text) {
        const auto design =
            std::make_shared<const Design>(parseDesign(text.toStdString(), folder_.toStdString()));
        previews_.setDesign(design);
        for (const DesignNode& node : design->nodes)
            static_cast<void>(previews_.thumbnail(QString::fromStdString(node.name)));
        const Size size = *design->nodes[*design->root].size;
        const QSizeF screen(1260, 396);
        const QRectF all(0, 0, static_cast<double>(size.width), static_cast<double>(size.height));
        const Viewpoint view = Viewpoint::fitting(all, screen);
        previews_.setView({Viewpoint::level(view.scale), samplesCovering(view.visible(screen))});
        waitUntil([&] { return previews_.shown() && previews_.shown()->design == design; });
    }
    void waitUntilExact() {
        waitUntil([this] { return previews_.progress().state() == PreviewProgress::State::exact; });
    }
    void waitUntilIdle() {
        waitUntil([this] { return !previews_.busy(); });
    }

  private:
    template <class Done>
    void waitUntil(Done done) {
        while (!done())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }

    Previews& previews_;
    QString folder_;
};

}  // namespace

int main(int count, char** values) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(count, values);
    const QStringList arguments = QCoreApplication::arguments();
    const QString path = arguments.value(1, burin::test::inTree("tests/bench/designs/bevelled.burin"));
    const int edits = std::max(1, arguments.value(2, "5").toInt());
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        std::fprintf(stderr, "%s cannot be read\n", qPrintable(path));
        return 1;
    }
    const QString text = QString::fromUtf8(file.readAll());
    const QRegularExpressionMatch edited = QRegularExpression("distance_max: ([0-9.]+)").match(text);
    if (!edited.hasMatch()) {
        std::fprintf(stderr, "%s has no distance_max to be changed\n", qPrintable(path));
        return 1;
    }
    MemoryBudget budget(std::size_t{1} << 30U);
    TileCache cache(budget);
    CpuBackend backend(budget, cache, static_cast<int>(std::max(1U, std::thread::hardware_concurrency())),
                       ThreadManners::givesWay);
    Previews previews(Engine{backend, budget, {}});
    View view(previews, QFileInfo(path).absolutePath());
    view.show(text);
    view.waitUntilExact();
    view.waitUntilIdle();
    std::vector<double> exact;
    std::vector<double> idle;
    std::vector<double> waited;
    for (int k = 1; k <= edits; ++k) {
        QString next = text;
        next.replace(edited.capturedStart(1), edited.capturedLength(1),
                     QString::number(edited.captured(1).toDouble() * (1 - 0.04 * k)));
        const double before = cpuSeconds(RUSAGE_SELF);
        QElapsedTimer clock;
        clock.start();
        view.show(next);
        view.waitUntilExact();
        exact.push_back(cpuSeconds(RUSAGE_SELF) - before);
        waited.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-9);
        view.waitUntilIdle();
        idle.push_back(cpuSeconds(RUSAGE_SELF) - before);
    }
    const std::vector<double> exports = exportTimes(path, edits);
    if (exports.empty()) {
        std::fprintf(stderr, "%s export %s failed\n", burin::test::burinProgram, qPrintable(path));
        return 1;
    }
    std::printf(
        "CPU seconds, median of %d: export %.3f, edit until exact %.3f (in %.3f s), until idle %.3f\n", edits,
        median(exports), median(exact), median(waited), median(idle));
    std::printf("edit until exact / export: %.2f\n", median(exact) / median(exports));
    return 0;
}
