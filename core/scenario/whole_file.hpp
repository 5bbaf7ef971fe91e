// Whole files: read with a limit, written without ever leaving a half-written one. The scenario's
// own JSON and core/data both go through here.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace ssmscope {

/// Throws InputError naming the file: absent, a folder, unreadable, larger than `limit` bytes.
/// A pipe or device is given up after `silence` without a byte and may hold 64 MiB at most.
std::string read_whole_file(const std::filesystem::path& file, std::uintmax_t limit,
                            std::chrono::milliseconds silence = std::chrono::seconds(10));

/// Writes beside `file`, flushes, renames; through a symbolic link into what it names. A device
/// or pipe is written directly. Throws InputError naming the file; an old file then still stands.
void write_whole_file(const std::filesystem::path& file, std::string_view bytes);

/// The folder that the file lies in, absolute also when it is named without one; empty when the
/// present folder is gone.
std::filesystem::path folder_of(const std::filesystem::path& file);

}  // namespace ssmscope
