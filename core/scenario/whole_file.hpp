// Whole files: read with a limit, written without ever leaving a half-written one. The scenario's
// own JSON and core/data both go through here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace ssmscope {

/// Throws InputError naming the file: absent, a folder, unreadable, larger than `limit` bytes.
std::string read_whole_file(const std::filesystem::path& file, std::uintmax_t limit);

/// Writes beside `file`, flushes, renames; through a symbolic link into what it names. A device
/// or pipe is written directly. Throws InputError naming the file; an old file then still stands.
void write_whole_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace ssmscope
