// A model from the arrays of an NPZ file.
#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "core/data/given_model.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/utf8.hpp"

namespace ssmscope::data {

namespace {

using Arrays = std::map<std::string, Array>;
using Names = std::initializer_list<std::string_view>;

/// Channels x modes.
struct Rows {
  std::size_t channels = 1;
  std::size_t modes = 0;
  ComplexList values;
};

bool ends_like(std::string_view key, std::string_view name) {
  if (!key.ends_with(name) || key.size() == name.size()) return false;
  const char before = key[key.size() - name.size() - 1];
  return before == '.' || before == '/';
}

/// The array of that name, alone or after a prefix, or nullptr.
const Array* find(const Arrays& arrays, const std::string& name) {
  if (const auto found = arrays.find(name); found != arrays.end()) return &found->second;
  constexpr std::size_t kLongestKey = 60;  // in a sentence
  const Array* only = nullptr;
  for (const auto& [key, array] : arrays) {
    if (!ends_like(key, name)) continue;
    if (only != nullptr)
      throw InputError("several arrays are called " + name + " (\"" + excerpt(key, kLongestKey) +
                       "\" is one): keep those of one layer");
    only = &array;
  }
  return only;
}

std::string shape_text(const Array& array) {
  std::string text;
  for (const std::size_t extent : array.shape)
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text.empty() ? "a scalar" : text;
}

/// Complex entries of an array: as they are, or real pairs along a last extent of 2.
Array as_complex(const Array& array, bool pairs) {
  Array out = array;
  if (!pairs) {
    if (out.im.empty()) out.im.assign(out.size(), 0.0);
    return out;
  }
  out.shape.pop_back();
  out.re.clear();
  for (std::size_t i = 0; i + 1 < array.size(); i += 2) {
    out.re.push_back(array.re[i]);
    out.im.push_back(array.re[i + 1]);
  }
  return out;
}

/// The array as channels x modes, extents of 1 left out.
Rows as_rows(const Array& array, const std::string& name) {
  std::vector<std::size_t> shape;
  for (const std::size_t extent : array.shape)
    if (extent != 1) shape.push_back(extent);
  if (shape.size() > 2 || array.size() == 0)
    throw InputError(name + " has the shape " + shape_text(array) +
                     "; expected modes, or channels x modes");
  // Extents of 1 tell nothing, but a column of channels with one mode each does.
  const bool column = shape.size() == 1 && array.shape.size() >= 2 && array.shape.back() == 1;
  const std::size_t modes = shape.empty() || column ? 1 : shape.back();
  Rows rows{array.size() / modes, modes, {}};
  rows.values.reserve(array.size());
  for (std::size_t i = 0; i < array.size(); ++i) rows.values.emplace_back(array.re[i], array.im[i]);
  return rows;
}

Array joined(const Array& re, const Array& im, const std::string& name) {
  if (re.shape != im.shape || !re.im.empty() || !im.im.empty())
    throw InputError("the real and the imaginary part of " + name +
                     " must be real arrays of one shape, not " + shape_text(re) + " and " +
                     shape_text(im));
  return {re.shape, re.re, im.re};
}

/// NAME_re with NAME_im, or NAME_real with NAME_imag.
std::optional<Array> find_parts(const Arrays& arrays, const std::string& name) {
  for (const auto& [re, im] : {std::pair{"_re", "_im"}, std::pair{"_real", "_imag"}}) {
    const Array* real = find(arrays, name + re);
    const Array* imaginary = find(arrays, name + im);
    if (real == nullptr && imaginary == nullptr) continue;
    if (real == nullptr || imaginary == nullptr)
      throw InputError(name + re + " and " + name + im + " must both be given");
    return joined(*real, *imaginary, name);
  }
  return std::nullopt;
}

/// A square A is a matrix: its diagonal, when there is nothing beside it.
Array diagonal_of(const Array& matrix, const std::string& name) {
  const std::size_t n = matrix.shape.back();
  Array out{{n}, {}, {}};
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const bool on_diagonal = i % (n + 1) == 0;
    if (on_diagonal) {
      out.re.push_back(matrix.re[i]);
      out.im.push_back(matrix.im[i]);
    } else if (matrix.re[i] != 0.0 || matrix.im[i] != 0.0) {
      throw InputError(name + " is a full " + shape_text(matrix) +
                       " matrix; expected the poles of a diagonal model (its eigenvalues)");
    }
  }
  return out;
}

bool looks_paired(const Array& array) {
  return array.im.empty() && array.shape.size() >= 2 && array.shape.back() == 2;
}

/// lambda = -exp(log_A_real) + i A_imag, as S4 keeps it.
std::optional<Rows> s4_poles(const Arrays& arrays) {
  const Array* log_real = find(arrays, "log_A_real");
  if (log_real == nullptr) return std::nullopt;
  const Array* imaginary = find(arrays, "A_imag");
  if (imaginary == nullptr) throw InputError("A_imag is missing beside log_A_real");
  Array lambda = joined(*log_real, *imaginary, "A");
  for (double& re : lambda.re) re = -std::exp(re);
  return as_rows(lambda, "log_A_real");
}

Rows find_poles(const Arrays& arrays) {
  if (auto rows = s4_poles(arrays)) return *rows;
  for (const std::string name : {"lambda", "Lambda", "A"}) {
    if (const Array* array = find(arrays, name)) {
      // A real 2 x 2 A could be a matrix as well as two pairs: read as the matrix.
      const bool two_by_two = name == "A" && array->shape == std::vector<std::size_t>{2, 2};
      const Array poles = as_complex(*array, looks_paired(*array) && !two_by_two);
      const bool square = poles.shape.size() == 2 && poles.shape[0] == poles.shape[1];
      const bool matrix = square && poles.shape[0] > 1 && name == "A";
      return as_rows(matrix ? diagonal_of(poles, name) : poles, name);
    }
    if (const auto array = find_parts(arrays, name)) return as_rows(*array, name);
  }
  throw InputError("holds no poles; expected an array lambda, A, or log_A_real with A_imag");
}

std::optional<Rows> find_list(const Arrays& arrays, const std::string& name, std::size_t modes) {
  if (const auto parts = find_parts(arrays, name)) return as_rows(*parts, name);
  const Array* array = find(arrays, name);
  if (array == nullptr) return std::nullopt;
  const std::size_t rank = array->shape.size();
  const bool paired = looks_paired(*array) && array->shape[rank - 2] == modes;
  return as_rows(as_complex(*array, paired), name);
}

/// The channel's entries; an array of one row serves every channel.
ComplexList row_of(const Rows& rows, std::size_t channel, const std::string& name,
                   const Rows& poles) {
  const bool fits = rows.channels == 1 || poles.channels == 1 || rows.channels == poles.channels;
  if (rows.modes != poles.modes || !fits)
    throw InputError(name + " is " + std::to_string(rows.channels) + " x " +
                     std::to_string(rows.modes) + " (channels x modes); expected " +
                     std::to_string(poles.channels) + " x " + std::to_string(poles.modes) +
                     " as the poles");
  const std::size_t row = rows.channels == 1 ? 0 : channel;
  const auto first = rows.values.begin() + static_cast<std::ptrdiff_t>(row * rows.modes);
  return {first, first + static_cast<std::ptrdiff_t>(rows.modes)};
}

std::optional<double> find_scalar(const Arrays& arrays, Names names, std::size_t channel) {
  for (const std::string_view view : names) {
    const std::string name(view);
    const Array* array = find(arrays, name);
    if (array == nullptr) continue;
    if (!array->im.empty() || array->size() == 0) throw InputError(name + " must be a real number");
    if (array->size() > 1 && channel >= array->size())
      throw InputError(name + " has " + std::to_string(array->size()) +
                       " entries; there is none for channel " + std::to_string(channel));
    return array->re[array->size() == 1 ? 0 : channel];
  }
  return std::nullopt;
}

}  // namespace

GivenModel given_by_arrays(const Arrays& arrays, int channel) {
  const Rows poles = find_poles(arrays);
  const auto b = find_list(arrays, "B", poles.modes);
  const auto c = find_list(arrays, "C", poles.modes);
  GivenModel given;
  given.channels = std::max({poles.channels, b ? b->channels : 1, c ? c->channels : 1});
  if (channel < 0 || static_cast<std::size_t>(channel) >= given.channels)
    throw InputError("the channel must be from 0 to " + std::to_string(given.channels - 1) +
                     ", not " + std::to_string(channel));
  const auto row = static_cast<std::size_t>(channel);
  given.lambda = row_of(poles, row, "lambda", poles);
  if (b) given.B = row_of(*b, row, "B", poles);
  if (c) given.C = row_of(*c, row, "C", poles);
  if (b && c && b->channels > 1 && c->channels > 1 && b->channels != c->channels)
    throw InputError("B and C must have as many channels as each other");
  given.D = find_scalar(arrays, {"D"}, row);
  given.delta = find_scalar(arrays, {"delta", "dt", "Delta", "step"}, row);
  if (const auto log_step = find_scalar(arrays, {"log_dt"}, row); log_step && !given.delta)
    given.delta = std::exp(*log_step);
  return given;
}

}  // namespace ssmscope::data
