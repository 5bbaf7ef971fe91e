// Rows of the groups learning and tdi.
#include <numbers>

#include "core/scenario/parameter_rows.hpp"

namespace ssmscope {

namespace {

using rows::Words;

Parameter omega_row() {
  const Words words{"/learning/omega", "Frequency ω", "rad/step",
                    "Of the sinusoid that is to be learnt, or the middle of the band."};
  Parameter row =
      rows::bind<&Scenario::learning, &Learning::omega>(rows::real(words, 0, std::numbers::pi));
  row.applies = [](const Scenario& s) {
    return s.learning.task == LearningTask::Sinusoid || s.learning.task == LearningTask::Band;
  };
  return row;
}

Parameter width_row() {
  const Words words{"/learning/width", "Width of the band", "rad/step",
                    "How wide the band is that is to be learnt."};
  Parameter row =
      rows::bind<&Scenario::learning, &Learning::width>(rows::real(words, 0, std::numbers::pi));
  row.applies = [](const Scenario& s) { return s.learning.task == LearningTask::Band; };
  return row;
}

bool is_made(const Scenario& s) {
  return s.tdi.data == TaskData::Tones || s.tdi.data == TaskData::Bands ||
         s.tdi.data == TaskData::Autoregressive;
}

Parameter data_row() {
  const Words words{"/tdi/data", "Task data", "", "The data whose spectrum steers the poles."};
  Parameter row = rows::choice(words, kTaskDataNames, kTaskDataLabels);
  row.offers = [](const Scenario& s, std::size_t index) {
    return index != static_cast<std::size_t>(TaskData::File) || s.tdi.data == TaskData::File;
  };
  row.get = [](const Scenario& s) { return static_cast<double>(s.tdi.data); };
  row.set = [](Scenario& s, double value) {
    s.tdi.data = static_cast<TaskData>(value);
    if (s.tdi.data != TaskData::File) s.tdi.file = {};
  };
  return row;
}

template <auto Field>
Parameter of_made_series(Parameter row) {
  row = rows::bind<&Scenario::tdi, Field>(row);
  row.applies = is_made;
  return row;
}

}  // namespace

std::vector<Parameter> learning_rows() {
  const Words task{"/learning/task", "To be learnt", "", "The target of the kernel regression."};
  const Words length{"/learning/length", "Length of an input L", "steps",
                     "Steps of each random input, and size of the induced kernel."};
  const Words ridge{"/learning/ridge", "Ridge δ", "",
                    "How strongly the regression is held back, beside a kernel of trace 1."};
  const Words noise{"/learning/noise", "Noise of the labels", "",
                    "Standard deviation of the labels' noise over that of the labels."};
  const Words seeds{"/learning/seeds", "Draws", "draws",
                    "Random sets of samples that the experiment takes of each size."};
  const Words seed{"/learning/seed", "Seed of the draws", "", "Chooses other samples."};
  return {
      rows::bind<&Scenario::learning, &Learning::task>(
          rows::choice(task, kLearningTaskNames, kLearningTaskLabels)),
      omega_row(),
      width_row(),
      rows::bind<&Scenario::learning, &Learning::length>(rows::integer(length, 2, 512, Scale::Log)),
      rows::bind<&Scenario::learning, &Learning::ridge>(rows::real(ridge, 0, 1e6)),
      rows::bind<&Scenario::learning, &Learning::noise>(rows::real(noise, 0, 100)),
      rows::bind<&Scenario::learning, &Learning::seeds>(rows::integer(seeds, 2, 1000, Scale::Log)),
      rows::bind<&Scenario::learning, &Learning::seed>(rows::integer(seed, 0, rows::kLargestSeed)),
  };
}

std::vector<Parameter> tdi_rows() {
  const Words length{"/tdi/length", "Length of a series", "steps", "Steps of each made series."};
  const Words series{"/tdi/series", "Series", "series", "How many series are made."};
  const Words noise{"/tdi/noise", "Noise of the series", "",
                    "White noise beside the made signals' deviation of 1."};
  const Words share{"/tdi/share", "Share seen", "",
                    "Part of the training data that the task's statistics are taken from."};
  const Words segment{"/tdi/segment", "Segment", "steps",
                      "Length of Welch's segments, at most that of a series."};
  const Words refine{"/tdi/refine", "Refine by descent", "",
                     "Moves the poles further by gradient descent on the spectral distance."};
  const Words seeds{"/tdi/seeds", "Splits", "splits",
                    "Random splits into training and test data at each training ratio."};
  const Words seed{"/tdi/seed", "Seed of the task", "", "Chooses other series and splits."};
  return {
      data_row(),
      of_made_series<&Tdi::length>(rows::integer(length, 8, 4096, Scale::Log)),
      of_made_series<&Tdi::series>(rows::integer(series, 8, 20000, Scale::Log)),
      of_made_series<&Tdi::noise>(rows::real(noise, 0, 100)),
      rows::bind<&Scenario::tdi, &Tdi::share>(rows::real(share, 0.01, 1)),
      rows::bind<&Scenario::tdi, &Tdi::segment>(rows::integer(segment, 8, 4096, Scale::Log)),
      rows::bind<&Scenario::tdi, &Tdi::refine>(rows::flag(refine)),
      rows::bind<&Scenario::tdi, &Tdi::seeds>(rows::integer(seeds, 1, 1000, Scale::Log)),
      rows::bind<&Scenario::tdi, &Tdi::seed>(rows::integer(seed, 0, rows::kLargestSeed)),
  };
}

}  // namespace ssmscope
