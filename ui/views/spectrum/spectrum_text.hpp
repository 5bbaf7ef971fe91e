// What the spectrum view says in words.
#pragma once

#include <QString>
#include <QStringList>

#include "core/scenario/scenario.hpp"
#include "core/spectrum/kernel_spectrum.hpp"

namespace ssmscope::ui {

QStringList spectrumReadOuts(const spectrum::SpectrumResult& result);
/// Of one eigenvector: its part of time and frequency, and the mode it belongs to.
QStringList vectorReadOuts(const spectrum::SpectrumResult& result, int index);
QString spectrumCaption(const spectrum::SpectrumResult& result, const Scenario& scenario);

}  // namespace ssmscope::ui
