// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparing/comparison_run.hpp"

#include <QWidget>

class QGridLayout;

namespace burin::ui {

class Theme;

/// The results of a comparison as a table of two columns.
class ComparisonFigures : public QWidget {
    Q_OBJECT

  public:
    explicit ComparisonFigures(const Theme& theme, QWidget* parent = nullptr);

    /// \param findings  null: there are none
    void setFindings(const PartFindingsPtr& findings);

  private:
    void add(const std::string& name, const QString& title, const QString& figure);

    const Theme& theme_;
    QGridLayout* rows_;
};

}  // namespace burin::ui
