// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/outlines/path_data.hpp"

#include "core/outlines/trigonometry.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <vector>

namespace burin {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Reads one text. Its functions return false after they have set the problem.
class PathDataReader {
  public:
    PathDataReader(std::string_view text, ContourList& into, OutlineMeter& meter)
        : text_(text), into_(into), meter_(meter) {}

    std::optional<PathDataProblem> read() {
        skipBlanks();
        while (at_ < text_.size()) {
            if (!command()) return problem_;
            skipBlanks();
        }
        return {};
    }

  private:
    /// \param reason  and `advice` may name found() as %1 and the command as %2
    bool fail(const char* reason, const char* advice) {
        problem_ = {at_, {.reason = reason, .details = {found(), std::string(1, letter_)}, .advice = advice}};
        return false;
    }

    void skipBlanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r')))
            ++at_;
    }
    /// Blanks and at most one comma. \return whether there was a comma
    bool skipSeparator() {
        skipBlanks();
        if (at_ >= text_.size() || text_[at_] != ',') return false;
        ++at_;
        skipBlanks();
        return true;
    }
    [[nodiscard]] bool numberFollows() const {
        return at_ < text_.size() &&
               (isDigit(text_[at_]) || text_[at_] == '.' || text_[at_] == '-' || text_[at_] == '+');
    }

    [[nodiscard]] std::string found() const {
        if (at_ >= text_.size()) return "the end of the path data";
        const auto code = static_cast<unsigned char>(text_[at_]);
        if (code < 0x20 || code >= 0x7F) return "a control character, or a character outside of ASCII";
        return std::string("'") + text_[at_] + "'";
    }

    bool number(double& value) {
        const char* first = text_.data() + at_;
        const char* last = text_.data() + text_.size();
        const char* digits = first + (first < last && (*first == '+' || *first == '-') ? 1 : 0);
        const char* mantissa = digits + (digits < last && *digits == '.' ? 1 : 0);
        if (mantissa >= last || !isDigit(*mantissa)) {
            return fail("a number is expected here, not %1", "write a number for the command %2");
        }
        const auto [end, error] = std::from_chars(*first == '+' ? digits : first, last, value);
        if (error == std::errc::result_out_of_range) {
            // A number that is too small becomes 0; one that is too large is an error.
            std::istringstream text(std::string(first, end));
            text.imbue(std::locale::classic());
            if (!(text >> value)) value = std::numeric_limits<double>::infinity();
        }
        if (!std::isfinite(value)) return fail("the number is too large", "write a number of at most 1e300");
        at_ += static_cast<std::size_t>(end - first);
        return true;
    }

    template <std::size_t count>
    bool numbers(double (&values)[count]) {
        for (std::size_t i = 0; i < count; ++i) {
            if (i != 0) skipSeparator();
            if (!number(values[i])) return false;
        }
        return true;
    }

    bool flag(bool& value) {
        skipSeparator();
        if (at_ >= text_.size() || (text_[at_] != '0' && text_[at_] != '1'))
            return fail("a flag of an arc is expected here, not %1", "write 0 or 1");
        value = text_[at_] == '1';
        ++at_;
        return true;
    }

    bool command() {
        letter_ = text_[at_];
        constexpr std::string_view letters = "MmZzLlHhVvCcSsQqTtAa";
        if (letters.find(letter_) == std::string_view::npos)
            return fail("a command is expected here, not %1", "write one of the letters M Z L H V C S Q T A");
        const bool moves = letter_ == 'M' || letter_ == 'm';
        if (!begun_ && !moves) return fail("the path data does not begin with M", "write M x y first");
        ++at_;
        if (letter_ == 'Z' || letter_ == 'z') {
            closePath();
            return true;
        }
        relative_ = letter_ >= 'a';
        skipBlanks();
        bool first = true;
        do {
            meter_.keep(1);
            // The pairs that follow a move are lines.
            if (!(moves && first ? move() : draw(moves ? 'L' : upper(letter_)))) return false;
            first = false;
            if (skipSeparator() && !numberFollows())
                return fail("a number is expected after a comma, not %1",
                            "write a number for the command %2");
        } while (numberFollows());
        return true;
    }

    static char upper(char letter) { return letter >= 'a' ? static_cast<char>(letter - 'a' + 'A') : letter; }

    void closePath() {
        if (open_) into_.close();
        open_ = false;
        current_ = start_;
        control_ = current_;
        last_ = 'Z';
    }

    [[nodiscard]] PlanePoint place(double x, double y) const {
        return relative_ ? PlanePoint{current_.x + x, current_.y + y} : PlanePoint{x, y};
    }

    bool move() {
        double v[2];
        if (!numbers(v)) return false;
        current_ = start_ = control_ = place(v[0], v[1]);
        into_.moveTo(current_);
        begun_ = open_ = true;
        last_ = 'M';
        return true;
    }

    /// Begins a contour again after Z.
    void reopen() {
        if (!open_) into_.moveTo(current_);
        open_ = true;
    }

    bool draw(char what) {
        bool good = false;
        switch (what) {
            case 'L':
                good = line();
                break;
            case 'H':
                good = straight(true);
                break;
            case 'V':
                good = straight(false);
                break;
            case 'C':
                good = cubic();
                break;
            case 'S':
                good = smoothCubic();
                break;
            case 'Q':
                good = quadratic();
                break;
            case 'T':
                good = smoothQuadratic();
                break;
            default:
                good = arc();
                break;
        }
        last_ = what;
        return good;
    }

    void endLine(PlanePoint end) {
        reopen();
        into_.lineTo(end);
        current_ = control_ = end;
    }
    bool line() {
        double v[2];
        if (!numbers(v)) return false;
        endLine(place(v[0], v[1]));
        return true;
    }
    bool straight(bool along) {
        double v[1];
        if (!numbers(v)) return false;
        PlanePoint end = current_;
        double& changed = along ? end.x : end.y;
        changed = relative_ ? changed + v[0] : v[0];
        endLine(end);
        return true;
    }

    void endCubic(PlanePoint control1, PlanePoint control2, PlanePoint end) {
        reopen();
        into_.cubicTo(control1, control2, end);
        control_ = control2;
        current_ = end;
    }
    bool cubic() {
        double v[6];
        if (!numbers(v)) return false;
        endCubic(place(v[0], v[1]), place(v[2], v[3]), place(v[4], v[5]));
        return true;
    }
    [[nodiscard]] PlanePoint mirroredControl(bool smooth) const {
        return smooth ? current_ + (current_ - control_) : current_;
    }
    bool smoothCubic() {
        double v[4];
        if (!numbers(v)) return false;
        endCubic(mirroredControl(last_ == 'C' || last_ == 'S'), place(v[0], v[1]), place(v[2], v[3]));
        return true;
    }

    void endQuadratic(PlanePoint control, PlanePoint end) {
        reopen();
        into_.quadraticTo(control, end);
        control_ = control;
        current_ = end;
    }
    bool quadratic() {
        double v[4];
        if (!numbers(v)) return false;
        endQuadratic(place(v[0], v[1]), place(v[2], v[3]));
        return true;
    }
    bool smoothQuadratic() {
        double v[2];
        if (!numbers(v)) return false;
        endQuadratic(mirroredControl(last_ == 'Q' || last_ == 'T'), place(v[0], v[1]));
        return true;
    }

    bool arc() {
        double radii[3];
        bool large = false;
        bool sweep = false;
        double to[2];
        if (!numbers(radii) || !flag(large) || !flag(sweep)) return false;
        skipSeparator();
        if (!numbers(to)) return false;
        const PlanePoint end = place(to[0], to[1]);
        reopen();
        svgArc({std::fabs(radii[0]), std::fabs(radii[1])}, radii[2], large, sweep, end);
        current_ = control_ = end;
        return true;
    }

    /// SVG 1.1, F.6.5 and F.6.6.
    void svgArc(PlanePoint radii, double degrees, bool large, bool sweep, PlanePoint end) {
        if (current_ == end) return;
        if (radii.x == 0 || radii.y == 0) return into_.lineTo(end);
        const SineCosine turn = sineCosineOfDegrees(degrees);
        const PlanePoint half = (current_ - end) * 0.5;
        const PlanePoint middle = {current_.x / 2 + end.x / 2, current_.y / 2 + end.y / 2};
        // Coordinates are in units of the radii: the ellipse becomes a unit circle through u and -u.
        PlanePoint u{(turn.cosine * half.x + turn.sine * half.y) / radii.x,
                     (turn.cosine * half.y - turn.sine * half.x) / radii.y};
        const double square = dot(u, u);
        PlanePoint centre;
        if (!(square < 1)) {
            const double enlarged = std::sqrt(square);
            radii = radii * enlarged;
            u = u * (1 / enlarged);
        } else {
            const double to = std::sqrt((1 - square) / square) * (large == sweep ? -1 : 1);
            centre = {to * u.y, -to * u.x};
        }
        const PlanePoint from = u - centre;
        const PlanePoint until = -u - centre;
        const double w0 = arcTangent(from.y, from.x);
        double swept = arcTangent(cross(from, until), dot(from, until));
        if (sweep && swept < 0) swept += 2 * piNumber;
        if (!sweep && swept > 0) swept -= 2 * piNumber;
        const PlanePoint a{radii.x * turn.cosine, radii.x * turn.sine};
        const PlanePoint b{-radii.y * turn.sine, radii.y * turn.cosine};
        const PlanePoint c = middle + a * centre.x + b * centre.y;
        into_.arcTo(c, a, b, w0, w0 + swept, end);
    }

    std::string_view text_;
    ContourList& into_;
    OutlineMeter& meter_;
    std::size_t at_ = 0;
    PathDataProblem problem_;
    char letter_ = 'M';  // letter of the command, as written
    char last_ = 'M';    // the last command, upper case
    bool relative_ = false;
    bool begun_ = false;  // whether there was a move
    bool open_ = false;   // whether the last contour is being drawn
    PlanePoint start_;    // start of the contour
    PlanePoint current_;
    PlanePoint control_;  // control point of the last curve
};

}  // namespace

std::optional<PathDataProblem> parsePathData(std::string_view text, ContourList& into, OutlineMeter& meter) {
    return PathDataReader(text, into, meter).read();
}

}  // namespace burin
