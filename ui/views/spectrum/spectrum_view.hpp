// The eigen-spectrum of the kernel that the model induces, beside its frequency response, and the
// first eigenvectors.
#pragma once

#include <QComboBox>
#include <QSpinBox>
#include <QToolButton>

#include "core/spectrum/kernel_spectrum.hpp"
#include "ui/views/figures_view.hpp"

namespace ssmscope::ui {

ViewInfo spectrumViewInfo();

class SpectrumView : public FiguresView<spectrum::SpectrumResult> {
  Q_OBJECT
 public:
  SpectrumView(Workspace& workspace, QWidget* parent);
  /// With other functions: a test gives its own result.
  SpectrumView(Workspace& workspace, AnalysisFunctions<spectrum::SpectrumResult> functions,
               QWidget* parent);

  QString caption() const override;

  /// The eigenvector whose peak is nearest to the selected mode or frequency.
  std::optional<int> nearestToSelection() const;

 protected:
  void showResult(const spectrum::SpectrumResult& result, const Scenario& scenario) override;

 private:
  enum class Across { Rank, LogRank, Quantile };

  void addControls();
  void redraw();
  void showValues();
  void showVectors();
  void showGap();
  void showMatrix();
  void showMatrices();
  void showSelection();
  void selectVector(int index);
  QString vectorName(int index) const;
  /// A window whose largest eigenvalues alone are known, over a linear axis of ranks.
  bool isLongByRank() const;
  std::vector<double> positions(std::size_t count) const;
  double vectorFrequency(int index) const;

  QComboBox* across_ = nullptr;
  QToolButton* log_ = nullptr;
  QSpinBox* first_ = nullptr;
  LineChart* values_;
  LineChart* vectors_;
  HeatMap* matrix_;
  HeatMap *kernel_, *toeplitz_;
};

}  // namespace ssmscope::ui
