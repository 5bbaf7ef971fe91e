// How a call is cut into pieces that fit into the device's memory and into one short submission,
// and the loop over the pieces, which every operation has in common.
#pragma once

#include <string>
#include <vector>

#include "gpu/operation.hpp"

namespace ssmscope::gpu {

/// Numbers in a range of a job, by the piece that the job takes. A unit is the fewest steps
/// (points, rows) that a piece can have.
struct Need {
  std::size_t once = 0;
  std::size_t model = 0;  ///< for each model
  std::size_t unit = 0;   ///< for each unit of steps
  std::size_t both = 0;   ///< for each unit of steps of each model
  bool scratch = false;

  std::size_t numbers(std::size_t models, std::size_t units) const {
    return once + models * model + units * (unit + models * both);
  }
};

/// What a call needs of the device.
struct Needs {
  std::size_t number_bytes;
  std::size_t unit;          ///< steps of a unit
  std::size_t step_work;     ///< mode-steps of a model and step
  std::vector<Need> ranges;  ///< in the order in which the job gives them out
};

/// How many models and steps a submission takes, and the memory for that.
struct Piece {
  std::size_t models;
  std::size_t steps;
  std::vector<Extent> extents;
};

/// Whole runs of as many models as fit, or one model cut in time. Throws std::bad_alloc where not
/// even a unit of one model fits.
Piece plan(const Engine& engine, const Needs& needs, std::size_t models, std::size_t steps);

/// Where a piece lies: `models` models from `model`, `steps` steps from `first`.
struct Block {
  std::size_t model = 0, models = 0;
  std::size_t first = 0, steps = 0;
};

/// One call of an operation.
class PiecewiseOperation {
 public:
  virtual ~PiecewiseOperation() = default;
  PiecewiseOperation(const PiecewiseOperation&) = delete;
  PiecewiseOperation& operator=(const PiecewiseOperation&) = delete;

  /// Does it. Throws what Job::run() does.
  Outcome run();

 protected:
  /// Throws std::bad_alloc and BackendLost.
  PiecewiseOperation(const Tools& tools, const ModelBatch& batch, std::size_t steps,
                     const Needs& needs);

  const Tools& tools() const { return tools_; }
  const ModelBatch& batch() const { return batch_; }
  Job& job() { return job_; }

 private:
  /// Before the first piece of some models: gives the device what does not depend on the step.
  virtual void load_models(const Block& at) = 0;
  /// Records the piece's uploads, dispatches and downloads.
  virtual void record(const Block& at) = 0;
  /// Writes what the host sees of the piece after its run.
  virtual void store(const Block& at) = 0;
  /// After the last piece of some models: why their output is not good; empty where it is.
  virtual std::string doubt(const Block& at) const = 0;

  const Tools& tools_;
  const ModelBatch& batch_;
  std::size_t steps_;
  std::size_t step_work_;
  Piece piece_;
  Job job_;
};

}  // namespace ssmscope::gpu
