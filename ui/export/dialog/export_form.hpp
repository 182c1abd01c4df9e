// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog/export_plan.hpp"
#include "ui/export/dialog/notice_list.hpp"
#include "ui/export/dialog/region_fields.hpp"
#include "ui/export/machines/machine_query.hpp"
#include "ui/model/session.hpp"
#include "ui/model/settings.hpp"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLayout;

namespace burin::ui {

class ExportOutlook;
class ExportQueue;
class MachineBook;
class PackingFields;
class PreflightRun;
class RegionMap;
class TargetFields;

/// What is to be written, and what that takes, before it starts: makes one order of what its groups of fields
/// say, and looks ahead at it.
class ExportForm : public QWidget {
    Q_OBJECT

  public:
    using View = RegionFields::View;

    /// \param queue  that its orders are for
    ExportForm(Session session, ExportQueue& queue, MachineBook& book, PreflightRun& preflight,
               QWidget* parent = nullptr);

    /// Without one there is no region to be taken from it.
    void setView(View view);
    /// Takes the document as it is now, and looks ahead anew.
    void refresh();
    /// Chooses to stream to the machine of the book that was used last.
    void chooseMachine();

    /// Whether what is filled in can start.
    [[nodiscard]] bool ready() const { return ready_; }
    /// The verb of the button that starts it.
    [[nodiscard]] QString verb() const;
    /// \pre ready()
    [[nodiscard]] ExportOrder order() const;
    /// The target of the design comes back when it is opened again.
    void rememberTarget();

  signals:
    void readyChanged();
    void preflightWanted();
    /// The address book is to be opened.
    void bookWanted();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeFields(MachineBook& book);
    QLayout* makeCards(const PreflightRun& preflight);
    void connectFields();
    void connectModels();
    void suggestFile();
    [[nodiscard]] bool streamed() const;
    void askMachine();
    void machineAnswered();
    [[nodiscard]] const MachineDescription* answered() const;
    void adoptMachine();
    [[nodiscard]] QStringList problems() const;
    void showPacking();
    void formChanged();
    [[nodiscard]] std::optional<ExportOrder> typed(QString& problem) const;
    void lookAhead();
    void showMap(const std::optional<Rect>& region);
    [[nodiscard]] QImage picture() const;
    void take(const ExportPlan& plan);
    [[nodiscard]] const ExportPlan* knownPlan() const;
    void showOutlook();
    [[nodiscard]] QList<Notice> notices() const;
    [[nodiscard]] QList<Notice> noticesOf(const ExportPlan& plan) const;

    const Session session_;
    Settings settings_;
    ExportQueue& queue_;
    ExportPlanner planner_;
    MachineQuery query_;
    QTimer soon_;
    std::optional<ExportPlan> plan_;
    QString problem_;   ///< of what is filled in
    QString conflict_;  ///< with the queue
    QString misfit_;    ///< with the machine
    bool ready_ = false;

    TargetFields* target_;
    RegionFields* region_;
    PackingFields* packing_;
    RegionMap* map_;
    ExportOutlook* outlook_;
};

}  // namespace burin::ui
