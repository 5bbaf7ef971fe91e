// What the decoder view says in words.
#pragma once

#include <QString>
#include <QStringList>

#include "core/ring/decoder_analysis.hpp"

namespace ssmscope::ui {

/// The read-outs: f, strongest pair, orders, operator, pruning.
QStringList decoderReadOuts(const ring::DecoderResult& result);
/// One or two sentences about what is seen.
QString decoderCaption(const ring::DecoderResult& result);

}  // namespace ssmscope::ui
