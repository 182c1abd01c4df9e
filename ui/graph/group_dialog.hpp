// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/graph/graph_edits.hpp"

#include <QDialog>

#include <functional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace burin::ui {

class Theme;

/// Asks for the name, the title and the help of a group.
class GroupDialog : public QDialog {
    Q_OBJECT

  public:
    /// Why a name is refused; empty if it is not.
    using NameCheck = std::function<QString(const QString& name)>;

    /// \param words  initial values
    GroupDialog(const Theme& theme, const GroupWords& words, NameCheck check, QWidget* parent);

    [[nodiscard]] GroupWords words() const;

  private:
    void refresh();

    const GroupWords before_;
    const NameCheck check_;
    QLineEdit* name_;
    QLineEdit* title_;
    QLineEdit* help_;
    QLabel* offered_;
    QLabel* problem_;
    QPushButton* accept_;
};

}  // namespace burin::ui
