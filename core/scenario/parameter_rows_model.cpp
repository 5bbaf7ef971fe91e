// Rows of the groups model and discretisation.
#include "core/scenario/limits.hpp"
#include "core/scenario/parameter_rows.hpp"

namespace ssmscope {

namespace {

using rows::Words;

bool default_conjugate(Init init) { return init != Init::Real; }

/// A conjugate flag that was the old initialiser's default becomes the new one's.
void set_init(Scenario& s, double value) {
  Model& model = s.model;
  const auto init = static_cast<Init>(static_cast<int>(value));
  if (model.conjugate == default_conjugate(model.init)) model.conjugate = default_conjugate(init);
  if (init != Init::Random) model.seed = 1;
  if (init != Init::Explicit) model.lambda.clear();
  model.init = init;
}

bool fixed_by_a_list(const Model& model) {
  return model.init == Init::Explicit || std::holds_alternative<ComplexList>(model.B) ||
         std::holds_alternative<ComplexList>(model.C);
}

Parameter family_row() {
  const Words words{"/model/family", "Family", "",
                    "The kind of state-space model; this version has S4D."};
  Parameter row = rows::bind<&Scenario::model, &Model::family>(
      rows::choice(words, kFamilyNames, kFamilyLabels));
  row.offers = [](const Scenario&, std::size_t index) { return index == 0; };
  return row;
}

Parameter init_row() {
  const Words words{"/model/init", "Initialiser", "", "Where the poles λ of the modes start."};
  Parameter row =
      rows::bind<&Scenario::model, &Model::init>(rows::choice(words, kInitNames, kInitLabels));
  row.set = set_init;
  row.offers = [](const Scenario& s, std::size_t index) {
    return static_cast<Init>(index) != Init::Explicit || s.model.init == Init::Explicit;
  };
  return row;
}

Parameter pairs_row() {
  const Words words{"/model/pairs", "Modes M", "modes",
                    "Number of modes; each stands for a conjugate pair of states."};
  Parameter row =
      rows::bind<&Scenario::model, &Model::pairs>(rows::integer(words, 1, kMostModes, Scale::Log));
  row.applies = [](const Scenario& s) { return !fixed_by_a_list(s.model); };
  return row;
}

Parameter seed_row() {
  const Words words{"/model/seed", "Seed of the poles", "", "Chooses other random poles."};
  Parameter row =
      rows::bind<&Scenario::model, &Model::seed>(rows::integer(words, 0, rows::kLargestSeed));
  row.applies = [](const Scenario& s) { return s.model.init == Init::Random; };
  return row;
}

}  // namespace

std::vector<Parameter> model_rows() {
  const Words conjugate{"/model/conjugate", "Conjugate pairs", "",
                        "A mode also stands for its conjugate: y = 2 Re(C x) instead of Re(C x)."};
  const Words b{"/model/B", "Input matrix B", "", "How strongly the input drives each mode."};
  const Words b_seed{"/model/B/seed", "Seed of B", "", "Chooses another random B."};
  const Words c{"/model/C", "Output matrix C", "",
                "How the modes are summed to the output; fitted to the target, or random."};
  const Words c_seed{"/model/C/seed", "Seed of C", "", "Chooses another random C."};
  const Words d{"/model/D", "Direct term D", "", "The share of the input that skips the state."};
  return {
      family_row(),
      init_row(),
      pairs_row(),
      rows::bind<&Scenario::model, &Model::conjugate>(rows::flag(conjugate)),
      seed_row(),
      rows::bind_list<&Scenario::model, &Model::B>(
          rows::choice(b, kInputMatrixNames, kInputMatrixLabels)),
      rows::bind_list_seed<&Scenario::model, &Model::B>(
          rows::integer(b_seed, 0, rows::kLargestSeed)),
      rows::bind_list<&Scenario::model, &Model::C>(
          rows::choice(c, kOutputMatrixNames, kOutputMatrixLabels)),
      rows::bind_list_seed<&Scenario::model, &Model::C>(
          rows::integer(c_seed, 0, rows::kLargestSeed)),
      rows::bind<&Scenario::model, &Model::D>(rows::real(d, -1000, 1000)),
  };
}

std::vector<Parameter> discretisation_rows() {
  const Words rule{"/discretisation/rule", "Step rule", "",
                   "How continuous time becomes steps (bilinear is S4's, which keeps C and D)."};
  const Words delta{"/discretisation/delta", "Step Δ", "delta",
                    "The time that one step of the input lasts."};
  return {
      rows::bind<&Scenario::discretisation, &Discretisation::rule>(
          rows::choice(rule, kRuleNames, kRuleLabels)),
      rows::bind<&Scenario::discretisation, &Discretisation::delta>(
          rows::real(delta, 1e-9, 1e3, Scale::Log)),
  };
}

}  // namespace ssmscope
