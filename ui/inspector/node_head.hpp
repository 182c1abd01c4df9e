// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"
#include "ui/model/workbench.hpp"

#include <QString>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace burin::ui {

/// The inspector's head: icon, name and kind of the node, mute and solo.
class NodeHead : public QWidget {
    Q_OBJECT

  public:
    /// \param kind  of the node, or nullptr; must outlive this
    NodeHead(Workbench workbench, QString node, const KindDescription* kind, QWidget* parent = nullptr);

    void refresh();
    [[nodiscard]] QString flat() const;
    /// Shows problems of the node that belong to no row.
    void setProblems(const QStringList& problems);
    [[nodiscard]] QLineEdit* name() const { return name_; }
    /// Why the typed name is refused; empty if it is not.
    [[nodiscard]] QString unnamed() const;

  signals:
    void renamed(const QString& before, const QString& name);

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void rename();
    void dress();
    void say(const QString& problem);

    Workbench workbench_;
    QString node_;
    const KindDescription* kindShown_;
    QLineEdit* name_;
    QLabel* kind_;
    QToolButton* mute_;
    QToolButton* solo_;
    QLabel* picture_;  ///< the size and depth of the file that the node reads
    QLabel* problem_;
    QString icon_;
    QStringList problems_;
};

}  // namespace burin::ui
