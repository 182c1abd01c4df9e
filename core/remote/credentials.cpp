// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/credentials.hpp"

#include "core/base/calendar.hpp"
#include "core/base/errors.hpp"
#include "core/base/files.hpp"
#include "core/base/odd_characters.hpp"
#include "core/remote/certificates.hpp"

#include <QByteArray>
#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>
#include <utility>
#include <vector>

namespace burin {
namespace {

/// The largest file of tokens or certificates.
constexpr std::size_t mostBytes = std::size_t{16} << 20;

/// One line of a file of tokens.
struct TokenLine {
    std::size_t line = 0;  ///< counted from 1
    std::size_t byte = 0;  ///< place of its first character in the line, from 1
    std::string text;
    std::optional<std::int64_t> until;  ///< seconds since 1970
};

struct TokenFile {
    std::vector<TokenLine> tokens;
    std::vector<std::size_t> malformed;  ///< lines whose token is followed by something that is not a time
};

QByteArray digestOf(const std::string& text) {
    return QCryptographicHash::hash(QByteArray(text.data(), static_cast<qsizetype>(text.size())),
                                    QCryptographicHash::Sha256);
}

/// Compares two digests in constant time.
bool same(const QByteArray& a, const QByteArray& b) {
    unsigned different = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return different == 0;
}

/// Whether a text holds a certificate or a key in PEM. Its lines are not tokens: those of a certificate are
/// public.
bool holdsPem(std::string_view text) {
    return text.find("-----BEGIN ") != std::string_view::npos;
}

/// Takes the next word of a line. Only blanks, tabs and the line ends of Windows separate words: a vertical
/// tab or a form feed is a character of a word, so that its message can name it.
std::string_view takeWord(std::string_view& rest) {
    constexpr std::string_view separators = " \t\r";
    rest.remove_prefix(std::min(rest.find_first_not_of(separators), rest.size()));
    const std::string_view word = rest.substr(0, rest.find_first_of(separators));
    rest.remove_prefix(word.size());
    return word;
}

/// A token with a malformed time is left out, so that it is not valid by accident.
TokenFile tokensIn(const std::string& text) {
    TokenFile found;
    if (holdsPem(text)) return found;
    std::istringstream file(text);
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
        // An editor may have divided the file into pages.
        if (line.find_first_not_of(" \t\r\v\f") == std::string::npos) continue;
        std::string_view rest(line);
        TokenLine token;
        token.line = number;
        token.text = takeWord(rest);
        token.byte = line.size() - rest.size() - token.text.size() + 1;
        const std::string until(takeWord(rest));
        if (token.text[0] == '#') continue;
        token.until = secondsUntil(until);
        if (until.empty() || token.until) {
            found.tokens.push_back(std::move(token));
        } else {
            found.malformed.push_back(number);
        }
    }
    return found;
}

/// The problem of tokens with malformed times. \pre there is one
Problem malformedTimes(const std::filesystem::path& file, const std::vector<std::size_t>& lines) {
    constexpr std::size_t mostNamed = 8;
    std::string named;
    for (std::size_t i = 0; i < std::min(lines.size(), mostNamed); ++i)
        named += (i == 0 ? "" : ", ") + std::to_string(lines[i]);
    if (lines.size() > mostNamed) named += " and " + std::to_string(lines.size() - mostNamed) + " more";
    return {file.string(),
            lines.size() == 1 ? "the token in line %1 is not valid: what follows it is not an expiry time "
                                "such as 2027-01-31T12:00:00Z"
                              : "the tokens in lines %1 are not valid: what follows them is not an expiry "
                                "time such as 2027-01-31T12:00:00Z",
            {named}};
}

std::string hexadecimal(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        std::array<char, 4> digits{};
        std::snprintf(digits.data(), digits.size(), "%02X", unsigned{static_cast<unsigned char>(byte)});
        text += (text.empty() ? "" : " ") + std::string(digits.data());
    }
    return text;
}

/// Whether a text begins as certificates and keys in DER and PKCS #12 do: with a sequence in the long form.
bool startsAsDer(std::string_view text) {
    constexpr unsigned sequence = 0x30;
    return text.size() > 4 && static_cast<unsigned char>(text[0]) == sequence &&
           static_cast<unsigned char>(text[1]) > 0x80 && static_cast<unsigned char>(text[1]) <= 0x84;
}

/// The problem of a binary file or of one in an encoding such as UTF-16; nothing if it is plain UTF-8.
std::optional<Problem> encodingProblem(const std::filesystem::path& file, std::string_view text) {
    const auto problem = [&file](const char* reason, std::string_view bytes) {
        return Problem{file.string(), reason, {hexadecimal(bytes)}};
    };
    for (const std::string_view mark : {"\xFF\xFE", "\xFE\xFF"}) {
        if (text.starts_with(mark))
            return problem(
                "is UTF-16 (it begins with the bytes %1); save it as UTF-8 without a byte order mark", mark);
    }
    if (constexpr std::string_view mark = "\xEF\xBB\xBF"; text.starts_with(mark))
        return problem("begins with a byte order mark (the bytes %1); save it as UTF-8 without one", mark);
    if (startsAsDer(text))
        return Problem{file.string(),
                       "is a certificate or a key in DER or PKCS #12; openssl converts it to PEM"};
    const std::size_t zero = text.find('\0');
    if (zero == std::string_view::npos) return {};
    return Problem{
        file.string(),
        wideEncoding(text).empty()
            ? "is not a text file: byte %1 is 00"
            : "byte %1 of the file is 00, as in UTF-16; save it as UTF-8 without a byte order mark",
        {std::to_string(zero + 1)}};
}

/// Why a call cannot carry a token; nothing if it can. The names and values that a call carries have to be
/// printable ASCII characters, and gRPC ends the program if they are not.
std::optional<Problem> problemOf(const std::filesystem::path& file, const TokenLine& token) {
    const auto wrong =
        std::find_if(token.text.begin(), token.text.end(), [](char c) { return c < '!' || c > '~'; });
    if (wrong != token.text.end()) {
        const std::size_t at = token.byte + static_cast<std::size_t>(wrong - token.text.begin());
        return Problem{file.string(),
                       "byte %2 of line %1 is %3; a token consists of printable ASCII characters (21 to 7E)",
                       {std::to_string(token.line), std::to_string(at), hexadecimal({&*wrong, 1})}};
    }
    if (token.text.size() <= longestToken) return {};
    return Problem{
        file.string(),
        "the token in line %1 has %2 bytes; it may have at most %3",
        {std::to_string(token.line), std::to_string(token.text.size()), std::to_string(longestToken)}};
}

/// A file with at least one token.
/// \throws UsageError if there is none
TokenFile someTokensOf(const std::filesystem::path& file) {
    const std::string text = contentsOf(file);
    if (const auto problem = encodingProblem(file, text)) throw UsageError(*problem);
    if (holdsPem(text)) throw UsageError(file.string(), "holds a certificate or a key in PEM, not a token");
    TokenFile found = tokensIn(text);
    if (!found.tokens.empty()) return found;
    if (!found.malformed.empty()) throw UsageError(malformedTimes(file, found.malformed));
    throw UsageError(file.string(), "does not contain a token");
}

/// \throws UsageError if `is` refuses the text of a file
void require(bool (*is)(const std::string&), const std::string& text, const std::filesystem::path& file,
             const char* otherwise) {
    if (is(text)) return;
    throw UsageError(encodingProblem(file, text).value_or(Problem{file.string(), otherwise}));
}

/// Requires one or several certificates. All of them must be sound.
/// \throws UsageError
void requireCertificates(const std::string& text, const std::filesystem::path& file) {
    const auto damaged = damagedCertificate(text);
    if (damaged && damaged->count > 1) {
        const Problem unreadable{.subject = file.string(),
                                 .reason = "certificate %1 of %2, which begins in line %3, cannot be read",
                                 .details = {std::to_string(damaged->number), std::to_string(damaged->count),
                                             std::to_string(damaged->line)},
                                 .advice = "replace it by a complete one in PEM, or remove it"};
        throw UsageError(encodingProblem(file, text).value_or(unreadable));
    }
    const bool holdsKey = text.find("PRIVATE KEY-----") != std::string::npos;
    require(&isCertificate, text, file,
            holdsKey ? "holds a key, not a certificate" : "does not contain a certificate in PEM");
}

/// Everything except the token, which only a sender shows.
SenderIdentity certificatesOf(const Credentials& credentials) {
    SenderIdentity identity;
    if (credentials.certificate.empty() != credentials.key.empty())
        throw UsageError("a certificate and its key are needed together; one of them is missing");
    if (!credentials.ca.empty()) {
        identity.ca = contentsOf(credentials.ca);
        requireCertificates(identity.ca, credentials.ca);
    }
    if (credentials.certificate.empty()) return identity;
    identity.certificate = contentsOf(credentials.certificate);
    identity.key = contentsOf(credentials.key);
    requireCertificates(identity.certificate, credentials.certificate);
    require(&isKey, identity.key, credentials.key, "does not contain a key in PEM without a password");
    if (auto refused = whyRefused(identity.certificate)) {
        refused->subject = credentials.certificate.string();
        throw UsageError(std::move(*refused));
    }
    if (!isKeyOf(identity.key, identity.certificate))
        throw UsageError({credentials.key.string(),
                          "the key does not belong to the certificate in %1",
                          {credentials.certificate.string()}});
    return identity;
}

}  // namespace

void checkSender(const MachineAddress& address, const Credentials& credentials) {
    static_cast<void>(identityOf(address, credentials));
    if (credentials.insecure && (!credentials.ca.empty() || !credentials.certificate.empty()))
        throw UsageError(
            "a connection without any protection cannot use certificates; leave out one or the other");
    if (!credentials.encrypts(address) || !credentials.certificate.empty() || !credentials.tokens.empty())
        return;
    using Way = Remedy::Way;
    if (!credentials.ca.empty())
        throw UsageError(address.text(), "the sender must identify itself on an encrypted connection",
                         {{Way::identify}, {Way::presentToken}});
    throw UsageError(address.text(), "is on another computer",
                     {{Way::identify}, {Way::presentToken}, {Way::connectPlain}});
}

void checkListener(const MachineAddress& address, const Credentials& credentials) {
    using Way = Remedy::Way;
    static_cast<void>(certificatesOf(credentials));
    if (!credentials.ca.empty() && credentials.certificate.empty())
        throw UsageError({.reason = "only an encrypted connection can show a client certificate",
                          .remedies = {{Way::encrypt}}});
    if (!credentials.tokens.empty()) {
        if (const auto problem = problemOfTokens(credentials.tokens)) throw UsageError(*problem);
    }
    if (address.loopback() || credentials.insecure) return;
    if (credentials.certificate.empty()) {
        throw UsageError(address.text(), "can be reached from other computers",
                         {{Way::encrypt}, {Way::listenPlain}});
    }
    if (credentials.ca.empty() && credentials.tokens.empty()) {
        throw UsageError(address.text(), "would let anybody engrave",
                         {{Way::askForCertificate}, {Way::askForToken}});
    }
}

std::string contentsOf(const std::filesystem::path& file) {
    auto read = readRegularFile(file, mostBytes + 1);
    if (const auto* const problem = std::get_if<FileProblem>(&read)) throw UsageError(problem->about(file));
    auto& text = std::get<std::string>(read);
    if (text.empty()) throw UsageError(file.string(), "is empty");
    if (text.size() > mostBytes) throw UsageError(file.string(), "is larger than 16 MiB");
    return std::move(text);
}

bool hasToken(const std::filesystem::path& file, const std::string& token, std::int64_t now) {
    const auto read = readRegularFile(file, mostBytes + 1);
    const auto* const text = std::get_if<std::string>(&read);
    // The limit of the read may cut off a token, or the time when it expires.
    if (text == nullptr || text->size() > mostBytes) return false;
    // Digests have equal length, and a common prefix of digests reveals nothing about the texts.
    const QByteArray digest = digestOf(token);
    bool found = false;
    for (const TokenLine& known : tokensIn(*text).tokens) {
        const bool holds = !known.until || now < *known.until;
        const bool fits = same(digestOf(known.text), digest);
        found = found || (fits && holds);
    }
    return found;
}

std::optional<Problem> problemOfTokens(const std::filesystem::path& file) {
    try {
        for (const TokenLine& token : someTokensOf(file).tokens) {
            if (auto problem = problemOf(file, token)) return problem;
        }
    } catch (const UsageError& error) {
        return error.problem();
    }
    return {};
}

std::optional<Problem> malformedTimesOf(const std::filesystem::path& file) {
    const auto read = readRegularFile(file, mostBytes);
    const auto* const text = std::get_if<std::string>(&read);
    if (text == nullptr) return {};
    const std::vector<std::size_t> lines = tokensIn(*text).malformed;
    if (lines.empty()) return {};
    return malformedTimes(file, lines);
}

std::string firstToken(const std::filesystem::path& file) {
    const TokenLine first = someTokensOf(file).tokens.front();
    if (const auto problem = problemOf(file, first)) throw UsageError(*problem);
    return first.text;
}

SenderIdentity identityOf(const MachineAddress& address, const Credentials& credentials) {
    SenderIdentity identity = certificatesOf(credentials);
    identity.encrypted = credentials.encrypts(address);
    if (!credentials.tokens.empty()) identity.token = firstToken(credentials.tokens);
    const std::size_t bytes = certificateBytes(identity.certificate) + identity.token.size();
    if (bytes > largestIdentity)
        throw UsageError({credentials.certificate.string(),
                          "its certificates and the token have %1 bytes, and at most %2 are allowed; leave "
                          "out the certificates that the controller has in its own file of authorities",
                          {std::to_string(bytes), std::to_string(largestIdentity)}});
    return identity;
}

}  // namespace burin
