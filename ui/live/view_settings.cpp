#include "ui/live/view_settings.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

namespace ssmscope::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ViewSettings", text); }

constexpr int kMostShown = 40;  // letters of a wrong value in a message

}  // namespace

QString settingComplaint(const QString& place, const QString& expected, const nlohmann::json& got) {
  QString value =
      QString::fromStdString(got.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  if (value.size() > kMostShown) value = value.left(kMostShown) + u'…';
  return tr("%1 must be %2, not %3.").arg(place, expected, value);
}

void ViewSettings::add(const std::string& name, Give give, Take take) {
  settings_.push_back({name, std::move(give), std::move(take)});
}

void ViewSettings::addWord(const std::string& name, std::function<QString()> now,
                           std::function<void(const QString&)> choose,
                           std::function<QStringList()> words) {
  add(
      name, [now = std::move(now)] { return nlohmann::json(now().toStdString()); },
      [choose = std::move(choose),
       words = std::move(words)](const nlohmann::json& value) -> QString {
        const QString word =
            value.is_string() ? QString::fromStdString(value.get<std::string>()) : QString();
        const QStringList known = words();
        if (!known.contains(word)) return tr("one of %1").arg(known.join(QStringLiteral(", ")));
        choose(word);
        return {};
      });
}

void ViewSettings::addChoice(const std::string& name, QComboBox* box, const QStringList& ids) {
  addWord(
      name, [box, ids] { return ids.value(box->currentIndex()); },
      [box, ids](const QString& id) { box->setCurrentIndex(static_cast<int>(ids.indexOf(id))); },
      [ids] { return ids; });
  QObject::connect(box, &QComboBox::currentIndexChanged, box, [this] { changed(); });
}

void ViewSettings::addFlag(const std::string& name, QAbstractButton* button) {
  add(
      name, [button] { return nlohmann::json(button->isChecked()); },
      [button](const nlohmann::json& value) -> QString {
        if (!value.is_boolean()) return tr("true or false");
        button->setChecked(value.get<bool>());
        return {};
      });
  QObject::connect(button, &QAbstractButton::toggled, button, [this] { changed(); });
}

void ViewSettings::addNumber(const std::string& name, QSpinBox* box) {
  // The range of the box follows the result that it shows; what a session may hold does not.
  const int least = box->minimum(), most = box->maximum();
  add(
      name, [box] { return nlohmann::json(box->value()); },
      [box, least, most](const nlohmann::json& value) -> QString {
        const bool whole = value.is_number_integer() && value >= least && value <= most;
        if (!whole) return tr("a whole number from %1 to %2").arg(least).arg(most);
        box->setValue(value.get<int>());
        return {};
      });
  QObject::connect(box, &QSpinBox::valueChanged, box, [this] { changed(); });
}

nlohmann::json ViewSettings::toJson() const {
  nlohmann::json made = nlohmann::json::object();
  for (const Setting& setting : settings_) made[setting.name] = setting.give();
  return made;
}

bool ViewSettings::knows(const std::string& name) const {
  return std::ranges::any_of(settings_, [&](const Setting& each) { return each.name == name; });
}

QStringList ViewSettings::apply(const nlohmann::json& from, const QString& place) {
  if (!from.is_object()) return {settingComplaint(place, tr("an object"), from)};
  QStringList complaints;
  for (const auto& [name, value] : from.items()) {
    const QString field = place + u'.' + QString::fromStdString(name);
    const auto found = std::ranges::find(settings_, name, &Setting::name);
    if (found == settings_.end()) {
      complaints << tr("%1 is not a setting that this program knows.").arg(field);
      continue;
    }
    const QString expected = found->take(value);
    if (!expected.isEmpty()) complaints << settingComplaint(field, expected, value);
  }
  return complaints;
}

}  // namespace ssmscope::ui
