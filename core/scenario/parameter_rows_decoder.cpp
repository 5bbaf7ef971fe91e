// Rows of the group decoder.
#include "core/scenario/limits.hpp"
#include "core/scenario/parameter_rows.hpp"

namespace ssmscope {

namespace {

using rows::Words;

Parameter channels_row() {
  const Words words{"/decoder/channels", "Channels H", "channels",
                    "Outputs that read the same waves, each with a C of its own; the first is the "
                    "model's."};
  Parameter row = rows::bind<&Scenario::decoder, &Decoder::channels>(
      rows::integer(words, 1, static_cast<double>(kMostChannels), Scale::Log));
  row.applies = [](const Scenario& s) {  // a list of weights says how many there are
    return !std::holds_alternative<std::vector<double>>(s.decoder.weights);
  };
  return row;
}

Parameter seed_row() {
  const Words words{"/decoder/seed", "Seed of the channels", "",
                    "Chooses another random C of the further channels, and other mixes."};
  Parameter row =
      rows::bind<&Scenario::decoder, &Decoder::seed>(rows::integer(words, 0, rows::kLargestSeed));
  row.applies = [](const Scenario& s) { return s.decoder.channels > 1 || s.decoder.mixed; };
  return row;
}

}  // namespace

std::vector<Parameter> decoder_rows() {
  const Words activation{"/decoder/activation", "Decoder σ", "",
                         "The nonlinear function between the waves' outputs and the read-out."};
  const Words pooling{"/decoder/pooling", "Pooling", "",
                      "Which steps the read-out sees: the last one, or the mean over the window."};
  const Words mixed{"/decoder/mixed", "Mix the channels", "",
                    "Random mixes of the channels: of GLU before its gate, else behind σ."};
  const Words lags{"/decoder/lags", "Lags of the interaction", "steps",
                   "How far back the map of interacting inputs reaches."};
  const Words keep{"/decoder/keep", "Modes kept", "modes",
                   "How many modes the pruned copy of the model keeps."};
  const Words refit{"/decoder/refit", "Refit C", "",
                    "Solves C of the kept modes again, by least squares on the kernel."};
  const Words weights{"/decoder/weights", "Read-out w", "",
                      "How the decoded channels are summed to one number f."};
  const Words weights_seed{"/decoder/weights/seed", "Seed of w", "",
                           "Chooses another random read-out."};
  return {
      rows::bind<&Scenario::decoder, &Decoder::activation>(
          rows::choice(activation, kActivationNames, kActivationLabels)),
      rows::bind<&Scenario::decoder, &Decoder::pooling>(
          rows::choice(pooling, kPoolingNames, kPoolingLabels)),
      channels_row(),
      seed_row(),
      rows::bind<&Scenario::decoder, &Decoder::mixed>(rows::flag(mixed)),
      rows::bind_list<&Scenario::decoder, &Decoder::weights>(
          rows::choice(weights, kWeightNames, kWeightLabels)),
      rows::bind_list_seed<&Scenario::decoder, &Decoder::weights>(
          rows::integer(weights_seed, 0, rows::kLargestSeed)),
      rows::bind<&Scenario::decoder, &Decoder::lags>(rows::integer(lags, 2, kMostLags, Scale::Log)),
      rows::bind<&Scenario::decoder, &Decoder::keep>(
          rows::integer(keep, 1, static_cast<double>(kMostModes), Scale::Log)),
      rows::bind<&Scenario::decoder, &Decoder::refit>(rows::flag(refit)),
  };
}

}  // namespace ssmscope
