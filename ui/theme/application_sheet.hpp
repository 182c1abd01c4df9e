// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>
#include <QWidget>

namespace burin::ui {

/// Gives the application another style sheet in short steps.
///
/// QApplication::setStyleSheet of Qt 6.4 polishes a widget once for itself and once more for each widget
/// around it, which is about nine times in the studio, and all in one turn of the event loop. Here each
/// widget is polished once, and closed windows with many widgets follow in later turns.
///
/// Interface thread only. Polishing a widget takes about 50 us.
class ApplicationSheet : public QObject {
  public:
    static constexpr int stepWidgets =
        600;  ///< so many widgets are polished in one turn, if not all are seen

    explicit ApplicationSheet(QObject* parent);

    /// Applies the sheet to all open windows before it returns.
    void set(const QString& sheet);

  private:
    void polish(qsizetype count);

    QList<QPointer<QWidget>> left_;  ///< not polished with the sheet yet
    QTimer next_;
};

}  // namespace burin::ui
