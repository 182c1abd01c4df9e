// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/probe_line.hpp"

#include "core/design/roller.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/theme/theme.hpp"
#include "ui/viewport/wipe/wipe.hpp"
#include "ui/words/number_text.hpp"

#include <QFontMetricsF>
#include <QPainter>
#include <QSurfaceFormat>

#include <functional>
#include <utility>

namespace burin::ui {

namespace {

constexpr int lineHeight = 24;
constexpr int padding = 12;
constexpr int wideGap = 20;
constexpr int narrowGap = 6;

/// Draws with OpenGL what a function draws.
class Canvas : public QOpenGLWidget {
  public:
    Canvas(QWidget* parent, std::function<void(QPainter&)> draw)
        : QOpenGLWidget(parent), draw_(std::move(draw)) {
        QSurfaceFormat format;
        format.setVersion(3, 3);
        format.setProfile(QSurfaceFormat::CoreProfile);
        setFormat(format);
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

  protected:
    void paintGL() override {
        QPainter painter(this);
        draw_(painter);
    }

  private:
    std::function<void(QPainter&)> draw_;
};

}  // namespace

ProbeLine::ProbeLine(Workbench workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
    setObjectName("viewport.probe-line");
    setFixedHeight(lineHeight);
    later_.setSingleShot(true);
    connect(&later_, &QTimer::timeout, this, &ProbeLine::refresh);
    for (const auto signal : {&Previews::probed, &Previews::progressChanged})
        connect(&workbench_.previews, signal, this, &ProbeLine::refresh);
    connect(&workbench_.theme, &Theme::changed, this, [this] { painted().update(); });
}

void ProbeLine::setOpenGl(bool on) {
    if (on == (canvas_ != nullptr)) return;
    if (on) {
        canvas_ = new Canvas(this, [this](QPainter& painter) { draw(painter); });
        canvas_->setGeometry(rect());
        return canvas_->show();
    }
    // It may fail while the window is drawn, which includes the canvas.
    canvas_->hide();
    std::exchange(canvas_, nullptr)->deleteLater();
    update();
}

QWidget& ProbeLine::painted() {
    return canvas_ != nullptr ? *canvas_ : static_cast<QWidget&>(*this);
}

void ProbeLine::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (canvas_ != nullptr) canvas_->setGeometry(rect());
}

void ProbeLine::setWipe(Wipe& wipe) {
    wipe_ = &wipe;
    for (const auto signal : {&Wipe::changed, &Wipe::updated})
        connect(&wipe, signal, this, &ProbeLine::refresh);
}

/// Draws the line again if it says something else, but no more often than numbers can be read. The state of
/// the pictures never contradicts the badge on them.
void ProbeLine::refresh() {
    constexpr int leastMs = 50;
    if (progress().state() != drawnState_) return painted().update();
    if (later_.isActive() || textsOf(fitting()) == drawn_) return;
    const qint64 since = sinceDrawn_.isValid() ? sinceDrawn_.elapsed() : leastMs;
    since < leastMs ? later_.start(leastMs - static_cast<int>(since)) : painted().update();
}

void ProbeLine::setHint(const QString& hint, bool passing) {
    if (hint == hint_ && passing == passing_) return;
    hint_ = hint;
    passing_ = passing;
    painted().update();
}

QVector<ProbeLine::Word> ProbeLine::words() const {
    using Style = Word::Style;
    using Yields = Word::Yields;
    QVector<Word> words = {{tr("Probe, level 0"), Style::remark, 0, Yields::title}};
    const bool pairs = wipe_ != nullptr && wipe_->on();
    if (pairs && !wipe_->probes()) return words;
    const std::optional<Probe> probe = pairs ? wipe_->probes()->a.probe : workbench_.previews.probe();
    const BoundNodePtr node = workbench_.previews.shown();
    if (!probe || !node) return words;
    const auto roller = node->surface ? rollerOf(node->design->job) : std::nullopt;
    const auto position = [&](const QString& axis, std::int64_t px, bool round) {
        const double pitchUm = round ? roller->pitchRoundUm(node->pixelUm) : node->pixelUm;
        const double mm = static_cast<double>(px) * pitchUm / 1000;
        words << Word{axis, Style::label, wideGap} << Word{fixedText(mm, 3) + " mm", Style::number, narrowGap}
              << Word{groupedText(px) + " px", Style::quietNumber, narrowGap, Yields::pixels};
        if (!round) return;
        const auto once = static_cast<double>(roller->samplesRound(node->pixelUm));
        const double degrees = 360 * static_cast<double>(px) / once;
        words << Word{tr("round"), Style::label, narrowGap}
              << Word{fixedText(degrees, 2) + QString::fromUtf8("°"), Style::number, narrowGap};
    };
    position("x", probe->at.x, roller && roller->roundX());
    position("y", probe->at.y, roller && !roller->roundX());
    if (pairs) return words + wordsOf(*wipe_->probes());
    if (!probe->problem.isEmpty()) return words << Word{probe->problem, Style::label, wideGap};
    if (!probe->inside) return words << Word{tr("no sample here"), Style::remark, wideGap};
    const auto value = static_cast<double>(probe->value);
    const Yields yields = node->fullDepthUm > 0 ? Yields::value : Yields::never;
    words << Word{node->predicted ? tr("predicted") : tr("value"), Style::label, wideGap, yields}
          << Word{fixedText(value, 4), Style::number, narrowGap, yields};
    if (node->fullDepthUm > 0) {
        words << Word{tr("depth"), Style::label, wideGap}
              << Word{fixedText(value * node->fullDepthUm, 2) + QString::fromUtf8(" µm"), Style::number,
                      narrowGap}
              << Word{tr("of %1").arg(QString::number(node->fullDepthUm, 'g', 6)), Style::quietNumber,
                      narrowGap, Yields::scale};
    }
    if (node->predicted) return words;  // nothing writes predicted samples
    words << Word{tr("%1-bit").arg(probe->bits), Style::label, wideGap, Yields::bits}
          << Word{QString::number(probe->code), Style::number, narrowGap, Yields::bits};
    return words;
}

QVector<ProbeLine::Word> ProbeLine::wordsOf(const ProbePair& pair) {
    using Style = Word::Style;
    QVector<Word> words;
    const auto add = [&words](const QString& name, const QString& number) {
        words << Word{name, Style::label, wideGap} << Word{number, Style::number, narrowGap};
    };
    add("A", pair.a.valueText());
    add("B", pair.b.valueText());
    add(tr("A − B"), pair.differenceText());
    if (!pair.haveDepths()) return words;
    add(tr("depth"), tr("%1, %2 µm").arg(pair.a.depthText(), pair.b.depthText()));
    if (pair.a.fullDepthUm == pair.b.fullDepthUm) {
        words << Word{tr("of %1").arg(QString::number(pair.a.fullDepthUm, 'g', 6)), Style::quietNumber,
                      narrowGap, Word::Yields::scale};
    }
    return words;
}

QString ProbeLine::textOf(const QVector<Word>& words) {
    QString text;
    for (const Word& word : words)
        text += (text.isEmpty() ? "" : " ") + word.text;
    return text;
}

QStringList ProbeLine::textsOf(const Fitting& fitting) {
    QStringList texts{fitting.progress, fitting.hint};
    for (const Word& word : fitting.words)
        texts << word.text;
    return texts;
}

QFont ProbeLine::fontOf(Word::Style style) const {
    const bool words = style == Word::Style::remark || style == Word::Style::label;
    return words ? workbench_.theme.font(12) : workbench_.theme.numbers(12);
}

double ProbeLine::widthOf(const QVector<Word>& words) const {
    double wide = 0;
    for (const Word& word : words)
        wide += (wide > 0 ? word.gap : 0) + QFontMetricsF(fontOf(word.style)).horizontalAdvance(word.text);
    return wide;
}

ProbeLine::Fitting ProbeLine::fitting() const {
    Fitting fitting{words(), progressText(), {}};
    const QFontMetricsF label(fontOf(Word::Style::label));
    const auto fits = [&] {
        const double right =
            fitting.progress.isEmpty() ? 0 : label.horizontalAdvance(fitting.progress) + padding;
        return widthOf(fitting.words) + right <= width() - 2 * padding;
    };
    using Yields = Word::Yields;
    for (const Yields yields : {Yields::title, Yields::scale, Yields::bits, Yields::pixels, Yields::value}) {
        if (fits()) break;
        fitting.words.removeIf([yields](const Word& word) { return word.yields == yields; });
    }
    // The badge on the picture says the progress too.
    if (!fits() && !fitting.words.isEmpty()) fitting.progress.clear();
    const auto hintFits = [&](const QString& progress) {
        const double taken = widthOf(fitting.words) + label.horizontalAdvance(progress);
        return taken + label.horizontalAdvance(hint_) + 2 * wideGap <= width() - 2 * padding;
    };
    if (hint_.isEmpty() || !hintFits(passing_ ? QString() : fitting.progress)) return fitting;
    fitting.hint = hint_;
    if (!hintFits(fitting.progress)) fitting.progress.clear();
    return fitting;
}

PreviewProgress ProbeLine::progress() const {
    return wipe_ != nullptr ? wipe_->progress() : workbench_.previews.progress();
}

QString ProbeLine::progressText() const {
    const PreviewProgress progress = this->progress();
    const QString state = stateText(progress.state());
    if (state.isEmpty()) return {};
    const QString tiles = progress.visible == 1
                              ? tr("%1 of 1 tile").arg(progress.there)
                              : tr("%1 of %2 tiles").arg(progress.there).arg(progress.visible);
    return tiles + QString::fromUtf8(" · ") + state;
}

void ProbeLine::paintEvent(QPaintEvent*) {
    if (canvas_ != nullptr) return;
    QPainter painter(this);
    draw(painter);
}

void ProbeLine::draw(QPainter& painter) {
    const Theme& theme = workbench_.theme;
    painter.fillRect(rect(), theme.color(Role::head));
    painter.setPen(theme.color(Role::line));
    painter.drawLine(QLineF(0, 0.5, width(), 0.5));
    const Fitting fitting = this->fitting();
    drawn_ = textsOf(fitting);
    drawnState_ = progress().state();
    sinceDrawn_.start();
    const auto& [words, progressed, hint] = fitting;
    const double right = width() - padding - QFontMetricsF(theme.font(12)).horizontalAdvance(progressed);
    painter.setFont(theme.font(12));
    painter.setPen(theme.color(Role::secondary));
    painter.drawText(QRectF(right, 0, width(), lineHeight), Qt::AlignVCenter, progressed);
    double x = padding;
    for (const Word& word : words) {
        const Role role = word.style == Word::Style::number  ? Role::text
                          : word.style == Word::Style::label ? Role::secondary
                                                             : Role::quiet;
        if (x > padding) x += word.gap;
        const QFont font = fontOf(word.style);
        const double wide = QFontMetricsF(font).horizontalAdvance(word.text);
        painter.setFont(font);
        painter.setPen(theme.color(role));
        // A text without room is left out as a whole, so that no number is cut.
        if (x + wide > width() - padding)
            return painter.drawText(QRectF(x, 0, width() - x, lineHeight), Qt::AlignVCenter,
                                    QStringLiteral("…"));
        painter.drawText(QRectF(x, 0, wide + 1, lineHeight), Qt::AlignVCenter, word.text);
        x += wide;
    }
    const double hintLeft = right - wideGap - QFontMetricsF(theme.font(12)).horizontalAdvance(hint);
    painter.setFont(theme.font(12));
    painter.setPen(theme.color(Role::quiet));
    painter.drawText(QRectF(hintLeft, 0, right - hintLeft, lineHeight), Qt::AlignVCenter, hint);
}

}  // namespace burin::ui
