#include "gpu/kernel_op.hpp"

#include <algorithm>
#include <cmath>

#include "gpu/packing.hpp"
#include "gpu/powers.hpp"
#include "gpu/product.hpp"

namespace ssmscope::gpu {
namespace {

constexpr std::size_t kFine = 32;  ///< entries of a short table of single powers
constexpr std::size_t kTile = 32;
constexpr std::size_t kMostColumns = 1024;
constexpr std::size_t kThreads = 64;

/// Row a, column b hold h_{a columns + b}.
struct Layout {
  std::size_t columns;
  std::size_t rows;
};

/// A step of the matrix product costs less than one of a recurrence.
constexpr std::size_t kMatrixGain = 4;
/// Mode-steps of a tile of rows, the least that a submission can be. Whatever the device's pace:
/// the numbers depend on the layout.
constexpr std::size_t kMostTileWork = std::size_t{1} << 23;

/// Nearly square, but so that a tile of rows is not too much for one submission.
Layout layout_of(std::size_t length, std::size_t modes) {
  const auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(length)));
  std::size_t columns = std::min(kMostColumns, pieces_of(root, kTile) * kTile);
  while (columns > kTile && kTile * columns * modes > kMostTileWork) {
    columns = pieces_of(columns / 2, kTile) * kTile;
  }
  return {columns, pieces_of(length, columns)};
}

struct ExpandPush {
  std::uint32_t modes;
  std::uint32_t count;
  std::uint32_t fine_count;
  std::uint32_t coarse_model;
  std::uint32_t fine_model;
  std::uint32_t table_model;
  float sign;
};

/// A table of powers on its way to the device: `entries` powers of abar^stride for each model,
/// as coarse x fine, in memory for `models` models.
template <class Real>
struct ShortTables {
  View<Real> coarse, fine;
  std::size_t coarse_count;

  ShortTables(Job& job, std::size_t models, std::size_t modes, std::size_t entries)
      : coarse_count(pieces_of(entries, kFine)) {
    coarse = job.view<Real>(2 * models * coarse_count * modes);
    fine = job.view<Real>(2 * models * kFine * modes);
  }
  static std::size_t bytes(std::size_t modes, std::size_t entries) {
    return 2 * (pieces_of(entries, kFine) + kFine) * modes * sizeof(Real);
  }
};

template <class Real>
void write(const std::vector<Complex>& table, Real* to) {
  for (const Complex z : table) {
    *to++ = static_cast<Real>(z.real());
    *to++ = static_cast<Real>(z.imag());
  }
}

template <class Real>
class KernelRun {
 public:
  KernelRun(const Tools& tools, const ModelBatch& batch, std::size_t length)
      : tools_(tools),
        batch_(batch),
        shape_(layout_of(length, batch.modes)),
        length_(length),
        piece_(plan(tools.engine, cost(), batch.models, shape_.rows)),
        job_(tools.engine, tools.progress, shared_bytes(), scratch_bytes()),
        column_short_(job_, piece_.models, batch.modes, shape_.columns),
        row_short_(job_, piece_.models, batch.modes, piece_.steps),
        result_(job_.view<Real>(piece_.models * piece_.steps * shape_.columns)),
        columns_(job_.scratch<Real>(2 * piece_.models * shape_.columns * batch.modes)),
        rows_(job_.scratch<Real>(2 * piece_.models * piece_.steps * batch.modes)) {}

  Outcome into(std::span<double> out) {
    for (std::size_t model = 0; model < batch_.models; model += piece_.models) {
      const std::size_t models = std::min(piece_.models, batch_.models - model);
      load_models(model, models);
      for (std::size_t row = 0; row < shape_.rows; row += piece_.steps) {
        const std::size_t rows = std::min(piece_.steps, shape_.rows - row);
        load_rows(model, models, row);
        multiply(models, rows);
        job_.run(models * rows * piece_.step_work);
        store(model, models, row, rows, out);
      }
      for (std::size_t i = 0; i < models; ++i) {
        if (!sizes_[i].finite()) return {kNotFinite, job_.device_seconds()};
        const double result = scales_[i] * sizes_[i].value();
        const double first = std::abs(out[(model + i) * length_]);  // with the direct term
        if (!holds_tolerance<Real>(terms(model + i), std::max(result, first))) {
          return {cancels<Real>(), job_.device_seconds()};
        }
      }
    }
    return {{}, job_.device_seconds()};
  }

 private:
  PieceCost cost() const {
    const std::size_t number = 2 * sizeof(Real) * batch_.modes;
    PieceCost cost{};
    cost.model_bytes = number * (shape_.columns + 2 * kFine + shape_.columns / kFine + 1);
    cost.largest_model = number * shape_.columns;
    cost.step_bytes = number + number / kFine + shape_.columns * sizeof(Real) + 1;
    cost.largest_step = std::max(number, shape_.columns * sizeof(Real));
    cost.step_work = shape_.columns * batch_.modes / kMatrixGain + 1;
    cost.unit = kTile;
    return cost;
  }
  std::size_t shared_bytes() const {
    const std::size_t models = piece_.models;
    const std::size_t number = 2 * sizeof(Real) * batch_.modes * models;
    return 2 * Job::aligned(number * kFine) +
           Job::aligned(number * pieces_of(shape_.columns, kFine)) +
           Job::aligned(number * pieces_of(piece_.steps, kFine)) +
           Job::aligned(models * piece_.steps * shape_.columns * sizeof(Real));
  }
  std::size_t scratch_bytes() const {
    const std::size_t number = 2 * sizeof(Real) * batch_.modes * piece_.models;
    return Job::aligned(number * shape_.columns) + Job::aligned(number * piece_.steps);
  }

  /// factor c bbar, as it is.
  std::vector<Complex> weights(std::size_t model) const {
    const auto c = row(batch_.c, model, batch_.modes);
    const auto b = row(batch_.bbar, model, batch_.modes);
    std::vector<Complex> g(batch_.modes);
    for (std::size_t m = 0; m < g.size(); ++m) g[m] = batch_.factor * (c[m] * b[m]);
    return g;
  }

  Terms terms(std::size_t model) const {
    const auto g = weights(model);
    const auto a = row(batch_.abar, model, batch_.modes);
    Terms terms;
    for (std::size_t m = 0; m < g.size(); ++m) {
      const double growth = std::max(1.0, std::abs(a[m]));
      terms.add(std::abs(g[m]) * std::pow(growth, static_cast<double>(length_ - 1)));
    }
    return terms;
  }

  void load_models(std::size_t model, std::size_t models) {
    scales_.assign(models, 1.0);
    sizes_.assign(models, {});
    const std::vector<Complex> one(batch_.modes, 1.0);
    for (std::size_t i = 0; i < models; ++i) {
      const auto a = row(batch_.abar, model + i, batch_.modes);
      scales_[i] = power_of_two(largest(weights(model + i)));
      write_pair(column_short_, i, a, one, 1, 0);
    }
    send(column_short_);
    expand(column_short_, columns_, models, shape_.columns, 1.0F);
  }

  /// The powers for the rows from `first`, with the weights.
  void load_rows(std::size_t model, std::size_t models, std::size_t first) {
    for (std::size_t i = 0; i < models; ++i) {
      const auto a = row(batch_.abar, model + i, batch_.modes);
      auto g = weights(model + i);
      for (Complex& z : g) z /= scales_[i];
      write_pair(row_short_, i, a, g, shape_.columns, shape_.columns * first);
    }
    send(row_short_);
  }

  /// The tables of model `i` for g a^{first + stride e}.
  void write_pair(ShortTables<Real>& tables, std::size_t i, std::span<const Complex> a,
                  std::span<const Complex> g, std::size_t stride, std::size_t first) {
    const std::vector<Complex> one(batch_.modes, 1.0);
    const std::size_t size = 2 * batch_.modes;
    write(powers(a, g, stride * kFine, tables.coarse_count, first),
          tables.coarse.host.data() + i * tables.coarse_count * size);
    write(powers(a, one, stride, kFine), tables.fine.host.data() + i * kFine * size);
  }

  void send(const ShortTables<Real>& tables) {
    job_.send(tables.coarse.range);
    job_.send(tables.fine.range);
  }

  void expand(const ShortTables<Real>& tables, Range table, std::size_t models, std::size_t count,
              float sign) {
    const auto modes = static_cast<std::uint32_t>(batch_.modes);
    const ExpandPush push{modes,
                          static_cast<std::uint32_t>(count),
                          static_cast<std::uint32_t>(kFine),
                          static_cast<std::uint32_t>(tables.coarse_count) * modes,
                          static_cast<std::uint32_t>(kFine) * modes,
                          static_cast<std::uint32_t>(count) * modes,
                          sign};
    Groups groups = groups_for(pieces_of(count * batch_.modes, kThreads));
    groups.z = static_cast<std::uint32_t>(models);
    job_.dispatch({Shader::Expand, Limits<Real>::kWide, {}},
                  {tables.coarse.range, tables.fine.range, table}, push, groups);
  }

  void multiply(std::size_t models, std::size_t rows) {
    expand(row_short_, rows_, models, rows, -1.0F);
    const auto depth = static_cast<std::uint32_t>(2 * batch_.modes);
    const auto columns = static_cast<std::uint32_t>(shape_.columns);
    const auto row_count = static_cast<std::uint32_t>(rows);
    ProductPush push{};
    push.rows = row_count;
    push.columns = columns;
    push.depth = depth;
    push.left_row = depth;
    push.left_model = row_count * depth;
    push.right_column = static_cast<std::int32_t>(depth);
    push.right_depth = 1;
    push.right_model = columns * depth;
    push.result_row = columns;
    push.result_model = row_count * columns;
    dispatch_product(job_, Limits<Real>::kWide, rows_, columns_, result_.range, push, models);
    job_.fetch({result_.range.offset, models * rows * shape_.columns * sizeof(Real)});
  }

  void store(std::size_t model, std::size_t models, std::size_t row, std::size_t rows,
             std::span<double> out) {
    const std::size_t at = row * shape_.columns;
    const std::size_t count = std::min(rows * shape_.columns, length_ - at);
    for (std::size_t i = 0; i < models; ++i) {
      const auto to = out.subspan((model + i) * length_ + at, count);
      const Real* from = result_.host.data() + i * rows * shape_.columns;
      sizes_[i].see(unpack(tools_.pool, from, scales_[i], to));
      if (row == 0) to[0] += batch_.d[model + i];
    }
  }

  const Tools& tools_;
  const ModelBatch& batch_;
  Layout shape_;
  std::size_t length_;
  Piece piece_;
  Job job_;
  ShortTables<Real> column_short_, row_short_;
  View<Real> result_;
  Range columns_, rows_;
  std::vector<double> scales_;
  std::vector<Largest<Real>> sizes_;
};

}  // namespace

template <class Real>
Outcome kernel_on_device(const Tools& tools, const ModelBatch& batch, std::size_t length,
                         std::span<double> out) {
  if (std::string reason = unfit<Real>(batch, length); !reason.empty()) return {reason, 0.0};
  const double scale = batch.factor * largest(batch.c) * largest(batch.bbar);
  if (std::string reason = unfit_scale(scale); !reason.empty()) return {reason, 0.0};
  return KernelRun<Real>(tools, batch, length).into(out);
}

template Outcome kernel_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                         std::size_t length, std::span<double> out);
template Outcome kernel_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                          std::size_t length, std::span<double> out);

}  // namespace ssmscope::gpu
