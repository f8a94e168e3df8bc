#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# check.sh AMBIENT-BENCH: every benchmark named by the report exists, and a short run leaves JSON and a table in a page.
set -euo pipefail
bench=${1:?the path of ambient-bench}
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
fail() {
    echo "$*"
    failed=1
}

"$bench" --benchmark_list_tests >"$scratch/list"
"$bench" --names | sort -u >"$scratch/names"
if [[ ! -s $scratch/names ]]; then fail "the report asks for nothing"; fi
while IFS= read -r name; do
    if [[ $name == BM_Mujoco* ]] && ! grep -q '^BM_Mujoco' "$scratch/list"; then continue; fi # built without MuJoCo
    if ! grep -qE "^$name(/[a-z]|$)" "$scratch/list"; then fail "the report asks for $name, which does not exist"; fi
done <"$scratch/names"

cp "$root/docs/performance.md" "$scratch/page.md"
"$bench" --benchmark_filter='^BM_(Faces(Plain|Baseline)|LinksApart|LinksChain/1$)' --benchmark_repetitions=1 --benchmark_min_time=0.001 \
    --report "$scratch/bench.json" --page "$scratch/page.md" >/dev/null
for key in name value unit ratio_to ratio target met; do
    if ! grep -q "\"$key\":" "$scratch/bench.json"; then fail "bench.json has no \"$key\""; fi
done
# The second has a benchmark without arguments.
for row in 'T3 forces of 500 faces, baseline' 'free chain of 15 links of 300 faces'; do
    rows=$(awk -v row="$row" '/^<!-- float/ { inside = 1 } /^<!-- end -->/ { inside = 0 } inside && index($0, "| " row)' "$scratch/page.md" | wc -l)
    if ((rows < 1)); then fail "the page has no row of what was measured: $row"; fi
done
if [[ $(sed '/^<!-- float/,/^<!-- end/d' "$scratch/page.md") != "$(sed '/^<!-- float/,/^<!-- end/d' "$root/docs/performance.md")" ]]; then
    fail "the page changed outside of its tables"
fi
exit $failed
