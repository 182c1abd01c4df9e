// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kinds/generate/math2d.hpp"
#include "gpu/support/device_test.hpp"
#include "support/formula.hpp"
#include "support/random_expression.hpp"
#include "support/reference.hpp"

#include <QTemporaryDir>
#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

using namespace burin;
using namespace burin::gpu;
using namespace burin::test;
namespace fs = std::filesystem;

namespace {

/// A node on the processor and on the device.
struct Node {
    std::shared_ptr<const OperationOf<Math2d>> operation;
    std::unique_ptr<DeviceOperation> device;

    explicit Node(const std::string& expression, std::size_t children = 0, const NumberMap& parameters = {}) {
        Values values;
        values.set("expression", expression);
        if (!parameters.empty()) values.set("parameters", parameters);
        const std::vector<Trait> links(children, Trait::data);
        std::vector<ParameterProblem> problems;
        operation = std::dynamic_pointer_cast<const OperationOf<Math2d>>(
            math2dKind().bind({values, std::nullopt, 1.0, links, {}, problems}));
        if (operation == nullptr) qFatal("%s: %s", expression.c_str(), problems.at(0).problem.text().c_str());
        device = std::make_unique<DeviceOperationOf<Math2d>>(operation);
    }

    [[nodiscard]] OwnedSamples onDevice(const Rect& area) const {
        return computeOnDevice(*device, *operation, {}, area);
    }
};

FakeChild::Sample wave(double factor) {
    return [factor](std::int64_t x, std::int64_t y) {
        return static_cast<float>(0.5 + 0.5 * std::sin(factor * static_cast<double>(x + 3 * y)));
    };
}

QString atPlace(const std::string& expression, std::int64_t x, std::int64_t y, float got) {
    return QString("%1 at %2, %3 is %4")
        .arg(QString::fromStdString(expression))
        .arg(x)
        .arg(y)
        .arg(got, 0, 'g', 9);
}

bool sameBits(const OwnedSamples& a, const OwnedSamples& b) {
    return std::equal(
        a.samples.begin(), a.samples.end(), b.samples.begin(), b.samples.end(),
        [](float p, float q) { return std::bit_cast<std::uint32_t>(p) == std::bit_cast<std::uint32_t>(q); });
}

}  // namespace

class TestMath2dOnDevice : public QObject {
    Q_OBJECT

    QTemporaryDir cache_;

    /// Compiled kernels and the interpreter. All tests use both paths, except the tests of the cache.
    static void addPaths() {
        QTest::addColumn<bool>("compiled");
        QTest::newRow("compiled") << true;
        QTest::newRow("interpreted") << false;
    }
    static void choose(bool compiled) {
        compiled ? qunsetenv("BURIN_JIT") : qputenv("BURIN_JIT", "off");
        const std::string refusal = whyNoJit();
        if (compiled && !refusal.empty()) QSKIP(refusal.c_str());
        QCOMPARE(refusal.empty(), compiled);
    }

    static void compare(const Node& node, const std::string& expression, const Rect& area) {
        const Formula formula(expression, {"x", "y"});
        const OwnedSamples image = node.onDevice(area);
        for (std::int64_t y = area.y; y < area.bottom(); ++y) {
            for (std::int64_t x = area.x; x < area.right(); ++x) {
                const Interval exact = formula.evaluate({static_cast<double>(x), static_cast<double>(y)});
                const Range allowed = tolerated(exact, 1e-5, 0x1p-20);
                const float got = image.at(x, y);
                QVERIFY2(got >= allowed.low && got <= allowed.high,
                         qPrintable(atPlace(expression, x, y, got)));
            }
        }
    }

  private slots:
    void initTestCase() {
        BURIN_NEEDS_DEVICE();
        qputenv("XDG_CACHE_HOME", cache_.path().toUtf8());
    }

    void expressions_data() {
        QTest::addColumn<bool>("compiled");
        QTest::addColumn<QString>("expression");
        for (const char* text : {
                 "0.5",
                 "0.5 + 0.5*sin(x*0.1)*cos(y*0.07)",
                 "0.5 + 0.5*sin(x*0.1 + y*1e-9)*cos(y*0.07 + x*1e-9)",
                 "(sin(x*7.3) + cos(y*3.1 + x)) / 4",
                 "sin(x*y*0.37)",
                 "sin(x*1e9 + y) * 0.5",
                 "sin(exp(x))",
                 "sin((x - 1999970) * 2e5 + y*0.1) * cos((x - 30) * 2e5 + y)",
                 "abs(sin(x*0.3)) * max(0, cos(y*0.2)) - clamp(sin(x+y), -0.2, 0.3)",
                 "mix(sin(x*0.1), cos(y*0.1), noise(x*0.1, y*0.1, 4))",
                 "sin(x/3) * 1e-7",
                 "noise(x*0.137, y*0.211, 5)",
                 "cell(x*0.137, y*0.211, 5)",
                 "hypot(x - 1e6, y - 1e6) / 1e6",
                 "atan2(y - 1e6, x - 1e6)",
                 "mod(x*0.7 + y*0.3, 17.5)",
                 "smoothstep(0, 1, mod(x*0.01, 1)) + step(0.5, mod(y, 7)/7)",
                 "x == 0 ? 0/0 : x == 1 ? 1e300 : x == 2 ? -1/0 : x == 3 ? 1e-7 : -x",
                 "!(x<y) + (x<=y) + (x>1) + (x>=1) + (y==2) + (y!=x) + (x&&y) + (x||y)",
                 "tan(x*0.01) + sinh(x*1e-6) - log(1 + x) * log2(y + 2) + log10(y + 1) + cbrt(x - y) + "
                 "asin(x/3e6)",
                 "pow(x*1e-6, 0.3) + pow(-2, mod(y, 9)) + exp(-x*1e-6) + floor(x/7) + round(y/2) + "
                 "trunc(-x/3)",
             }) {
            QTest::addRow("compiled: %s", text) << true << text;
            QTest::addRow("interpreted: %s", text) << false << text;
        }
        Random random(17);
        RandomExpression writer(random, {"x", "y"}, {});
        for (int i = 0; i < 60; ++i) {
            const QString text =
                QString::fromStdString(i % 2 == 0 ? writer.unit(1 + i % 5) : writer.any(1 + i % 4));
            QTest::addRow("compiled: random %d", i) << true << text;
            QTest::addRow("interpreted: random %d", i) << false << text;
        }
    }
    void expressions() {
        QFETCH(bool, compiled);
        QFETCH(QString, expression);
        choose(compiled);
        const Node node(expression.toStdString());
        compare(node, expression.toStdString(), {0, 0, 61, 19});
        compare(node, expression.toStdString(), {1999939, 1999981, 61, 19});
    }

    void hashesAreEqualToTheBit_data() { addPaths(); }
    void hashesAreEqualToTheBit() {
        QFETCH(bool, compiled);
        choose(compiled);
        for (const char* text : {"hash(x, y, 7)", "hash(x*0.37, -y/3, 1e10)",
                                 "hash(x - y, x*y*1e3, mod(x, 5) - 2.5)", "hash(x*1e9*(y - 3), y, 0)"}) {
            const Node node(text);
            for (const Rect& area : {Rect{-50, -7, 300, 41}, Rect{1999700, 1999950, 300, 50}})
                QVERIFY2(sameBits(node.onDevice(area), compute(*node.operation, {}, area)), text);
        }
    }

    /// Any width and height, and areas far from the first thread and vector.
    void areas_data() {
        QTest::addColumn<bool>("compiled");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        for (const bool compiled : {true, false}) {
            for (const auto& [width, height] :
                 {std::pair{1, 1}, {2, 9}, {3, 1}, {4, 5}, {513, 33}, {2047, 3}, {1, 70000}, {3000, 700}})
                QTest::addRow("%s, %d x %d", compiled ? "compiled" : "interpreted", width, height)
                    << compiled << width << height;
        }
    }
    void areas() {
        QFETCH(bool, compiled);
        QFETCH(int, width);
        QFETCH(int, height);
        choose(compiled);
        const Node node("hash(x, y, 3) + (x + 1) * 1e-3");
        const Rect area{-3, 1000, width, height};
        QVERIFY(sameBits(node.onDevice(area), compute(*node.operation, {}, area)));
    }

    void tilesDoNotShow_data() { addPaths(); }
    void tilesDoNotShow() {
        QFETCH(bool, compiled);
        choose(compiled);
        for (const char* text :
             {"noise(x*0.05, y*0.05, 1)*0.3 + sin(hypot(x, y)/7)/3", "sin(x*0.3)*cos(y*0.1)",
              "sin(x*0.3 + y*9.1)*exp(-y*1e-3)", "sin((x - 1999300) * 1e4 + y)"}) {
            const Node node(text);
            const Rect whole{1999000, 1500, 700, 90};
            const OwnedSamples image = node.onDevice(whole);
            for (std::int64_t left = whole.x; left < whole.right(); left += 123) {
                for (std::int64_t top = whole.y; top < whole.bottom(); top += 37) {
                    const Rect tile = intersection(whole, {left, top, 123, 37});
                    const OwnedSamples part = node.onDevice(tile);
                    for (std::int64_t y = tile.y; y < tile.bottom(); ++y) {
                        for (std::int64_t x = tile.x; x < tile.right(); ++x)
                            QCOMPARE(part.at(x, y), image.at(x, y));
                    }
                }
            }
        }
    }

    void parameters_data() { addPaths(); }
    void parameters() {
        QFETCH(bool, compiled);
        choose(compiled);
        const Rect area{0, 0, 40, 20};
        const Node node("a*x/40 + b_2*y/20 + um", 0, {{"a", 3}, {"b_2", -0.25}, {"unused", 7}});
        QVERIFY(sameBits(node.onDevice(area), compute(*node.operation, {}, area)));
    }

    void children_data() {
        QTest::addColumn<bool>("compiled");
        QTest::addColumn<int>("count");
        QTest::addColumn<bool>("offset");  // the children's memory starts at an unaligned address
        for (const bool compiled : {true, false}) {
            for (int count = 1; count <= 8; ++count) {
                QTest::addRow("%s, %d children", compiled ? "compiled" : "interpreted", count)
                    << compiled << count << (count % 2 == 0);
            }
        }
    }
    /// Bounded children and an unbounded last one, each with an offset, and a mask between them.
    void children() {
        QFETCH(bool, compiled);
        QFETCH(int, count);
        QFETCH(bool, offset);
        choose(compiled);
        std::vector<FakeChild> children;
        std::string expression = "x * 1e-3 + y * 1e-4";
        for (int k = 0; k < count; ++k) {
            const Extent extent = k + 1 == count ? Extent() : Extent(Rect{0, 0, 40 + 30 * k, 20 + k});
            children.emplace_back(extent, wave(0.1 + 0.07 * k));
            expression += " + in" + std::to_string(k + 1) + " * " + std::to_string(k + 1) + " / 10";
        }
        FakeChild mask(Extent(Rect{-5, -5, 130, 30}), wave(0.05));
        const Node node(expression, static_cast<std::size_t>(count));
        std::vector<FakeLink> links;
        for (int k = 0; k < count; ++k)
            links.push_back({Trait::data, &children[static_cast<std::size_t>(k)], {7 * k - 5, 3 - k}});
        links.insert(links.begin() + 1, {Trait::mask, &mask, {1, 1}});
        const Rect area{-10, -10, 233, 57};
        const OwnedSamples image =
            computeOnDevice(*node.device, *node.operation, links, area, offset ? 1 : 0);
        const OwnedSamples expected = compute(*node.operation, links, area);
        for (std::size_t i = 0; i < image.samples.size(); ++i)
            QVERIFY(std::fabs(image.samples[i] - expected.samples[i]) <= 1e-6F);
        QVERIFY(!std::equal(image.samples.begin() + 1, image.samples.end(), image.samples.begin()));
    }

    void eightChildrenOfWhichOneIsUsed_data() { addPaths(); }
    void eightChildrenOfWhichOneIsUsed() {
        QFETCH(bool, compiled);
        choose(compiled);
        std::vector<FakeChild> children;
        for (int k = 0; k < 8; ++k)
            children.emplace_back(Extent(), wave(0.1 * (k + 1)));
        std::vector<FakeLink> links;
        for (FakeChild& child : children)
            links.push_back({Trait::data, &child, {}});
        const Node node("in5", 8);
        const Rect area{3, 4, 77, 9};
        const OwnedSamples image = computeOnDevice(*node.device, *node.operation, links, area);
        QVERIFY(sameBits(image, compute(*node.operation, links, area)));
        QCOMPARE(node.device->stateBytes(area), alignedBytes<float>(77, 9));
    }

    void anEmptyChildIsZero_data() { addPaths(); }
    void anEmptyChildIsZero() {
        QFETCH(bool, compiled);
        choose(compiled);
        FakeChild nothing(Extent(Rect{}), wave(1));
        const Node node("in1 + 0.5", 1);
        const OwnedSamples image =
            computeOnDevice(*node.device, *node.operation, {{Trait::data, &nothing, {}}}, {0, 0, 30, 2});
        for (const float sample : image.samples)
            QCOMPARE(sample, 0.5F);
    }

    void aTreeTooLongToBeCompiledIsInterpreted() {
        choose(true);
        std::string text = "x";
        for (int i = 0; i < 4000; ++i)
            text += "+1";
        const Node node(text);
        QVERIFY(!OnDevice<Math2d>(node.operation->node()).whyInterpreted().empty());
        const Rect area{0, 0, 30, 3};
        QVERIFY(sameBits(node.onDevice(area), compute(*node.operation, {}, area)));
    }

    /// Swaps the files of two kernels: the result shows that they were read.
    void kernelsComeFromTheCache() {
        choose(true);
        QTemporaryDir own;
        qputenv("XDG_CACHE_HOME", own.path().toUtf8());
        const Rect area{0, 0, 5, 1};
        const auto filesInCache = [&] {
            std::vector<fs::path> files;
            for (const auto& entry : fs::directory_iterator(own.path().toStdString() + "/burin/kernels"))
                files.push_back(entry.path());
            return files;
        };
        const auto valueOf = [&](const char* expression) {
            const float value = Node(expression).onDevice(area).at(0, 0);
            awaitCompilers();  // one of the compilers may still hold the kernel
            return value;
        };
        QCOMPARE(valueOf("x*0+1"), 1.0F);
        const fs::path first = filesInCache().at(0);
        QCOMPARE(valueOf("x*0+2"), 2.0F);
        const std::vector<fs::path> both = filesInCache();
        QCOMPARE(both.size(), std::size_t{2});
        const fs::path second = both[0] == first ? both[1] : both[0];

        fs::copy_file(second, first, fs::copy_options::overwrite_existing);
        QCOMPARE(valueOf("x*0+1"), 2.0F);
        fs::resize_file(first, fs::file_size(first) / 2);
        QCOMPARE(valueOf("x*0+1"), 1.0F);
        QCOMPARE(filesInCache().size(), std::size_t{2});
        qputenv("XDG_CACHE_HOME", cache_.path().toUtf8());
    }

    void anySourceMayBeCompiled() {
        choose(true);
        const JitKernel kernel = compileKernel(
            "extern \"C\" __global__ void fill(float* out, float value) { out[threadIdx.x] = value; }",
            "fill");
        QCOMPARE(kernel.problem(), std::string());
        QVERIFY(kernel.ready());
        DeviceMemory memory(64 * sizeof(float));
        auto* data = reinterpret_cast<float*>(memory.data());
        float value = 2.5F;
        void* arguments[] = {&data, &value};
        CudaStream cudaStream;
        kernel.launch(cudaStream, 1, 64, arguments);
        cudaStream.synchronise();
        std::vector<float> got(64);
        check(cudaMemcpy(got.data(), data, memory.bytes(), cudaMemcpyDeviceToHost));
        for (const float v : got)
            QCOMPARE(v, 2.5F);
    }

    void equalSourcesAreCompiledOnce() {
        choose(true);
        const std::string source = "extern \"C\" __global__ void nothing() {}";
        const JitKernel kernel = compileKernel(source, "nothing");
        QCOMPARE(kernel.problem(), std::string());
        QVERIFY(compileKernel(source, "nothing").ready());
        QVERIFY(!compileKernel(source, "other").problem().empty());
    }

    void aSourceThatDoesNotCompileIsAProblem() {
        choose(true);
        const JitKernel kernel = compileKernel("nonsense", "nothing");
        QVERIFY(!kernel.problem().empty());
        CudaStream cudaStream;
        QVERIFY_EXCEPTION_THROWN(kernel.launch(cudaStream, 1, 1, {}), JitError);
    }
};

BURIN_TEST(TestMath2dOnDevice)
#include "test_math2d_on_device.moc"
