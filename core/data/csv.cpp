#include "core/data/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

#include "core/scenario/error.hpp"
#include "core/scenario/numbers.hpp"
#include "core/scenario/utf8.hpp"
#include "core/scenario/whole_file.hpp"

namespace ssmscope::data {

namespace {

constexpr std::uintmax_t kLargestCsvBytes = std::uintmax_t{1} << 28;
constexpr std::size_t kMostColumns = 10'000;

[[noreturn]] void refuse(const std::string& name, std::size_t line, const std::string& what) {
  throw InputError(name + ": line " + std::to_string(line) + " " + what);
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// How the cells of a file are written.
struct Dialect {
  char separator = ',';  ///< ' ' stands for a run of spaces and tabs
  bool decimal_comma = false;
};

/// The first line that is no comment decides: ; before tab before , before spaces. Where the
/// separator is no comma, a comma inside a number is its decimal point.
Dialect guess_dialect(std::string_view line) {
  if (line.find(';') != std::string_view::npos) return {';', true};
  if (line.find('\t') != std::string_view::npos) return {'\t', true};
  if (line.find(',') != std::string_view::npos) return {',', false};
  return {' ', false};
}

struct Row {
  std::vector<std::string> cells;
  std::size_t line = 0;  ///< counted from 1
};

/// Cuts a text into rows of cells; quoted cells may hold separators, quotes and line ends.
class Tokenizer {
 public:
  Tokenizer(std::string_view text, const std::string& name) : text_(text), name_(name) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);  // byte-order mark
    skip_empty();
    dialect_ = guess_dialect(text_.substr(at_, line_end(at_) - at_));
  }

  const Dialect& dialect() const { return dialect_; }

  /// The next row that is neither empty nor a comment, or nothing at the end.
  std::optional<Row> next() {
    skip_empty();
    if (at_ >= text_.size()) return std::nullopt;
    Row row{{}, line_};
    while (true) {
      row.cells.push_back(cell());
      if (row.cells.size() > kMostColumns)
        refuse(name_, row.line, "has more than " + std::to_string(kMostColumns) + " cells");
      if (at_ >= text_.size() || is_line_end(text_[at_])) break;
      skip_separator();
      const bool trailing = at_ >= text_.size() || is_line_end(text_[at_]);
      if (trailing && dialect_.separator == ' ') break;
    }
    skip_line_end();
    return row;
  }

 private:
  static bool is_line_end(char c) { return c == '\n' || c == '\r'; }
  bool is_blank(char c) const { return c == ' ' || (c == '\t' && dialect_.separator != '\t'); }
  bool is_separator(char c) const {
    return dialect_.separator == ' ' ? c == ' ' || c == '\t' : c == dialect_.separator;
  }

  std::size_t line_end(std::size_t from) const {
    return std::min(text_.find_first_of("\r\n", from), text_.size());
  }

  void skip_line_end() {
    if (at_ >= text_.size()) return;
    const bool both = text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
    at_ += both ? 2 : 1;
    ++line_;
  }

  /// Empty lines, lines of blanks, and comments.
  void skip_empty() {
    while (at_ < text_.size()) {
      const std::size_t end = line_end(at_);
      const auto line = trimmed(text_.substr(at_, end - at_));
      if (!line.empty() && line.front() != '#') return;
      at_ = end;
      skip_line_end();
    }
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  void skip_separator() {
    if (dialect_.separator != ' ') {
      ++at_;
      return;
    }
    while (at_ < text_.size() && is_separator(text_[at_])) ++at_;
  }

  std::string cell() {
    skip_blanks();
    if (at_ < text_.size() && text_[at_] == '"') return quoted_cell();
    const std::size_t start = at_;
    while (at_ < text_.size() && !is_separator(text_[at_]) && !is_line_end(text_[at_])) ++at_;
    return std::string(trimmed(text_.substr(start, at_ - start)));
  }

  std::string quoted_cell() {
    const std::size_t line = line_;
    std::string text;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') ++line_;
      if (text_[at_] != '"') {
        text += text_[at_];
      } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        text += text_[++at_];
      } else {
        ++at_;
        return after_quote(std::move(text), line);
      }
    }
    refuse(name_, line, "opens a quote that is never closed");
  }

  std::string after_quote(std::string text, std::size_t line) {
    if (dialect_.separator != ' ') skip_blanks();
    if (at_ < text_.size() && !is_separator(text_[at_]) && !is_line_end(text_[at_]))
      refuse(name_, line, "has text after a closing quote");
    return text;
  }

  std::string_view text_;
  const std::string& name_;
  Dialect dialect_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

/// An empty cell is NaN; nothing where the cell is no number.
std::optional<double> number_of(std::string cell, const Dialect& dialect) {
  if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
  if (dialect.decimal_comma) std::ranges::replace(cell, ',', '.');
  const char* first = cell.data() + (cell[0] == '+' ? 1 : 0);
  const char* last = cell.data() + cell.size();
  double value = 0.0;
  const auto [end, error] = std::from_chars(first, last, value);
  if (end != last || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc{}) return value;
  // Out of range: from_chars does not say at which end.
  const bool tiny = cell.find("e-") != std::string::npos || cell.find("E-") != std::string::npos;
  return tiny ? std::optional<double>(0.0) : std::nullopt;
}

bool is_header(const Row& row, const Dialect& dialect) {
  return std::ranges::any_of(
      row.cells, [&](const std::string& cell) { return !number_of(cell, dialect).has_value(); });
}

void append(Table& table, const Row& row, const Dialect& dialect, const std::string& name) {
  if (row.cells.size() != table.columns.size())
    refuse(name, row.line,
           "has " + std::to_string(row.cells.size()) + " cells, not " +
               std::to_string(table.columns.size()) + " as the first");
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const auto value = number_of(row.cells[i], dialect);
    constexpr std::size_t kLongest = 40;
    if (!value)
      refuse(name, row.line,
             "has \"" + excerpt(row.cells[i], kLongest) + "\" in column " + std::to_string(i) +
                 " (" + excerpt(table.names[i], kLongest) + "), which is no number");
    table.columns[i].push_back(*value);
  }
}

std::string quoted_if_needed(const std::string& text) {
  if (text.find_first_of(",\"\r\n#;\t ") == std::string::npos && !text.empty()) return text;
  std::string quoted(1, '"');
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  quoted += '"';
  return quoted;
}

}  // namespace

void Table::add(std::string name, std::vector<double> column) {
  names.push_back(std::move(name));
  columns.push_back(std::move(column));
}

Table read_csv(const std::filesystem::path& file) {
  return parse_csv(read_whole_file(file, kLargestCsvBytes), file.string());
}

Table parse_csv(const std::string& text, const std::string& name) {
  if (text.find('\0') != std::string::npos)
    throw InputError(name + ": is not a text of numbers (it holds a zero byte)");
  Tokenizer tokenizer(text, name);
  auto row = tokenizer.next();
  if (!row) throw InputError(name + ": holds no numbers");
  Table table;
  const bool header = is_header(*row, tokenizer.dialect());
  for (std::size_t i = 0; i < row->cells.size(); ++i)
    table.add(header ? row->cells[i] : "column " + std::to_string(i), {});
  if (header) row = tokenizer.next();
  if (!row) throw InputError(name + ": holds a header line but no numbers");
  for (; row; row = tokenizer.next()) append(table, *row, tokenizer.dialect(), name);
  return table;
}

std::string csv_text(const Table& table) {
  std::string text;
  std::size_t rows = 0;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i > 0) text += ',';
    text += quoted_if_needed(table.names[i]);
    rows = std::max(rows, table.columns[i].size());
  }
  text += "\r\n";
  // A lone empty cell is quoted, since an empty line would not count as a row.
  const char* const empty = table.columns.size() == 1 ? "\"\"" : "";
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const auto& column = table.columns[i];
      const bool filled = r < column.size() && !std::isnan(column[r]);
      if (i > 0) text += ',';
      text += filled ? exact_number(column[r]) : empty;
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace ssmscope::data
