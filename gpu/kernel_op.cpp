#include "gpu/kernel_op.hpp"

#include <algorithm>
#include <cmath>

#include "gpu/pieces.hpp"
#include "gpu/powers.hpp"
#include "gpu/product.hpp"

namespace ssmscope::gpu {
namespace {

constexpr std::size_t kFine = 32;  ///< entries of a short table of single powers
constexpr std::size_t kTile = 32;
static_assert(kTile % kFine == 0);
constexpr std::size_t kMostColumns = 1024;

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
};

/// Two short tables whose products are a table of powers, for each model of a piece.
template <class Real>
struct ShortTables {
  explicit ShortTables(Job& job) : coarse(job.view<Real>()), fine(job.view<Real>()) {}

  /// Those of model `i` for g a^{first + stride e}, e < entries.
  void write(std::size_t i, std::span<const Complex> a, std::span<const Complex> g,
             std::size_t stride, std::size_t first, std::size_t entries) {
    const std::size_t coarse_count = pieces_of(entries, kFine);
    const std::size_t size = 2 * a.size();
    const std::vector<Complex> one(a.size(), 1.0);
    pack(powers(a, g, stride * kFine, coarse_count, first),
         coarse.host.data() + i * coarse_count * size);
    pack(powers(a, one, stride, kFine), fine.host.data() + i * kFine * size);
  }

  /// Makes `table` of them.
  void expand(Job& job, Range table, std::size_t models, std::size_t modes,
              std::size_t entries) const {
    job.send(coarse.range);
    job.send(fine.range);
    const ExpandPush push{word(modes),         word(entries),
                          word(kFine),         word(pieces_of(entries, kFine) * modes),
                          word(kFine * modes), word(entries * modes)};
    job.dispatch({Shader::Expand, Limits<Real>::kWide, {}}, {coarse.range, fine.range, table}, push,
                 groups_for(pieces_of(entries * modes, kGroupThreads), models));
  }

  View<Real> coarse, fine;
};

/// Its steps are the rows of the layout.
template <class Real>
class KernelRun final : public PiecewiseOperation {
 public:
  KernelRun(const Tools& tools, const ModelBatch& batch, std::size_t length, Layout layout,
            std::span<double> out)
      : PiecewiseOperation(tools, batch, layout.rows, needs(batch.modes, layout)),
        layout_(layout),
        length_(length),
        out_(out),
        column_short_(job()),
        row_short_(job()),
        result_(job().template view<Real>()),
        columns_(job().scratch()),
        rows_(job().scratch()) {}

 private:
  static Needs needs(std::size_t modes, Layout layout) {
    const std::size_t columns = layout.columns;
    return {sizeof(Real),
            kTile,
            columns * modes / kMatrixGain + 1,
            {
                {.model = 2 * modes * pieces_of(columns, kFine)},  // column_short_
                {.model = 2 * modes * kFine},
                {.both = 2 * modes * kTile / kFine},  // row_short_
                {.model = 2 * modes * kFine},
                {.both = kTile * columns},                        // result_
                {.model = 2 * modes * columns, .scratch = true},  // columns_
                {.both = 2 * modes * kTile, .scratch = true},     // rows_
            }};
  }

  /// factor c bbar, as it is.
  std::vector<Complex> weights(std::size_t model) const {
    const auto c = row(batch().c, model, batch().modes);
    const auto b = row(batch().bbar, model, batch().modes);
    std::vector<Complex> g(batch().modes);
    for (std::size_t m = 0; m < g.size(); ++m) g[m] = batch().factor * (c[m] * b[m]);
    return g;
  }

  Terms terms(std::size_t model) const {
    const auto g = weights(model);
    const auto a = row(batch().abar, model, batch().modes);
    Terms terms;
    for (std::size_t m = 0; m < g.size(); ++m) {
      const double growth = std::max(1.0, std::abs(a[m]));
      terms.add(std::abs(g[m]) * std::pow(growth, static_cast<double>(length_ - 1)));
    }
    return terms;
  }

  void load_models(const Block& at) override {
    scales_.assign(at.models, 1.0);
    seen_.assign(at.models, {});
    const std::vector<Complex> one(batch().modes, 1.0);
    for (std::size_t i = 0; i < at.models; ++i) {
      const auto a = row(batch().abar, at.model + i, batch().modes);
      scales_[i] = power_of_two(largest(weights(at.model + i)));
      column_short_.write(i, a, one, 1, 0, layout_.columns);
    }
    column_short_.expand(job(), columns_, at.models, batch().modes, layout_.columns);
  }

  void record(const Block& at) override {
    for (std::size_t i = 0; i < at.models; ++i) {
      const auto a = conjugates(row(batch().abar, at.model + i, batch().modes));
      auto g = conjugates(weights(at.model + i));
      for (Complex& z : g) z /= scales_[i];
      row_short_.write(i, a, g, layout_.columns, layout_.columns * at.first, at.steps);
    }
    row_short_.expand(job(), rows_, at.models, batch().modes, at.steps);
    ProductPush push{};
    push.rows = word(at.steps);
    push.columns = word(layout_.columns);
    push.depth = word(2 * batch().modes);
    push.left_row = push.depth;
    push.left_model = push.rows * push.depth;
    push.right_column = static_cast<std::int32_t>(push.depth);
    push.right_depth = 1;
    push.right_model = push.columns * push.depth;
    push.result_row = push.columns;
    push.result_model = push.rows * push.columns;
    dispatch_product<Real>(job(), rows_, columns_, result_.range, push, at.models);
    job().fetch({result_.range.offset, at.models * at.steps * layout_.columns * sizeof(Real)});
  }

  void store(const Block& at) override {
    const std::size_t first = at.first * layout_.columns;
    const std::size_t size = at.steps * layout_.columns;
    for (std::size_t i = 0; i < at.models; ++i) {
      const auto to =
          out_.subspan((at.model + i) * length_ + first, std::min(size, length_ - first));
      seen_[i].see(unpack(tools().pool, result_.host.data() + i * size, scales_[i], to));
      if (first == 0) to[0] += batch().d[at.model + i];
    }
  }

  std::string doubt(const Block& at) const override {
    for (std::size_t i = 0; i < at.models; ++i) {
      const double first = std::abs(out_[(at.model + i) * length_]);  // with the direct term
      const double result = std::max(scales_[i] * seen_[i].value(), first);
      std::string reason = doubt_of(seen_[i], terms(at.model + i), result);
      if (!reason.empty()) return reason;
    }
    return {};
  }

  Layout layout_;
  std::size_t length_;
  std::span<double> out_;
  ShortTables<Real> column_short_;
  ShortTables<Real> row_short_;  ///< conjugates, with the weights
  View<Real> result_;
  Range columns_, rows_;
  std::vector<double> scales_;
  std::vector<Largest<Real>> seen_;
};

}  // namespace

template <class Real>
Outcome kernel_on_device(const Tools& tools, const ModelBatch& batch, std::size_t length,
                         std::span<double> out) {
  if (std::string reason = unfit<Real>(batch, length); !reason.empty()) return {reason, 0.0};
  const double scale = batch.factor * largest(batch.c) * largest(batch.bbar);
  if (std::string reason = unfit_scale(scale); !reason.empty()) return {reason, 0.0};
  return KernelRun<Real>(tools, batch, length, layout_of(length, batch.modes), out).run();
}

template Outcome kernel_on_device<float>(const Tools& tools, const ModelBatch& batch,
                                         std::size_t length, std::span<double> out);
template Outcome kernel_on_device<double>(const Tools& tools, const ModelBatch& batch,
                                          std::size_t length, std::span<double> out);

}  // namespace ssmscope::gpu
