// SPDX-License-Identifier: GPL-3.0-or-later

// Every field of the studio takes a long text as a whole or not at all, and the studio answers at once.

#include "core/render/cpu_backend.hpp"
#include "core/tile/tile_cache.hpp"
#include "support/long_run.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/graph/group_dialog.hpp"
#include "ui/inspector/fields/quantity_field.hpp"
#include "ui/panels/library/save_pattern_dialog.hpp"
#include "ui/placing/placing.hpp"
#include "ui/placing/thing_arranger.hpp"
#include "ui/texture/texture_dialog.hpp"
#include "ui/viewport/placing/placing_bar.hpp"
#include "ui/viewport/placing/placing_commands.hpp"
#include "ui/window/main_window.hpp"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QDialog>
#include <QDirIterator>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTableWidget>
#include <QTextEdit>
#include <QTimer>

#include <algorithm>
#include <array>
#include <ctime>

namespace burin::ui {

namespace {

/// Processor time of this thread, which other programs do not lengthen.
double secondsOfThread() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

QString textOf(const QWidget* field) {
    if (const auto* lines = qobject_cast<const QPlainTextEdit*>(field)) return lines->toPlainText();
    if (const auto* lines = qobject_cast<const QTextEdit*>(field)) return lines->toPlainText();
    return field->property("text").toString();
}

bool isEditable(const QWidget* widget) {
    const bool field = qobject_cast<const QLineEdit*>(widget) != nullptr ||
                       qobject_cast<const QPlainTextEdit*>(widget) != nullptr ||
                       qobject_cast<const QTextEdit*>(widget) != nullptr;
    return field && widget->isVisible() && widget->isEnabled() && !widget->property("readOnly").toBool();
}

/// The schemes of addresses that a command may open.
constexpr std::array schemes = {"file", "http", "https", "mailto"};

}  // namespace

class TestLongTexts : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() {
        QSettings().clear();
        for (const char* scheme : schemes)
            QDesktopServices::setUrlHandler(scheme, this, "ignore");
        window_ = std::make_unique<MainWindow>(Engine{backend_, budget_, {}}, theme_);
        window_->resize(2000, 1000);
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get(), patience));
    }
    void cleanupTestCase() {
        window_->workbench().document.history().setClean();
        window_.reset();
        for (const char* scheme : schemes)
            QDesktopServices::unsetUrlHandler(scheme);
    }

    void fieldsOfKinds_data() {
        QTest::addColumn<QString>("design");
        const QDir designs(test::inTree("docs/manual/designs"));
        for (const QString& name : designs.entryList({"*.burin"}))
            QTest::newRow(qPrintable(name)) << designs.filePath(name);
    }
    void fieldsOfKinds() {
        QFETCH(QString, design);
        QCOMPARE(window_->take(design), QString());
        for (const DesignNode& node : window_->workbench().document.design()->nodes) {
            window_->workbench().selection.select({QString::fromStdString(node.name)});
            QCoreApplication::processEvents();
            pasteIntoAll();
            if (QTest::currentTestFailed()) return;
        }
    }

    void fieldsOfAMatrix() {
        const QString text =
            "burin: 1\npixel: 1 um\nnodes:\n  surface: {kind: root, width: 9, height: 9}\n"
            "  sharp: {kind: convolution, kernel: {matrix: [[0, 1, 0], [1, 1, 1], [0, 1, 0]]}}\n";
        QCOMPARE(window_->workbench().document.recover(text, {}), QString());
        window_->workbench().selection.select({"sharp"});
        QCoreApplication::processEvents();
        pasteIntoAll();
        // A cell has a field only while it is edited.
        const qsizetype before = seen_.size();
        const auto* const inspector = window_->findChild<QWidget*>("inspector");
        for (QTableWidget* const table : inspector->findChildren<QTableWidget*>()) {
            if (table->isVisible() && table->item(0, 0) != nullptr) table->editItem(table->item(0, 0));
        }
        pasteIntoAll();
        QVERIFY(seen_.size() > before);
    }

    void fieldsOfAGroup() {
        QCOMPARE(window_->take(pebbles()), QString());
        QVERIFY(window_->workbench().document.scope().openGroup("pebbles"));
        window_->findChild<QAction*>("panel.parameters")->trigger();
        for (const char* node : {"bed", "rows", "stone"}) {
            window_->workbench().selection.select({node});
            QCoreApplication::processEvents();
            pasteIntoAll();
            if (QTest::currentTestFailed()) return;
        }
        window_->findChild<QLineEdit*>("parameter.name")->setFocus();
        window_->findChild<QAbstractButton*>("parameters.more")->click();
        window_->findChild<QAbstractButton*>("parameters.expose")->click();
        pasteIntoAll();
        closeOthers();
    }

    /// Anything that a command of the window opens: a field, a panel, a dialog.
    void fieldsOfEveryCommand_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("button");
        // These commands ask for files with a dialog of Qt, or end the window or the program.
        static const QRegularExpression left("^file\\.(?!insertExample)");
        QStringList names;
        for (const QAction* const action : window_->findChildren<QAction*>()) {
            const QString name = action->objectName();
            if (name.contains('.') && !left.match(name).hasMatch()) names << name;
        }
        names.removeDuplicates();
        names.sort();
        for (const QString& name : names)
            QTest::newRow(qPrintable(name)) << name << QString();
        QTest::newRow("a new table") << "export.batch"
                                     << "batch.create";
        QTest::newRow("a new machine") << "export.machines"
                                       << "machines.add";
    }
    void fieldsOfEveryCommand() {
        QFETCH(QString, command);
        QFETCH(QString, button);
        if (!pebblesAreThere()) {
            QCOMPARE(window_->take(pebbles()), QString());
            asOpened_ = window_->workbench().document.text();
        }
        window_->workbench().selection.select({"half"});
        QCoreApplication::processEvents();
        auto* const action = window_->findChild<QAction*>(command);
        QVERIFY2(action != nullptr, qPrintable(command));
        if (!action->isEnabled()) return;
        // Some dialogs are open until the command returns.
        bool tried = false;
        QTimer::singleShot(0, this, [&] {
            tried = true;
            if (!button.isEmpty()) window_->findChild<QPushButton*>(button)->click();
            QCoreApplication::processEvents();
            pasteIntoAll();
            closeOthers();
        });
        action->trigger();
        QTRY_VERIFY(tried);
        closeOthers();
    }

    void fieldsOfAPatternThatIsSaved() {
        SavePatternDialog dialog(theme_, {}, {"Stone"}, {}, window_.get());
        dialog.show();
        pasteIntoAll();
    }

    void fieldsOfAGroupsName() {
        GroupDialog dialog(
            theme_, {}, [](const QString& /*name*/) { return QString(); }, window_.get());
        dialog.show();
        pasteIntoAll();
    }

    void theFieldOfATexture() {
        const Workbench workbench = window_->workbench();
        const TextureSource source{workbench.previews.engine(),
                                   workbench.document.kinds(),
                                   workbench.document.design(),
                                   {},
                                   {},
                                   "photo"};
        TextureDialog dialog(theme_, source, window_.get());
        dialog.show();
        for (QSpinBox* const number : dialog.findChildren<QSpinBox*>())
            number->setEnabled(true);  // the field is enabled, as after the trial of a picture
        pasteIntoAll();
    }

    /// The fields are enabled while a thing is chosen. Without OpenGL the viewport is missing.
    void theFieldsOfPlacing() {
        const QString text =
            "burin: 2\npixel: 1 um\nnodes:\n"
            "  surface: {kind: root, width: 90, height: 90, inputs: [{data: plate, at: [9, 9]}]}\n"
            "  plate: {kind: shape, shape: rectangle, size: [40, 30]}\n";
        const Workbench workbench = window_->workbench();
        QCOMPARE(workbench.document.recover(text, {}), QString());
        Placing placing(workbench);
        ThingArranger arranger(workbench, placing);
        const PlacingCommands commands(&placing, &arranger);
        PlacingBar bar(workbench, placing, arranger, commands);
        bar.resize(1200, bar.height());
        bar.show();
        placing.setOn(true);
        workbench.selection.select({"plate"});
        QTRY_VERIFY(placing.chosen() != nullptr);
        pasteIntoAll();
    }

    /// Every source that makes a field has a class whose widgets were tried.
    void noFieldWasLeftOut() {
        static const QRegularExpression makes(
            "new "
            "(Q(LineEdit|PlainTextEdit|TextEdit|SpinBox|DoubleSpinBox)|\\w+Field|ExpressionText|InlineEditor)"
            "\\b|"
            "setEditable\\(true|QInputDialog::get");
        static const QRegularExpression method("^(?:[\\w:<>*& ]+ )?[*&]?(\\w+)::~?\\w+\\(",
                                               QRegularExpression::MultilineOption);
        QDirIterator sources(test::inTree("ui"), {"*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
        QStringList left;
        while (sources.hasNext()) {
            QFile file(sources.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            if (!text.contains(makes) || text.contains("->setReadOnly(true)")) continue;
            QSet<QString> classes;
            for (auto each = method.globalMatch(text); each.hasNext();)
                classes << each.next().captured(1);
            if (!classes.isEmpty() && !classes.intersects(owners_)) left << file.fileName();
        }
        QVERIFY2(left.isEmpty(), qPrintable(left.join('\n')));
    }

    void allSortsOfFieldsWereThere() {
        QVERIFY2(seen_.size() > 40, qPrintable(seen_.join('\n')));
        for (const char* one : {"field.expression in",
                                "field.data in",
                                "field.text in",
                                "field.font in",
                                "commandSearch in",
                                "export.target in",
                                "inlineEditor in",
                                "batch.searchValues in",
                                "machines.address in",
                                "machines.token in",
                                "patternTitle in",
                                "patternWords in",
                                "a number in QSpinBox",
                                "a number in QDoubleSpinBox",
                                "a number in burin::ui::NumberEditor",
                                "a number in burin::ui::PlacingBar",
                                "parameter.limits in",
                                "parameter.help in",
                                "exposeSearch in",
                                "searchPatterns in",
                                "searchExamples in"}) {
            QVERIFY2(seen_.join('\n').contains(one), one);
        }
    }

  public slots:
    void ignore(const QUrl& /*url*/) {}

  private:
    static QString pebbles() { return test::inTree("tests/data/pages/pebbles.burin"); }
    /// Whether the last command has left the design as it was opened.
    [[nodiscard]] bool pebblesAreThere() {
        const Document& document = window_->workbench().document;
        return !asOpened_.isEmpty() && document.history().count() == 0 && !document.scope().open() &&
               document.text() == asOpened_;
    }

    /// Closes popups, dialogs and other windows, also those that closing opens.
    void closeOthers() {
        for (int tries = 0; tries < 10; ++tries) {
            QWidgetList others = QApplication::topLevelWidgets();
            const auto end = std::remove_if(others.begin(), others.end(), [&](const QWidget* each) {
                return each == window_.get() || !each->isVisible();
            });
            others.erase(end, others.end());
            if (others.isEmpty()) return;
            for (const QPointer<QWidget> other : others) {
                auto* const dialog = qobject_cast<QDialog*>(other);
                if (dialog != nullptr) dialog->reject();
                if (other) other->close();
            }
        }
    }

    /// Pastes into each visible field of a sort that has not been tried before.
    void pasteIntoAll() {
        const QWidgetList widgets = QApplication::allWidgets();
        const QList<QPointer<QWidget>> fields(widgets.begin(),
                                              widgets.end());  // a pasted text may close other fields
        for (const QPointer<QWidget>& field : fields) {
            if (!field || !isEditable(field)) continue;
            for (const QWidget* owner = field; owner != nullptr; owner = owner->parentWidget())
                owners_ << QString(owner->metaObject()->className()).section("::", -1);
            if (seen_.contains(sortOf(field))) continue;
            seen_ << sortOf(field);
            for (const QString& text : longTexts()) {
                if (field) paste(field, text);
                if (QTest::currentTestFailed()) return;
            }
        }
    }

    /// One text that every field refuses. The others may be accepted by a field, and may make a parser try
    /// again and again.
    static QStringList longTexts() {
        QStringList texts = {QString("a").repeated(burin::test::isLongRun() ? 1 << 20 : 1 << 17),
                             QString("ab c ").repeated(13'000)};
        if (!burin::test::isLongRun()) return texts;
        for (const char* part :
             {"1", "1 ", "1,", "(", "f(", "-", "\"", "[", "{a: ", ".", "1e", "mm ", "\t", "#"})
            texts << "1" + QString(part).repeated(60'000 / qsizetype(qstrlen(part))) + '!';
        return texts;
    }

    void paste(const QPointer<QWidget>& field, const QString& text) {
        const QString name = nameOf(field);
        QGuiApplication::clipboard()->setText(text);
        field->activateWindow();
        field->setFocus();
        QCoreApplication::processEvents();  // some fields show more of their text if they have the focus
        if (!field) return;
        const QString before = textOf(field);  // a number may have more places while it is edited
        auto* const number = qobject_cast<QAbstractSpinBox*>(field->parentWidget());
        const QVariant valueBefore = number == nullptr ? QVariant() : number->property("value");
        const auto restore = [&] {
            if (auto* const lines = qobject_cast<QPlainTextEdit*>(field)) {
                lines->setPlainText(before);
            } else if (number != nullptr) {
                number->setProperty("value", valueBefore);
            } else {
                field->setProperty("text", before);
            }
            QCoreApplication::processEvents();
        };
        double most = mostSeconds(field->font());
        double seconds = secondsToPaste(field);
        // Another program may take the processor's caches during one try, but not during each of them.
        for (int tries = 1; field && seconds >= most && tries < 5; ++tries) {
            restore();
            most = mostSeconds(field->font());
            if (field) seconds = secondsToPaste(field);
        }
        QVERIFY2(instrumented || seconds < most,
                 qPrintable(QString("%1 took %2 s for %3 characters; at most %4 s")
                                .arg(name)
                                .arg(seconds)
                                .arg(text.size())
                                .arg(most)));
        if (!field) return;
        const QString after = textOf(field);
        // A tab ends the number of a QAbstractSpinBox.
        QVERIFY2(after == before || after.size() >= text.simplified().size() ||
                     (number != nullptr && text.contains('\t')),
                 qPrintable(QString("%1 keeps %2 of %3 characters: \"%4\" instead of \"%5\"")
                                .arg(name)
                                .arg(after.size())
                                .arg(text.size())
                                .arg(after.left(40), before.left(40))));
        restore();  // the pasted text is not applied: it has no meaning
    }

    /// Replaces the text of a field by the clipboard's. \return processor time of this thread in seconds
    static double secondsToPaste(QWidget* field) {
        QMetaObject::invokeMethod(field, "selectAll");
        const double start = secondsOfThread();
        QMetaObject::invokeMethod(field, "paste");
        QCoreApplication::processEvents();
        return secondsOfThread() - start;
    }

    /// Anything that takes more than linear time takes minutes. The long run requires an immediate answer: in
    /// about a third of a second, in relation to a field of Qt, which other programs slow down by the same
    /// factor.
    static double mostSeconds(const QFont& font) {
        if (!burin::test::isLongRun()) return 5;
        QLineEdit plain;
        plain.setFont(font);
        const double start = secondsOfThread();
        plain.paste();
        static_cast<void>(plain.grab());
        return 0.2 + 10 * (secondsOfThread() - start);
    }

    /// All number fields of one editor count as one kind of field, because there are more than a hundred of
    /// them, although their numbers differ in meaning.
    static QString sortOf(const QWidget* field) {
        const QWidget* const editor = field->parentWidget();
        const bool number = qobject_cast<const QuantityField*>(field) != nullptr ||
                            qobject_cast<const QAbstractSpinBox*>(editor) != nullptr;
        return number ? QString("a number in ") + editor->metaObject()->className() : nameOf(field);
    }

    static QString nameOf(const QWidget* field) {
        return QString(field->metaObject()->className()) + ' ' + field->objectName() + " in " +
               field->parentWidget()->objectName();
    }

    MemoryBudget budget_{std::size_t{512} << 20U};
    TileCache cache_{budget_};
    CpuBackend backend_{budget_, cache_, 2};
    Theme theme_{ThemeChoice::dark};
    std::unique_ptr<MainWindow> window_;
    QStringList seen_;
    QString asOpened_;
    QSet<QString> owners_;  ///< classes of all fields and of the widgets that they are in
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLongTexts)
#include "test_long_texts.moc"
