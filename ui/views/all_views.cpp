// The views of the window, in order. A new view is one folder here and one line below.
#include "ui/views/all_views.hpp"

#include "ui/views/decoder/decoder_view.hpp"
#include "ui/views/frequency/frequency_view.hpp"
#include "ui/views/memory/memory_view.hpp"
#include "ui/views/operator/operator_view.hpp"
#include "ui/views/refinement/refinement_view.hpp"
#include "ui/views/ring/ring_view.hpp"
#include "ui/views/spectrum/spectrum_view.hpp"

namespace ssmscope::ui {

std::vector<ViewInfo> allViews() {
  return {
      ringViewInfo(),       frequencyViewInfo(), spectrumViewInfo(), memoryViewInfo(),
      refinementViewInfo(), decoderViewInfo(),   operatorViewInfo(),
  };
}

}  // namespace ssmscope::ui
