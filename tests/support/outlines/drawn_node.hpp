// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The common parts of the tests of the vector kinds: a design with one node, files beside it, and refusals.

#include "core/design/design.hpp"
#include "core/kinds/form/operation.hpp"
#include "support/testing.hpp"

#include <QFile>
#include <QTemporaryDir>

#include <string>
#include <vector>

namespace burin::test {

/// Designs with the node `n` of one kind, in a folder of their own.
class DrawnNode {
  public:
    /// \param start  the kind and the keys that all designs share, as `kind: text`
    /// \param pixel  the pixel pitch, as `10 um`
    DrawnNode(std::string start, std::string pixel) : start_(std::move(start)), pixel_(std::move(pixel)) {}

    /// Writes a file beside the designs.
    void write(const char* name, const QByteArray& text) const {
        QFile file(folder_.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    /// \param keys  further keys of the node, as `text: A, size: 5`
    [[nodiscard]] Design designOf(const std::string& keys) const {
        return parseDesign(
            "burin: 2\npixel: " + pixel_ +
                "\nnodes:\n  top: {kind: root, width: 1, height: 1, inputs: [{data: n}]}\n  n: {" + start_ +
                ", " + keys + "}\n",
            folder_.path().toStdString(), "x.burin");
    }

    /// \return nothing if the node is refused
    [[nodiscard]] static std::shared_ptr<const Operation> operationOf(const Design& design) {
        return design.nodes[*design.find("n")].operation;
    }

    [[nodiscard]] static std::vector<float> samplesOf(const Operation& operation, const Rect& area) {
        std::vector<float> samples(static_cast<std::size_t>(area.area()));
        operation.begin({}, area, {samples.data(), area.width, area.width, area.height});
        return samples;
    }

    /// The sum of all samples of a bounded node: its area in px, if it is a fill.
    [[nodiscard]] static double sumOf(const Operation& operation) {
        double sum = 0;
        for (const float sample : samplesOf(operation, operation.extent({}).rect()))
            sum += static_cast<double>(sample);
        return sum;
    }

    /// Expects one problem, with a remedy, whose text contains `what`.
    void expectRefused(const QString& keys, const QString& what) const {
        const Design design = designOf(keys.toStdString());
        QVERIFY(operationOf(design) == nullptr);
        QCOMPARE(design.diagnostics.size(), std::size_t{1});
        const std::string text = design.diagnostics[0].text();
        QVERIFY2(text.find(what.toStdString()) != std::string::npos, text.c_str());
        QVERIFY2(!design.diagnostics[0].remedy().empty(), text.c_str());
    }

  protected:
    QTemporaryDir folder_;

  private:
    std::string start_;
    std::string pixel_;
};

}  // namespace burin::test
