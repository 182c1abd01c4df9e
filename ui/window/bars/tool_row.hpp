// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/settings.hpp"
#include "ui/model/workbench.hpp"

#include <QAction>
#include <QList>
#include <QWidget>

class QHBoxLayout;

namespace burin::ui {

class CommandSearch;
class CutLabel;

/// The contents of the tool bar. At the left are buttons for files, undo and redo. The design's name, the
/// search, the choice of a backend, and the buttons for preflight and export follow.
class ToolRow : public QWidget {
    Q_OBJECT

  public:
    /// \param settings  must outlive the row
    /// \param commands  of the window; the row takes its buttons from them
    ToolRow(Workbench workbench, Settings& settings, const QList<QAction*>& commands, QWidget* parent);

    /// \param facts  about the design: its state and its size
    void showDesign(const QString& name, const QString& facts);
    [[nodiscard]] CommandSearch& search() { return *search_; }

  signals:
    /// Something to tell the user.
    void said(const QString& words);

  private:
    void addButtons(QHBoxLayout& row, std::initializer_list<const char*> ids);
    void addName(QHBoxLayout& row);
    void addExport(QHBoxLayout& row, const char* id, bool primary);
    [[nodiscard]] QAction* find(const char* id) const;

    const Theme& theme_;
    QList<QAction*> commands_;
    CutLabel* name_ = nullptr;
    CutLabel* facts_ = nullptr;
    CommandSearch* search_;
};

}  // namespace burin::ui
