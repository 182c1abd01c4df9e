// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/places.hpp"
#include "support/testing.hpp"
#include "tests/ui/support/studio_test.hpp"
#include "ui/model/library.hpp"
#include "ui/panels/library/library_cards.hpp"
#include "ui/theme/theme.hpp"

#include <QFontMetrics>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace burin::ui {

class TestLibraryNames : public QObject {
    Q_OBJECT

  private slots:
    void cardsShowThemWhole() {
        const QTemporaryDir folder;
        StudioTest studio;
        Library library(kinds(), test::inTree("resources/library"), folder.filePath("none"));
        QVERIFY(QSignalSpy(&library, &Library::changed).wait(patience));
        QVERIFY(!library.entries().isEmpty());
        const QFontMetrics metrics(studio.theme.font(12));
        for (const LibraryEntry& entry : library.entries())
            QVERIFY2(metrics.horizontalAdvance(entry.name) <= LibraryCards::nameRoom, qPrintable(entry.name));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLibraryNames)
#include "test_library_names.moc"
