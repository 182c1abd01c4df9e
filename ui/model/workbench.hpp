// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin::ui {

class Document;
class Selection;
class Previews;
class Theme;

/// The objects that the widgets of one window share. They outlive the widgets.
struct Workbench {
    Document& document;
    Selection& selection;
    Previews& previews;
    Theme& theme;
};

}  // namespace burin::ui
