// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_dialog.hpp"

#include "ui/inspector/fields/segmented_switch.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/write_file.hpp"
#include "ui/model/previews/previews.hpp"
#include "ui/sheet/page_view.hpp"
#include "ui/sheet/sheet_file.hpp"
#include "ui/theme/dialog_buttons.hpp"
#include "ui/theme/dialog_scroll.hpp"
#include "ui/theme/file_dialog.hpp"
#include "ui/theme/first_size.hpp"
#include "ui/words/text.hpp"

#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QMessageBox>
#include <QPrintDialog>
#include <QPrinter>
#include <QProgressBar>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace burin::ui {

SheetDialog::SheetDialog(Workbench workbench, QWidget* parent)
    : QDialog(parent),
      workbench_(workbench),
      paperTheme_(ThemeChoice::light),
      run_(new SheetRun(workbench.previews.engine(), this)),
      icon_(new QLabel(this)),
      title_(new QLabel(this)),
      hint_(new QLabel(this)),
      bar_(new QProgressBar(this)),
      shown_(new PageView(workbench.theme)) {
    setObjectName("sheet.dialog");
    setWindowTitle(tr("Job sheet"));
    setModal(false);
    resize(firstSize({976, 860}, screen()->availableSize()));
    icon_->setFixedSize(24, 24);
    title_->setObjectName("sheet.title");
    title_->setFont(workbench.theme.font(18, 600));
    title_->setWordWrap(true);
    hint_->setObjectName("sheet.hint");
    hint_->setProperty("secondary", true);
    hint_->setWordWrap(true);
    hint_->setContentsMargins(52, 0, 16, 8);
    keepLine(*hint_);
    keepRoom(*bar_);
    bar_->setRange(0, 1000);
    bar_->setTextVisible(false);
    bar_->setFixedHeight(4);
    auto* const head = new QHBoxLayout;
    head->setContentsMargins(16, 16, 16, 8);
    head->setSpacing(12);
    head->addWidget(icon_, 0, Qt::AlignTop);
    head->addWidget(title_, 1);
    auto* const paper = new QWidget;
    auto* const column = new QVBoxLayout(paper);
    column->setContentsMargins(16, 12, 16, 12);
    column->addWidget(shown_);
    column->addStretch(1);
    auto* const middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(makeChoices());
    middle->addWidget(dialogScroll(paper, this), 1);
    auto* const box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->setSpacing(0);
    box->addLayout(head);
    box->addWidget(hint_);
    box->addWidget(bar_);
    box->addLayout(middle, 1);
    box->addWidget(makeFoot());
    connect(run_, &SheetRun::changed, this, &SheetDialog::refresh);
    connect(&workbench_.document, &Document::fileChanged, this, [this] {
        if (other_ == nullptr) run_->forget();
    });
    connect(&workbench_.document, &Document::changed, this, &SheetDialog::refresh);
    connect(&workbench_.theme, &Theme::changed, this, &SheetDialog::refresh);
    refresh();
}

QWidget* SheetDialog::makeChoices() {
    const Theme& theme = workbench_.theme;
    auto* const choices = new QWidget(this);
    choices->setFixedWidth(264);
    choices_ = new QFormLayout(choices);
    choices_->setContentsMargins(16, 12, 8, 12);
    choices_->setHorizontalSpacing(12);
    choices_->setVerticalSpacing(8);
    const auto add = [&](const char* id, const QString& title, const QStringList& words, const QString& tip) {
        auto* const made = new SegmentedSwitch(theme, words);
        made->setObjectName(id);
        made->setToolTip(tip);
        made->setChosen(0);
        auto* const label = new QLabel(title);
        label->setProperty("secondary", true);
        label->setBuddy(made);
        choices_->addRow(label, made);
        return made;
    };
    paper_ = add("sheet.paper", tr("Paper"), {tr("A4"), tr("Letter")}, {});
    measured_ = add("sheet.measured", tr("Measure"), {tr("64 windows"), tr("All")},
                    tr("Windows of 1 024 px take little time; a small surface is measured as a whole"));
    parts_ = add("sheet.parts", tr("Parts"), {tr("Bookmarks"), tr("The view")},
                 tr("Which parts of the surface are enlarged: the first four bookmarks (its middle if there "
                    "are none), or the part that the viewport shows"));
    connect(paper_, &SegmentedSwitch::picked, this, &SheetDialog::showPages);
    connect(measured_, &SegmentedSwitch::picked, this, &SheetDialog::compute);
    connect(parts_, &SegmentedSwitch::picked, this, &SheetDialog::compute);
    return choices;
}

QWidget* SheetDialog::makeFoot() {
    QHBoxLayout* const buttons = dialogFoot(this);
    QWidget* const foot = buttons->parentWidget();
    again_ = dialogButton("sheet.again", tr("Compute again"), foot);
    stop_ = dialogButton("sheet.stop", tr("Stop"), foot);
    print_ = dialogButton("sheet.print", tr("Print..."), foot);
    save_ = dialogButton("sheet.save", tr("Save as PDF..."), foot);
    save_->setProperty("primary", true);
    auto* const close = dialogButton("sheet.close", tr("Close"), foot);
    buttons->addWidget(again_);
    buttons->addWidget(stop_);
    buttons->addStretch(1);
    buttons->addWidget(print_);
    buttons->addWidget(save_);
    buttons->addWidget(close);
    connect(again_, &QPushButton::clicked, this, &SheetDialog::compute);
    connect(stop_, &QPushButton::clicked, run_, &SheetRun::stop);
    connect(print_, &QPushButton::clicked, this, &SheetDialog::print);
    connect(save_, &QPushButton::clicked, this, &SheetDialog::save);
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    return foot;
}

void SheetDialog::open() {
    showSheet(nullptr, {});
}

void SheetDialog::openFor(std::shared_ptr<const Design> design, const QString& name) {
    showSheet(std::move(design), name);
}

void SheetDialog::showSheet(std::shared_ptr<const Design> other, const QString& name) {
    if (other == nullptr) workbench_.document.pending().handOver();
    // The sheet of another design must not be saved under this name.
    if (other != other_ || name != otherName_) run_->forget();
    other_ = std::move(other);
    otherName_ = name;
    choices_->setRowVisible(parts_, other_ == nullptr);
    setWindowTitle(name.isEmpty() ? tr("Job sheet") : tr("Job sheet – %1").arg(name));
    if (run_->design() != subject() || run_->state() == SheetRun::State::stopped) compute();
    show();
    raise();
    activateWindow();
}

std::shared_ptr<const Design> SheetDialog::subject() const {
    return other_ != nullptr ? other_ : workbench_.document.design();
}

void SheetDialog::compute() {
    SheetWish wish;
    const Document& document = workbench_.document;
    wish.file = other_ != nullptr           ? otherName_
                : document.file().isEmpty() ? document.title()
                                            : QFileInfo(document.file()).fileName();
    wish.everySample = measured_->chosen() == 1;
    // The viewport shows the document's design and no other.
    const bool viewed = other_ == nullptr && parts_->chosen() == 1 && view_;
    if (const std::optional<Rect> view = viewed ? view_() : std::nullopt) wish.details = {*view};
    run_->start(subject(), wish);
}

void SheetDialog::refresh() {
    using State = SheetRun::State;
    const State state = run_->state();
    const bool running = state == State::running;
    // If a run is stopped or fails, the pages of the previous run stay.
    const bool earlier = run_->sheet() && run_->sheetDesign() != run_->design();
    const std::shared_ptr<const Design>& shows = run_->sheet() ? run_->sheetDesign() : run_->design();
    const bool outdated = shows && shows != subject();
    QString icon = "info";
    Role role = Role::accent;
    QString title = tr("The sheet is not computed yet");
    QString hint;
    if (running) {
        title = run_->drawsSpace() ? tr("Drawing the 3-D picture")
                : run_->step() == SheetStep::checking
                    ? tr("Checking for anything that would spoil the engraving")
                : run_->step() == SheetStep::measuring ? tr("Measuring the surface")
                                                       : tr("Computing the pictures");
        // Before the first share arrives, Stop would leave the picture out.
        if (run_->drawsSpace() && run_->share() > 0)
            hint = tr("Stop takes the 3-D picture as it is, and marks it as a sketch.");
    } else if (state == State::stopped) {
        title = tr("The sheet was stopped");
    } else if (state == State::failed) {
        icon = "error";
        role = Role::error;
        title = tr("The sheet could not be computed");
        hint = run_->problem();
    } else if (state == State::done) {
        const JobSheet& sheet = *run_->sheet();
        const bool found = !sheet.preflight.findings.empty();
        const bool sketches =
            run_->space().sketch || sheet.whole.sketch() ||
            std::any_of(sheet.details.begin(), sheet.details.end(), std::mem_fn(&SheetPicture::sketch));
        icon = found || sketches ? "warning" : "check";
        role = found || sketches ? Role::warning : Role::good;
        title = tr("The sheet is ready");
        QStringList hints;
        if (found) hints << tr("Preflight found problems; see the sheet.");
        if (sketches)
            hints << tr(
                "Some pictures are marked as sketches: they are computed from some of the samples only.");
        hint = hints.join(' ');
    }
    if (outdated && !running)
        hint = earlier
                   ? QString(hint + ' ' + tr("The pages show the design before its last changes.")).trimmed()
                   : tr("The design has changed since then.");
    icon_->setPixmap(workbench_.theme.pixmap(icon, 24, role, devicePixelRatioF()));
    title_->setText(title);
    hint_->setText(hint);
    hint_->setVisible(!hint.isEmpty());
    bar_->setVisible(running);
    bar_->setValue(static_cast<int>(run_->share() * 1000));
    again_->setVisible(!running);
    stop_->setVisible(running);
    const bool shown = run_->sheet() ? pages_ && &pages_->sheet() == run_->sheet().get() : !pages_;
    if (!shown) showPages();
    for (QPushButton* const button : {print_, save_})
        button->setEnabled(pages_ != nullptr && !running);
}

void SheetDialog::showPages() {
    const SheetPaper paper = paper_->chosen() == 1 ? SheetPaper::letter : SheetPaper::a4;
    pages_ = run_->sheet()
                 ? std::make_shared<const SheetPages>(run_->sheet(), paperTheme_, paper, run_->space())
                 : nullptr;
    shown_->setPages(pages_);
}

QString SheetDialog::write(const QString& file) const {
    return write(*pages_, file);
}

QString SheetDialog::write(const SheetPages& pages, const QString& file) {
    const bool numbers = file.endsWith(".json", Qt::CaseInsensitive);
    if (!numbers && !file.endsWith(".pdf", Qt::CaseInsensitive))
        return tr("The name must end with .pdf or .json.");
    const QString failure =
        writeFile(file, numbers ? QByteArray::fromStdString(jobSheetJson(pages.sheet())) : sheetPdf(pages));
    return failure.isEmpty() ? failure : tr("%1 could not be written: %2.").arg(file, failure);
}

// The dialogs below wait for the user. Meanwhile the pages may be replaced, or dropped.

void SheetDialog::save() {
    const std::shared_ptr<const SheetPages> pages = pages_;
    const QString design = workbench_.document.file();
    const QString base = other_ != nullptr  ? otherName_
                         : design.isEmpty() ? workbench_.document.title()
                                            : QFileInfo(design).completeBaseName();
    const QString name = design.isEmpty() ? base : QFileInfo(design).absolutePath() + '/' + base;
    const QString file =
        fileToSave(this, tr("Save the job sheet"), name + ".pdf", tr("Pages (*.pdf);;Numbers (*.json)"));
    if (file.isEmpty()) return;
    const QString problem = write(*pages, file);
    if (!problem.isEmpty()) QMessageBox::warning(this, windowTitle(), problem);
}

void SheetDialog::print() {
    const std::shared_ptr<const SheetPages> pages = pages_;
    QPrinter printer(QPrinter::HighResolution);
    printer.setPageSize(pageSizeOf(pages->paper()));
    printer.setFullPage(true);
    printer.setDocName(tr("Job sheet of %1").arg(QString::fromStdString(pages->sheet().file)));
    const QtSettingsAway away;  // the print dialog may open a file dialog of Qt
    QPrintDialog dialog(&printer, this);
    dialog.setMinMax(1, pages->count());
    if (dialog.exec() != QDialog::Accepted) return;
    const int first = printer.fromPage() > 0 ? printer.fromPage() - 1 : 0;
    const int end = printer.toPage() > 0 ? std::min(printer.toPage(), pages->count()) : pages->count();
    if (putOnPaper(printer, *pages, first, end)) return;
    QMessageBox::warning(this, windowTitle(),
                         tr("The sheet could not be printed. Choose another printer, or save it as PDF."));
}

}  // namespace burin::ui
