// Random valid scenarios for property tests: every alternative of every variant comes up, and
// numbers have all their digits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>

#include "core/scenario/scenario.hpp"

namespace ssmscope::test {

class RandomScenario {
 public:
  explicit RandomScenario(std::uint64_t seed) : engine_(seed) {}

  Scenario next() {
    Scenario s;
    s.title = text();
    s.note = text() + "\n" + text();
    s.model = model();
    s.discretisation.rule = static_cast<Rule>(whole(0, 4));
    s.discretisation.delta = std::pow(10.0, real(-9.0, 3.0) * 0.999);
    s.discretisation.delta_unit = coin() ? "s" : "ms µ";
    s.target = target();
    s.fit.pairs = whole(1, 32);
    s.input = input();
    s.resolution = {whole(1, 1 << 20), whole(2, 4096), whole(0, 10'000'000), whole(2, 1 << 20),
                    whole(2, 2048)};
    s.decoder = decoder();
    s.stack = {static_cast<StackFamily>(whole(0, 3)), whole(1, 8), whole(1, 100'000'000)};
    s.refinement = {RefinementPreset::Single, static_cast<RefinementInput>(whole(0, 1)),
                    whole(1, 200), static_cast<Hold>(whole(0, 2)), seed()};
    return s;
  }

  int whole(int least, int greatest) {
    return std::uniform_int_distribution<int>(least, greatest)(engine_);
  }
  double real(double least, double greatest) {
    return std::uniform_real_distribution<double>(least, greatest)(engine_);
  }
  bool coin() { return whole(0, 1) == 1; }
  std::uint64_t seed() {
    return std::uniform_int_distribution<std::uint64_t>(0, std::uint64_t{1} << 53)(engine_);
  }

 private:
  std::string text() {
    static const std::string pieces[] = {"a", "Δ", "\"", "\\", "\n", "\t", "é", "𝛼", " ", "/"};
    std::string out;
    for (int i = whole(0, 8); i > 0; --i) out += pieces[whole(0, 9)];
    return out;
  }

  /// Numbers of any size that a list may hold, negative and exact zeros too.
  double list_value() {
    if (whole(0, 9) == 0) return 0.0;
    return (coin() ? 1.0 : -1.0) * std::pow(10.0, real(-300.0, 8.9));
  }

  ComplexList list(int count) {
    ComplexList out;
    out.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) out.emplace_back(list_value(), list_value());
    return out;
  }

  Decoder decoder() {
    Decoder d;
    d.activation = static_cast<Activation>(whole(0, 4));
    d.pooling = static_cast<Pooling>(whole(0, 1));
    d.channels = whole(1, 64);
    d.seed = seed();
    d.mixed = coin();
    if (coin()) d.weights = Seeded{seed()};
    if (whole(0, 3) == 0) {
      std::vector<double> weights(static_cast<std::size_t>(d.channels));
      std::ranges::generate(weights, [this] { return list_value(); });
      d.weights = weights;
    }
    d.lags = whole(2, 256);
    d.keep = whole(1, 4096);
    d.refit = coin();
    return d;
  }

  Model model() {
    Model m;
    m.init = static_cast<Init>(whole(0, 5));
    m.pairs = whole(1, 40);
    m.conjugate = coin();
    if (m.init == Init::Random) m.seed = seed();
    if (m.init == Init::Explicit) {
      m.lambda = list(m.pairs);
      for (Complex& pole : m.lambda) pole = {pole.real(), std::abs(pole.imag())};
    }
    const int b = whole(0, 2);
    if (b == 1) m.B = Seeded{seed()};
    if (b == 2) m.B = list(m.pairs);
    const int c = whole(0, 2);
    if (c == 1) m.C = Seeded{seed()};
    if (c == 2) m.C = list(m.pairs);
    m.D = real(-1000.0, 1000.0);
    return m;
  }

  Target target() {
    Target t;
    t.kind = static_cast<MemoryKind>(whole(0, 6));
    t.alpha = real(0.0, 1.0);
    t.length = whole(64, 4096);
    if (t.kind == MemoryKind::Mixture) {
      for (int i = whole(1, 5); i > 0; --i) {
        MixturePart part{list_value(), static_cast<MemoryKind>(whole(0, 3)), real(0.0, 1.0),
                         coin()};
        if (part.follows_alpha) part.alpha = t.alpha;
        t.parts.push_back(part);
      }
    }
    if (t.kind == MemoryKind::Samples) {
      t.values.resize(static_cast<std::size_t>(whole(2, 100)));
      std::ranges::generate(t.values, [this] { return list_value(); });
      t.length = static_cast<int>(t.values.size());
    }
    if (t.kind == MemoryKind::File) t.file = file();
    return t;
  }

  FileReference file() {
    static const std::string paths[] = {"/base/folder/rho.csv", "/base/folder/a b/ü.npy",
                                        "/base/other.npz", "/elsewhere/x"};
    FileReference reference{paths[whole(0, 3)], 0, ""};
    if (coin()) reference.length = seed();
    if (coin()) reference.hash = "0123456789abcdef";
    return reference;
  }

  Input input() {
    switch (whole(0, 8)) {
      case 0:
        return ImpulseInput{whole(0, 10'000'000)};
      case 1:
        return StepInput{whole(0, 10'000'000)};
      case 2:
        return SineInput{real(0.0, 3.1415), real(-1000.0, 1000.0)};
      case 3:
        return ChirpInput{real(0.0, 3.1415), real(0.0, 3.1415)};
      case 4:
        return NoiseInput{seed(), real(0.0, 1000.0)};
      case 5:
        return EcgInput{whole(0, 10799)};
      case 6:
        return DigitInput{whole(0, 1796)};
      case 7:
        return TextInput{coin() ? "ein Wort, zwei W\u00f6rter\n" : "x"};
      default:
        return FileInput{file(), whole(0, 9999)};
    }
  }

  std::mt19937_64 engine_;
};

}  // namespace ssmscope::test
