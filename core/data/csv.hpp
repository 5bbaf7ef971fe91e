// Comma-, semicolon-, tab- or space-separated numbers, and the tables that views export.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ssmscope::data {

/// A table of named columns of numbers; NaN is an empty cell. Columns may differ in length.
struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  void add(std::string name, std::vector<double> column);
};

/// Reads with or without a header line. Throws InputError naming file, line and column.
Table read_csv(const std::filesystem::path& file);
Table parse_csv(const std::string& text, const std::string& name);

/// RFC 4180 text with a header; doubles read back exactly.
std::string csv_text(const Table& table);

}  // namespace ssmscope::data
