// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/library/save_pattern_dialog.hpp"

#include "ui/theme/theme.hpp"

#include <QCoreApplication>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <initializer_list>

namespace burin::ui {

namespace {

constexpr QSize shownPicture(240, 148);
constexpr int problemLines = 2;
constexpr int dialogWidth = 640;
constexpr int dialogMargin = 16;

/// The notes below the picture.
struct PatternHint {
    Q_DECLARE_TR_FUNCTIONS(PatternHint)

  public:
    static QString noPicture() {
        return tr("The viewport shows nothing, so the pattern does not have a picture.");
    }
    static QString picture() {
        return tr(
            "The picture is what the viewport shows. If the viewport zoomed in for it, the earlier view "
            "returns when you close this window.");
    }
    static QString waits() {
        return tr(
            "It is saved. A better picture will replace this one once it is computed, unless you close "
            "this window first.");
    }
};

}  // namespace

SavePatternDialog::SavePatternDialog(const Theme& theme, const PatternNotes& notes,
                                     const QStringList& categories, const QImage& picture, QWidget* parent)
    : QDialog(parent),
      subject_(new QLabel(this)),
      title_(new QLineEdit(notes.title, this)),
      category_(new QComboBox(this)),
      help_(new QLineEdit(notes.help, this)),
      words_(new QLineEdit(notes.words, this)),
      picture_(new QLabel(this)),
      hint_(new QLabel(this)),
      problem_(new QLabel(this)),
      save_(new QPushButton(tr("Save"), this)),
      cancel_(new QPushButton(tr("Cancel"), this)) {
    setObjectName("savePattern");
    setWindowTitle(tr("Save to library"));
    subject_->setObjectName("patternSubject");
    subject_->setTextFormat(Qt::PlainText);
    subject_->setFont(theme.font(12));
    subject_->setWordWrap(true);
    subject_->hide();
    title_->setObjectName("patternTitle");
    category_->setObjectName("patternCategory");
    category_->setEditable(true);
    category_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    category_->addItems(categories);
    category_->setCurrentText(notes.category);
    help_->setObjectName("patternHelp");
    help_->setPlaceholderText(tr("For example: Round stones."));
    words_->setObjectName("patternWords");
    words_->setPlaceholderText(tr("For the search: stone gravel"));
    problem_->setObjectName("patternProblem");
    problem_->setProperty("error", true);
    problem_->setFont(theme.font(12));
    problem_->setWordWrap(true);

    picture_->setFixedSize(shownPicture);
    hint_->setObjectName("patternHint");
    hint_->setProperty("quiet", true);
    hint_->setFont(theme.font(11));
    hint_->setWordWrap(true);
    hint_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    picture_->setObjectName("patternPicture");
    reservePlaces();
    setPicture(picture);

    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->addRow(tr("Name"), title_);
    form->addRow(tr("Category"), category_);
    form->addRow(tr("Sentence"), help_);
    form->addRow(tr("Words"), words_);
    for (QWidget* const field : QList<QWidget*>{title_, category_, help_, words_})
        form->labelForField(field)->setProperty("secondary", true);
    auto* shown = new QVBoxLayout;
    shown->setSpacing(4);
    shown->addWidget(picture_);
    shown->addWidget(hint_);
    shown->addStretch(1);
    auto* parts = new QHBoxLayout;
    parts->setSpacing(16);
    parts->addLayout(form, 1);
    parts->addLayout(shown);
    auto* buttons = new QHBoxLayout;
    save_->setProperty("primary", true);
    save_->setDefault(true);
    buttons->addWidget(problem_, 1);
    buttons->setSpacing(8);
    buttons->addWidget(save_);
    buttons->addWidget(cancel_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(dialogMargin, dialogMargin, dialogMargin, dialogMargin);
    column->setSpacing(16);
    column->addWidget(subject_);
    column->addLayout(parts);
    column->addLayout(buttons);
    setMinimumWidth(dialogWidth);

    connect(title_, &QLineEdit::textChanged, this, &SavePatternDialog::check);
    connect(category_, &QComboBox::currentTextChanged, this, &SavePatternDialog::check);
    connect(save_, &QPushButton::clicked, this, &SavePatternDialog::accept);
    connect(cancel_, &QPushButton::clicked, this, &QDialog::reject);
    title_->selectAll();
    for (QLineEdit* field : {help_, words_})
        field->setCursorPosition(0);  // a long text shows its beginning
    check();
}

void SavePatternDialog::setPicture(const QImage& picture) {
    picture_->setPixmap(QPixmap::fromImage(picture));
    picture_->setScaledContents(!picture.isNull());
    if (waits_) return;
    hint_->setText(picture.isNull() ? PatternHint::noPicture() : PatternHint::picture());
}

/// A layout does not ask labels for the height that they need at their width, so the label gets it here.
void SavePatternDialog::setSubject(const QString& words) {
    subject_->ensurePolished();
    subject_->setText(words);
    subject_->setMinimumHeight(subject_->heightForWidth(dialogWidth - 2 * dialogMargin));
    subject_->setVisible(!words.isEmpty());
}

/// Reserves enough room in each label for the longest of its texts, so that nothing moves when the text
/// changes.
void SavePatternDialog::reservePlaces() {
    hint_->ensurePolished();
    int height = 0;
    for (const QString& text : {PatternHint::noPicture(), PatternHint::picture(), PatternHint::waits()}) {
        hint_->setText(text);
        height = std::max(height, hint_->heightForWidth(shownPicture.width()));
    }
    hint_->setFixedSize(shownPicture.width(), height);
    showProblem({});
}

/// A longer text than usual makes the dialog higher, because a layout does not ask labels for the height that
/// they need at their width.
void SavePatternDialog::showProblem(const QString& why) {
    problem_->ensurePolished();
    problem_->setText(why);
    const int usual = problemLines * problem_->fontMetrics().lineSpacing();
    const int needed = problem_->isVisible() ? problem_->heightForWidth(problem_->width()) : 0;
    problem_->setMinimumHeight(std::max(usual, needed));
}

void SavePatternDialog::accept() {
    if (waits_ || !saving_) return QDialog::accept();
    if (!save_->isEnabled()) return;
    switch (saving_()) {
        case Saved::no:
            return;
        case Saved::rough:
            return wait();
        case Saved::whole:
            return QDialog::accept();
    }
}

/// Keeps the dialog open for the better picture. The saved notes do not change any more.
void SavePatternDialog::wait() {
    waits_ = true;
    for (QWidget* field : std::initializer_list<QWidget*>{title_, category_, help_, words_})
        field->setEnabled(false);
    save_->hide();
    cancel_->setText(tr("Close"));
    cancel_->setDefault(true);
    cancel_->setFocus();
    hint_->setText(PatternHint::waits());
}

void SavePatternDialog::setProblem(const QString& why) {
    showProblem(why);
}

PatternNotes SavePatternDialog::notes() const {
    return {title_->text().simplified(), category_->currentText().trimmed(), help_->text().simplified(),
            words_->text().simplified()};
}

void SavePatternDialog::check() {
    const PatternNotes now = notes();
    const QString why = whyNoPatternName(now.title);
    showProblem(why.isEmpty() ? whyNoCategory(now.category) : why);
    save_->setEnabled(problem_->text().isEmpty());
}

}  // namespace burin::ui
