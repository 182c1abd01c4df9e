// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin::ui {

class Document;
class Selection;
class Previews;
class Theme;

/// What the widgets of one window share. All of it outlives them.
struct Session {
    Document& document;
    Selection& selection;
    Previews& previews;
    Theme& theme;
};

}  // namespace burin::ui
