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

/// The inside of the tool bar: files and steps at the left, then the design's name, the search, and the way
/// to an export.
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
