// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/workbench.hpp"
#include "ui/sheet/sheet_pages.hpp"
#include "ui/sheet/sheet_run.hpp"
#include "ui/theme/theme.hpp"

#include <QDialog>

#include <functional>
#include <memory>
#include <optional>

class QFormLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace burin::ui {

class PageView;
class SegmentedSwitch;

/// The job sheet of the design: its pages, to be saved or printed. Not modal.
class SheetDialog : public QDialog {
    Q_OBJECT

  public:
    explicit SheetDialog(Workbench workbench, QWidget* parent = nullptr);

    [[nodiscard]] const SheetRun& run() const { return *run_; }
    /// The pages that are shown; null if there are none.
    [[nodiscard]] const std::shared_ptr<const SheetPages>& pages() const { return pages_; }
    /// Sets how to ask for the part of the surface that the viewport shows.
    void setView(std::function<std::optional<Rect>()> view) { view_ = std::move(view); }
    /// Shows the sheet of the present design.
    void open() override;
    /// Shows the sheet of another design, such as that of a row of a batch. \param name  of it in the sheet
    void openFor(std::shared_ptr<const Design> design, const QString& name);
    /// Writes the pages, or the numbers, as the suffix says. \return empty, or why it failed
    [[nodiscard]] QString write(const QString& file) const;

  private:
    QWidget* makeChoices();
    QWidget* makeFoot();
    void showSheet(std::shared_ptr<const Design> other, const QString& name);
    [[nodiscard]] std::shared_ptr<const Design> subject() const;
    void compute();
    void refresh();
    void showPages();
    void save();
    void print();
    [[nodiscard]] static QString write(const SheetPages& pages, const QString& file);

    const Workbench workbench_;
    const Theme paperTheme_;
    SheetRun* run_;
    std::function<std::optional<Rect>()> view_;
    std::shared_ptr<const Design> other_;  ///< shown instead of the document's design; may be null
    QString otherName_;
    std::shared_ptr<const SheetPages> pages_;
    QLabel* icon_;
    QLabel* title_;
    QLabel* hint_;
    QProgressBar* bar_;
    PageView* shown_;
    QFormLayout* choices_ = nullptr;
    SegmentedSwitch* paper_ = nullptr;
    SegmentedSwitch* measured_ = nullptr;
    SegmentedSwitch* parts_ = nullptr;
    QPushButton* again_ = nullptr;
    QPushButton* stop_ = nullptr;
    QPushButton* print_ = nullptr;
    QPushButton* save_ = nullptr;
};

}  // namespace burin::ui
