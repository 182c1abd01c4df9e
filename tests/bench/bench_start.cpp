// SPDX-License-Identifier: GPL-3.0-or-later

// How soon after its start does the studio show its window, and the first picture of a design?
//
//     xvfb-run -s "-screen 0 1600x1000x24" bench_start STUDIO DESIGN [RUNS, 15 [LIBRARY [BACKEND, cpu]]]
//
// STUDIO is the path of the program. Each run has the settings of a new user. LIBRARY is the user's own
// library, a folder, or a number: that many patterns, each with a picture of a megabyte (63 are 60 MiB).
// BACKEND is that of --backend; with `auto` the part `engine` includes the start of CUDA, if there is a card.
// One run before them warms the disk and the cache of compiled shaders of the screen's driver; `taskset -c
// 0,1` selects two cores. Prints the median and the longest time from the start of the process to the end of
// each part, and the processor time that the window's thread has taken until then: on a busy computer only
// the last of them says something.

#include "core/images/picture_file.hpp"

#include <QByteArrayList>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

/// The window may be drawn before or after the design is read.
const char* const parts[] = {"program loaded", "application",  "theme",  "engine",
                             "window made",    "window drawn", "design", "picture"};

/// Milliseconds from the start of the process to the end of a part; 0: it has not ended.
struct End {
    double clock = 0;
    double processor = 0;  ///< processor time of the window's thread
};
using Ends = std::vector<End>;

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// The part that a line of the program's log ends, or nothing.
QByteArray partEndedBy(const QByteArray& line) {
    return line.startsWith("burin.start: ") ? line.mid(13) : QByteArray();
}

/// Whether a file of --frame-log has a frame with a new texture.
bool showsPicture(const QString& log) {
    QFile file(log);
    if (!file.open(QIODevice::ReadOnly)) return false;  // it does not exist yet
    QByteArrayList lines = file.readAll().split('\n');
    lines.removeLast();  // what is behind the last line break
    return std::any_of(lines.begin(), lines.end(), [](const QByteArray& line) {
        return line.startsWith("frame ") && line.split(' ').last().toInt() > 0;
    });
}

double processorTimeOf(qint64 process) {
    QFile file(QString("/proc/%1/schedstat").arg(process));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').first().toDouble() / 1e6 : 0;
}

/// Fills a folder with a library of so many patterns. Noise makes their pictures as large as the studio
/// reads.
void makeLibrary(const QDir& folder, int patterns) {
    constexpr int side = 1000;
    std::minstd_rand random(1);
    std::uniform_real_distribution<float> gray(0, 1);
    std::vector<float> values(std::size_t{side} * side);
    folder.mkpath("Own");
    for (int i = 0; i < patterns; ++i) {
        const QString name = folder.filePath("Own/wave-%1").arg(i);
        QFile file(name + ".burin");
        if (!file.open(QIODevice::WriteOnly)) std::exit(1);
        file.write(QString("burin: 2\npixel: 1 um\ngroups:\n"
                           "  wave:\n    title: Wave %1\n    output: wave\n"
                           "    nodes: {wave: {kind: math2d, expression: \"x / 600\"}}\n"
                           "nodes:\n"
                           "  surface: {kind: root, width: 600, height: 370, inputs: [data: shown]}\n"
                           "  shown: {kind: group, group: wave}\n")
                       .arg(i)
                       .toUtf8());
        for (float& value : values)
            value = gray(random);
        burin::writePicture(name.toStdString() + ".png", values, {side, side}, 8);
    }
}

Ends start(const QString& studio, const QString& design, const QString& cache, const QString& library,
           const QString& backend) {
    const QTemporaryDir home;
    if (!library.isEmpty()) {
        QDir(home.path()).mkdir("burin");
        QFile::link(QDir(library).absolutePath(), home.filePath("burin/library"));
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* folder : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
        environment.insert(folder, home.path());
    environment.insert("XDG_CACHE_HOME", cache);
    environment.insert("QT_LOGGING_RULES", "burin.start=true");
    environment.insert("QT_FORCE_STDERR_LOGGING", "1");
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setReadChannel(QProcess::StandardError);
    QElapsedTimer clock;
    clock.start();
    const QString frames = home.filePath("frames");
    process.start(studio, {"--backend", backend, "--frame-log", frames, design});
    Ends ends(std::size(parts));
    while (ends.back().clock == 0) {
        process.waitForReadyRead(1);
        const End now{static_cast<double>(clock.nsecsElapsed()) / 1e6, processorTimeOf(process.processId())};
        QByteArrayList ended;
        if (showsPicture(frames)) ended.append("picture");
        while (process.canReadLine())
            ended.append(partEndedBy(process.readLine().trimmed()));
        for (std::size_t i = 0; i < ends.size(); ++i) {
            if (ended.contains(QByteArray(parts[i])) && ends[i].clock == 0) ends[i] = now;
        }
        if (process.state() == QProcess::NotRunning || clock.hasExpired(60'000)) {
            std::fputs("bench_start: the studio has ended, or shows no picture\n", stderr);
            std::exit(1);
        }
    }
    process.kill();
    process.waitForFinished();
    return ends;
}

}  // namespace

int main(int count, char** values) {
    if (count < 3) {
        std::fputs("usage: bench_start path/to/burin-studio DESIGN [runs [LIBRARY [BACKEND]]]\n", stderr);
        return 2;
    }
    const int runs = count > 3 ? std::atoi(values[3]) : 15;
    const QTemporaryDir cache;
    std::vector<Ends> all;
    QString library = count > 4 ? values[4] : "";
    const QString backend = count > 5 ? values[5] : "cpu";
    const QTemporaryDir made;
    bool number = false;
    if (const int patterns = library.toInt(&number); number) {
        library = made.path();
        makeLibrary(QDir(library), patterns);
    }
    start(values[1], values[2], cache.path(), library, backend);
    for (int i = 0; i < runs; ++i)
        all.push_back(start(values[1], values[2], cache.path(), library, backend));
    std::printf("%-16s %10s %10s %10s   ms\n", "part", "median", "longest", "processor");
    for (std::size_t i = 0; i < std::size(parts); ++i) {
        std::vector<double> clocks;
        std::vector<double> processors;
        for (const Ends& ends : all) {
            clocks.push_back(ends[i].clock);
            processors.push_back(ends[i].processor);
        }
        std::printf("%-16s %10.0f %10.0f %10.0f\n", parts[i], median(clocks),
                    *std::max_element(clocks.begin(), clocks.end()), median(processors));
    }
    return 0;
}
