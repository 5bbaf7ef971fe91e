#include <cassert>
#include <chrono>
#include <optional>
#include <vector>

#include "gpu/engine_parts.hpp"
#include "gpu/guards.hpp"

namespace ssmscope::gpu {

namespace {

constexpr std::uint32_t kMostGroups = 65535;  // what every device takes in each dimension

vk::BufferCopy whole(Range range) { return {range.offset, range.offset, range.bytes}; }

}  // namespace

Groups groups_for(std::size_t count, std::size_t models) {
  if (count <= kMostGroups) return {word(count), 1, word(models)};
  return {kMostGroups, word(pieces_of(count, kMostGroups)), word(models)};
}

struct Job::State {
  State(Engine::Parts& of, const compute::Progress& asked, std::span<const Extent> taken)
      : parts(of),
        progress(asked),
        extents(taken.begin(), taken.end()),
        slab(of.arena, total(false), total(true)),
        recorder(of.take_recorder()) {
    if (of.guards()) guards.emplace(slab->host);
  }
  ~State() { parts.give_back(std::move(recorder)); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void begin();
  void copy(const std::vector<Range>& ranges, bool to_device) const;
  void barrier(vk::PipelineStageFlags from, vk::AccessFlags wrote, vk::PipelineStageFlags to,
               vk::AccessFlags reads) const;
  vk::DescriptorSet make_set(std::span<const Range> bindings) const;
  std::size_t room_of(std::size_t bytes) const;
  std::size_t total(bool scratch) const;
  void submit_and_wait(std::size_t work);
  void wait();
  void tell_damage() const;

  Engine::Parts& parts;
  const compute::Progress& progress;
  std::vector<Extent> extents;
  Arena::Lease slab;
  Recorder recorder;
  std::size_t next = 0;          ///< of the extents
  std::size_t shared_taken = 0;  ///< bytes given out
  std::size_t scratch_taken = 0;
  std::vector<Range> sent;
  std::vector<Range> fetched;
  bool recording = false;
  double seconds = 0.0;
  bool pending = false;  ///< submitted, and nothing heard of it
  std::optional<Guards> guards;
};

void Job::State::begin() {
  recorder.pool.reset();
  recorder.sets.reset();
  recorder.commands.begin(
      vk::CommandBufferBeginInfo(vk::CommandBufferUsageFlagBits::eOneTimeSubmit));
  if (*recorder.times) {
    recorder.commands.resetQueryPool(*recorder.times, 0, 2);
    recorder.commands.writeTimestamp(vk::PipelineStageFlagBits::eTopOfPipe, *recorder.times, 0);
  }
  recording = true;
}

void Job::State::copy(const std::vector<Range>& ranges, bool to_device) const {
  const vk::Buffer from = to_device ? *slab->mirror : *slab->buffer;
  const vk::Buffer to = to_device ? *slab->buffer : *slab->mirror;
  for (const Range range : ranges) recorder.commands.copyBuffer(from, to, whole(range));
}

void Job::State::barrier(vk::PipelineStageFlags from, vk::AccessFlags wrote,
                         vk::PipelineStageFlags to, vk::AccessFlags reads) const {
  recorder.commands.pipelineBarrier(from, to, {}, vk::MemoryBarrier(wrote, reads), {}, {});
}

vk::DescriptorSet Job::State::make_set(std::span<const Range> bindings) const {
  const vk::DescriptorSetLayout layout = parts.pipelines.bindings();
  const vk::DescriptorSetAllocateInfo info(*recorder.sets, layout);
  // The pool takes all its sets back at once; the set itself owns nothing.
  const vk::DescriptorSet set =
      (*parts.device.handle())
          .allocateDescriptorSets(info, *parts.device.handle().getDispatcher())
          .front();
  std::array<vk::DescriptorBufferInfo, kMostBindings> buffers;
  std::array<vk::WriteDescriptorSet, kMostBindings> writes;
  for (std::uint32_t i = 0; i < bindings.size(); ++i) {
    const std::size_t bytes = guards ? room_of(bindings[i].bytes) : bindings[i].bytes;
    buffers.at(i) = vk::DescriptorBufferInfo(*slab->buffer, bindings[i].offset, bytes);
    writes.at(i) = vk::WriteDescriptorSet(set, i, 0, 1, vk::DescriptorType::eStorageBuffer, nullptr,
                                          &buffers.at(i));
  }
  parts.device.handle().updateDescriptorSets(
      vk::ArrayProxy(static_cast<std::uint32_t>(bindings.size()), writes.data()), {});
  return set;
}

/// Bytes from the begin of a range to the next.
std::size_t Job::State::room_of(std::size_t bytes) const {
  return parts.guards() ? Guards::room(bytes) : aligned(bytes);
}

/// Bytes of all extents of a kind.
std::size_t Job::State::total(bool scratch) const {
  std::size_t sum = 0;
  for (const Extent& extent : extents) {
    if (extent.scratch == scratch) sum += room_of(extent.bytes);
  }
  return sum;
}

void Job::State::tell_damage() const {
  if (!guards) return;
  const std::string damage = guards->damage();
  if (!damage.empty()) parts.options.on_validation_message(damage);
}

void Job::State::submit_and_wait(std::size_t work) {
  const vk::CommandBuffer commands = *recorder.commands;
  vk::SubmitInfo info;
  info.setCommandBuffers(commands);
  const std::uint64_t number = ++parts.submissions;
  const bool answers = !parts.options.before_submit || parts.options.before_submit(number);
  pending = true;
  if (answers) parts.device.submit(info, *recorder.done);
  wait();
  pending = false;
  parts.device.handle().resetFences(*recorder.done);
  tell_damage();
  if (!*recorder.times) return;
  const auto [result, ticks] = recorder.times.getResults<std::uint64_t>(
      0, 2, 2 * sizeof(std::uint64_t), sizeof(std::uint64_t),
      vk::QueryResultFlagBits::e64 | vk::QueryResultFlagBits::eWait);
  if (result != vk::Result::eSuccess) return;
  const double taken = parts.device.seconds(ticks[0], ticks[1]);
  seconds += taken;
  parts.pace.measured(work, taken);
}

/// What is submitted cannot be taken back, so a call that is cancelled waits for it too, but is
/// not as patient with a device that does not answer.
void Job::State::wait() {
  using Clock = std::chrono::steady_clock;
  constexpr std::uint64_t kSlice = 10'000'000;  // ns
  constexpr int kCancelledPart = 10;
  const Clock::time_point begin = Clock::now();
  const auto patience = parts.options.patience;
  while (parts.device.handle().waitForFences(*recorder.done, VK_TRUE, kSlice) !=
         vk::Result::eSuccess) {
    const auto waited = Clock::now() - begin;
    if (waited < (progress.cancelled() ? patience / kCancelledPart : patience)) continue;
    parts.silent = true;
    throw compute::BackendLost("the device did not answer within " +
                               std::to_string(patience.count()) + " ms");
  }
}

Job::Job(Engine& engine, const compute::Progress& progress, std::span<const Extent> extents) {
  Engine::Parts& parts = *engine.parts_;
  state_ = parts.guarded([&] { return std::make_unique<State>(parts, progress, extents); });
}

Job::~Job() {
  if (state_->pending && state_->parts.silent) leave_to_device(std::move(state_));
}

Range Job::take(bool scratch) {
  State& state = *state_;
  assert(state.next < state.extents.size() && state.extents[state.next].scratch == scratch);
  const Extent extent = state.extents[state.next++];
  std::size_t& taken = scratch ? state.scratch_taken : state.shared_taken;
  const Range range{taken + (scratch ? state.slab->shared : 0), extent.bytes};
  taken += state.room_of(extent.bytes);
  if (state.guards) state.guards->add(range);
  return range;
}

std::byte* Job::host(Range range) const { return state_->slab->host + range.offset; }

void Job::send(Range range) {
  if (!state_->parts.device.unified() && range.bytes > 0) state_->sent.push_back(range);
}

void Job::fetch(Range range) {
  if (!state_->parts.device.unified() && range.bytes > 0) state_->fetched.push_back(range);
}

void Job::record(const Program& program, std::span<const Range> bindings, const void* push,
                 std::size_t push_bytes, Groups groups) {
  using Stage = vk::PipelineStageFlagBits;
  using Access = vk::AccessFlagBits;
  State& state = *state_;
  state.parts.guarded([&] {
    if (!state.recording) state.begin();
    if (!state.sent.empty()) {
      state.barrier(Stage::eComputeShader, Access::eShaderRead | Access::eShaderWrite,
                    Stage::eTransfer, Access::eTransferWrite);
      state.copy(state.sent, true);
      state.sent.clear();
    }
    state.barrier(Stage::eTransfer | Stage::eComputeShader,
                  Access::eTransferWrite | Access::eShaderWrite, Stage::eComputeShader,
                  Access::eShaderRead | Access::eShaderWrite);
    const auto& commands = state.recorder.commands;
    const vk::PipelineLayout layout = state.parts.pipelines.layout();
    commands.bindPipeline(vk::PipelineBindPoint::eCompute, state.parts.pipelines.get(program));
    commands.bindDescriptorSets(vk::PipelineBindPoint::eCompute, layout, 0,
                                state.make_set(bindings), {});
    commands.pushConstants<std::byte>(layout, vk::ShaderStageFlagBits::eCompute, 0,
                                      vk::ArrayProxy(static_cast<std::uint32_t>(push_bytes),
                                                     static_cast<const std::byte*>(push)));
    commands.dispatch(groups.x, groups.y, groups.z);
  });
}

void Job::run(std::size_t work) {
  using Stage = vk::PipelineStageFlagBits;
  using Access = vk::AccessFlagBits;
  State& state = *state_;
  state.progress.check();
  if (!state.recording) return;
  state.parts.guarded([&] {
    state.barrier(Stage::eComputeShader, Access::eShaderWrite, Stage::eTransfer | Stage::eHost,
                  Access::eTransferRead | Access::eHostRead);
    if (!state.fetched.empty()) {
      state.copy(state.fetched, false);
      state.barrier(Stage::eTransfer, Access::eTransferWrite, Stage::eHost, Access::eHostRead);
    }
    if (*state.recorder.times) {
      state.recorder.commands.writeTimestamp(Stage::eBottomOfPipe, *state.recorder.times, 1);
    }
    state.recorder.commands.end();
    state.recording = false;
    state.fetched.clear();
    state.submit_and_wait(work);
  });
}

double Job::device_seconds() const { return state_->seconds; }

}  // namespace ssmscope::gpu
