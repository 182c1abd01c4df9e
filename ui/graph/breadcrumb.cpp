// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/graph/breadcrumb.hpp"

#include "ui/theme/theme.hpp"
#include "ui/words/cut_text.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QToolButton>

namespace burin::ui {

namespace {

constexpr const char* chevronName = "graphChevron";

/// A label that ends with an ellipsis if its text does not fit. Then the tooltip has the whole text.
class ShortLabel : public QLabel {
  public:
    ShortLabel(const QString& text, QWidget* parent) : QLabel(text, parent), whole_(text) {}
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

  protected:
    void resizeEvent(QResizeEvent* event) override {
        QLabel::resizeEvent(event);
        setText(cutText(whole_, fontMetrics(), contentsRect().width()));
        setToolTip(text() == whole_ ? QString() : whole_);
    }

  private:
    const QString whole_;
};

/// A link as wide as its text. A tool button adds two spaces, and the gaps around the chevrons would differ.
class StepLink : public QToolButton {
  public:
    [[nodiscard]] QSize sizeHint() const override {
        return {fontMetrics().horizontalAdvance(text()) + 4, QToolButton::sizeHint().height()};
    }
};

}  // namespace

Breadcrumb::Breadcrumb(const Theme& theme, QWidget* parent)
    : QWidget(parent), theme_(theme), row_(new QHBoxLayout(this)) {
    setObjectName("breadcrumb");
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(4);
}

QSize Breadcrumb::minimumSizeHint() const {
    return {0, QWidget::minimumSizeHint().height()};
}

void Breadcrumb::setPath(const QStringList& steps, const QString& remark) {
    if (steps == steps_ && remark == remark_) return;
    steps_ = steps;
    remark_ = remark;
    rebuild();
}

void Breadcrumb::restyle() {
    for (QLabel* chevron : findChildren<QLabel*>(chevronName))
        draw(*chevron);
}

void Breadcrumb::draw(QLabel& chevron) const {
    chevron.setPixmap(
        theme_.pixmap("chevron", 12, Role::quiet, devicePixelRatioF()).transformed(QTransform().rotate(-90)));
}

void Breadcrumb::rebuild() {
    while (QLayoutItem* item = row_->takeAt(0)) {
        // A link that was clicked may have led here, so it is deleted later.
        if (item->widget() != nullptr) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    for (int i = 0; i < steps_.size(); ++i) {
        auto* chevron = new QLabel;
        chevron->setObjectName(chevronName);
        draw(*chevron);
        row_->addWidget(chevron);
        const int levels = static_cast<int>(steps_.size()) - 1 - i;
        if (levels == 0) {
            auto* here = new QLabel(steps_[i]);
            here->setObjectName("graphTitle");
            here->setTextFormat(Qt::PlainText);
            here->setProperty("secondary", i == 0);
            here->setFont(theme_.font(13, i == 0 ? 400 : 600));
            row_->addWidget(here);
            continue;
        }
        auto* link = new StepLink;
        link->setObjectName(QString("graphStep%1").arg(i));
        link->setProperty("step", true);
        link->setText(QString(steps_[i]).replace('&', QStringLiteral("&&")));
        link->setFont(theme_.font(13));
        link->setCursor(Qt::PointingHandCursor);
        link->setFocusPolicy(Qt::TabFocus);
        link->setToolTip(tr("Go back to %1").arg(steps_[i]));
        connect(link, &QToolButton::clicked, this, [this, levels] { emit leaveRequested(levels); });
        row_->addWidget(link);
    }
    auto* remark = new ShortLabel(remark_, this);
    remark->setObjectName("graphRemark");
    remark->setProperty("quiet", true);
    remark->setFont(theme_.font(12));
    remark->setContentsMargins(12, 0, 0, 0);
    row_->addWidget(remark, 1);
}

}  // namespace burin::ui
