// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/model/session.hpp"

#include <QString>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace burin::ui {

/// Who the inspector is about: icon, name, kind, mute and solo.
class NodeHead : public QWidget {
    Q_OBJECT

  public:
    NodeHead(Session session, QString node, QWidget* parent = nullptr);

    void refresh();
    /// What is wrong with the node and belongs to no row.
    void setProblems(const QStringList& problems);
    [[nodiscard]] QLineEdit* name() const { return name_; }
    /// Why the typed name is not taken; empty: there is none, or nothing is wrong with it.
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

    Session session_;
    QString node_;
    QLineEdit* name_;
    QLabel* kind_;
    QToolButton* mute_;
    QToolButton* solo_;
    QLabel* problem_;
    QString icon_;
    QStringList problems_;
};

}  // namespace burin::ui
