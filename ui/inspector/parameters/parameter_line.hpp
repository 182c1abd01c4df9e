// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/design/groups/group.hpp"
#include "ui/model/workbench.hpp"

#include <QPoint>
#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLineEdit;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace burin::ui {

class FormulaSpace;
struct ParameterColumns;
class ParameterRow;

/// One parameter of the open group: handle, knob, name, type, default, and limits or choices. The points of a
/// curve unfold below the line.
///
/// Alt+Up and Alt+Down move it, Del removes it. Escape goes from a field to the line.
class ParameterLine : public QWidget {
    Q_OBJECT

  public:
    /// \param rule  of the default; must outlive this  \param type  of groupParameterTypes()
    ParameterLine(Workbench workbench, const QString& group, const ParameterDescription& rule,
                  const GroupParameterType& type, const FormulaSpace& formulas, QWidget* parent);

    [[nodiscard]] const QString& parameter() const { return parameter_; }
    /// \param body  the parameter as in the file
    void setBody(const YamlValue& body, const QStringList& problems);
    void setChosen(bool chosen);
    /// The widths of the texts, rounded up, without insets.
    [[nodiscard]] int nameWidth() const;
    [[nodiscard]] int limitsWidth() const;
    void setColumns(const ParameterColumns& columns);
    /// Whether the default is edited below the line. Only the default of a curve can be.
    [[nodiscard]] bool unfolded() const;
    void setUnfolded(bool unfolded);
    void editName();

  signals:
    void renamed(const QString& name);
    void removeWanted();
    void moveWanted(int by);
    /// The line is dragged, or dropped, at a height of the list.
    void dragged(int y, bool dropped);
    /// The line, or a field of it, got the focus.
    void chosen();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void setKey(const QString& what, const char* key, std::optional<YamlValue> value, int gesture = 0);
    void setType(int index);
    void setLimits();
    void showLimits();
    [[nodiscard]] QString limitsOf(const YamlValue& body) const;
    void addFolded(QVBoxLayout& column, QHBoxLayout& line);
    void addChoice(const QString& words, const QKeySequence& keys, const std::function<void()>& act);

    Workbench workbench_;
    QString group_;
    QString parameter_;
    const ParameterDescription& rule_;
    const GroupParameterType& type_;
    QLineEdit* name_;
    QComboBox* types_;
    ParameterRow* default_;
    QPushButton* unfold_ = nullptr;  ///< instead of an editor that takes too much room
    QLineEdit* limits_;
    QString limitsText_;   ///< the limits while they are edited
    QString limitsShown_;  ///< the limits while they are not edited
    QToolButton* away_;
    bool chosen_ = false;
    bool dragging_ = false;
    int grabbedAt_ = 0;
};

}  // namespace burin::ui
