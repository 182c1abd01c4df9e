// SPDX-License-Identifier: GPL-3.0-or-later

// The texts of gRPC and OpenSSL, as calls to a controller have given them.

#include "core/remote/library_words.hpp"
#include "core/remote/transfer_problems.hpp"
#include "support/testing.hpp"

using namespace burin;

class TestLibraryWords : public QObject {
    Q_OBJECT

  private slots:
    void whatATextSays_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("lastReason");
        const auto row = [](const char* name, const char* text, const char* said, const char* lastReason) {
            QTest::newRow(name) << QString(text) << QString(said) << QString(lastReason);
        };
        row("no program listens",
            "failed to connect to all addresses; last error: UNKNOWN: ipv4:127.0.0.1:9: Connection refused",
            "unconnected", "Connection refused");
        row("the controller hangs up", "failed to connect to all addresses; last error: Socket closed",
            "unconnected closed", "Socket closed");
        row("the connection is reset", "Connection reset by peer", "closed", "Connection reset by peer");
        row("an unknown name", "DNS resolution failed for nowhere:1: C-ares status is not ARES_SUCCESS",
            "unresolved", "C-ares status is not ARES_SUCCESS");
        row("a notice without encryption", "GOAWAY received", "refusalNotice", "GOAWAY received");
        row("a notice with encryption", "SSL_ERROR_SSL: error:0A000461:alert user cancelled",
            "refusalNotice encryptionFailed", "error:0A000461:alert user cancelled");
        row("a key that is not a key", "empty address list: ", "noAddresses", "");
        row("an authority that is not trusted", "SSL_ERROR_SSL: certificate verify failed",
            "certificateRefused encryptionFailed", "certificate verify failed");
        row("a certificate of another address", "Hostname 10.0.0.1 is not in peer certificate",
            "certificateRefused", "Hostname 10.0.0.1 is not in peer certificate");
        row("no encryption", "SSL_ERROR_SSL: wrong version number", "notEncrypted encryptionFailed",
            "wrong version number");
        row("another text", "the job is unknown", "", "the job is unknown");
    }

    void whatATextSays() {
        QFETCH(QString, text);
        const LibraryWords words = libraryWordsIn(text.toStdString());
        QStringList said;
        const auto add = [&said](bool is, const char* name) {
            if (is) said << name;
        };
        add(words.unconnected, "unconnected");
        add(words.closed, "closed");
        add(words.unresolved, "unresolved");
        add(words.refusalNotice, "refusalNotice");
        add(words.noAddresses, "noAddresses");
        add(words.certificateRefused, "certificateRefused");
        add(words.notEncrypted, "notEncrypted");
        add(words.encryptionFailed, "encryptionFailed");
        QTEST(said.join(' '), "said");
        QTEST(QString::fromStdString(words.lastReason), "lastReason");
    }

    /// A name server that is silent keeps a sender waiting like a controller that is. gRPC does not say
    /// which.
    void silenceNamesTheHostThatMayBeUnknown_data() {
        QTest::addColumn<QString>("host");
        QTest::addColumn<bool>("reached");
        QTest::addColumn<bool>("named");
        QTest::newRow("a name") << "laser.example" << false << true;
        QTest::newRow("a name whose address is known") << "laser.example" << true << false;
        QTest::newRow("an IPv4 address") << "192.0.2.1" << false << false;
        QTest::newRow("an IPv6 address") << "fe80::1%eth0" << false << false;
        QTest::newRow("this computer") << "localhost" << false << false;
    }
    void silenceNamesTheHostThatMayBeUnknown() {
        QFETCH(QString, host);
        QFETCH(bool, reached);
        const std::string text = silenceOf({host.toStdString(), 4590}, reached).text();
        QTEST(text.find("name server that looks up the address of laser.example") != std::string::npos,
              "named");
        QCOMPARE(text == "the controller does not answer", text.find("name server") == std::string::npos);
    }
};

BURIN_TEST(TestLibraryWords)
#include "test_library_words.moc"
