// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/expression.hpp"
#include "gpu/jit/nvrtc.hpp"
#include "gpu/jit/source.hpp"
#include "support/long_run.hpp"
#include "support/random_expression.hpp"
#include "support/testing.hpp"

#include <optional>
#include <string>
#include <variant>

using namespace burin;
using namespace burin::gpu;
using namespace burin::test;

namespace {

using Role = SourceVariable::Role;

const std::vector<SourceVariable> variables = {
    {Role::x}, {Role::y}, {Role::sample}, {Role::sample}, {Role::constant, 0.75}, {Role::constant, 1e300}};

ExpressionSource sourceOf(const std::string& text) {
    const auto parsed = Expression::parse(text, {"x", "y", "in1", "in2", "p", "huge"});
    if (const auto* problem = std::get_if<ExpressionProblem>(&parsed))
        qFatal("%s", problem->problem.text().c_str());
    return expressionSource(std::get<Expression>(parsed).tree(), variables);
}

/// The kernel without the code before it, each line without indentation.
QStringList kernelOf(const ExpressionSource& source) {
    const QString text = QString::fromStdString(source.text);
    QStringList lines;
    for (const QString& line : text.mid(text.lastIndexOf("extern \"C\"")).split('\n'))
        lines.append(line.trimmed());
    return lines;
}

std::string chain(const char* term, const char* joint, int count) {
    std::string text = term;
    for (int i = 1; i < count; ++i)
        text += std::string(joint) + term;
    return text;
}

std::optional<Nvrtc> compiler() {
    try {
        return Nvrtc();
    } catch (const JitError&) {
        return std::nullopt;
    }
}

}  // namespace

class TestSource : public QObject {
    Q_OBJECT

  private slots:
    void statements_data() {
        QTest::addColumn<QStringList>("expected");  // in this order
        QTest::newRow("x+1") << QStringList{"v2[k] = x[k] + 0x1p+0;",
                                            "double y = static_cast<double>(top + first);",
                                            "result[k] = sweptFinite(static_cast<float>(v2[k]));"};
        QTest::newRow("x*y-0.1") << QStringList{"const double v2 = x[k] * y;",
                                                "const double v4 = v2 - 0x1.999999999999ap-4;"};
        QTest::newRow("-y^2") << QStringList{"const double v2 = wholePower<2>(y);", "const double v3 = -v2;",
                                             "float result[samples];"};
        QTest::newRow("y^3") << QStringList{"const double v2 = wholePower<3>(y);"};
        QTest::newRow("x^y") << QStringList{"const double v2 = power(x[k], y);"};
        QTest::newRow("x<y&&!in1") << QStringList{
            "const double v2 = (x[k]) < (y) ? 1.0 : 0.0;",
            "const double v4 = truth(static_cast<double>(s2[k])) ? 0.0 : 1.0;",
            "const double v5 = truth(v2) && truth(v4) ? 1.0 : 0.0;"};
        QTest::newRow("x?y:p") << QStringList{"const double v3 = truth(x[k]) ? y : c4;"};
        QTest::newRow("clamp(in2,0,p)")
            << QStringList{"load(s3_rows, column, width, vectors >> 1 & 1, s3);",
                           "const double v3 = clampTo(static_cast<double>(s3[k]), 0x0p+0, c4);"};
        QTest::newRow("2*p*x") << QStringList{"const double v2 = 0x1p+1 * c4;", "double v4[samples];",
                                              "v4[k] = v2 * x[k];"};
        QTest::newRow("0.5*sin(x)*cos(y)+0.1")
            << QStringList{"float v2[samples];",
                           "v2[k] = quickWave(x[k], sine);",
                           "v3[k] = 0x1p-1f * v2[k];",
                           "const float v5 = quickWave(y, cosine);",
                           "const float v6 = v3[k] * v5;",
                           "const float v8 = v6 + 0x1.99999ap-4f;",
                           "result[k] = sweptFinite(static_cast<float>(v8));"};
        QTest::newRow("9*sin(x)") << QStringList{"double v2[samples];", "v2[k] = sin(x[k]);"};
        QTest::newRow("hash(x,y,1)+sin(x+y)") << QStringList{
            "const double v3 = hash(x[k], y, 0x1p+0);", "const float v7 = plainWave(v6, sine, excesses);",
            "const float v8 = static_cast<float>(v3) + v7;"};
        QTest::newRow("in1") << QStringList{
            "result[k] = swept(static_cast<float>(static_cast<double>(s2[k])));"};
        QTest::newRow("1e300") << QStringList{
            "result[k] = swept(static_cast<float>(0x1.7e43c8800759cp+996));"};
        QTest::newRow("mod(x,7)") << QStringList{"result[k] = sweptFinite(static_cast<float>(v2[k]));"};
        QTest::newRow("mod(x^20,7)") << QStringList{"result[k] = swept(static_cast<float>(v4[k]));"};
    }
    void statements() {
        QFETCH(QStringList, expected);
        const QStringList lines = kernelOf(sourceOf(QTest::currentDataTag()));
        qsizetype at = 0;
        for (const QString& line : expected) {
            at = lines.indexOf(line, at) + 1;
            QVERIFY2(at > 0, qPrintable(line + " is missing in\n" + lines.join('\n')));
        }
    }

    void parametersAreWhatIsUsed() {
        const ExpressionSource source = sourceOf("in2 + p*x");
        QCOMPARE(source.planes, std::vector<std::size_t>{3});
        QCOMPARE(source.constants, std::vector<std::size_t>{4});
        QVERIFY(kernelOf(source).at(0).endsWith(
            "int rows, int vectors, const float* s3_rows, long long s3_stride, double c4) {"));
    }

    void theTextDoesNotDependOnAConstantsValue() {
        const auto parsed = std::get<Expression>(Expression::parse("p*x + sin(y)/2", {"x", "y", "p"}));
        const auto textWith = [&](double p) {
            const std::vector<SourceVariable> own = {{Role::x}, {Role::y}, {Role::constant, p}};
            return expressionSource(parsed.tree(), own).text;
        };
        QCOMPARE(textWith(0.25), textWith(7.5));
    }

    void longTreesAreComputedSampleBySample() {
        QCOMPARE(sourceOf(chain("x*y", "+", 20)).samplesPerThread, 4);
        QCOMPARE(sourceOf(chain("x*y", "+", 50)).samplesPerThread, 1);
        QCOMPARE(sourceOf("tan(x*y)+log(x+y)").samplesPerThread, 4);
        QCOMPARE(sourceOf(chain("log(x+y)", "*", 6)).samplesPerThread, 1);
    }

    void fewValuesAreKeptForInnerLoops() {
        const QStringList lines = kernelOf(sourceOf(chain("(x+1)*(y+1)", "+", 40)));
        QCOMPARE(lines.filter(QRegularExpression("^v\\d+\\[k\\] = x")).size(), 16);
        QCOMPARE(lines.filter(QRegularExpression("^const double v\\d+ = x\\[k\\] \\+")).size(), 24);
    }

    void whatOccursOftenIsCalled() {
        const std::string few = sourceOf("sinh(x)+sinh(y)").text;
        QVERIFY(few.find("called_") == std::string::npos);
        const std::string text = sourceOf("sinh(x)+sinh(y)+sinh(x*y)+cosh(x)").text;
        QVERIFY(text.find("double called_sinh(double a) {") != std::string::npos);
        QVERIFY(text.find("called_cosh") == std::string::npos);
    }

    void everySourceCompiles_data() {
        QTest::addColumn<QString>("expression");
        QTest::newRow("a number") << "0.5";
        QTest::newRow("more than binary32 holds") << "1e300 + huge";
        QTest::newRow("every operator")
            << "!(x<y)+(x<=y)+(x>1)+(x>=1)+(y==2)+(y!=x)+(x&&y)+(in1||p)-x*y/3^x+(x?y:1)";
        QTest::newRow("every function of one operand")
            << "sin(x)+cos(x)+tan(x)+asin(x)+acos(x)+atan(x)+sinh(x)+cosh(x)+tanh(x)+exp(x)+log(x)+log2(x)+"
               "log10(x)+"
               "sqrt(x)+cbrt(x)+abs(x)+floor(x)+ceil(x)+round(x)+trunc(x)+sign(x)";
        QTest::newRow("every other function")
            << "atan2(x,y)+min(x,y,in1)+max(x,y)+clamp(x,y,1)+mod(x,y)+"
               "hypot(x,y)+pow(x,y)+mix(x,y,in2)+step(x,y)+"
               "smoothstep(x,y,1)+hash(x,y,1)+noise(x,y,1)+cell(x,y,1)+gradient(x,y,1)";
        QTest::newRow("everything that may err")
            << "abs(-sin(x))/3+clamp(sin(x),0,1)*0.1+mix(sin(x),cos(y),0.3)*0.01+min(sin(x),0.2)*0.1+"
               "(x>y?sin(x+y):max(cos(x+y),p))*0.01";
        QTest::newRow("calls of every shape")
            << QString::fromStdString(chain("exp(x)+pow(x,y)+noise(x,y,2)", "+", 4));
        Random random(5);
        RandomExpression expressions(random, {"x", "y"}, {"in1", "in2"});
        for (int i = 0; i < (isLongRun() ? 48 : 4); ++i)
            QTest::addRow("random expression %d", i) << QString::fromStdString(expressions.unit(2 + i % 4));
    }
    void everySourceCompiles() {
        QFETCH(QString, expression);
        const std::optional<Nvrtc> nvrtc = compiler();
        if (!nvrtc) QSKIP("no NVRTC");
        const ExpressionSource source = sourceOf(expression.toStdString());
        try {
            QVERIFY(nvrtc->compile(source.text, nvrtc->architectureFor(90)).size() > 1000);
        } catch (const JitError& error) {
            QFAIL(error.what());
        }
    }

    void whatDoesNotCompileIsSaid() {
        const std::optional<Nvrtc> nvrtc = compiler();
        if (!nvrtc) QSKIP("no NVRTC");
        try {
            static_cast<void>(
                nvrtc->compile("__global__ void broken() { nonsense; }", nvrtc->architectureFor(90)));
            QFAIL("it compiled");
        } catch (const JitError& error) {
            QVERIFY2(QString(error.what()).contains("nonsense"), error.what());
        }
    }

    void architectures() {
        const std::optional<Nvrtc> nvrtc = compiler();
        if (!nvrtc) QSKIP("no NVRTC");
        QCOMPARE(nvrtc->architectureFor(90), 90);
        QCOMPARE(nvrtc->architectureFor(89), 89);
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(nvrtc->architectureFor(35)), JitError);
    }
};

BURIN_TEST(TestSource)
#include "test_source.moc"
