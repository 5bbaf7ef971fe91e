// How a view shows things (which figure, which axes, which colours), as a session keeps it.
#pragma once

#include <QAbstractButton>
#include <QComboBox>
#include <QSpinBox>
#include <QStringList>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace ssmscope::ui {

/// A view names its controls once; this reads and writes them as one JSON object. The controls
/// live as long as the view.
class ViewSettings {
 public:
  using Give = std::function<nlohmann::json()>;
  /// Takes a value; returns what was expected where it is another ("true or false"), else nothing.
  using Take = std::function<QString(const nlohmann::json&)>;

  void add(const std::string& name, Give give, Take take);
  /// One of the words that `words` gives when it is asked.
  void addWord(const std::string& name, std::function<QString()> now,
               std::function<void(const QString&)> choose, std::function<QStringList()> words);
  /// `ids`: a stable word for each entry of the box, in its order.
  void addChoice(const std::string& name, QComboBox* box, const QStringList& ids);
  void addFlag(const std::string& name, QAbstractButton* button);
  void addNumber(const std::string& name, QSpinBox* box);

  /// Called whenever a control changes.
  void watch(std::function<void()> on_change) { on_change_ = std::move(on_change); }
  void changed() const {
    if (on_change_) on_change_();
  }

  nlohmann::json toJson() const;
  bool knows(const std::string& name) const;
  /// Takes what is there; what is absent stays as it is. A wrong or unknown entry is left alone
  /// and told in a sentence that names it ("views.ring.colour must be ..., not ...").
  QStringList apply(const nlohmann::json& from, const QString& place);

 private:
  struct Setting {
    std::string name;
    Give give;
    Take take;
  };
  std::vector<Setting> settings_;
  std::function<void()> on_change_;
};

/// "views.ring.colour must be phase, amplitude or displacement, not "pink"."
QString settingComplaint(const QString& place, const QString& expected, const nlohmann::json& got);

}  // namespace ssmscope::ui
