// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/node_head.hpp"

#include "core/design/design_edit.hpp"
#include "ui/graph/items/fitting.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/inspector/fields/checked_field.hpp"
#include "ui/inspector/fields/notes_foot.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/document/node_names.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/surface_words.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

constexpr int iconSide = 20;
/// A node of a file may have a hundred thousand problems.
constexpr qsizetype mostShownProblems = 10;

QToolButton* makeSwitch(const char* name, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setCheckable(true);
    button->setIconSize({18, 18});
    return button;
}

}  // namespace

NodeHead::NodeHead(Workbench workbench, QString node, const KindDescription* kind, NotesFoot& notes,
                   QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      node_(std::move(node)),
      kindShown_(kind),
      name_(new CheckedField(node_, checkOf(this, &NodeHead::problemOf), this)),
      kind_(new QLabel(this)),
      mute_(makeSwitch("mute", this)),
      solo_(makeSwitch("solo", this)),
      picture_(new QLabel(this)),
      problem_(new QLabel(this)) {
    const Theme& theme = workbench_.theme;
    name_->setObjectName("name");
    name_->setFont(theme.font(13, 600));
    kind_->setObjectName("kind");
    kind_->setFont(theme.font(12));
    kind_->setProperty("secondary", true);
    mute_->setToolTip(tr("Mute: pass the first input through (M)"));
    solo_->setToolTip(tr("Solo: the viewport shows this node (V)"));
    picture_->setObjectName("picture");
    picture_->setFont(theme.font(12));
    picture_->setProperty("secondary", true);
    picture_->setWordWrap(true);
    picture_->setContentsMargins(12, 0, 12, 0);
    problem_->setObjectName("problem.node");
    problem_->setFont(theme.font(11));
    problem_->setProperty("error", true);
    problem_->setWordWrap(true);
    problem_->hide();

    auto* line = new QHBoxLayout;
    line->setContentsMargins(12 + iconSide + 8, 0, 8, 0);
    line->setSpacing(8);
    line->addWidget(name_, 1);
    line->addWidget(kind_);
    line->addWidget(mute_);
    line->addWidget(solo_);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 8, 0, 8);
    all->setSpacing(4);
    all->addLayout(line);
    all->addWidget(picture_);
    problem_->setContentsMargins(12, 0, 12, 0);
    all->addWidget(problem_);

    connect(name_, &CheckedField::entered, this, [this](const QString& name) { emit renamed(node_, name); });
    connect(name_, &CheckedField::problemChanged, this,
            [this, &notes](const QString& problem) { notes.setProblem(name_, tr("Name"), problem); });
    connect(mute_, &QToolButton::clicked, this, [this](bool muted) {
        workbench_.document.edit((muted ? tr("Mute %1") : tr("Unmute %1")).arg(node_),
                                 [&](DesignEdit& edit) { edit.setMuted(node_.toStdString(), muted); });
    });
    connect(solo_, &QToolButton::clicked, this,
            [this](bool solo) { workbench_.selection.setSolo(solo ? flat() : QString()); });
    connect(&workbench_.selection, &Selection::soloChanged, this, &NodeHead::refresh);
    refresh();
}

/// The name of its samples.
QString NodeHead::flat() const {
    return workbench_.document.scope().flat(node_);
}

void NodeHead::refresh() {
    const DesignNode* node = workbench_.document.node(node_);
    if (node == nullptr) return;
    const KindDescription* kind = kindShown_;
    const bool root = kind != nullptr && !feedsOthers(*kind);
    kind_->setText(kind == nullptr ? tr("unknown kind") : kindText(kind->title));
    kind_->setToolTip(kind == nullptr ? QString() : kindText(kind->help));
    icon_ = kind == nullptr ? QStringLiteral("warning") : Theme::kindIcon(kind->name);
    mute_->setVisible(!root);
    mute_->setChecked(node->muted);
    solo_->setChecked(!flat().isEmpty() && workbench_.selection.solo() == flat());
    const QString picture = pictureText(*node, workbench_.document.design()->pixelUm);
    picture_->setText(picture);
    picture_->setVisible(!picture.isEmpty());
    dress();
}

void NodeHead::dress() {
    mute_->setIcon(workbench_.theme.icon("mute", mute_->isChecked() ? Role::warning : Role::secondary));
    solo_->setIcon(workbench_.theme.icon("solo", solo_->isChecked() ? Role::accent : Role::secondary));
    update();
}

void NodeHead::setProblems(const QStringList& problems) {
    QStringList shown = problems.mid(0, mostShownProblems);
    if (problems.size() > mostShownProblems)
        shown << tr("And %1 more, see Problems.").arg(groupedText(problems.size() - mostShownProblems));
    problem_->setText(shown.join('\n'));
    problem_->setVisible(!problems.isEmpty());
}

/// Why the node cannot have a name; empty if it can.
QString NodeHead::problemOf(const QString& name) const {
    return whyNoNodeName(workbench_.document, name);
}

void NodeHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const int y = name_->y() + (name_->height() - iconSide) / 2;
    painter.drawPixmap(12, y, workbench_.theme.pixmap(icon_, iconSide, Role::secondary, devicePixelRatioF()));
}

}  // namespace burin::ui
