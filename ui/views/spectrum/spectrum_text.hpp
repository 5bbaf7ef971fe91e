// What the spectrum view says in words.
#pragma once

#include <QString>
#include <QStringList>

#include "core/scenario/scenario.hpp"
#include "core/spectrum/kernel_spectrum.hpp"

namespace ssmscope::ui {

QStringList spectrumReadOuts(const spectrum::SpectrumResult& result);
QString spectrumCaption(const spectrum::SpectrumResult& result, const Scenario& scenario);

}  // namespace ssmscope::ui
