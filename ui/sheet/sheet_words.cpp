// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sheet/sheet_words.hpp"

#include "core/base/text.hpp"
#include "ui/words/number_text.hpp"
#include "ui/words/parameter_text.hpp"
#include "ui/words/problem_text.hpp"
#include "ui/words/quantities.hpp"
#include "ui/words/text.hpp"

#include <QDate>
#include <QFileInfo>
#include <QLocale>

namespace burin::ui {

namespace {

/// A pitch with the digits that a roller needs.
QString pitchText(double um) {
    return QString::number(um, 'g', 10) + QString::fromUtf8(" µm");
}

QString volumeText(double mm3) {
    const bool large = mm3 >= 1000;
    return QString::number(large ? mm3 / 1000 : mm3, 'g', 4) + QString::fromUtf8(large ? " cm³" : " mm³");
}

QString curveText(const Curve& curve) {
    return tr("%1, %2 to %3")
        .arg(QString::fromStdString(counted(curve.points().size(), "point")),
             QString::number(curve(0), 'g', 4), QString::number(curve(1), 'g', 4));
}

QString writtenText(const SheetSurface& surface) {
    const QString bits = surface.bits == 1 ? tr("1 bit") : tr("%1 bits").arg(surface.bits);
    return surface.invert ? tr("%1, inverted").arg(bits) : tr("%1, 0 is untouched").arg(bits);
}

SheetWords::Table surfaceTable(const SheetSurface& surface) {
    SheetWords::Table table{tr("Surface"), {}};
    table.rows << SheetWords::Row{tr("Width, height"), areaText(surface.widthUm(), surface.heightUm())}
               << SheetWords::Row{tr("Samples"), groupedText(surface.px.width) + QString::fromUtf8(" × ") +
                                                     groupedText(surface.px.height)};
    if (surface.pitchUm.x == surface.pitchUm.y) {
        table.rows << SheetWords::Row{tr("Pitch"), pitchText(surface.pitchUm.x)};
    } else {
        table.rows << SheetWords::Row{tr("Pitch x"), pitchText(surface.pitchUm.x)}
                   << SheetWords::Row{tr("Pitch y"), pitchText(surface.pitchUm.y)};
    }
    table.rows << SheetWords::Row{tr("Full depth"), lengthText(surface.fullDepthUm)}
               << SheetWords::Row{tr("Written as"), writtenText(surface)}
               << SheetWords::Row{tr("Engraved volume"), volumeText(surface.volumeMm3)};
    return table;
}

QString jointText(const SheetRoller& roller) {
    if (!roller.open.empty())
        return tr("open: %1").arg(QString::fromStdString(counted(roller.open.size(), "node")));
    return roller.jointSeen ? tr("closes") : tr("no step found at the places checked");
}

SheetWords::Table rollerTable(const SheetRoller& roller) {
    return {tr("Roller"),
            {{tr("Diameter"), lengthText(roller.roller.diameterUm)},
             {tr("Axis"), roller.roller.axisX ? tr("x, rows run along it") : tr("y, rows go round it")},
             {tr("Once round"), tr("%1 samples").arg(groupedText(roller.samplesRound))},
             {tr("Pitch round it"), pitchText(roller.pitchRoundUm)},
             {tr("Joint"), jointText(roller)}}};
}

QString spotText(const LaserSpot& spot) {
    if (spot.shape == LaserSpot::Shape::image)
        return tr("%1, %2 a pixel")
            .arg(QFileInfo(QString::fromStdString(spot.file)).fileName(), lengthText(spot.pitchUm));
    const QString size =
        spot.widthUm == spot.heightUm ? lengthText(spot.widthUm) : areaText(spot.widthUm, spot.heightUm);
    return (spot.shape == LaserSpot::Shape::gaussian ? tr("gaussian %1") : tr("top hat %1")).arg(size);
}

/// \param named  whether the name of the node tells it from others
QString compensationText(const SheetMachine::Compensation& compensation, bool named) {
    const auto share = [](double value) { return QString::number(value, 'g', 4); };
    const Vector& headroom = compensation.headroom;
    const QString room = headroom.x == headroom.y
                             ? share(headroom.x)
                             : tr("%1 low, %2 high").arg(share(headroom.x), share(headroom.y));
    const QString words = tr("n %1, headroom %2").arg(QString::number(compensation.iterations), room);
    return named ? tr("%1: %2").arg(QString::fromStdString(compensation.node), words) : words;
}

SheetWords::Table machineTable(const SheetMachine& machine, const SheetSurface& surface) {
    SheetWords::Table table{tr("Machine"), {}};
    table.rows << SheetWords::Row{tr("Spot"), machine.spot ? spotText(*machine.spot) : tr("not given")};
    const double pixelUm = machine.pixelUm;
    table.rows << SheetWords::Row{
        tr("Field"), machine.fieldPx ? areaText(machine.fieldPx->x * pixelUm, machine.fieldPx->y * pixelUm)
                                     : tr("not given")};
    for (const SheetMachine::Length& length : machine.lengths)
        table.rows << SheetWords::Row{QString::fromStdString(length.title), lengthText(length.um)};
    for (const SheetMachine::Compensation& compensation : machine.compensations)
        table.rows << SheetWords::Row{tr("Compensated"),
                                      compensationText(compensation, machine.compensations.size() > 1)};
    if (surface.materialCurve)
        table.rows << SheetWords::Row{tr("Material curve"), curveText(*surface.materialCurve)};
    table.rows << SheetWords::Row{tr("Machine curve"),
                                  surface.machineCurve ? curveText(*surface.machineCurve) : tr("none")}
               << SheetWords::Row{tr("Bytes"), bytesText(surface.bytes)}
               << SheetWords::Row{tr("Computing takes"),
                                  surface.seconds >= 1 ? durationText(surface.seconds) : tr("under 1 s")};
    return table;
}

QString placeText(const SheetPicture& detail, const JobSheet& sheet) {
    const Vector& pitch = sheet.surface.pitchUm;
    return tr("x %1, y %2 mm")
        .arg(QString::number(static_cast<double>(detail.area.x) * pitch.x / 1000, 'g', 6),
             QString::number(static_cast<double>(detail.area.y) * pitch.y / 1000, 'g', 6));
}

/// Says that the predicted surface is near enough to the designed one. \pre there is a prediction
SheetWords::Notice predictedNotice(const JobSheet& sheet) {
    const PredictedDifference& predicted = *sheet.preflight.predicted;
    const Vector& pitch = sheet.surface.pitchUm;
    return {
        "check", Role::good, tr("predicted"),
        tr("The predicted surface (linear model) differs by %1 µm RMS, %2 % of the full depth, most at x %3, "
           "y %4 mm.")
            .arg(QString::number(predicted.rms * sheet.surface.fullDepthUm, 'g', 3),
                 QString::number(100 * predicted.rms, 'g', 2),
                 QString::number(static_cast<double>(predicted.place.x) * pitch.x / 1000, 'g', 6),
                 QString::number(static_cast<double>(predicted.place.y) * pitch.y / 1000, 'g', 6))};
}

QList<SheetWords::Notice> noticesOf(const JobSheet& sheet) {
    const PreflightReport& report = sheet.preflight;
    QList<SheetWords::Notice> notices;
    for (const Finding& finding : report.findings) {
        const bool error = finding.severity == Severity::error;
        const QString where =
            finding.where.empty() ? QString() : ", " + QString::fromStdString(finding.where);
        notices << SheetWords::Notice{
            error ? "error" : "warning", error ? Role::error : Role::warning,
            QString::fromStdString(finding.node),
            sentence(problemText(finding.problem) + where) + ' ' + sentence(adviceText(finding.problem))};
    }
    if (notices.isEmpty())
        notices << SheetWords::Notice{"check", Role::good, tr("no finding"),
                                      tr("Nothing was found that would spoil the engraving.")};
    // A larger difference is a finding.
    if (report.predicted && report.predicted->rms <= mostDifference) notices << predictedNotice(sheet);
    for (const Problem& unseen : report.unseen)
        notices << SheetWords::Notice{"info", Role::quiet, tr("not checked"), reasonSentence(unseen)};
    return notices;
}

QString checkedText(const PreflightReport& report) {
    if (report.samplesSeen == report.samples) return tr("the whole surface was checked");
    return tr("%1 of %2 were checked")
        .arg(pixelsText(static_cast<double>(report.samplesSeen)),
             pixelsText(static_cast<double>(report.samples)));
}

/// A caption, with a remark if the picture is a sketch.
QString marked(const QString& caption, const SheetPicture& picture) {
    return picture.sketch() ? tr("%1. A sketch: it is computed from some of the samples only.").arg(caption)
                            : caption;
}

}  // namespace

SheetWords wordsOf(const JobSheet& sheet) {
    SheetWords words;
    words.program = tr("Burin %1").arg(QString::fromStdString(sheet.version));
    words.file = QFileInfo(QString::fromStdString(sheet.file)).fileName();
    words.date = QLocale::c().toString(QDate::fromString(QString::fromStdString(sheet.date), Qt::ISODate),
                                       QStringLiteral("ddd d MMM yyyy"));
    const QString size = areaText(sheet.surface.widthUm(), sheet.surface.heightUm());
    words.caption = marked(sheet.roller ? tr("Unrolled, %1").arg(size) : size, sheet.whole);
    for (const SheetPicture& detail : sheet.details) {
        const QString number = QString::number(words.captions.size() + 1);
        const QString name = detail.name.empty() ? QString() : ' ' + QString::fromStdString(detail.name);
        words.captions << marked(tr("%1%2 at %3").arg(number, name, placeText(detail, sheet)), detail);
    }
    words.tables << surfaceTable(sheet.surface);
    if (sheet.roller) words.tables << rollerTable(*sheet.roller);
    words.tables << machineTable(sheet.machine, sheet.surface);
    words.measuredHow = sheet.measuring.sampleWindows == 0
                            ? tr("designed, every sample")
                            : tr("designed, %1 windows of 1 024 px: mean ± standard error")
                                  .arg(sheet.measuring.sampleWindows);
    for (const MeasuredValue& value : sheet.measured.values)
        words.figures << SheetWords::Figure{QString::fromStdString(value.name), unitText(value.unit),
                                            parameterText(value), spreadText(value)};
    words.remarks << tr("as ISO 25178-2:2021 defines");
    const QString reason = reasonOfNull(sheet.measured);
    if (!reason.isEmpty()) words.remarks << sentence(reason);
    for (const Problem& remark : sheet.measured.remarks)
        words.remarks << reasonSentence(remark);
    words.checkedHow = checkedText(sheet.preflight);
    words.notices = noticesOf(sheet);
    words.hash = tr("design %1").arg(QString::fromStdString(sheet.hash));
    return words;
}

SheetWords wordsOf(const JobSheet& sheet, const SheetSpace& space) {
    SheetWords words = wordsOf(sheet);
    QString remark;
    if (!space.problem.isEmpty()) {
        remark = tr("The 3-D picture is left out: %1.").arg(space.problem);
    } else if (space.sketch) {
        remark = tr("The 3-D picture is a sketch: it is computed from some of the samples only.");
    }
    if (remark.isEmpty()) return words;
    if (!words.caption.endsWith('.')) words.caption += '.';
    words.caption += ' ' + remark;
    return words;
}

}  // namespace burin::ui
