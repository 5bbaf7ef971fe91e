// The list of devices and the choice among them; and that the validation layer, which the other
// tests lean on, does speak.
#include <map>

#include "gpu/logical_device.hpp"
#include "tests/gpu/subjects.hpp"

using namespace ssmscope;
using gpu::Device;
using gpu::DeviceChoice;
using gpu::DeviceType;

namespace {

Device device(std::size_t index, DeviceType type, bool usable = true) {
  Device made;
  made.index = index;
  made.name = "Device " + std::to_string(index);
  made.type = type;
  made.usable = usable;
  if (!usable) made.reason = "It is broken.";
  return made;
}

/// The index of the chosen device, or the reason.
std::string chosen(const gpu::DeviceList& list, DeviceChoice choice) {
  std::string reason;
  const Device* found = gpu::choose_device(list, choice, reason);
  if (found == nullptr) return reason;
  return reason.empty() ? std::to_string(found->index) : "a device and a reason";
}

constexpr DeviceChoice kBest{DeviceChoice::Kind::BestReal, 0};

}  // namespace

class TestDevices : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase();
  void theSoftwareDeviceIsListed();
  void bestRealGpu();
  void softwareOnlyWhenAskedFor();
  void byIndex();
  void noDeviceIsASentence();
  void unavailableIsASentence();
  void validationSpeaks();
  void noDriverIsASentence();
};

void TestDevices::initTestCase() {
  const std::string missing = test::missing_device();
  if (!missing.empty() && test::may_skip()) QSKIP(missing.c_str());
  QVERIFY2(missing.empty(), missing.c_str());
}

void TestDevices::theSoftwareDeviceIsListed() {
  const auto list = gpu::list_devices();
  QVERIFY(list.notice.empty());
  std::string reason;
  const Device* found = gpu::choose_device(list, test::kSoftwareDevice, reason);
  QVERIFY2(found != nullptr, reason.c_str());
  QVERIFY(!found->name.empty() && !found->driver.empty());
  QVERIFY(found->api >= "1.1");
  QVERIFY(found->memory > 0 && found->largest_buffer >= (1U << 27U));
  QVERIFY(found->group_threads >= 256 && found->shared_memory >= 16384);
  QVERIFY(found->ring_nodes >= 1024);
  QCOMPARE(gpu::type_name(found->type), std::string("software"));
  for (std::size_t i = 0; i < list.devices.size(); ++i) QCOMPARE(list.devices[i].index, i);
}

void TestDevices::bestRealGpu() {
  gpu::DeviceList list;
  list.devices = {device(0, DeviceType::Software),   device(1, DeviceType::Virtual),
                  device(2, DeviceType::Integrated), device(3, DeviceType::Discrete, false),
                  device(4, DeviceType::Discrete),   device(5, DeviceType::Discrete)};
  QCOMPARE(chosen(list, kBest), "4");
  list.devices.resize(4);
  QCOMPARE(chosen(list, kBest), "2");
  list.devices.resize(2);
  QCOMPARE(chosen(list, kBest), "1");
}

void TestDevices::softwareOnlyWhenAskedFor() {
  gpu::DeviceList list;
  list.devices = {device(0, DeviceType::Other), device(1, DeviceType::Software)};
  QCOMPARE(chosen(list, kBest), "None of this machine's Vulkan devices is a GPU that can be used.");
  QCOMPARE(chosen(list, test::kSoftwareDevice), "1");
  QCOMPARE(chosen(list, {DeviceChoice::Kind::Index, 1}), "1");
  list.devices.pop_back();
  QCOMPARE(chosen(list, test::kSoftwareDevice),
           "None of this machine's Vulkan devices is a software device.");
}

void TestDevices::byIndex() {
  gpu::DeviceList list;
  list.devices = {device(0, DeviceType::Discrete, false), device(1, DeviceType::Integrated)};
  QCOMPARE(chosen(list, {DeviceChoice::Kind::Index, 0}), "Device 0 cannot be used: It is broken.");
  QCOMPARE(chosen(list, {DeviceChoice::Kind::Index, 1}), "1");
  QCOMPARE(chosen(list, {DeviceChoice::Kind::Index, 2}),
           "There is no Vulkan device 2; the last is 1.");
}

void TestDevices::noDeviceIsASentence() {
  gpu::DeviceList list;
  QCOMPARE(chosen(list, {DeviceChoice::Kind::Index, 0}),
           "There is no Vulkan device 0; this machine has none.");
  list.notice = "There is no Vulkan device on this machine.";
  QCOMPARE(chosen(list, kBest), "There is no Vulkan device on this machine.");
  QCOMPARE(chosen(list, test::kSoftwareDevice), "There is no Vulkan device on this machine.");
}

void TestDevices::unavailableIsASentence() {
  compute::Pool pool(1);
  const std::shared_ptr<compute::Backend> cpu = compute::make_cpu_backend(pool);
  try {
    gpu::make_vulkan_backend({DeviceChoice::Kind::Index, 99}, cpu, pool);
    QFAIL("a device 99 was opened");
  } catch (const gpu::DeviceUnavailable& error) {
    QVERIFY2(std::string(error.what()).starts_with("There is no Vulkan device 99; "), error.what());
  }
}

void TestDevices::validationSpeaks() {
  test::Messages messages;
  gpu::Options options;
  options.on_validation_message = messages.collector();
  const gpu::LogicalDevice opened(test::kSoftwareDevice, options);
  QCOMPARE(messages.take(), std::string());
  // A buffer without a use is against the rules.
  const vk::BufferCreateInfo wrong({}, 16, {});
  const vk::raii::Buffer buffer(opened.handle(), wrong);
  const std::string text = messages.take();
  QVERIFY2(text.find("VUID-VkBufferCreateInfo-") != std::string::npos, text.c_str());
}

void TestDevices::noDriverIsASentence() {
  // What the loader is told when it looks for drivers; the newer name wins where it is known.
  std::map<const char*, QByteArray> before;
  for (const char* name : {"VK_ICD_FILENAMES", "VK_DRIVER_FILES"}) {
    before[name] = qgetenv(name);
    qputenv(name, "/nonexistent");
  }
  const auto list = gpu::list_devices();
  for (const auto& [name, value] : before) {
    value.isEmpty() ? qunsetenv(name) : qputenv(name, value);
  }
  QVERIFY(list.devices.empty());
  QVERIFY2(list.notice == "There is no Vulkan driver on this machine." ||
               list.notice == "There is no Vulkan device on this machine.",
           list.notice.c_str());
  QVERIFY(gpu::list_devices().notice.empty());
}

QTEST_APPLESS_MAIN(TestDevices)
#include "test_devices.moc"
