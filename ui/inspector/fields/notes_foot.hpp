// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QList>
#include <QPointer>
#include <QString>

class QLabel;

namespace burin::ui {

class Theme;

/// Two notes at the foot of the inspector: what the field with the focus accepts, and what is wrong. It lies
/// over the fields while it has something to say, so that no field moves while the user types or walks
/// through them.
class NotesFoot : public QFrame {
    Q_OBJECT

  public:
    explicit NotesFoot(const Theme& theme, QWidget* parent = nullptr);

    /// The height of the foot with both notes.
    [[nodiscard]] static int wholeHeight();
    [[nodiscard]] bool isEmpty() const;
    /// The height that the present notes need.
    [[nodiscard]] int neededHeight() const;

    struct Hint {
        QString range;         ///< what the field accepts
        bool outside = false;  ///< what is typed is not in the range
        QString result;        ///< the result of the typed text
    };
    /// Shows the hint of the field that has the focus.
    void setHint(QWidget* field, const Hint& hint);
    /// Hides the hint if it is that of `field`.
    void removeHint(const QWidget* field);
    /// Shows the problem of the part with the focus or, if it has none, the topmost problem.
    /// \param title    names the part
    /// \param problem  sentences; empty if there is none
    void setProblem(QWidget* part, const QString& title, const QString& problem);
    void clear();
    /// A low inspector gets a line for the problem, not two.
    void setLow(bool low);

  signals:
    /// The notes have changed, or another widget has got the focus.
    void changed();

  private:
    struct Problem {
        QPointer<QWidget> part;
        QString text;
    };
    void showHint(const Hint& hint);
    void showProblem();
    void showParts();

    QLabel* range_;
    QLabel* result_;
    QLabel* problem_;
    QPointer<QWidget> field_;  ///< the field whose hint is shown
    QList<Problem> problems_;
};

}  // namespace burin::ui
