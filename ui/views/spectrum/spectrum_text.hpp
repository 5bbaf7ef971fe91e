// What the spectrum view says in words, and the links between modes and eigenvectors.
#pragma once

#include <QString>
#include <optional>

#include "core/scenario/scenario.hpp"
#include "core/spectrum/kernel_spectrum.hpp"

namespace ssmscope::ui {

/// Where each mode appears, |arg Ā| in radians a step. Empty when the model cannot be made.
std::vector<double> modeFrequencies(const Scenario& scenario);

/// The place in `frequencies` nearest to `omega`; NaN entries never are. None of an empty list.
std::optional<int> nearestFrequency(const std::vector<double>& frequencies, double omega);

/// A peak at frequency zero but for rounding.
bool isSteady(double omega);

/// How many of the first eigenvalues hold `share` of their sum; 0 when there is nothing.
int leadingCount(const std::vector<double>& eigenvalues, double share);

/// The model is unstable, and an eigenvalue passes the largest |H|²/L.
bool outgrows(const spectrum::SpectrumResult& result);

QString spectrumReadOuts(const spectrum::SpectrumResult& result);
QString spectrumCaption(const spectrum::SpectrumResult& result, const Scenario& scenario);

}  // namespace ssmscope::ui
