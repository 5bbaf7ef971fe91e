#!/usr/bin/env bash
# check_dev.sh DEV CMAKE: the one script, in a tree of its own where CMake, CTest, the program and
# the X server are stand-ins. Nothing is built and nothing installed.
set -uo pipefail
readonly dev=$1 real_cmake=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failures=0

expect() {  # expect WHAT STATUS EXPECTED_STATUS TEXT PATTERN
  if [[ $2 != "$3" || ! $4 =~ $5 ]]; then
    printf 'FAIL: %s: status %s (expected %s), output:\n%s\nshould match: %s\n' "$1" "$2" "$3" "$4" "$5"
    failures=$((failures + 1))
  fi
}

stand_in() {  # stand_in FILE, the script on standard input
  mkdir -p "$(dirname "$1")"
  { printf '#!/usr/bin/env bash\n'; cat; } >"$1"
  chmod +x "$1"
}

mkdir -p "$tree/resources/presets" "$tree/cmake"
cp "$dev" "$tree/dev"
cp "$(dirname "$dev")"/cmake/{bench_report.cmake,bench_table.awk,budgets.txt} "$tree/cmake/"
for preset in first 'with a space'; do echo '{}' >"$tree/resources/presets/$preset.json"; done

# Every package is there.
stand_in "$tree/fake/dpkg-query" <<<'printf installed'
stand_in "$tree/fake/apt-get" <<<'echo "apt-get was called" >&2; exit 1'
stand_in "$tree/fake/apt-cache" <<<'true'
stand_in "$tree/fake/cmake" <<END
for a in "\$@"; do [[ \$a == -P ]] && exec "$real_cmake" "\$@"; done
echo "cmake \$*"
END
stand_in "$tree/fake/ctest" <<'END'
echo "ctest $* on $DISPLAY $QT_QPA_PLATFORM"
[[ -d $XDG_RUNTIME_DIR ]] || echo "no runtime folder"
printf '\n67%% tests passed, 1 tests failed out of 3\n\nTotal Test time (real) = 1 sec\n'
exit 8
END
stand_in "$tree/fake/Xvfb" <<<'echo 77 >&3; exec sleep 60'
stand_in "$tree/build/release/bin/ssmscope" <<'END'
echo "ssmscope $* on ${DISPLAY:-none}"
[[ $1 != render ]] || [[ -r $3 ]]
END
stand_in "$tree/build/release/bin/ssmscope_bench" <<'END'
echo '{"benchmarks": [{"name": "ring/256/4096/cpu_median", "run_name": "ring/256/4096/cpu",'
echo '"aggregate_name": "median", "real_time": 5.5e+06, "time_unit": "ns"}]}'
END
stand_in "$tree/build/release/bin/ssmscope_ui_bench" <<<'echo "{\"frames_per_s\": 41.5}"'

stand_in "$tree/build/release/bin/gpu_test_backends" <<<'echo "tested $SSMSCOPE_TEST_DEVICE"'
stand_in "$tree/build/release/bin/ssmscope_gpu_bench" <<<'echo "measured $*"'

run_dev() { (cd / && env -u DISPLAY -u WAYLAND_DISPLAY PATH="$tree/fake:$PATH" "$@" 2>&1); }

out=$(run_dev "$tree/dev" --help); expect help $? 0 "$out" '^Usage: ./dev'
out=$(run_dev "$tree/dev"); expect 'no command' $? 2 "$out" '^Usage: ./dev'
out=$(run_dev "$tree/dev" fly); expect 'unknown command' $? 2 "$out" 'Unknown command fly'
out=$(run_dev JOBS=none "$tree/dev" build); expect 'bad JOBS' $? 1 "$out" 'JOBS must be'
out=$(run_dev JOBS=7 "$tree/dev" build)
expect build $? 0 "$out" '--parallel 7 --target ssmscope ssmscope_bench ssmscope_ui_bench'

out=$(run_dev "$tree/dev" test -R ring)
expect 'a failed test' $? 8 "$out" 'ctest --preset release .* -R ring on :77 xcb'
expect 'the last line' 0 0 "${out##*$'\n'}" '^67% tests passed, 1 tests failed out of 3$'
[[ $out != *'no runtime folder'* ]] || expect 'a runtime folder' 1 0 "$out" .

out=$(run_dev DISPLAY=:5 "$tree/dev" test); expect 'a display' $? 8 "$out" ' on :5 xcb'

out=$(run_dev "$tree/dev" run)
expect gallery $? 0 "$out" 'first.json --out out/first'
expect 'the last line of the gallery' 0 0 "${out##*$'\n'}" "are in $tree/out$"
expect 'a preset with a space' 0 0 "$out" 'presets/with a space.json'
out=$(run_dev "$tree/dev" run --scenario resources/presets/first.json)
expect 'one scenario' $? 0 "$out" 'The pictures are in .*/out/first$'
out=$(run_dev "$tree/dev" run devices)
expect 'no display for devices' $? 0 "$out" 'ssmscope devices on none'
out=$(run_dev DISPLAY=:5 "$tree/dev" run --backend cpu)
expect 'the window' $? 0 "$out" 'ssmscope --backend cpu on :5'

out=$(run_dev "$tree/dev" bench)
expect bench $? 0 "$out" 'ring/256/4096/cpu +5\.500 ms +<= 4 +NOT MET'
expect 'bench of the window' 0 0 "$out" 'frames_per_s +41\.500 frames/s +>= 30 +met'
[[ -s $tree/out/bench.json ]] || expect 'bench.json' 1 0 absent .

out=$(run_dev "$tree/dev" gpu)
expect gpu $? 0 "$out" 'devices --again.*tested best.*measured --benchmark_out=out/gpu.json'
out=$(run_dev "$tree/dev" gpu 2); expect 'gpu 2' $? 0 "$out" 'tested 2.*--device=2'
[[ $(<"$tree/out/gpu.txt") == *measured* ]] || expect 'gpu.txt' 1 0 'no figures' .
out=$(run_dev "$tree/dev" gpu all); expect 'gpu all' $? 1 "$out" 'The device must be a number'
stand_in "$tree/build/release/bin/gpu_test_backends" <<<'exit 1'
out=$(run_dev "$tree/dev" gpu); expect 'a wrong gpu' $? 1 "$out" 'does not compute what the CPU'

stand_in "$tree/fake/ctest" <<<'echo nothing'
out=$(run_dev "$tree/dev" test); expect 'no test' $? 1 "$out" 'CTest ran no test'
stand_in "$tree/fake/Xvfb" <<<'echo "no room" >&2; exit 1'
out=$(run_dev "$tree/dev" test); expect 'no X server' $? 1 "$out" 'no room.*Xvfb did not start'
stand_in "$tree/fake/cmake" <<<'exit 3'
out=$(run_dev "$tree/dev" build); expect 'no configuration' $? 1 "$out" 'The configuration failed'

# A package that is missing on a machine where we may not install it.
# shellcheck disable=SC2016  # expanded by the stand-in
stand_in "$tree/fake/dpkg-query" <<<'[[ ${*: -1} == libfftw3-dev ]] && exit 1; printf installed'
stand_in "$tree/fake/sudo" <<<'exit 1'
if ((EUID == 0)); then
  out=$(run_dev "$tree/dev" setup)
  expect 'apt-get fails' $? 1 "$out" 'apt-get was called.*apt-get update failed'
else
  out=$(run_dev "$tree/dev" setup </dev/null)
  expect 'no right to install' $? 1 "$out" 'only root or sudo can install them: libfftw3-dev'
fi

((failures == 0))
