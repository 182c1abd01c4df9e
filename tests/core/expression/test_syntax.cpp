// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/expression/expression.hpp"
#include "core/expression/names.hpp"
#include "core/expression/program.hpp"
#include "core/expression/syntax_tree.hpp"
#include "support/broken_expressions.hpp"
#include "support/testing.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

using namespace burin;
using namespace burin::test;

namespace {

const std::vector<std::string> variables = {"x", "y", "in1", "depth"};

std::optional<ExpressionProblem> problemOf(const std::string& text) {
    const auto parsed = Expression::parse(text, variables);
    const auto* problem = std::get_if<ExpressionProblem>(&parsed);
    return problem != nullptr ? std::optional(*problem) : std::nullopt;
}

Expression parsed(const std::string& text) {
    auto result = Expression::parse(text, variables);
    if (const auto* problem = std::get_if<ExpressionProblem>(&result)) {
        qFatal("%s: %s", text.c_str(), problem->problem.text().c_str());
    }
    return std::get<Expression>(result);
}

std::string repeated(const std::string& text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i)
        result += text;
    return result;
}

}  // namespace

class TestSyntax : public QObject {
    Q_OBJECT

  private slots:
    /// The length is checked before anything is read, so the message does not depend on the text.
    void longTextsAreRefusedAsAWhole_data() {
        QTest::addColumn<QString>("piece");
        QTest::newRow("a sum") << "x+";
        QTest::newRow("nothing that can be read") << "$?";
        QTest::newRow("opened parentheses") << "((";
        QTest::newRow("blanks") << "  ";
    }

    void longTextsAreRefusedAsAWhole() {
        QFETCH(const QString, piece);
        const std::string text = repeated(piece.toStdString(), 32'768) + "x";
        QCOMPARE(text.size(), std::size_t{65'537});
        const auto problem = problemOf(text);
        QVERIFY(problem);
        QCOMPARE(problem->offset, std::size_t{65'536});
        QCOMPARE(problem->problem.text(), std::string("the expression has 65537 bytes"));
        const auto longer = problemOf(repeated(piece.toStdString(), 1 << 20));
        QVERIFY(longer && longer->offset == problem->offset);
    }

    /// The program of a text of the longest length grows with the length, and not faster.
    void whatALongTextBecomesGrowsEvenly() {
        const auto sum = [](int terms) {
            return ExpressionProgram(parsed("x" + repeated("+y*2", terms)).tree());
        };
        const std::size_t few = sum(1'000).instructions().size();
        const std::size_t many = sum(16'000).instructions().size();
        QVERIFY2(many <= 17 * few, qPrintable(QString("%1 and %2").arg(few).arg(many)));
        QCOMPARE(parsed("x" + repeated("+y*2", 16'383)).tree().nodes.size(), std::size_t{1 + 4 * 16'383});
    }

    void grammar_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("canonical");
        QTest::addColumn<double>("value");  // the value at x = 3, y = 4, in1 = 5, depth = 6
        const auto row = [](const char* name, const char* text, const char* canonical, double value) {
            QTest::newRow(name) << text << canonical << value;
        };
        row("a power binds tighter than a sign", "-2^2", "-2^2", -4);
        row("a sign in parentheses is raised", "(-2)^2", "(-2)^2", 4);
        row("an exponent carries a sign", "2^-1", "2^-1", 0.5);
        row("an exponent carries two signs", "2^--1", "2^--1", 2);
        row("powers lean to the right", "2^3^2", "2^3^2", 512);
        row("parentheses turn powers round", "(2^3)^2", "(2^3)^2", 64);
        row("the exponent of a signed exponent", "2^-x^2", "2^-x^2", 1.0 / 512);
        row("a not in an exponent takes parentheses", "2^(!x)", "2^(!x)", 1);
        row("a not behind an exponent's signs takes parentheses", "2^(--!0)", "2^(--!0)", 2);
        row("pow is the same as ^", "pow(x,2)", "x^2", 9);
        row("a product of signed numbers", "-x*-y", "-x*-y", 12);
        row("differences lean to the left", "x-y-1", "x-y-1", -2);
        row("a difference on the right keeps its parentheses", "x-(y-1)", "x-(y-1)", 0);
        row("quotients lean to the left", "x/y/2", "x/y/2", 0.375);
        row("a product on the right keeps its parentheses", "x/(y*2)", "x/(y*2)", 0.375);
        row("products before sums", "x+y*2", "x+y*2", 11);
        row("sums in parentheses before products", "(x+y)*2", "(x+y)*2", 14);
        row("redundant parentheses go", "((x)+((y*2)))", "x+y*2", 11);
        row("a chain of comparisons leans to the left", "3<2<1", "3<2<1", 1);
        row("the same in parentheses", "(3<2)<1", "3<2<1", 1);
        row("a comparison on the right keeps its parentheses", "3<(2<1)", "3<(2<1)", 0);
        row("relations before equality", "x<y==y>x", "x<y==y>x", 1);
        row("equality before and", "x==3&&y==4", "x==3&&y==4", 1);
        row("and before or", "1||0&&0", "1||0&&0", 1);
        row("or in parentheses before and", "(1||0)&&0", "(1||0)&&0", 0);
        row("sums before relations", "x+1<y+1", "x+1<y+1", 1);
        row("not binds tighter than a comparison", "!x==0", "!x==0", 1);
        row("not of a comparison", "!(x==0)", "!(x==0)", 1);
        row("two nots make a truth value", "!!x", "!!x", 1);
        row("a sign of a not", "-!0", "-!0", -1);
        row("not of a power", "!0^2", "!0^2", 1);
        row("a choice in the condition takes parentheses", "(x?0:1)?2:3", "(x?0:1)?2:3", 3);
        row("a choice in a choice's first branch", "x?y?1:2:3", "x?y?1:2:3", 1);
        row("a choice in a choice's second branch", "0?1:0?2:3", "0?1:0?2:3", 3);
        row("a choice below an or", "0||0?1:2", "0||0?1:2", 2);
        row("a choice as an operand keeps its parentheses", "1+(x?2:3)", "1+(x?2:3)", 3);
        row("not equal", "x!=y", "x!=y", 1);
        row("at most", "x<=3", "x<=3", 1);
        row("at least", "x>=4", "x>=4", 0);
        row("blanks, tabs and lines are nothing", " x\t+\r\ny ", "x+y", 7);
        row("a number without a whole part", ".5", "0.5", 0.5);
        row("a number without a fraction", "5.", "5", 5);
        row("an exponent", "1e3", "1000", 1000);
        row("an exponent with a sign, in capitals", "25E-1", "2.5", 2.5);
        row("seventeen digits", "0.1", "0.10000000000000001", 0.1);
        row("leading zeros are decimal", "010", "10", 10);
        row("the constant e is not an exponent", "2*e", "2*2.7182818284590451", 2 * 2.718281828459045);
        row("pi and tau", "tau/pi", "6.2831853071795862/3.1415926535897931", 2);
        row("variables by name", "in1*depth", "in1*depth", 30);
        row("min of four", "min(4,x,9,min(8,7))", "min(4,x,9,min(8,7))", 3);
        row("a chain of max is one call", "max(max(1,x),y)", "max(1,x,y)", 4);
        row("a call with three operands", "clamp(x,0,2)", "clamp(x,0,2)", 2);
        row("the remainder has the divisor's sign", "mod(-1,x)", "mod(-1,x)", 2);
        row("mix at its end", "mix(x,y,1)", "mix(x,y,1)", 4);
        row("step is 1 at its edge", "step(x,3)", "step(x,3)", 1);
        row("smoothstep in its middle", "smoothstep(2,4,x)", "smoothstep(2,4,x)", 0.5);
    }
    void grammar() {
        QFETCH(QString, text);
        QFETCH(QString, canonical);
        QFETCH(double, value);
        const Expression expression = parsed(text.toStdString());
        QCOMPARE(QString::fromStdString(expression.canonical()), canonical);
        const double at[] = {3, 4, 5, 6};
        QCOMPARE(expression.value(at), value);
        QVERIFY(parsed(expression.canonical()).tree() == expression.tree());
    }

    void problems_data() {
        QTest::addColumn<QString>("marked");    // the text, with an @ at the problem
        QTest::addColumn<QString>("fragment");  // part of the message or of the remedy
        for (const auto& [name, marked, fragment] : brokenExpressions())
            QTest::newRow(name) << QString::fromUtf8(marked) << QString::fromUtf8(fragment);
    }
    void problems() {
        QFETCH(QString, marked);
        QFETCH(QString, fragment);
        const QByteArray bytes = marked.toUtf8();
        const auto offset = static_cast<std::size_t>(bytes.indexOf('@'));
        std::string text = bytes.toStdString();
        text.erase(offset, 1);
        const auto problem = problemOf(text);
        QVERIFY2(problem.has_value(), "it parses");
        const std::string said = problem->problem.text() + "; " + problem->problem.adviceText();
        QVERIFY2(said.find(fragment.toStdString()) != std::string::npos, said.c_str());
        QVERIFY2(!problem->problem.reason.empty() && !problem->problem.advice.empty(), said.c_str());
        QCOMPARE(problem->offset, offset);
    }

    void theUnknownNameIsReported() {
        QCOMPARE(problemOf("1+in7")->unknownName, std::string("in7"));
        QCOMPARE(problemOf("1+")->unknownName, std::string());
    }

    void bytesThatAreNoText() {
        QCOMPARE(problemOf(std::string("x+\0", 3))->offset, std::size_t{2});
        QCOMPARE(problemOf("x\xFF")->problem.text(), std::string("byte 0xFF has no meaning here"));
        QCOMPARE(problemOf("x\xE2\x88")->problem.text(), std::string("byte 0xE2 has no meaning here"));
    }

    /// Characters as they are pasted from web pages and PDFs.
    void charactersThatLookLikeOthersAreNamed_data() {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<int>("offset");
        QTest::addColumn<QByteArray>("what");
        QTest::addColumn<QByteArray>("remedy");
        QTest::newRow("a no-break space")
            << QByteArray("x +\u00A0y") << 3 << QByteArray("U+00A0 (no-break space) has no meaning here")
            << QByteArray("a plain space");
        QTest::newRow("zero width") << QByteArray("x\u200B + y") << 1
                                    << QByteArray("U+200B (zero width space) has no meaning here")
                                    << QByteArray("nothing in its place, because it is invisible");
        QTest::newRow("a Cyrillic x")
            << QByteArray("2 * \u0445") << 4 << QByteArray("U+0445 (Cyrillic x) has no meaning here")
            << QByteArray("a plain x");
        QTest::newRow("a full-width plus")
            << QByteArray("x \uFF0B y") << 2 << QByteArray("U+FF0B (full-width +) has no meaning here")
            << QByteArray("a plain +");
        QTest::newRow("a printed minus")
            << QByteArray("x \u2212 y") << 2 << QByteArray("U+2212 (minus sign) has no meaning here")
            << QByteArray("- subtracts");
    }
    void charactersThatLookLikeOthersAreNamed() {
        QFETCH(const QByteArray, expression);
        QFETCH(const int, offset);
        QFETCH(const QByteArray, what);
        QFETCH(const QByteArray, remedy);
        const auto problem = problemOf(expression.toStdString());
        QVERIFY(problem.has_value());
        QCOMPARE(problem->offset, static_cast<std::size_t>(offset));
        QCOMPARE(QByteArray::fromStdString(problem->problem.text()), what);
        QCOMPARE(QByteArray::fromStdString(problem->problem.adviceText()), remedy);
    }

    void nesting_data() {
        QTest::addColumn<QString>("opening");
        QTest::addColumn<QString>("closing");
        QTest::addColumn<int>("openingOffset");  // the offset of the nesting part, within the opening
        QTest::newRow("parentheses") << "("
                                     << ")" << 0;
        QTest::newRow("calls") << "sin("
                               << ")" << 0;
        QTest::newRow("second operands of calls") << "min(1,"
                                                  << ")" << 0;
        QTest::newRow("signs") << "-"
                               << "" << 0;
        QTest::newRow("nots") << "!"
                              << "" << 0;
        QTest::newRow("powers") << "x^"
                                << "" << 1;
        QTest::newRow("first branches") << "x?"
                                        << ":1" << 1;
        QTest::newRow("second branches") << "x?1:"
                                         << "" << 1;
        QTest::newRow("parentheses behind every level of operators") << "x||y&&x==y<x+y*("
                                                                     << ")" << 15;
    }
    void nesting() {
        QFETCH(QString, opening);
        QFETCH(QString, closing);
        QFETCH(int, openingOffset);
        const auto nested = [&](int depth) {
            return repeated(opening.toStdString(), depth) + "x" + repeated(closing.toStdString(), depth);
        };
        QVERIFY(!problemOf(nested(256)).has_value());
        const auto problem = problemOf(nested(257));
        QVERIFY(problem.has_value());
        QCOMPARE(problem->offset, static_cast<std::size_t>(256 * opening.size() + openingOffset));
        QVERIFY(problem->problem.text().find("256") != std::string::npos);
    }

    void nestingIsGivenBack() {
        // Groups nested 200 deep, side by side: never more than 256 at once.
        const std::string deep = repeated("(", 200) + "x" + repeated(")", 200);
        QVERIFY(!problemOf(deep + "+" + deep + "*sin(" + deep + ")").has_value());
    }

    void length() {
        const std::string longest = "1" + repeated(" ", 65535);
        QVERIFY(!problemOf(longest).has_value());
        QCOMPARE(problemOf(longest + " ")->offset, std::size_t{65536});
    }

    void longChains_data() {
        QTest::addColumn<QString>("first");
        QTest::addColumn<QString>("link");
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("value");  // the value at x = 1
        QTest::newRow("30,000 terms") << "1"
                                      << "+x" << 30000 << 30001.0;
        QTest::newRow("20,000 comparisons") << "x"
                                            << "==1" << 20000 << 1.0;
        QTest::newRow("30,000 factors") << "2"
                                        << "*x" << 30000 << 2.0;
    }
    void longChains() {
        QFETCH(QString, first);
        QFETCH(QString, link);
        QFETCH(int, count);
        QFETCH(double, value);
        const Expression expression = parsed(first.toStdString() + repeated(link.toStdString(), count));
        const double at[] = {1, 0, 0, 0};
        QCOMPARE(expression.value(at), value);
        QVERIFY(expression.workspaceBytes() < 1U << 20);
        QVERIFY(parsed(expression.canonical()).tree() == expression.tree());
    }

    void aCallWithThousandsOfOperands() {
        const Expression expression = parsed("max(y" + repeated(",x", 20000) + ")");
        const double at[] = {1, 2, 0, 0};
        QCOMPARE(expression.value(at), 2.0);
        QVERIFY(parsed(expression.canonical()).tree() == expression.tree());
    }

    void names() {
        for (const char* taken : {"sin", "cell", "gradient", "pi", "tau", "e", "log10"})
            QVERIFY(Expression::reserved(taken));
        for (const char* free : {"x", "um", "in1", "E", "sinus", ""})
            QVERIFY(!Expression::reserved(free));
        for (const char* good : {"a", "_", "a1", "A_b"})
            QVERIFY(Expression::identifier(good));
        for (const char* bad : {"", "1a", "a-b", "a b", "\u00e4"})
            QVERIFY(!Expression::identifier(bad));
    }

    /// Files of an older version do not have newer functions, so they may use these names for other things.
    void functionsHaveAVersion() {
        QCOMPARE(reservedSince("noise"), std::optional(1));
        QCOMPARE(reservedSince("tau"), std::optional(1));
        QCOMPARE(reservedSince("gradient"), std::optional(2));
        QVERIFY(!reservedSince("slope"));
        const auto named = Expression::parse("2 * gradient + gradient(1, 2, 3)", {"gradient"});
        QVERIFY(std::holds_alternative<Expression>(named));
        const double called = std::get<Expression>(Expression::parse("gradient(1, 2, 3)", {})).value({});
        QCOMPARE(std::get<Expression>(named).value(std::array{3.0}), 6.0 + called);
        QVERIFY(std::holds_alternative<ExpressionProblem>(Expression::parse("2 * noise", {"noise"})));
        QCOMPARE(callOfNewer("1 + gradient (x, y, 3)", 1)->offset, std::size_t{4});
        QVERIFY(!callOfNewer("1 + gradient (x, y, 3)", 2));
        QCOMPARE(versionNeeded("1 + gradient (x, y, 3)"), 2);
        QCOMPARE(versionNeeded("gradient + noise(x, y, 3)"), 1);
        QCOMPARE(versionNeeded("noise(x, $"), 1);
    }

    void usesWhatOccurs() {
        const Expression expression = parsed("0*y+depth");
        QVERIFY(!expression.uses(0));
        QVERIFY(expression.uses(1));
        QVERIFY(!expression.uses(2));
        QVERIFY(expression.uses(3));
    }

    void theTreeListsOperandsBeforeTheirUser() {
        const Expression expression = parsed("clamp(x+1,-y,in1^2)");
        const SyntaxTree& tree = expression.tree();
        std::vector<int> users(tree.nodes.size());
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            for (int k = 0; k < arity(tree.nodes[i].op); ++k) {
                const std::uint32_t operand = tree.nodes[i].operands[static_cast<std::size_t>(k)];
                QVERIFY(operand < i);
                ++users[operand];
            }
        }
        QCOMPARE(users.back(), 0);
        users.pop_back();
        for (const int count : users)
            QCOMPARE(count, 1);
    }
};

BURIN_TEST(TestSyntax)
#include "test_syntax.moc"
