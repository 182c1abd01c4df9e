// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace burin::ui {

class Theme;

/// The path to the open group: the design, then the groups around it. All except the last are links. The end
/// of the bar says what an edit there changes; it is hidden if the bar is narrow.
class Breadcrumb : public QWidget {
    Q_OBJECT

  public:
    explicit Breadcrumb(const Theme& theme, QWidget* parent = nullptr);

    /// \param steps  from the outside inwards, at least one \param remark  behind them; may be empty
    void setPath(const QStringList& steps, const QString& remark);
    /// Call after a change of theme.
    void restyle();

    [[nodiscard]] QSize minimumSizeHint() const override;

  signals:
    /// The user wants to go this many levels outwards.
    void leaveRequested(int levels);

  private:
    void rebuild();
    void draw(QLabel& chevron) const;

    const Theme& theme_;
    QHBoxLayout* row_;
    QStringList steps_;
    QString remark_;
};

}  // namespace burin::ui
