// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/testing.hpp"
#include "ui/model/document/document.hpp"

#include "core/kinds/catalogue/kinds.hpp"

#include <QFile>
#include <QTemporaryDir>

#include <filesystem>
#include <fstream>

namespace burin::ui {

/// Names of designs that not every file system or program can write.
class TestFileNames : public QObject {
    Q_OBJECT

  private slots:
    /// Qt holds names as Unicode, so the bytes of such a name are lost before the file is opened.
    void aNameThatIsNotUtf8IsCalledSo() {
        const QTemporaryDir folder;
        const QByteArray name = QFile::encodeName(folder.path()) + "/k\xE4.burin";
        std::ofstream(name.constData()) << "burin: 1\npixel: 1 um\nnodes:\n"
                                           "  surface: {kind: root, width: 1, height: 1}\n";
        QVERIFY(std::filesystem::exists(name.constData()));
        Document document(kinds());
        QVERIFY(document.open(QString::fromLocal8Bit(name)).contains("the studio needs names in UTF-8"));
        QVERIFY(document.file().isEmpty());
        const QString strange = folder.filePath(QString("k") + QChar(QChar::ReplacementCharacter) + ".burin");
        QCOMPARE(document.save(strange), QString());
        QCOMPARE(document.open(strange), QString());
    }
};

}  // namespace burin::ui

BURIN_TEST(burin::ui::TestFileNames)
#include "test_file_names.moc"
