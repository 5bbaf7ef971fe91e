// NPZ: a zip archive of NPY members, through libzip.
#include <zip.h>

#include <memory>
#include <string_view>

#include "core/data/npy.hpp"
#include "core/scenario/error.hpp"
#include "core/scenario/utf8.hpp"
#include "core/scenario/whole_file.hpp"

namespace ssmscope::data {

namespace {

/// Unpacked bytes of a whole archive that are read at most: a small archive can name far more
/// than memory holds.
constexpr std::uint64_t kLargestUnpacked = std::uint64_t{1} << 29;
constexpr std::size_t kMostNumbers = std::size_t{1} << 27;  // of all arrays, as doubles
constexpr zip_int64_t kMostMembers = 10'000;
constexpr std::string_view kSuffix = ".npy";
constexpr std::size_t kLongestKey = 60;  // in a sentence

struct CloseArchive {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, CloseArchive>;

struct CloseMember {
  void operator()(zip_file_t* member) const { zip_fclose(member); }
};
using Member = std::unique_ptr<zip_file_t, CloseMember>;

struct FreeSource {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Source = std::unique_ptr<zip_source_t, FreeSource>;

class ZipError {
 public:
  ZipError() { zip_error_init(&error_); }
  ZipError(const ZipError&) = delete;
  ZipError& operator=(const ZipError&) = delete;
  ~ZipError() { zip_error_fini(&error_); }
  zip_error_t* get() { return &error_; }
  std::string text() { return zip_error_strerror(&error_); }

 private:
  zip_error_t error_{};
};

Archive open_archive(const std::string& bytes, const std::string& name) {
  ZipError error;
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, error.get());
  zip_t* archive =
      source == nullptr ? nullptr : zip_open_from_source(source, ZIP_RDONLY, error.get());
  if (archive == nullptr) {
    if (source != nullptr) zip_source_free(source);
    throw InputError(name + ": is not a whole zip archive (NPZ): " + error.text());
  }
  return Archive(archive);
}

zip_stat_t member_status(zip_t* archive, zip_uint64_t index, const std::string& name) {
  zip_stat_t status;
  zip_stat_init(&status);
  constexpr zip_uint64_t kNeeded = ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(archive, index, 0, &status) != 0 || (status.valid & kNeeded) != kNeeded)
    throw InputError(name + ": has a damaged member " + std::to_string(index));
  return status;
}

/// Reads to the end, so that libzip also compares the checksum.
std::string unpacked(zip_t* archive, zip_uint64_t index, std::uint64_t size,
                     const std::string& name) {
  const Member member(zip_fopen_index(archive, index, 0));
  if (!member) throw InputError(name + ": cannot be unpacked: " + zip_strerror(archive));
  std::string bytes;
  constexpr std::size_t kChunk = 1 << 16;
  while (true) {
    const std::size_t held = bytes.size();
    bytes.resize(held + kChunk);  // grows only as far as the archive really delivers
    const zip_int64_t count = zip_fread(member.get(), bytes.data() + held, kChunk);
    if (count < 0)
      throw InputError(
          name + ": cannot be unpacked: " + zip_error_strerror(zip_file_get_error(member.get())));
    bytes.resize(held + static_cast<std::size_t>(count));
    if (count == 0) break;
    if (bytes.size() > size) break;
  }
  if (bytes.size() != size)
    throw InputError(name + ": is damaged: it does not unpack to the " + std::to_string(size) +
                     " bytes that the archive names");
  return bytes;
}

[[noreturn]] void too_large(const std::string& name) {
  throw InputError(name + ": unpacks to more than the " + std::to_string(kLargestUnpacked) +
                   " bytes that are read");
}

/// The archive in memory, filled by `add`.
std::string zipped(const std::map<std::string, Array>& arrays, const std::string& name) {
  ZipError error;
  const auto fail = [&](const std::string& why) -> void {
    throw InputError(name + ": cannot be packed: " + why);
  };
  const Source buffer(zip_source_buffer_create(nullptr, 0, 0, error.get()));
  if (!buffer) fail(error.text());
  zip_source_keep(buffer.get());  // ours too: read back after the archive is closed
  zip_t* opened = zip_open_from_source(buffer.get(), ZIP_TRUNCATE, error.get());
  if (opened == nullptr) {
    zip_source_free(buffer.get());
    fail(error.text());
  }
  Archive archive(opened);
  std::vector<std::string> members;  // must live until the archive is closed
  members.reserve(arrays.size());
  for (const auto& [key, array] : arrays) {
    const std::string& bytes = members.emplace_back(npy_bytes(array));
    zip_source_t* source = zip_source_buffer(archive.get(), bytes.data(), bytes.size(), 0);
    const std::string file = key + std::string(kSuffix);
    const auto index = zip_file_add(archive.get(), file.c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
      zip_source_free(source);
      fail(zip_strerror(archive.get()));
    }
    // The same arrays give the same bytes: no time of writing (DOS time 1980-01-01 00:00).
    zip_file_set_dostime(archive.get(), static_cast<zip_uint64_t>(index), 0, 0x21, 0);
  }
  if (zip_close(archive.get()) != 0) fail(zip_strerror(archive.get()));
  static_cast<void>(archive.release());
  zip_stat_t status;
  zip_stat_init(&status);
  if (zip_source_stat(buffer.get(), &status) != 0 || zip_source_open(buffer.get()) != 0)
    fail("no memory");
  std::string bytes(status.size, '\0');
  const auto read = zip_source_read(buffer.get(), bytes.data(), bytes.size());
  zip_source_close(buffer.get());
  if (read != static_cast<zip_int64_t>(bytes.size())) fail("no memory");
  return bytes;
}

}  // namespace

std::map<std::string, Array> read_npz(const std::filesystem::path& file) {
  return parse_npz(read_whole_file(file, kLargestDataBytes), file.string());
}

std::map<std::string, Array> parse_npz(const std::string& bytes, const std::string& name) {
  const Archive archive = open_archive(bytes, name);
  const zip_int64_t members = zip_get_num_entries(archive.get(), 0);
  if (members > kMostMembers)
    throw InputError(name + ": has more than " + std::to_string(kMostMembers) + " members");
  std::map<std::string, Array> arrays;
  std::uint64_t total = 0;
  std::size_t numbers = 0;
  for (zip_uint64_t i = 0; i < static_cast<zip_uint64_t>(members); ++i) {
    const zip_stat_t status = member_status(archive.get(), i, name);
    const std::string_view member = status.name;
    if (!member.ends_with(kSuffix)) continue;
    const std::string key(member.substr(0, member.size() - kSuffix.size()));
    const std::string place = name + " (" + excerpt(key, kLongestKey) + ")";
    if (status.encryption_method != ZIP_EM_NONE) throw InputError(place + ": is encrypted");
    if (status.size > kLargestUnpacked - total) too_large(place);
    total += status.size;
    Array array = parse_npy(unpacked(archive.get(), i, status.size, place), place);
    numbers += array.size();
    if (numbers > kMostNumbers)
      throw InputError(name + ": holds more than the " + std::to_string(kMostNumbers) +
                       " numbers that are read");
    if (!arrays.emplace(key, std::move(array)).second)
      throw InputError(place + ": is in the archive twice");
  }
  if (arrays.empty()) throw InputError(name + ": holds no NPY arrays");
  return arrays;
}

void write_npz(const std::filesystem::path& file, const std::map<std::string, Array>& arrays) {
  write_whole_file(file, zipped(arrays, file.string()));
}

}  // namespace ssmscope::data
