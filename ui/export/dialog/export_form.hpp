// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/export/dialog/export_plan.hpp"
#include "ui/export/dialog/notice_list.hpp"
#include "ui/export/dialog/region_fields.hpp"
#include "ui/export/machines/machine_query.hpp"
#include "ui/model/settings.hpp"
#include "ui/model/workbench.hpp"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLayout;

namespace burin::ui {

class BitsField;
class ExportOutlook;
class ExportQueue;
class JobPictures;
class MachineBook;
class PackingFields;
class PreflightRun;
class RegionMap;
class TargetFields;

/// The form for an export: turns its groups of fields into one order, and shows in advance what the export
/// will cost.
class ExportForm : public QWidget {
    Q_OBJECT

  public:
    using View = RegionFields::View;

    /// \param queue  receives the orders
    ExportForm(Workbench workbench, ExportQueue& queue, MachineBook& book, PreflightRun& preflight,
               QWidget* parent = nullptr);

    /// Sets how to ask for the visible region. Without it the form does not offer that region.
    void setView(View view);
    /// Reads the document as it is now and plans again.
    void refresh();
    /// Selects streaming to the machine that was used last.
    void chooseMachine();

    /// Whether the user has chosen the target, now or for an earlier export, or only sees a suggestion.
    [[nodiscard]] bool targetChosen() const;
    /// Takes the suggestion as chosen.
    void confirmTarget();
    /// Gives the focus to the field of the target.
    void focusTarget();

    /// Whether the export can start as it is filled in.
    [[nodiscard]] bool ready() const { return ready_; }
    /// Whether the form is still finding out if the export can start.
    [[nodiscard]] bool lookingAhead() const;
    /// The reason why the export cannot start. Empty if it can, or if only its plan is not made yet.
    [[nodiscard]] QString problem() const;
    /// The label of the start button.
    [[nodiscard]] QString verb() const;
    /// \pre ready()
    [[nodiscard]] ExportOrder order() const;
    [[nodiscard]] ExportOutlook& outlook() const { return *outlook_; }
    /// Stores the target with the design, to be suggested next time.
    void rememberTarget();

  signals:
    void readyChanged();
    /// The form describes another export now.
    void orderChanged();
    void preflightWanted();
    /// The user wants to open the address book.
    void bookWanted();

  protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

  private:
    QWidget* makeFields(MachineBook& book);
    QLayout* makeCards(const PreflightRun& preflight);
    void connectFields();
    void connectModels();
    void suggestFile();
    [[nodiscard]] bool toMachine() const;
    void askMachine();
    void machineAnswered();
    [[nodiscard]] const MachineDescription* answered() const;
    void adoptMachine();
    [[nodiscard]] QString whyOccupied(const ExportPlan& plan) const;
    [[nodiscard]] QStringList problems() const;
    void showPacking();
    void formChanged();
    [[nodiscard]] std::optional<ExportOrder> typed(QString& problem) const;
    void lookAhead();
    void showMap(const std::optional<Rect>& region);
    [[nodiscard]] QString rootName() const;
    [[nodiscard]] SurfacePicture picture() const;
    void followPicture();
    void followPlace();
    void take(const ExportPlan& plan);
    [[nodiscard]] const ExportPlan* knownPlan() const;
    void showOutlook();
    [[nodiscard]] QList<Notice> notices() const;
    [[nodiscard]] QList<Notice> noticesOf(const ExportPlan& plan) const;

    const Workbench workbench_;
    Settings settings_;
    ExportQueue& queue_;
    ExportPlanner planner_;
    MachineQuery query_;
    QTimer soon_;
    std::optional<ExportPlan> plan_;
    QString problem_;   ///< what is wrong with the input
    QString conflict_;  ///< why the queue does not accept it
    QString misfit_;    ///< why the machine cannot take it
    bool ready_ = false;

    TargetFields* target_;
    RegionFields* region_;
    BitsField* bits_;
    PackingFields* packing_;
    RegionMap* map_;
    ExportOutlook* outlook_;
    JobPictures* pictures_;
};

}  // namespace burin::ui
