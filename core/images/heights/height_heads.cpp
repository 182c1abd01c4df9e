// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/images/heights/height_heads.hpp"

#include "core/base/printable.hpp"
#include "core/base/text.hpp"

#include <QCryptographicHash>

namespace burin {

namespace {

/// A text from outside as the content of an XML element.
std::string xmlText(const std::string& text) {
    std::string out;
    for (const char c : printable(text)) {
        if (c == '&') {
            out += "&amp;";
        } else if (c == '<') {
            out += "&lt;";
        } else if (c == '>') {
            out += "&gt;";
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace

std::string gsfHead(const HeightHead& head) {
    const auto metres = [](std::int64_t samples, double pitchUm) {
        return numberText(static_cast<double>(samples) * pitchUm * 1e-6);
    };
    std::string text = "Gwyddion Simple Field 1.0\nXRes = " + std::to_string(head.size.width) +
                       "\nYRes = " + std::to_string(head.size.height) +
                       "\nXReal = " + metres(head.size.width, head.pitchXUm) +
                       "\nYReal = " + metres(head.size.height, head.pitchYUm) +
                       "\nXYUnits = m\nZUnits = m\nTitle = " + printable(head.title) + "\n";
    text.append(4 - text.size() % 4, '\0');
    return text;
}

std::string x3pMain(const HeightHead& head, const std::string& dataMd5, const std::string& version) {
    const std::string date = head.date.empty() ? "1970-01-01T00:00:00Z" : head.date;
    const auto axis = [](const char* name, double pitchUm) {
        return std::string("      <") + name + "><AxisType>I</AxisType><DataType>D</DataType><Increment>" +
               numberText(pitchUm * 1e-6) + "</Increment><Offset>0</Offset></" + name + ">\n";
    };
    return "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
           "<p:ISO5436_2 xmlns:p=\"http://www.opengps.eu/2008/ISO5436_2\" "
           "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
           "xsi:schemaLocation=\"http://www.opengps.eu/2008/ISO5436_2 "
           "http://www.opengps.eu/2008/ISO5436_2/ISO5436_2.xsd\">\n"
           "  <Record1>\n"
           "    <Revision>ISO5436 - 2000</Revision>\n"
           "    <FeatureType>SUR</FeatureType>\n"
           "    <Axes>\n" +
           axis("CX", head.pitchXUm) + axis("CY", head.pitchYUm) +
           "      <CZ><AxisType>A</AxisType><DataType>F</DataType><Increment>1</Increment><Offset>0</Offset>"
           "</CZ>\n"
           "    </Axes>\n"
           "  </Record1>\n"
           "  <Record2>\n"
           "    <Date>" +
           date +
           "</Date>\n"
           "    "
           "<Instrument><Manufacturer>Burin</Manufacturer><Model>burin</Model><Serial>0</Serial><Version>" +
           version +
           "</Version></Instrument>\n"
           "    <CalibrationDate>" +
           date +
           "</CalibrationDate>\n"
           "    <ProbingSystem><Type>Software</Type><Identification>burin</Identification></ProbingSystem>\n"
           "    <Comment>" +
           xmlText(head.title) +
           "</Comment>\n"
           "  </Record2>\n"
           "  <Record3>\n"
           "    <MatrixDimension><SizeX>" +
           std::to_string(head.size.width) + "</SizeX><SizeY>" + std::to_string(head.size.height) +
           "</SizeY><SizeZ>1</SizeZ></MatrixDimension>\n"
           "    <DataLink><PointDataLink>" +
           std::string(x3pDataName) + "</PointDataLink><MD5ChecksumPointData>" + dataMd5 +
           "</MD5ChecksumPointData></DataLink>\n"
           "  </Record3>\n"
           "  <Record4><ChecksumFile>md5checksum.hex</ChecksumFile></Record4>\n"
           "</p:ISO5436_2>\n";
}

std::string x3pChecksum(const std::string& mainXml) {
    return QCryptographicHash::hash(QByteArray::fromStdString(mainXml), QCryptographicHash::Md5)
               .toHex()
               .toStdString() +
           " *main.xml\n";
}

}  // namespace burin
