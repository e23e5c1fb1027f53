#!/usr/bin/env bash
# Fuzzes every target: bash bench/soak.sh 30s           for so long each
#                      bash bench/soak.sh 10m Parse     those whose name holds a word
#                      bash bench/soak.sh --in-all 60s  for so long together, every target its equal share
#
# Each package is built once, instrumented, for all of its targets; then as many targets run at a time as there are
# processors (JOBS=1 for less), each with one worker. Prints executions by target. An input that fails a target is
# moved out of the checkout into a folder that is named; put it into testdata/fuzz/NAME together with the mend.
set -u
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

# seconds TIME: "90", "90s", "10m" or "1h" as a number.
seconds() {
  local n=${1%[smh]}
  case $1 in *m) n=$((n * 60)) ;; *h) n=$((n * 3600)) ;; esac
  echo "$n"
}

usage() { sed -n '2,4s/^# *//p' "$0" >&2; exit 2; }

in_all=
[ "${1:-}" = --in-all ] && { in_all=1; shift; }
[[ "${1:-}" =~ ^[0-9]+[smh]?$ ]] || usage
time=$(seconds "$1") word=${2:-}
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

git grep --untracked -oE '^func Fuzz[A-Za-z0-9_]*' -- '*_test.go' | sed -E 's|/[^/]*:func | |' | grep -E " Fuzz.*$word" | sort -u >"$scratch/targets"
count=$(wc -l <"$scratch/targets")
[ "$count" -gt 0 ] || { echo "no target named $word" >&2; exit 2; }
tenths=$((time * 10))
[ -z "$in_all" ] || tenths=$((time * 10 * jobs / count))
each=$((tenths / 10)).$((tenths % 10))s

began=$SECONDS
cut -d' ' -f1 "$scratch/targets" | sort -u | while read -r pkg; do
  go test -c -fuzz=. -o "$scratch/bin/$pkg.test" "./$pkg" || echo "$pkg" >>"$scratch/unbuilt"
done
[ ! -s "$scratch/unbuilt" ] || { echo "not built: $(tr '\n' ' ' <"$scratch/unbuilt")"; exit 1; }
echo "$count targets, $each each, $jobs at a time; built in $((SECONDS - began)) s"

# one PACKAGE TARGET: fuzzes it and leaves its output and, for a failure, a mark.
one() {
  local pkg=$1 target=$2 log
  log=$scratch/${pkg//\//_}.$target
  (cd "$pkg" && timeout $((tenths / 10 + 300)) "$scratch/bin/$pkg.test" -test.run '^$' -test.fuzz "^$target\$" -test.fuzztime "$each" \
    -test.parallel 1 -test.fuzzminimizetime 10x -test.fuzzcachedir "$cache/$pkg") >"$log" 2>&1 || ended "$log" || echo "$pkg $target" >>"$scratch/failed"
  printf '%10d  %s %s\n' "$(grep -oE 'execs: [0-9]+' "$log" | tail -1 | grep -oE '[0-9]+' || echo 0)" "./$pkg" "$target" | tee -a "$scratch/counts"
}
# ended LOG: the run failed only because its time was over while a worker was busy, which Go reports as a failure.
ended() { grep -q '^ *context deadline exceeded$' "$1" && ! grep -qE 'Failing input|hung or terminated|panic:|_test\.go:' "$1"; }
export -f one ended
export scratch each tenths
# What a long run found interesting serves the next one; a short one would only read it again.
cache=$scratch/cache
[ -n "$in_all" ] || cache=$(go env GOCACHE)/fuzz/$(go list -m)
mkdir -p "$cache" && export cache
began=$SECONDS
xargs -P "$jobs" -L1 bash -c 'one "$@"' _ <"$scratch/targets"
awk -v s=$((SECONDS - began)) '{ n += $1 } END { printf "%10d  executions of %d targets in %d s\n", n, NR, s }' "$scratch/counts"

[ -s "$scratch/failed" ] || exit 0
kept=$(mktemp -d "${TMPDIR:-/tmp}/layers-fuzz-XXXXXX")
while read -r pkg target; do
  echo "== FAILED ./$pkg $target"
  tail -40 "$scratch/${pkg//\//_}.$target"
done <"$scratch/failed"
git ls-files -z --others -- '*/testdata/fuzz/*' | while IFS= read -r -d '' file; do
  mkdir -p "$kept/$(dirname "$file")" && mv "$file" "$kept/$file" && echo "kept: $kept/$file"
done
exit 1
