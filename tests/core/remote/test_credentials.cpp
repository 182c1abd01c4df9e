// SPDX-License-Identifier: GPL-3.0-or-later

// Files of tokens and certificates come from editors and other programs. No bytes in them make either side
// crash, and a running job does not end because one of them is spoilt.

#include "core/base/errors.hpp"
#include "core/remote/certificates.hpp"
#include "core/remote/query.hpp"
#include "support/caller.hpp"
#include "support/testing.hpp"
#include "support/transfer_stage.hpp"

#include <sys/stat.h>
#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <mutex>

using namespace burin;
using namespace burin::test;
using Mode = JobRequest::Mode;

namespace {

TransferJob theJob() {
    return burin::test::jobOf(surfaceOf(100, 200, 8));
}

Credentials withToken(const char* file = "token") {
    Credentials credentials;
    credentials.tokens = file;
    return credentials;
}

}  // namespace

class TestCredentials : public QObject {
    Q_OBJECT

  private slots:
    void init() { QDir::setCurrent(folder_.path()); }
    void tokensThatNoCallCanCarry_data();
    void tokensThatNoCallCanCarry();
    void tokensOfAnyEditor_data();
    void tokensOfAnyEditor();
    void malformedTimesAreLogged();
    void theLongestToken();
    void filesThatAreNoFiles_data();
    void filesThatAreNoFiles();
    void certificatesThatAreNone_data();
    void certificatesThatAreNone();
    void aKeyOfAnotherCertificate();
    void aCertificateThatOpenSslRefuses();
    void oneDamagedCertificateAmongOthers_data();
    void oneDamagedCertificateAmongOthers();
    void linesOfACertificateAreNoTokens();
    void aFileOfTokensThatIsTooLarge();
    void anEncryptedConnectionToThisComputer();
    void theLargestCertificates();
    void aTokenThatIsSpoiltDuringAJob_data();
    void aTokenThatIsSpoiltDuringAJob();
    void textsThatAreNotUtf8();
    void cleanupTestCase() { QDir::setCurrent("/"); }

  private:
    static Controller::Settings settings() {
        Controller::Settings settings;
        settings.machine.bufferBytes = 100'000;
        return settings;
    }

    QTemporaryDir folder_;
};

void TestCredentials::tokensThatNoCallCanCarry_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("reason");
    QTest::newRow("a byte order mark")
        << QByteArray("\xEF\xBB\xBFsecret\n") << "begins with a byte order mark (the bytes EF BB BF)";
    QTest::newRow("UTF-16, little endian")
        << QByteArray("\xFF\xFEs\0e\0c\0\n\0", 10) << "is UTF-16 (it begins with the bytes FF FE)";
    QTest::newRow("UTF-16, big endian")
        << QByteArray("\xFE\xFF\0s\0e\0c\0\n", 10) << "is UTF-16 (it begins with the bytes FE FF)";
    QTest::newRow("UTF-16 without a mark")
        << QByteArray("s\0e\0c\0\n\0", 8) << "byte 2 of the file is 00, as in UTF-16";
    QTest::newRow("an umlaut in UTF-8") << QByteArray("# mine\n\n  schl\xC3\xBCssel\n")
                                        << "byte 7 of line 3 is C3; a token consists of printable ASCII";
    QTest::newRow("an umlaut in Latin-1") << QByteArray("schl\xFCssel") << "byte 5 of line 1 is FC";
    QTest::newRow("a control character") << QByteArray("sec\x1Bret\n") << "byte 4 of line 1 is 1B";
    QTest::newRow("a vertical tab") << QByteArray("sec\vret\n") << "byte 4 of line 1 is 0B";
    QTest::newRow("a form feed before it") << QByteArray(" \fsecret\n") << "byte 2 of line 1 is 0C";
    QTest::newRow("DEL") << QByteArray("secret\x7F\n") << "byte 7 of line 1 is 7F";
    QTest::newRow("a no-break space") << QByteArray("secret\xC2\xA0\n") << "byte 7 of line 1 is C2";
    QTest::newRow("too long") << QByteArray(5000, 'a')
                              << "the token in line 1 has 5000 bytes; it may have at most";
    QTest::newRow("nothing") << QByteArray() << "is empty";
    QTest::newRow("only comments") << QByteArray("# mine\n\n") << "does not contain a token";
    QTest::newRow("only a token with a malformed time")
        << QByteArray("# mine\nsecret 31.01.2027\n")
        << "the token in line 2 is not valid: what follows it is not an expiry time such as "
           "2027-01-31T12:00:00Z";
    QTest::newRow("days and seconds that do not exist")
        << QByteArray(
               "a 2027-02-29T00:00:00Z\nb 2027-02-30T00:00:00Z\nc 2027-04-31T00:00:00Z\n"
               "d 2027-01-31T00:00:61Z\n")
        << "the tokens in lines 1, 2, 3, 4 are not valid: what follows them is not an expiry time";
    QTest::newRow("a date and a remark")
        << QByteArray("secret 2027-01-31\n\nother # of the laser\n")
        << "the tokens in lines 1, 3 are not valid: what follows them is not an expiry time";
    QTest::newRow("many lines") << QByteArray("secret soon\n").repeated(12)
                                << "the tokens in lines 1, 2, 3, 4, 5, 6, 7, 8 and 4 more are not valid";
    QTest::newRow("a certificate, which everybody may know")
        << QByteArray("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n")
        << "holds a certificate or a key in PEM, not a token";
    QTest::newRow("a certificate in DER")
        << QByteArray("\x30\x82\x01\x0A\x02\x00", 6) << "is a certificate or a key in DER or PKCS #12";
}

void TestCredentials::tokensThatNoCallCanCarry() {
    QFETCH(QByteArray, content);
    QFETCH(QString, reason);
    writeContents("tokens", "right\n");
    writeContents("token", content);
    const Stage stage(settings(), withToken("tokens"));
    TransferOptions options = transferOptions();
    options.credentials = withToken();
    const auto sends = [&] { const TransferSink sink(stage.sink(), theJob(), options); };
    const auto asks = [&] { static_cast<void>(queryMachine(stage.address(), withToken())); };
    const auto listens = [&] { checkListener(stage.address(), withToken()); };
    for (const std::string& message : {messageOf(sends), messageOf(asks), messageOf(listens)})
        QVERIFY2(QString::fromStdString(message).startsWith("token: " + reason), message.c_str());
    QVERIFY_THROWS_EXCEPTION(UsageError, sends());
}

void TestCredentials::tokensOfAnyEditor_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("without a line end") << QByteArray("right");
    QTest::newRow("with the line ends of Windows") << QByteArray("right\r\n");
    QTest::newRow("with blanks around it") << QByteArray(" \tright \n");
    QTest::newRow("on the second page of an editor") << QByteArray("# mine\n\f\nright\n");
    QTest::newRow("below a comment with an umlaut") << QByteArray("# f\xC3\xBCr den Laser\nright\n");
    QTest::newRow("below a token with a malformed time") << QByteArray("wrong tomorrow\nright\n");
    QTest::newRow("above a token that no call can carry") << QByteArray("right\nschl\xFCssel\n");
}

void TestCredentials::tokensOfAnyEditor() {
    QFETCH(QByteArray, content);
    writeContents("tokens", "right\n");
    writeContents("token", content);
    Stage stage(settings(), withToken("tokens"));
    TransferOptions options = transferOptions();
    options.credentials = withToken();
    engrave(stage.sink(), theJob(), options);
    QVERIFY(stage.status().state == TransferStatus::State::done);
}

/// Logged when the controller starts, and when a wrong token arrives after the file has changed.
void TestCredentials::malformedTimesAreLogged() {
    writeContents("tokens", "first\nsecond tomorrow\n");
    writeContents("token", "first\n");
    std::mutex mutex;
    std::string logged;
    const auto heard = [&](const std::string& line) {
        const std::lock_guard lock(mutex);
        return logged.find("tokens: the token in line " + line +
                           " is not valid: what follows it is not an expiry time such as "
                           "2027-01-31T12:00:00Z\n") != std::string::npos;
    };
    const Stage stage(settings(), withToken("tokens"), {}, [&](const std::string& line) {
        const std::lock_guard lock(mutex);
        logged += line + "\n";
    });
    QVERIFY2(heard("2"), logged.c_str());
    QVERIFY(queryMachine(stage.address(), withToken(), 100s).bufferBytes == 100'000);
    writeContents("tokens", "second\n\nfirst 31.01.2027\n");
    QVERIFY(!messageOf([&] { static_cast<void>(queryMachine(stage.address(), withToken(), 100s)); }).empty());
    QVERIFY2(heard("3"), logged.c_str());
}

void TestCredentials::theLongestToken() {
    writeContents("token", QByteArray(longestToken, 'x'));
    const Stage stage(settings(), withToken());
    QVERIFY(queryMachine(stage.address(), withToken(), 100s).bufferBytes == 100'000);
}

void TestCredentials::filesThatAreNoFiles_data() {
    QTest::addColumn<QString>("what");
    for (const char* what : {"token", "authority", "certificate", "key"})
        QTest::newRow(what) << QString(what);
}

/// None of these calls waits for a writer of the pipe.
void TestCredentials::filesThatAreNoFiles() {
    QFETCH(QString, what);
    ::mkfifo("pipe", 0600);
    writeContents("other", "-----BEGIN CERTIFICATE-----\n");
    Credentials credentials;
    if (what == "token") credentials.tokens = "pipe";
    if (what == "authority") credentials.ca = "pipe";
    if (what == "certificate") credentials = {"pipe", "other"};
    if (what == "key") credentials = {"other", "pipe"};
    const MachineAddress address{"127.0.0.1", 9};
    const auto sends = [&] { checkSender(address, credentials); };
    const auto listens = [&] { checkListener(address, credentials); };
    const auto shows = [&] { static_cast<void>(identityOf(address, credentials)); };
    for (const std::string& message : {messageOf(sends), messageOf(listens), messageOf(shows)})
        QCOMPARE(message, std::string("pipe: is a pipe, not a regular file"));
    QVERIFY(!hasToken("pipe", "right", 0));
}

void TestCredentials::certificatesThatAreNone_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("reason");
    const QString none = "does not contain a certificate in PEM";
    QTest::newRow("a text") << QByteArray("secret\n") << none;
    QTest::newRow("nothing") << QByteArray() << "is empty";
    QTest::newRow("a key") << QByteArray("-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n")
                           << "holds a key, not a certificate";
    QTest::newRow("a byte order mark")
        << QByteArray("\xEF\xBB\xBF-----BEGIN CERTIFICATE-----\n") << "begins with a byte order mark";
    QTest::newRow("UTF-16") << QByteArray("\xFF\xFE-\0-\0-\0-\0-\0B\0", 14) << "is UTF-16";
    QTest::newRow("DER") << QByteArray("\x30\x82\x01\x0A\x02\x00", 6)
                         << "is a certificate or a key in DER or PKCS #12; openssl converts it to PEM";
    QTest::newRow("UTF-16 without a mark")
        << QByteArray("-\0-\0-\0-\0-\0B\0", 12) << "byte 2 of the file is 00, as in UTF-16";
    QTest::newRow("NUL") << QByteArray("\0\0\0", 3) << "is not a text file: byte 1 is 00";
    QTest::newRow("a binary file") << QByteArray(
                                          "\x7F"
                                          "ELF\2\1\1\0\0\0\0\0\xC3\x28",
                                          14)
                                   << "is not a text file: byte 8 is 00";
    QTest::newRow("only the first line") << QByteArray("-----BEGIN CERTIFICATE-----\n") << none;
    QTest::newRow("lines of nonsense")
        << QByteArray("-----BEGIN CERTIFICATE-----\n\xFF\xFF\n-----END CERTIFICATE-----\n") << none;
}

void TestCredentials::certificatesThatAreNone() {
    QFETCH(QByteArray, content);
    QFETCH(QString, reason);
    writeContents("file", content);
    const Stage stage(settings());
    TransferOptions options = transferOptions();
    for (const Credentials& credentials :
         {Credentials{"file", "file"}, Credentials{{}, {}, "file"}, Credentials{"file", "file", "file"}}) {
        options.credentials = credentials;
        const auto sends = [&] { const TransferSink sink(stage.sink(), theJob(), options); };
        const auto asks = [&] { static_cast<void>(queryMachine(stage.address(), credentials)); };
        Controller controller(settings());
        const auto listens = [&] { ControllerServer(controller, {"127.0.0.1", 0}, credentials); };
        for (const std::string& message : {messageOf(sends), messageOf(asks), messageOf(listens)})
            QVERIFY2(QString::fromStdString(message).startsWith("file: " + reason), message.c_str());
    }
}

/// A key that is written before its certificate, or the other way round.
void TestCredentials::aKeyOfAnotherCertificate() {
    for (const QString name : {"a", "b"}) {
        QProcess openssl;
        openssl.start("openssl",
                      QString("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 "
                              "-subj /CN=x -keyout %1.key -out %1.pem")
                          .arg(name)
                          .split(' '));
        if (!openssl.waitForFinished(patience) || openssl.exitCode() != 0)
            QSKIP("openssl, which makes the certificates, is not installed");
    }
    const MachineAddress address{"127.0.0.1", 9};
    QCOMPARE(messageOf([&] { checkSender(address, {"a.pem", "a.key", "b.pem"}); }), std::string());
    QCOMPARE(messageOf([&] {
                 checkSender(address, {"a.pem", "b.key"});
             }),
             std::string("b.key: the key does not belong to the certificate in a.pem"));
    QCOMPARE(messageOf([&] {
                 checkListener(address, {"a.key", "a.key"});
             }),
             std::string("a.key: holds a key, not a certificate"));
    QCOMPARE(messageOf([&] {
                 checkListener(address, {"a.pem", "a.pem"});
             }),
             std::string("a.pem: does not contain a key in PEM without a password"));
}

/// The key of the certificate is too short: a controller would listen, but answer no connection.
void TestCredentials::aCertificateThatOpenSslRefuses() {
    QProcess openssl;
    openssl.start("openssl", QString("req -x509 -newkey rsa:1024 -nodes -days 2 -subj /CN=x -keyout weak.key "
                                     "-out weak.pem")
                                 .split(' '));
    if (!openssl.waitForFinished(patience) || openssl.exitCode() != 0)
        QSKIP("openssl, which makes the certificates, is not installed");
    const MachineAddress address{"127.0.0.1", 9};
    const Credentials weak{"weak.pem", "weak.key"};
    for (const std::string& message :
         {messageOf([&] { checkListener(address, weak); }), messageOf([&] { checkSender(address, weak); })})
        QCOMPARE(message, std::string("weak.pem: OpenSSL refuses the certificate: ee key too small"));
}

void TestCredentials::oneDamagedCertificateAmongOthers_data() {
    QTest::addColumn<QString>("damage");
    for (const char* damage : {"none", "a letter of its base64", "its last line", "its second half",
                               "blanks before it", "a byte order mark before it", "another object in it"})
        QTest::newRow(damage) << QString(damage);
}

/// gRPC would ignore the damaged certificate and the certificates behind it, and refuse the machines that
/// need them.
void TestCredentials::oneDamagedCertificateAmongOthers() {
    QFETCH(QString, damage);
    QProcess openssl;
    openssl.start("openssl",
                  QString("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=x "
                          "-keyout of.key -out of.pem")
                      .split(' '));
    if (!openssl.waitForFinished(patience) || openssl.exitCode() != 0)
        QSKIP("openssl, which makes the certificates, is not installed");
    const QByteArray sound = contentsOf(QString("of.pem").toStdString());
    const QByteArray lastLine = "-----END CERTIFICATE-----\n";
    QVERIFY(sound.endsWith(lastLine));
    QByteArray damaged = sound;
    if (damage == "a letter of its base64") damaged[sound.size() / 2] = '!';
    if (damage == "its last line") damaged.chop(lastLine.size());
    if (damage == "its second half") damaged = sound.left(sound.size() / 2) + '\n';
    if (damage == "blanks before it") damaged = "  " + sound;
    if (damage == "a byte order mark before it") damaged = "\xEF\xBB\xBF" + sound;
    if (damage == "another object in it") damaged.replace("MII", "AAA");
    const MachineAddress address{"127.0.0.1", 9};
    for (int place = 0; place < 3; ++place) {
        QByteArray bundle = "# the authorities\n";
        for (int i = 0; i < 3; ++i)
            bundle += i == place ? damaged : sound;
        writeContents("bundle.pem", bundle);
        const auto lines = sound.count('\n');
        const std::string expected =
            damage == "none"
                ? std::string()
                : QString("bundle.pem: certificate %1 of 3, which begins in line %2, cannot be read")
                      .arg(place + 1)
                      .arg(2 + place * lines)
                      .toStdString();
        QCOMPARE(messageOf([&] { checkSender(address, {"of.pem", "of.key", "bundle.pem"}); }), expected);
        QCOMPARE(messageOf([&] { checkListener(address, {"of.pem", "of.key", "bundle.pem"}); }), expected);
        if (place > 0)
            QCOMPARE(messageOf([&] { checkSender(address, {"bundle.pem", "of.key", "of.pem"}); }), expected);
    }
    // Texts that gRPC does not read do not matter, such as a key beside its certificate.
    writeContents("bundle.pem",
                  sound + contentsOf(QString("of.key").toStdString()) + "the second:\n" + sound);
    QCOMPARE(messageOf([&] { checkSender(address, {"of.pem", "of.key", "bundle.pem"}); }), std::string());
}

/// A file of tokens may be replaced while the controller runs.
void TestCredentials::linesOfACertificateAreNoTokens() {
    writeContents("tokens", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n");
    QVERIFY(!hasToken("tokens", "MIIB", 0));
    QVERIFY(!hasToken("tokens", "-----BEGIN", 0));
}

/// A file may grow while the controller runs. Its first 16 MiB end before the expiry time of the token, which
/// has passed.
void TestCredentials::aFileOfTokensThatIsTooLarge() {
    const qsizetype most = 16 << 20;
    const QByteArray token = "\nsecret";
    writeContents("tokens", QByteArray(most - token.size(), '#') + token);
    QVERIFY(hasToken("tokens", "secret", 0));
    writeContents("tokens", QByteArray(most - token.size(), '#') + token + " 2020-01-01T00:00:00Z\n");
    QVERIFY(!hasToken("tokens", "secret", 1'800'000'000));
    const auto problem = problemOfTokens("tokens");
    QVERIFY(problem && problem->text() == "tokens: is larger than 16 MiB");
}

void TestCredentials::anEncryptedConnectionToThisComputer() {
    QProcess openssl;
    openssl.start("openssl",
                  QString("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=x "
                          "-keyout ca.key -out ca.pem")
                      .split(' '));
    if (!openssl.waitForFinished(patience) || openssl.exitCode() != 0)
        QSKIP("openssl, which makes the certificates, is not installed");
    QCOMPARE(messageOf([&] {
                 checkSender({"127.0.0.1", 9}, {{}, {}, "ca.pem"});
             }),
             std::string("127.0.0.1:9: the sender must identify itself on an encrypted connection"));
}

/// With a long chain and a long token, the controller still receives the call; if they are longer, the sender
/// is told.
void TestCredentials::theLargestCertificates() {
    QProcess openssl;
    openssl.start("openssl",
                  QString("req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=x "
                          "-addext subjectAltName=IP:127.0.0.1 -keyout large.key -out one.pem")
                      .split(' '));
    if (!openssl.waitForFinished(patience) || openssl.exitCode() != 0)
        QSKIP("openssl, which makes the certificates, is not installed");
    QFile file("one.pem");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray one = file.readAll();
    const std::size_t size = certificateBytes(one.toStdString());
    QVERIFY(size > 200 && size < 1000);
    writeContents("token", QByteArray(longestToken, 'x'));
    const auto count = static_cast<qsizetype>((largestIdentity - longestToken) / size);
    writeContents("chain.pem", one.repeated(count));
    const Stage stage(settings(), {"one.pem", "large.key", "one.pem"});
    const Credentials largest{"chain.pem", "large.key", "one.pem", "token"};
    QVERIFY(queryMachine(stage.address(), largest, 100s).bufferBytes == 100'000);

    writeContents("chain.pem", one.repeated(count + 1));
    const std::string message = messageOf([&] { checkSender(stage.address(), largest); });
    QVERIFY2(message.starts_with("chain.pem: its certificates and the token have"), message.c_str());
}

void TestCredentials::aTokenThatIsSpoiltDuringAJob_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("reason");
    QTest::newRow("a byte order mark")
        << QByteArray("\xEF\xBB\xBFright\n") << "begins with a byte order mark";
    QTest::newRow("emptied") << QByteArray() << "is empty";
    QTest::newRow("removed") << QByteArray("removed") << "cannot be opened: No such file or directory";
}

void TestCredentials::aTokenThatIsSpoiltDuringAJob() {
    QFETCH(QByteArray, content);
    QFETCH(QString, reason);
    writeContents("tokens", "right\n");
    writeContents("token", "right\n");
    Controller::Settings slow = settings();
    slow.machine.bufferBytes = 4096;  // the machine waits for data when the connection is lost
    Stage stage(slow, withToken("tokens"));
    stage.tell("pause");
    std::mutex mutex;
    std::string said;
    TransferOptions options = transferOptions();
    options.credentials = withToken();
    options.remarks = [&](const Problem& what) {
        const std::lock_guard lock(mutex);
        said += what.text() + '\n';
    };
    Sender sender(stage.sink(), theJob(), options);
    QVERIFY(waitFor([&] { return stage.status().receivedBytes > 0; }));
    writeContents("token", content);
    if (content == "removed") QFile::remove("token");
    stage.tell("drop");  // with the next slice
    stage.tell("continue");
    QVERIFY(!sender.result().stopped);
    QVERIFY(stage.status().state == TransferStatus::State::done);
    const QString expected = QString::fromStdString(stage.sink()) + ": token: " + reason;
    QVERIFY2(QString::fromStdString(said).startsWith(expected), said.c_str());
    QCOMPARE(QString::fromStdString(said).count('\n'), 1);
}

/// A sender cannot read a message that contains such a text.
void TestCredentials::textsThatAreNotUtf8() {
    Controller::Settings strange = settings();
    strange.limits.name = "lase\xFFr";
    strange.limits.software = std::string("\xC0\x80 1", 4);
    strange.output = folder_.filePath("out").toStdString() + "\xFF.raw";
    Stage stage(strange);
    QCOMPARE(queryMachine(stage.address(), {}, 100s).name, std::string("lase\\xFFr"));
    Caller caller(stage);
    caller.begin(theJob());
    caller.hearAcceptance();
    QVERIFY(caller.accepted);
    stage.tell("fault");
    caller.listen();
    QVERIFY2(!caller.reason.empty(), caller.reason.c_str());
    stage.off();
    for (const auto& file : std::filesystem::directory_iterator("."))  // Qt cannot remove such names
        std::filesystem::remove(file.path());
}

BURIN_TEST(TestCredentials)
#include "test_credentials.moc"
