// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/node_head.hpp"

#include "core/base/text.hpp"
#include "core/design/design_edit.hpp"
#include "ui/graph/items/fitting.hpp"
#include "ui/inspector/editors/value_editor.hpp"
#include "ui/model/document/document.hpp"
#include "ui/model/selection.hpp"
#include "ui/theme/theme.hpp"
#include "ui/words/surface_words.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

constexpr int iconSide = 20;
constexpr std::size_t longestName = 255;

QToolButton* makeSwitch(const char* name, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setObjectName(name);
    button->setCheckable(true);
    button->setIconSize({18, 18});
    return button;
}

}  // namespace

NodeHead::NodeHead(Workbench workbench, QString node, const KindDescription* kind, QWidget* parent)
    : QWidget(parent),
      workbench_(workbench),
      node_(std::move(node)),
      kindShown_(kind),
      name_(new QLineEdit(node_, this)),
      kind_(new QLabel(this)),
      mute_(makeSwitch("mute", this)),
      solo_(makeSwitch("solo", this)),
      picture_(new QLabel(this)),
      problem_(new QLabel(this)) {
    const Theme& theme = workbench_.theme;
    name_->setObjectName("name");
    name_->setFont(theme.font(13, 600));
    name_->installEventFilter(this);
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

    connect(name_, &QLineEdit::editingFinished, this, &NodeHead::rename);
    connect(name_, &QLineEdit::textEdited, this, [this] { say({}); });
    connect(mute_, &QToolButton::clicked, this, [this](bool muted) {
        workbench_.document.edit((muted ? tr("Mute %1") : tr("Unmute %1")).arg(node_),
                                 [&](DesignEdit& edit) { edit.setMuted(node_.toStdString(), muted); });
    });
    connect(solo_, &QToolButton::clicked, this,
            [this](bool solo) { workbench_.selection.setSolo(solo ? flat() : QString()); });
    connect(&workbench_.selection, &Selection::soloChanged, this, &NodeHead::refresh);
    connect(&workbench_.theme, &Theme::changed, this, &NodeHead::dress);
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
    problems_ = problems;
    say({});
}

void NodeHead::say(const QString& problem) {
    const QString text = problem.isEmpty() ? problems_.join('\n') : problem;
    problem_->setText(text);
    problem_->setVisible(!text.isEmpty());
}

QString NodeHead::unnamed() const {
    const QString name = name_->text().trimmed();
    const std::string text = name.toStdString();
    if (!name_->isModified() || name == node_) return {};
    if (text.empty()) return tr("A node needs a name.");
    if (text.size() > longestName || firstControl(text))
        return tr("A name may have at most 255 bytes and no control characters.");
    if (workbench_.document.nodeText(name) != nullptr)
        return tr("%1 is taken. Choose another name.").arg(name);
    return {};
}

void NodeHead::rename() {
    const QString name = name_->text().trimmed();
    if (!name_->isModified() || name == node_) return;
    const QString problem = unnamed();
    if (!problem.isEmpty()) return say(problem);
    name_->setModified(false);
    emit renamed(node_, name);
}

bool NodeHead::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        name_->setText(node_);
        name_->selectAll();
        say({});
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void NodeHead::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const int y = name_->y() + (name_->height() - iconSide) / 2;
    painter.drawPixmap(12, y, workbench_.theme.pixmap(icon_, iconSide, Role::secondary, devicePixelRatioF()));
}

}  // namespace burin::ui
