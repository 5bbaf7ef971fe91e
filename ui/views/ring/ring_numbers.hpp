// The numbers under the ring, as read-outs: what was checked, and what the tracker reads now.
#pragma once

#include <QStringList>

#include "core/ring/ring_study.hpp"

namespace ssmscope::ui {

/// How far the simulated network is from the field, and operator from recurrence.
QStringList ringNumbers(const ring::RingStudy& study);
/// The first of them, short.
QString networkNumber(const ring::RingStudy& study);
/// Of one row: place, speed, width and loss of the wave, measured and predicted.
QStringList trackNumbers(const ring::WaveTrack& track, int row, int nodes);

}  // namespace ssmscope::ui
