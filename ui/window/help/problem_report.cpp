// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/help/problem_report.hpp"

#include "core/kernels/dispatch.hpp"
#include "ui/model/engine.hpp"
#include "ui/model/log.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QClipboard>
#include <QDialog>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLFunctions>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QSysInfo>
#include <QThread>
#include <QVBoxLayout>

#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace burin::ui {

namespace {

/// What draws the viewport.
QString openGlName() {
    QOffscreenSurface surface;
    surface.create();
    QOpenGLContext context;
    if (!context.create() || !context.makeCurrent(&surface)) return "none";
    const auto text = [&context](GLenum name) {
        return QString::fromUtf8(reinterpret_cast<const char*>(context.functions()->glGetString(name)));
    };
    return text(GL_RENDERER) + ", " + text(GL_VERSION);
}

}  // namespace

PrivateWords PrivateWords::ofThisUser() {
    PrivateWords words{QDir::homePath(), {QSysInfo::machineHostName(), qEnvironmentVariable("USER")}};
    if (const passwd* user = ::getpwuid(::getuid())) {
        words.names << QString::fromLocal8Bit(user->pw_name);
        words.names << QString::fromLocal8Bit(user->pw_gecos).section(',', 0, 0);
    }
    return words;
}

QString withoutPrivateParts(QString line, const PrivateWords& words) {
    const auto replace = [&line](const QString& pattern, const QString& by) {
        line.replace(QRegularExpression(pattern, QRegularExpression::CaseInsensitiveOption), by);
    };
    replace("\\b[a-z][a-z0-9+.-]*://[^\\s'\"]+", "<address>");
    if (words.home.size() > 1)
        replace(QRegularExpression::escape(words.home) + "(?![^/'\":\\s])[^'\":\\n]*", "<file>");
    replace("(?<![\\w.<>])(~|\\.{1,2})?/[^'\":\\n]+", "<file>");
    replace("(?<=[\\s'\"(]|^)[^\\s'\"(]+@[^\\s'\")]+", "<address>");
    replace("\\b\\d{1,3}(\\.\\d{1,3}){3}(:\\d+)?\\b", "<address>");
    replace("\\b(?=[0-9a-f]*:[0-9a-f]*:)(?=[0-9a-f:]*[a-f]|[0-9a-f:]*::)[0-9a-f:]{4,}", "<address>");
    replace("\\b(token|password|secret|key|bearer)\\b([\\s:=]+)[^\\s'\"]+", "\\1\\2<removed>");
    replace("\\b(?=[\\w+/-]*\\d)[\\w+/-]{24,}=*", "<removed>");
    QStringList names = words.names;  // the full name before the first name that is a part of it
    std::ranges::sort(names, std::greater(), &QString::size);
    for (const QString& name : std::as_const(names)) {
        if (!name.isEmpty())
            replace("(?<![\\w<])" + QRegularExpression::escape(name) + "(?![\\w>])", "<name>");
    }
    // Names of files without their folders. A name in quotes may have spaces.
    const QString suffixes =
        "\\.(bmp|burin|csv|dng|dxf|exr|gsf|jpe?g|journal|json|otf|part|pdf|png|raw|svg|tiff?|tt[cf]|txt|"
        "webp|x3p|ya?ml)\\b";
    replace("(?<=')[^'/<>]+" + suffixes + "(?=')", "<file>");
    replace("(?<![\\w<>])[^\\s'\":/<>()]+" + suffixes, "<file>");
    return line;
}

QString problemReport(const Engine& engine, const Backend& computing, const Log& log, PrivateWords words) {
    for (const Log::Line& line : log.lines())
        words.names << line.names;
    words.names.removeDuplicates();
    const auto text = [&words](const QString& line) { return withoutPrivateParts(line, words); };
    QStringList lines;
    const auto fact = [&lines](const char* name, const QString& value) {
        lines << QString("%1 %2").arg(QString(name), -10).arg(value);
    };
    fact("version", QString("Burin %1, Qt %2").arg(QCoreApplication::applicationVersion(), qVersion()));
    fact("system",
         QSysInfo::prettyProductName() + ", " + QSysInfo::kernelType() + ' ' + QSysInfo::kernelVersion());
    const int threads = QThread::idealThreadCount();
    fact("processor", QString("%1, %2 %3, %4")
                          .arg(QSysInfo::currentCpuArchitecture())
                          .arg(threads)
                          .arg(threads == 1 ? "thread" : "threads")
                          .arg(QString::fromUtf8(instructionSetName(instructionSet()))));
    fact("memory", memoryText(engine.budget.used(), engine.budget.limit()));
    fact("computes", text(QString::fromStdString(computing.description())));
    if (&computing != &engine.backend)
        fact("not used", text(QString::fromStdString(engine.backend.description())));
    if (!engine.problem.isEmpty()) fact("no card", text(engine.problem));
    fact("display", QGuiApplication::platformName() + ", OpenGL: " + openGlName());
    lines << QString() << "log";
    for (const Log::Line& line : log.lines())
        lines << "  " + line.time.toString("hh:mm:ss ") + text(line.text);
    return lines.join('\n') + '\n';
}

void showProblemReport(QWidget* parent, const QString& report, const Theme& theme) {
    QDialog dialog(parent);
    dialog.setObjectName("problemReport");
    dialog.setWindowTitle(tr("Report a problem"));
    dialog.resize(firstSize({720, 480}, dialog.screen()->availableSize()));
    auto* const content = new QWidget(&dialog);
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    auto* const advice = new QLabel(tr("Say what you did and what happened, and add this text. File names, "
                                       "addresses, names and tokens are left out; "
                                       "read it before you send it."),
                                    content);
    advice->setWordWrap(true);
    auto* const shown = new QPlainTextEdit(report, content);
    shown->setObjectName("report");
    shown->setReadOnly(true);
    shown->setFont(theme.numbers());  // the facts are aligned by spaces
    column->addWidget(advice);
    column->addWidget(shown);
    QHBoxLayout* const buttons = dialogFoot(&dialog);
    QPushButton* const copy = dialogButton("report.copy", tr("Copy"), buttons->parentWidget());
    QPushButton* const close = dialogButton("report.close", tr("Close"), buttons->parentWidget());
    close->setProperty("primary", true);
    buttons->addStretch(1);
    buttons->addWidget(copy);
    buttons->addWidget(close);
    auto* const parts = new QVBoxLayout(&dialog);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(0);
    parts->addWidget(content, 1);
    parts->addWidget(buttons->parentWidget());
    QObject::connect(copy, &QPushButton::clicked, &dialog,
                     [report] { QGuiApplication::clipboard()->setText(report); });
    QObject::connect(close, &QPushButton::clicked, &dialog, &QDialog::reject);
    dialog.exec();
}

}  // namespace burin::ui
