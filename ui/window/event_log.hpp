// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace burin::ui {

class Document;
class ExportQueue;
class Log;

/// Writes into `log` from now on what happens to the document and to the exports. All three must live as long
/// as they emit signals.
void keepLog(Log& log, Document& document, ExportQueue& queue);

}  // namespace burin::ui
