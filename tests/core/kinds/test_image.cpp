// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/source/image.hpp"
#include "support/testing.hpp"

#include <QTemporaryDir>
#include <array>
#include <fstream>

using namespace burin;

class TestImage : public QObject {
    Q_OBJECT

  private:
    QTemporaryDir folder_;
    std::vector<ParameterProblem> problems_;

    void write(const char* name, std::string_view bytes) const {
        std::ofstream(folder_.filePath(name).toStdString(), std::ios::binary) << bytes;
    }

    std::shared_ptr<const Operation> bind(const std::string& file, const std::string& alpha = "multiply") {
        problems_.clear();
        Values values;
        values.set("file", file);
        values.set("alpha", alpha);
        values.set("orientation", std::string("apply"));
        const BindContext context{.values = values,
                                  .size = std::nullopt,
                                  .links = {},
                                  .folder = folder_.path().toStdString(),
                                  .problems = problems_};
        return imageKind().bind(context);
    }

  private slots:
    void isBoundedByTheImageAndHoldsItsSamples() {
        write("four.pgm", "P2 2 2 8\n0 2 4 8\n");
        const auto operation = bind("four.pgm");
        QVERIFY(operation != nullptr);
        QVERIFY(operation->extent({}) == Extent({0, 0, 2, 2}));
        std::array<float, 4> value{};
        operation->begin({}, {0, 0, 2, 2}, {value.data(), 2, 2, 2});
        QVERIFY((value == std::array<float, 4>{0, 0.25F, 0.5F, 1}));
        const std::array<Point, 2> places = {{{1, 1}, {1, 0}}};
        operation->beginAt({}, places.data(), 2, value.data());
        QVERIFY(value[0] == 1 && value[1] == 0.25F);
        QVERIFY(operation->residentBytes() >= 4);
    }

    void itsContentIsThatOfTheFileWhateverItsName() {
        write("one.pgm", "P2 1 1 8 3");
        write("copy.pgm", "P2 1 1 8 3");
        write("other.pgm", "P2 1 1 8 4");
        const std::string first = bind("one.pgm")->fingerprint();
        QCOMPARE(bind("copy.pgm")->fingerprint(), first);
        const auto hashOf = [this](const char* file) { return bind(file)->content()->hash(); };
        QVERIFY(hashOf("copy.pgm") == hashOf("one.pgm"));
        QVERIFY(hashOf("other.pgm") != hashOf("one.pgm"));
    }

    void usesOfOneFileAreToldApart() {
        write("one.pgm", "P2 1 1 8 3");
        QVERIFY(bind("one.pgm", "only")->fingerprint() != bind("one.pgm")->fingerprint());
        float value = 0;
        bind("one.pgm", "only")->begin({}, {0, 0, 1, 1}, {&value, 1, 1, 1});
        QCOMPARE(value, 1.0F);  // the picture has no alpha
        QCOMPARE(bind("one.pgm", "only")->remarks({}).size(), std::size_t{1});
    }

    void aTiffIsRefusedWithTheRightKind() {
        write("picture.png", std::string_view("II*\0\x08\0\0\0", 8));
        QVERIFY(bind("picture.png") == nullptr);
        QCOMPARE(problems_.size(), std::size_t{1});
        QCOMPARE(problems_[0].parameter, std::string("file"));
        QVERIFY(QString::fromStdString(problems_[0].problem.adviceText()).contains("kind: tiff"));
    }

    void aMissingFileIsAProblem() {
        QVERIFY(bind("missing.png") == nullptr);
        QCOMPARE(problems_.size(), std::size_t{1});
    }
};

BURIN_TEST(TestImage)
#include "test_image.moc"
