// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/catalogue/kinds.hpp"
#include "support/places.hpp"
#include "support/testing.hpp"
#include "ui/model/library.hpp"
#include "ui/panels/library/library_cards.hpp"
#include "ui/theme/theme.hpp"

#include <QFontMetrics>
#include <QSignalSpy>

namespace burin::ui {

class TestLibraryNames : public QObject {
    Q_OBJECT

  private slots:
    void theCardsShowWholeNames() {
        Library library(kinds(), test::inTree("resources/library"), {});
        QVERIFY(QSignalSpy(&library, &Library::changed).wait(patience));
        QVERIFY(!library.entries().isEmpty());
        const QFontMetrics metrics(Theme(ThemeChoice::dark).font(12));
        for (const LibraryEntry& entry : library.entries())
            QVERIFY2(metrics.horizontalAdvance(entry.name) <= LibraryCards::nameRoom, qPrintable(entry.name));
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestLibraryNames)
#include "test_library_names.moc"
