// Whole files, read with a limit and written without ever leaving a half-written one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace ssmscope::data {

/// Throws InputError naming the file: absent, a folder, unreadable, larger than `limit` bytes.
std::string read_file(const std::filesystem::path& file, std::uintmax_t limit);

/// Writes beside `file`, flushes, renames. Throws InputError naming the file (full disk, no
/// permission); the old file then still stands.
void write_file(const std::filesystem::path& file, std::string_view bytes);

/// 64-bit FNV-1a of the bytes, 16 hexadecimal digits.
std::string content_hash(std::string_view bytes);

}  // namespace ssmscope::data
