// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/previews/preview_progress.hpp"
#include "ui/model/workbench.hpp"

#include <QElapsedTimer>
#include <QOpenGLWidget>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <QVector>
#include <QWidget>

namespace burin::ui {

class Wipe;
struct ProbePair;

/// The line below the surface: the exact sample at the probe, and the progress of the pictures. Each quantity
/// has a fixed number of decimals, so nothing jumps. In a narrow line, the position and the depth stay whole,
/// and the other words are left out, the least important ones first.
class ProbeLine : public QWidget {
    Q_OBJECT

  public:
    explicit ProbeLine(Workbench workbench, QWidget* parent = nullptr);

    /// Draws the line with OpenGL, as the surface beside it is drawn: a window that draws any other widget in
    /// the same frame is copied to the card as a whole, which makes frames slow. \param on  false if OpenGL
    /// fails
    void setOpenGl(bool on);
    /// The widget that draws the line.
    [[nodiscard]] QWidget& painted();

    /// While A/B is on, the line says the samples of A and B. \param wipe  outlives this
    void setWipe(Wipe& wipe);
    /// Says how the picture is operated, on the right, if there is room.
    /// \param passing  the hint will go soon, so it replaces the progress if the line has no room for both
    void setHint(const QString& hint, bool passing = false);

    /// The whole text on the left, for the clipboard and for tests.
    [[nodiscard]] QString probeText() const { return textOf(words()); }
    /// The part of it for which the line is wide enough.
    [[nodiscard]] QString shownText() const { return textOf(fitting().words); }
    /// The hint, if there is room for it.
    [[nodiscard]] QString shownHint() const { return fitting().hint; }
    /// "42 of 42 tiles · exact"
    [[nodiscard]] QString progressText() const;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    struct Word {
        enum class Style { remark, label, quietNumber, number };
        /// A narrow line leaves out words, beginning with `title`. The value is left out last.
        enum class Yields { never, value, pixels, bits, scale, title };
        QString text;
        Style style;
        int gap;  ///< the gap in front of the word, px
        Yields yields = Yields::never;
    };
    /// The part of the texts that fits into the line.
    struct Fitting {
        QVector<Word> words;
        QString progress;
        QString hint;
    };
    [[nodiscard]] QVector<Word> words() const;
    [[nodiscard]] Fitting fitting() const;
    [[nodiscard]] QFont fontOf(Word::Style style) const;
    [[nodiscard]] double widthOf(const QVector<Word>& words) const;
    [[nodiscard]] static QString textOf(const QVector<Word>& words);
    [[nodiscard]] static QStringList textsOf(const Fitting& fitting);
    [[nodiscard]] PreviewProgress progress() const;
    void draw(QPainter& painter);
    void refresh();
    [[nodiscard]] static QVector<Word> wordsOf(const ProbePair& pair);

    Workbench workbench_;
    Wipe* wipe_ = nullptr;
    QOpenGLWidget* canvas_ = nullptr;  ///< covers this widget; null: without OpenGL
    QTimer later_;
    QElapsedTimer sinceDrawn_;
    QStringList drawn_;  ///< the texts that the line shows
    PreviewProgress::State drawnState_ = PreviewProgress::State::nothing;
    QString hint_;
    bool passing_ = false;
};

}  // namespace burin::ui
