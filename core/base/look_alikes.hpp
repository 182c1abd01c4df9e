// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Characters that look like ASCII letters, digits and marks: from the confusables of Unicode Technical
// Standard 39, as the package confusable-homoglyphs 3.3.1 lists them, for the ASCII letters, digits and . , :
// ; - ' ". Mathematical signs and marks of Chinese and Japanese texts are left out. Letters that look alike
// in italics or as small capitals are added, and so are typographic quotes and dashes.

#include <array>
#include <string_view>

namespace burin {

/// Letters of a script and, in the same order, the ASCII characters that they look like.
struct LookAlikes {
    const char* script;
    std::u32string_view letters;
    std::string_view ascii;
};
inline constexpr std::array lookAlikes{
    LookAlikes{"Latin",
               U"\u0131\u017F\u0184\u018D\u0196\u01A6\u01A7\u01B7\u01BC\u01BD\u01C0\u021C\u0222\u0223\u0251"
               U"\u0261\u0263\u0269\u026A\u026F\u028B\u028F\u029F\u1D04\u1D0F\u1D11\u1D1C\u1D20\u1D21\u1D22"
               U"\u1D83\u1D8C\u1E9D\u1EFF\uA731\uA75A\uA76A\uA76E\uA798\uA799\uA79F\uA7AB\uA7B2\uA7B3\uA7B4"
               U"\uAB32\uAB35\uAB3D\uAB47\uAB48\uAB4E\uAB52\uAB5A",
               "ifbgIR235sl388agyiiwuyLcoouvwzgyfys239Ffu3JXBeforruuy"},
    LookAlikes{"Greek",
               U"\u037F\u0391\u0392\u0395\u0396\u0397\u0399\u039A\u039C\u039D\u039F\u03A1\u03A4\u03A5\u03A7"
               U"\u03B1\u03B3\u03B7\u03B9\u03BA\u03BD\u03BF\u03C1\u03C3\u03C4\u03C5\u03C7\u03D2\u03DC\u03F1"
               U"\u03F2\u03F3\u03F9\u03FA\u1D26\u1FBE",
               "JABEZHIKMNOPTYXaynikvopotuxYFpcjCMri"},
    LookAlikes{"Coptic",
               U"\u03E8\u2C85\u2C8E\u2C92\u2C94\u2C98\u2C9A\u2C9E\u2C9F\u2CA2\u2CA3\u2CA4\u2CA5\u2CA6\u2CA8"
               U"\u2CAC\u2CCA\u2CCC\u2CD0\u2CD2",
               "2rHIKMNOoPpCcTYX93L6"},
    LookAlikes{"Cyrillic",
               U"\u0405\u0406\u0408\u0410\u0412\u0415\u0417\u041A\u041C\u041D\u041E\u0420\u0421\u0422\u0423"
               U"\u0425\u042C\u0430\u0431\u0432\u0433\u0435\u0437\u043A\u043C\u043D\u043E\u043F\u0440\u0441"
               U"\u0442\u0443\u0445\u0455\u0456\u0458\u0461\u0474\u0475\u04AE\u04AF\u04BB\u04BD\u04C0\u04CF"
               U"\u04E0\u0501\u050C\u051B\u051C\u051D\uA644\uA647",
               "SIJABE3KMHOPCTYXba6bre3kmhonpctyxsijwVvYyheIi3dGqWw2i"},
    LookAlikes{"Armenian", U"\u054D\u054F\u0555\u0561\u0563\u0566\u0570\u0578\u057C\u057D\u0581\u0584\u0585",
               "USOwqqhnnugfo"},
    LookAlikes{"Oriya", U"\u0B20", "O"},
    LookAlikes{"Malayalam", U"\u0D20", "o"},
    LookAlikes{"Myanmar", U"\u101D", "o"},
    LookAlikes{"Georgian", U"\u10E7\u10FF", "yo"},
    LookAlikes{"Ethiopic", U"\u1200\u12D0", "UO"},
    LookAlikes{"Cherokee",
               U"\u13A0\u13A1\u13A2\u13A5\u13A9\u13AA\u13AB\u13AC\u13B3\u13B7\u13BB\u13BD\u13C0\u13C2\u13C3"
               U"\u13CE\u13CF\u13D2\u13D4\u13D5\u13D9\u13DA\u13DE\u13DF\u13E2\u13E6\u13E7\u13EE\u13F3\u13F4"
               U"\uAB75\uAB81\uAB83\uAB93\uABA9\uABAA\uABAF",
               "DRTiYAJEWMHYGhZ4bRWSVSLCPKd6GBirwzvsc"},
    LookAlikes{"Canadian",
               U"\u142F\u144C\u146D\u146F\u1472\u148D\u14AA\u14BF\u1541\u157C\u157D\u1587\u15AF\u15B4\u15C5"
               U"\u15DE\u15EA\u15F0\u15F7\u166E",
               "VUPdbJL2xHxRbFADDMBx"},
    LookAlikes{"Runic", U"\u16B7\u16C1\u16D5\u16D6", "XIKM"},
    LookAlikes{"letterlike",
               U"\u2102\u210A\u210B\u210C\u210D\u210E\u2110\u2111\u2112\u2113\u2115\u2119\u211A\u211B\u211C"
               U"\u211D\u2124\u2128\u212A\u212C\u212D\u212F\u2130\u2131\u2133\u2134\u213D\u2145\u2146\u2147"
               U"\u2148\u2149",
               "CgHHHhIILlNPQRRRZZKBCeEFMoyDdeij"},
    LookAlikes{"Roman numeral",
               U"\u2160\u2164\u2169\u216C\u216D\u216E\u216F\u2170\u2174\u2179\u217C\u217D\u217E",
               "IVXLCDMivxlcd"},
    LookAlikes{"Tifinagh", U"\u2D38\u2D39\u2D4F\u2D54\u2D55\u2D5D", "VEIOQX"},
    LookAlikes{"Lisu",
               U"\uA4D0\uA4D1\uA4D2\uA4D3\uA4D4\uA4D6\uA4D7\uA4D9\uA4DA\uA4DC\uA4DD\uA4DF\uA4E0\uA4E1\uA4E2"
               U"\uA4E3\uA4E6\uA4E7\uA4EA\uA4EB\uA4EC\uA4EE\uA4F0\uA4F2\uA4F3\uA4F4",
               "BPdDTGKJCZFMNLSRVHWXYAEIOU"},
    LookAlikes{"Bamum", U"\uA6DF\uA6EF", "V2"}};

/// Punctuation marks.
struct MarkLike {
    char32_t code;
    char like;
    const char* name;
};
inline constexpr std::array marksLike{MarkLike{0xAB, '"', "left-pointing double angle quotation mark"},
                                      MarkLike{0xBB, '"', "right-pointing double angle quotation mark"},
                                      MarkLike{0x2B9, '\'', "modifier letter prime"},
                                      MarkLike{0x2BB, '\'', "modifier letter turned comma"},
                                      MarkLike{0x2BC, '\'', "modifier letter apostrophe"},
                                      MarkLike{0x2BD, '\'', "modifier letter reversed comma"},
                                      MarkLike{0x2BE, '\'', "modifier letter right half ring"},
                                      MarkLike{0x2C8, '\'', "modifier letter vertical line"},
                                      MarkLike{0x2CA, '\'', "modifier letter acute accent"},
                                      MarkLike{0x2CB, '\'', "modifier letter grave accent"},
                                      MarkLike{0x2D0, ':', "modifier letter triangular colon"},
                                      MarkLike{0x2D7, '-', "modifier letter minus sign"},
                                      MarkLike{0x2F4, '\'', "modifier letter middle grave accent"},
                                      MarkLike{0x2F8, ':', "modifier letter raised colon"},
                                      MarkLike{0x374, '\'', "Greek numeral sign"},
                                      MarkLike{0x37E, ';', "Greek question mark"},
                                      MarkLike{0x384, '\'', "Greek tonos"},
                                      MarkLike{0x55A, '\'', "Armenian apostrophe"},
                                      MarkLike{0x55D, '\'', "Armenian comma"},
                                      MarkLike{0x589, ':', "Armenian full stop"},
                                      MarkLike{0x60C, ',', "Arabic comma"},
                                      MarkLike{0x61B, ';', "Arabic semicolon"},
                                      MarkLike{0x6D4, '.', "Arabic full stop"},
                                      MarkLike{0x144A, '\'', "Canadian syllabics west-cree p"},
                                      MarkLike{0x16CC, '\'', "Runic letter short-twig-sol s"},
                                      MarkLike{0x16EC, ':', "Runic multiple punctuation"},
                                      MarkLike{0x1803, ':', "Mongolian full stop"},
                                      MarkLike{0x1809, ':', "Mongolian Manchu full stop"},
                                      MarkLike{0x1FBD, '\'', "Greek koronis"},
                                      MarkLike{0x1FBF, '\'', "Greek psili"},
                                      MarkLike{0x1FEF, '\'', "Greek varia"},
                                      MarkLike{0x1FFD, '\'', "Greek oxia"},
                                      MarkLike{0x1FFE, '\'', "Greek dasia"},
                                      MarkLike{0x2014, '-', "em dash"},
                                      MarkLike{0x2015, '-', "horizontal bar"},
                                      MarkLike{0x2018, '\'', "left single quotation mark"},
                                      MarkLike{0x2019, '\'', "right single quotation mark"},
                                      MarkLike{0x201A, ',', "single low-9 quotation mark"},
                                      MarkLike{0x201B, '\'', "single high-reversed-9 quotation mark"},
                                      MarkLike{0x201C, '"', "left double quotation mark"},
                                      MarkLike{0x201D, '"', "right double quotation mark"},
                                      MarkLike{0x201E, '"', "double low-9 quotation mark"},
                                      MarkLike{0x201F, '"', "double high-reversed-9 quotation mark"},
                                      MarkLike{0x2024, '.', "one dot leader"},
                                      MarkLike{0x2032, '\'', "prime"},
                                      MarkLike{0x2033, '"', "double prime"},
                                      MarkLike{0x2035, '\'', "reversed prime"},
                                      MarkLike{0x2036, '"', "reversed double prime"},
                                      MarkLike{0x2039, '\'', "single left-pointing angle quotation mark"},
                                      MarkLike{0x203A, '\'', "single right-pointing angle quotation mark"},
                                      MarkLike{0x2043, '-', "hyphen bullet"},
                                      MarkLike{0x205A, ':', "two dot punctuation"},
                                      MarkLike{0x2796, '-', "heavy minus sign"},
                                      MarkLike{0x2CBA, '-', "Coptic capital letter dialect-p ni"},
                                      MarkLike{0xA4F8, '.', "Lisu letter tone mya ti"},
                                      MarkLike{0xA4F9, ',', "Lisu letter tone na po"},
                                      MarkLike{0xA4FD, ':', "Lisu letter tone mya jeu"},
                                      MarkLike{0xA60E, '.', "Vai full stop"},
                                      MarkLike{0xA789, ':', "modifier letter colon"},
                                      MarkLike{0xA78C, '\'', "Latin small letter saltillo"},
                                      MarkLike{0xFE30, ':', "presentation form for vertical two dot leader"},
                                      MarkLike{0xFE50, ',', "small comma"},
                                      MarkLike{0xFE52, '.', "small full stop"},
                                      MarkLike{0xFE54, ';', "small semicolon"},
                                      MarkLike{0xFE55, ':', "small colon"},
                                      MarkLike{0xFE58, '-', "small em dash"},
                                      MarkLike{0xFE63, '-', "small hyphen-minus"}};

/// The zeros of other scripts. The digits 1 to 9 follow each zero.
struct ScriptZero {
    char32_t code;
    const char* script;
};
inline constexpr std::array scriptZeros{ScriptZero{0x660, "Arabic-Indic"},
                                        ScriptZero{0x6F0, "extended Arabic-Indic"},
                                        ScriptZero{0x7C0, "NKo"},
                                        ScriptZero{0x966, "Devanagari"},
                                        ScriptZero{0x9E6, "Bengali"},
                                        ScriptZero{0xA66, "Gurmukhi"},
                                        ScriptZero{0xAE6, "Gujarati"},
                                        ScriptZero{0xB66, "Oriya"},
                                        ScriptZero{0xBE6, "Tamil"},
                                        ScriptZero{0xC66, "Telugu"},
                                        ScriptZero{0xCE6, "Kannada"},
                                        ScriptZero{0xD66, "Malayalam"},
                                        ScriptZero{0xDE6, "Sinhala Lith"},
                                        ScriptZero{0xE50, "Thai"},
                                        ScriptZero{0xED0, "Lao"},
                                        ScriptZero{0xF20, "Tibetan"},
                                        ScriptZero{0x1040, "Myanmar"},
                                        ScriptZero{0x1090, "Myanmar Shan"},
                                        ScriptZero{0x17E0, "Khmer"},
                                        ScriptZero{0x1810, "Mongolian"},
                                        ScriptZero{0x1946, "Limbu"},
                                        ScriptZero{0x19D0, "New Tai Lue"},
                                        ScriptZero{0x1A80, "Tai Tham Hora"},
                                        ScriptZero{0x1A90, "Tai Tham Tham"},
                                        ScriptZero{0x1B50, "Balinese"},
                                        ScriptZero{0x1BB0, "Sundanese"},
                                        ScriptZero{0x1C40, "Lepcha"},
                                        ScriptZero{0x1C50, "Ol Chiki"},
                                        ScriptZero{0xA620, "Vai"},
                                        ScriptZero{0xA8D0, "Saurashtra"},
                                        ScriptZero{0xA900, "Kayah Li"},
                                        ScriptZero{0xA9D0, "Javanese"},
                                        ScriptZero{0xA9F0, "Myanmar Tai Laing"},
                                        ScriptZero{0xAA50, "Cham"},
                                        ScriptZero{0xABF0, "Meetei Mayek"}};

}  // namespace burin
