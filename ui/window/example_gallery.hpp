// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/examples.hpp"
#include "ui/theme/theme.hpp"

#include <QButtonGroup>
#include <QLineEdit>
#include <QListView>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QWidget>

namespace burin::ui {

/// The examples as cards with pictures, filtered by category and words. Enter or a click opens one.
class ExampleGallery : public QWidget {
    Q_OBJECT

  public:
    ExampleGallery(const QList<Example>& examples, Theme& theme, QWidget* parent = nullptr);

  signals:
    void opened(const Example& example);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* head();
    void filter();
    [[nodiscard]] bool wanted(const Example& example) const;

    QList<Example> examples_;
    Theme& theme_;
    QStandardItemModel model_;
    QListView* view_;
    QWidget* title_ = nullptr;
    QWidget* hint_ = nullptr;
    QWidget* segments_ = nullptr;
    QButtonGroup* categories_;
    QLineEdit* words_;
};

}  // namespace burin::ui
