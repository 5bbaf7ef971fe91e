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
FNR == NR {
  if ($0 ~ /^#/ || NF < 4) next
  sense[$1] = $2; bound[$1] = $3; unit_of[$1] = $4
  text = $5
  for (i = 6; i <= NF; ++i) text = text " " $i
  what[$1] = text
  next
}
FNR == 1 {
  printf "%-36s %12s %-9s %-12s %-7s %s\n", "figure", "measured", "", "budget", "", ""
}
{
  split($0, field, "\t")
  value = in_ms(field[2], field[3])
  unit = is_time(field[3]) ? "ms" : field[3]
  key = budget_of(field[1])
  if (key == "") {
    printf "%-36s %12.3f %-9s\n", field[1], value, unit
  } else {
    met = sense[key] == "<=" ? value <= bound[key] : value >= bound[key]
    printf "%-36s %12.3f %-9s %-12s %-7s %s\n", field[1], value, unit, \
      sense[key] " " bound[key], met ? "met" : "NOT MET", what[key]
  }
}
