// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kinds/form/description.hpp"
#include "ui/model/workbench.hpp"

#include <QString>
#include <QWidget>

class QLabel;
class QToolButton;

namespace burin::ui {

class CheckedField;
class NotesFoot;

/// The inspector's head: icon, name and kind of the node, mute and solo.
class NodeHead : public QWidget {
    Q_OBJECT

  public:
    /// \param kind   of the node, or nullptr; must outlive this
    /// \param notes  shows why a typed name is refused
    NodeHead(Workbench workbench, QString node, const KindDescription* kind, NotesFoot& notes,
             QWidget* parent = nullptr);

    void refresh();
    [[nodiscard]] QString flat() const;
    /// Shows problems of the node that belong to no row.
    void setProblems(const QStringList& problems);
    [[nodiscard]] CheckedField* name() const { return name_; }

  signals:
    void renamed(const QString& before, const QString& name);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    [[nodiscard]] QString problemOf(const QString& name) const;
    void dress();

    Workbench workbench_;
    QString node_;
    const KindDescription* kindShown_;
    CheckedField* name_;
    QLabel* kind_;
    QToolButton* mute_;
    QToolButton* solo_;
    QLabel* picture_;  ///< the size and depth of the file that the node reads
    QLabel* problem_;
    QString icon_;
};

}  // namespace burin::ui
