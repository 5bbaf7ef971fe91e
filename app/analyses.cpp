#include "app/analyses.hpp"

#include <algorithm>
#include <array>

#include "core/continuity/refinement_analysis.hpp"
#include "core/experiments/long_run.hpp"
#include "core/memory/memory_analysis.hpp"
#include "core/ring/decoder_analysis.hpp"
#include "core/ring/ring_study.hpp"
#include "core/ring/stack_analysis.hpp"
#include "core/spectrum/frequency_analysis.hpp"
#include "core/spectrum/kernel_spectrum.hpp"

namespace ssmscope::app {

namespace {

template <class Result>
Answer answer(const Result& result) {
  return {to_json(result), main_table(result)};
}

constexpr std::array<AnalysisEntry, 7> kAnalyses = {{
    {"ring",
     [](const Scenario& scenario, compute::Backend& backend, compute::Progress& progress) {
       const target::Solutions solutions;
       auto result = ring::analyse_ring(scenario, backend, progress, solutions);
       const auto study = ring::study_ring(result, scenario, backend, progress, solutions, true);
       result.agreement = study.exact;
       Answer all = answer(result);
       ring::add_study(all.fields, study);
       all.fields["decoder"] =
           to_json(ring::analyse_decoder(scenario, backend, progress, solutions));
       return all;
     }},
    {"frequency",
     [](const Scenario& scenario, compute::Backend& backend, compute::Progress& progress) {
       const spectrum::FrequencyExtras everything{true, true, true};
       return answer(spectrum::analyse_frequency(scenario, backend, progress, {}, everything));
     }},
    {"spectrum",
     [](const Scenario& scenario, compute::Backend& backend, compute::Progress& progress) {
       return answer(spectrum::analyse_spectrum(scenario, backend, progress));
     }},
    {"memory",
     [](const Scenario& scenario, compute::Backend& backend, compute::Progress& progress) {
       return answer(memory::analyse_memory(scenario, backend, progress));
     }},
    {"refinement",
     [](const Scenario& scenario, compute::Backend& backend, compute::Progress& progress) {
       return answer(continuity::analyse_refinement(scenario, backend, progress));
     }},
    {"decoder",
     [](const Scenario& scenario, compute::Backend& backend, compute::Progress& progress) {
       return answer(ring::analyse_decoder(scenario, backend, progress));
     }},
    {"operator",
     [](const Scenario& scenario, compute::Backend& backend, compute::Progress& progress) {
       const target::Solutions solutions;
       Answer all = answer(ring::analyse_stack(scenario, backend, progress, solutions));
       experiments::LongRun run(scenario, solutions);
       all.fields["long_run"] = to_json(*run_to_end(run, backend, progress));
       return all;
     }},
}};

}  // namespace

std::span<const AnalysisEntry> analyses() { return kAnalyses; }

const AnalysisEntry* find_analysis(std::string_view view) {
  const auto found =
      std::find_if(kAnalyses.begin(), kAnalyses.end(),
                   [view](const AnalysisEntry& entry) { return entry.view == view; });
  return found == kAnalyses.end() ? nullptr : &*found;
}

}  // namespace ssmscope::app
