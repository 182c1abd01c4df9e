// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>
#include <QWidget>

namespace burin::ui {

/// Gives the application a style sheet. One that differs from the last one in colours only takes short steps.
///
/// QApplication::setStyleSheet of Qt 6.4 polishes a widget once for itself and once more for each widget
/// around it, which is about nine times in the studio, and lays all windows out again, all in one turn of the
/// event loop. Here each widget is polished and painted once, and hidden widgets follow in later turns, or
/// when they are shown. Widgets get no QEvent::StyleChange, since only their palettes change.
///
/// Interface thread only. Polishing a widget takes about 30 us.
class ApplicationSheet : public QObject {
  public:
    static constexpr int stepWidgets =
        200;  ///< so many widgets are polished in one turn, if not more are shown

    explicit ApplicationSheet(QObject* parent);

    /// Applies the sheet to all widgets that are shown before it returns. After the first one, it may differ
    /// from the last one in colours only, not in sizes and fonts.
    void set(const QString& sheet);

    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void polish(qsizetype count);

    QString set_;                    ///< the last sheet
    QList<QPointer<QWidget>> left_;  ///< not polished with the sheet yet
    QTimer next_;
};

}  // namespace burin::ui
