# cmake -DCORE=google-benchmark.json -DUI=ui-bench.json -DOUT=bench.json -DROWS=rows -P ...
# Joins the JSON of both benchmark programs into OUT, and writes ROWS: a line "name<TAB>value<TAB>
# unit" for each figure. The medians of repeated benchmarks are taken, under their plain names. One
# that could not run here (a peer that is not installed) has no value and its reason as the unit.
cmake_minimum_required(VERSION 3.22)
file(READ ${CORE} core)
file(READ ${UI} ui)

set(all "{}")
string(JSON all SET "${all}" core "${core}")
string(JSON all SET "${all}" ui "${ui}")
file(WRITE ${OUT} "${all}\n")

set(rows "")
string(JSON count LENGTH "${core}" benchmarks)
if(count EQUAL 0)
  message(FATAL_ERROR "${CORE} holds no benchmark")
endif()
math(EXPR last "${count} - 1")
foreach(i RANGE ${last})
  string(JSON entry GET "${core}" benchmarks ${i})
  string(JSON name GET "${entry}" run_name)
  string(REGEX REPLACE "/(real_time|process_time|repeats:[0-9]+|min_time:[0-9.]+|iterations:[0-9]+|manual_time)"
         "" name "${name}")
  string(JSON reason ERROR_VARIABLE ran GET "${entry}" error_message)
  string(JSON aggregate ERROR_VARIABLE single GET "${entry}" aggregate_name)
  if(NOT ran)
    if(NOT name IN_LIST skipped)
      list(APPEND skipped "${name}")
      string(APPEND rows "${name}\t\t${reason}\n")
    endif()
  elseif(single OR aggregate STREQUAL "median")
    string(JSON value GET "${entry}" real_time)
    string(JSON unit GET "${entry}" time_unit)
    string(APPEND rows "${name}\t${value}\t${unit}\n")
  endif()
endforeach()

# The window's figures: numbers as they are, objects one level deeper.
set(figures latency_ms.first latency_ms.median latency_ms.p95 frames_per_s ui_block_ms_max
    ui_cpu_ms_max start_ms rss_mb)
set(units ms ms ms frames/s ms ms ms MB)
foreach(figure unit IN ZIP_LISTS figures units)
  string(REPLACE "." ";" path "${figure}")
  string(JSON value ERROR_VARIABLE none GET "${ui}" ${path})
  if(NOT none)
    string(APPEND rows "${figure}\t${value}\t${unit}\n")
  endif()
endforeach()
file(WRITE ${ROWS} "${rows}")
