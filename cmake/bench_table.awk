# awk -f bench_table.awk budgets.txt rows: the measured figures beside their budgets.
# Google Benchmark tells times in ns, us, ms or s; the table has milliseconds.
function in_ms(value, unit) {
  if (unit == "ns") return value / 1e6
  if (unit == "us") return value / 1e3
  if (unit == "s") return value * 1e3
  return value
}
function is_time(unit) { return unit == "ns" || unit == "us" || unit == "ms" || unit == "s" }
# The budget of a name: its own, or that of the longest name before one of its slashes.
function budget_of(name) {
  while (!(name in bound) && match(name, /\/[^\/]*$/)) name = substr(name, 1, RSTART - 1)
  return (name in bound) ? name : ""
}
function row(name, measured, unit, budget, verdict, text) {
  printf "%-36s %12s %-9s %-12s %-8s %s\n", name, measured, unit, budget, verdict, text
}
# The columns "budget", "met?" and "what" of a figure.
function judge(name, value, unit,    key, peer, times) {
  key = budget_of(name)
  if (key == "") return row(name, sprintf("%.3f", value), unit, "", "", "")
  if (sense[key] == "faster") {
    peer = unit_of[key]
    if (!(peer in measured) || value <= 0)
      return row(name, sprintf("%.3f", value), unit, bound[key] " times", "", what[key] ": not measured")
    times = measured[peer] / value
    return row(name, sprintf("%.3f", value), unit, bound[key] " times", \
               times >= bound[key] ? "met" : "NOT MET", sprintf("%s: %.1f times faster", what[key], times))
  }
  row(name, sprintf("%.3f", value), unit, sense[key] " " bound[key], \
      (sense[key] == "<=" ? value <= bound[key] : value >= bound[key]) ? "met" : "NOT MET", what[key])
}
FNR == NR {
  if ($0 ~ /^#/ || NF < 4) next
  sense[$1] = $2; bound[$1] = $3 + 0; unit_of[$1] = $4
  text = $5
  for (i = 6; i <= NF; ++i) text = text " " $i
  what[$1] = text
  next
}
{
  split($0, field, "\t")
  names[++count] = field[1]
  if (field[2] == "") {
    reason[field[1]] = field[3]
  } else {
    measured[field[1]] = in_ms(field[2], field[3])
    unit_shown[field[1]] = is_time(field[3]) ? "ms" : field[3]
  }
}
END {
  row("figure", "measured", "", "budget", "", "")
  for (i = 1; i <= count; ++i) {
    name = names[i]
    if (name in measured) judge(name, measured[name], unit_shown[name])
    else row(name, "-", "", "", "", reason[name])
  }
}
