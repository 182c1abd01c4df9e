// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/section.hpp"

#include "ui/inspector/tab_order.hpp"
#include "ui/theme/style_property.hpp"
#include "ui/theme/theme.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QShortcut>
#include <QVBoxLayout>

namespace burin::ui {

namespace {

constexpr int sidePadding = 12;
constexpr int headingHeight = 32;
constexpr int chevronSide = 16;

}  // namespace

/// The heading that folds the section: by a click, Space, Enter, Left and Right. Tab stops at it only while
/// the section is folded; otherwise Tab leads from field to field.
class Section::Heading : public QWidget {
  public:
    Heading(const Theme& theme, const QString& title, Section* section)
        : QWidget(section),
          line(new QHBoxLayout(this)),
          words(new QLabel(title, this)),
          aside(new QLabel(this)),
          theme_(theme),
          section_(section) {
        setFixedHeight(headingHeight);
        setFocusPolicy(Qt::NoFocus);
        setProperty(placeInTabOrder, true);
        setCursor(Qt::PointingHandCursor);
        setAccessibleName(title);
        words->setFont(theme.font(13, 600));
        aside->setFont(theme.font(12));
        aside->setProperty("quiet", true);
        aside->setMinimumWidth(1);  // a long hint is cut rather than widening the panel
        line->setContentsMargins(sidePadding + chevronSide + 2, 0, sidePadding, 0);
        line->setSpacing(8);
        line->addWidget(words);
        line->addWidget(aside);
        line->addStretch(1);
        connect(&theme, &Theme::changed, this, [this] { update(); });
    }

    QHBoxLayout* line;
    QLabel* words;
    QLabel* aside;

  protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const QPixmap chevron = theme_.pixmap("chevron", chevronSide, Role::secondary, devicePixelRatioF());
        painter.save();
        painter.translate(sidePadding - 4 + chevronSide / 2, height() / 2);
        if (section_->folded()) painter.rotate(-90);
        painter.drawPixmap(-chevronSide / 2, -chevronSide / 2, chevron);
        painter.restore();
        if (!hasFocus()) return;
        painter.setPen(QPen(theme_.color(Role::accent), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
    void mousePressEvent(QMouseEvent* event) override {
        if (event->button() == Qt::LeftButton) section_->setFolded(!section_->folded());
    }
    void keyPressEvent(QKeyEvent* event) override {
        switch (event->key()) {
            case Qt::Key_Space:
            case Qt::Key_Return:
                return section_->setFolded(!section_->folded());
            case Qt::Key_Left:
                return section_->setFolded(true);
            case Qt::Key_Right:
                return section_->setFolded(false);
            default:
                QWidget::keyPressEvent(event);
        }
    }
    void focusInEvent(QFocusEvent*) override { update(); }
    void focusOutEvent(QFocusEvent*) override { update(); }

  private:
    const Theme& theme_;
    Section* section_;
};

Section::Section(const Theme& theme, const QString& title, QWidget* parent)
    : QWidget(parent),
      theme_(theme),
      heading_(new Heading(theme, title, this)),
      body_(new QWidget(this)),
      column_(new QVBoxLayout(body_)) {
    column_->setContentsMargins(sidePadding, 0, sidePadding, 8);
    column_->setSpacing(0);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 1, 0, 0);
    all->setSpacing(0);
    all->addWidget(heading_);
    all->addWidget(body_);
    heading_->setObjectName("heading." + title);
    setTip({});
    auto* fold = new QShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Up), this);
    fold->setContext(Qt::WidgetWithChildrenShortcut);
    connect(fold, &QShortcut::activated, this, [this] {
        setFolded(true);
        heading_->setFocus(Qt::ShortcutFocusReason);
    });
}

void Section::setHead(QWidget* head) {
    head->setParent(heading_);
    heading_->line->addWidget(head);
}

void Section::setWrong(bool wrong) {
    setStyleProperty(heading_->words, "error", wrong);
}

void Section::setTip(const QString& tip) {
    const QString keys = tr("Ctrl+Shift+Up folds the section, Enter on its heading unfolds it.");
    heading_->setToolTip(tip.isEmpty() ? keys : tip + '\n' + keys);
}

void Section::setAside(const QString& text) {
    heading_->aside->setText(text);
}

void Section::add(QWidget* widget) {
    column_->addWidget(widget);
}

bool Section::folded() const {
    return body_->isHidden();
}

void Section::setFolded(bool folded) {
    if (folded == this->folded()) return;
    body_->setHidden(folded);
    heading_->setFocusPolicy(folded ? Qt::TabFocus : Qt::NoFocus);
    heading_->update();
    emit foldedChanged(folded);
}

void Section::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(theme_.color(Role::line));
    painter.drawLine(0, 0, width(), 0);
}

}  // namespace burin::ui
