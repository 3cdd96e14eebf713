#!/usr/bin/env bash
# Measures the cost of a push by stage; `pushinbox serve`, with store and rules, compared with bare `nghttpd` and a mock
# in node under the same load; `pushinbox run` compared with `jq` on the same push lines; cost by size; and the screen.
# Compare figures of one run only. Prints Markdown; writes only to a temporary folder and Benchmarks/Stages/.build.
#
#   BENCH_REQUESTS=100000  BENCH_ROUNDS=5  PUSHINBOX=path/of/a/built/program (default: builds it)
#   bench.sh stages|serve|run|sizes|screen     one part only
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
requests=${BENCH_REQUESTS:-100000}
rounds=${BENCH_ROUNDS:-5}
payload=$root/Benchmarks/payload.json
token=$(printf '00fc%.0s' {1..16})

tools=(h2load nghttpd openssl)
case ${1:-all} in stages | run | sizes | screen) tools=() ;; esac
for tool in ${tools[@]+"${tools[@]}"}; do
  command -v "$tool" >/dev/null || {
    echo "bench: $tool is missing; apt-get install nghttp2-client nghttp2-server openssl" >&2
    exit 3
  }
done

folder=$(mktemp -d)
pids=()

stop() {
  for pid in ${pids[@]+"${pids[@]}"}; do kill "$pid" 2>/dev/null || true; done
  for pid in ${pids[@]+"${pids[@]}"}; do wait "$pid" 2>/dev/null || true; done
  pids=()
}

finish() {
  stop
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if [ -z "${PUSHINBOX:-}" ]; then
  swift build -c release --package-path "$root" --product pushinbox >&2
  PUSHINBOX=$(swift build -c release --package-path "$root" --show-bin-path)/pushinbox
fi

# Folders of its own: no configuration, store or key of the user is read.
export XDG_CONFIG_HOME=$folder/config XDG_DATA_HOME=$folder/data XDG_STATE_HOME=$folder/state
export XDG_RUNTIME_DIR=$folder/run
mkdir -m 700 "$folder/config" "$folder/data" "$folder/state" "$folder/run"

[ ${#tools[@]} = 0 ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 \
  -subj /CN=localhost -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>/dev/null

# nghttpd answers a POST with the file of that name; APNs answers with an empty body.
mkdir -p "$folder/htdocs/3/device"
: >"$folder/htdocs/3/device/$token"

# wait_for_port NAME: waits until the port accepts connections.
wait_for_port() {
  for _ in {1..100}; do
    if (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then return; fi
    sleep 0.05
  done
  echo "bench: $1 does not listen on port $port" >&2
  return 1
}

start_nghttpd() { # clear|tls, on the port that pushinbox used
  local arguments=(-a 127.0.0.1 -d "$folder/htdocs")
  if [ "$1" = clear ]; then
    nghttpd "${arguments[@]}" --no-tls "$port" >/dev/null &
  else
    nghttpd "${arguments[@]}" "$port" "$folder/key.pem" "$folder/cert.pem" >/dev/null &
  fi
  pids+=($!)
  wait_for_port nghttpd
}

start_node() { # clear|tls, on the same port
  local arguments=("$port")
  [ "$1" = clear ] || arguments+=("$folder/key.pem" "$folder/cert.pem")
  node "$root/Benchmarks/mock.mjs" "${arguments[@]}" &
  pids+=($!)
  wait_for_port node
}

start_pushinbox() { # a name for the store
  mkfifo "$folder/$1.out"
  (cd "$folder" && exec "$PUSHINBOX" serve --listen 127.0.0.1:0 --store "$folder/$1" \
    --print-endpoints --quiet) >"$folder/$1.out" 2>"$folder/$1.err" &
  server=$!
  pids+=($server)
  local endpoints
  exec 3<"$folder/$1.out"
  if ! read -r endpoints <&3; then
    echo "bench: pushinbox did not start" >&2
    cat "$folder/$1.err" >&2
    return 1
  fi
  cat <&3 >/dev/null & # The event lines are written and discarded.
  pids+=($!)
  exec 3<&-
  port=$(sed -E 's/.*"apns":"[^"]*:([0-9]+)".*/\1/' <<<"$endpoints")
}

measure() { # http|https
  local report
  report=$(h2load -n "$requests" -c 2 -m 100 -d "$payload" -H 'apns-topic: com.example.shop' \
    -H 'apns-push-type: alert' "$1://127.0.0.1:$port/3/device/$token")
  if ! grep -q " $requests succeeded, 0 failed" <<<"$report"; then
    echo "bench: not every request was answered with 200" >&2
    echo "$report" >&2
    return 1
  fi
  sed -nE 's/^finished in [^,]*, ([0-9]+)[0-9.]* req\/s.*/\1/p' <<<"$report"
}

# Processor time of pushinbox so far, all threads, in milliseconds; 0 where there is no /proc.
processor_time() {
  if [ ! -e "/proc/$server/stat" ]; then
    echo 0
    return
  fi
  awk -v ticks="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); print int(($12 + $13) * 1000 / ticks) }' "/proc/$server/stat"
}

# spread FILE: the median, minimum and maximum of the numbers in a file.
spread() {
  sort -n "$1" | awk '{ v[NR] = $1 }
    END { print (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2) " (" v[1] " to " v[NR] ")" }'
}

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", (b > 0) ? a / b : 0 }'; }

# time_command COMMAND…: runs a command on the feed; prints seconds and peak memory in MB.
time_command() { # command…
  python3 - "$folder/feed.jsonl" "$@" <<'PYTHON'
import resource, subprocess, sys, time
start = time.monotonic()
subprocess.run(sys.argv[2:] + [sys.argv[1]], stdout=subprocess.DEVNULL, check=True)
unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / unit
print("%.2f %.0f" % (time.monotonic() - start, peak))
PYTHON
}

bench_serve() {
  local peers=(nghttpd)
  if command -v node >/dev/null; then peers+=(node); fi
  echo "\`h2load -n $requests -c 2 -m 100 -d payload.json\` ($(wc -c <"$payload") bytes), requests a second; node: \`mock.mjs\`, no"
  echo "checks, no store; µs: processor time of pushinbox for each push, all threads. $(h2load --version)"
  echo
  echo "| Round | Wire | pushinbox serve | µs | nghttpd | ratio | node | ratio |"
  echo "| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
  local round wire scheme ours theirs before time peer row
  for round in $(seq "$rounds"); do
    for wire in clear tls; do
      scheme=http
      [ "$wire" = clear ] || scheme=https
      start_pushinbox "$wire-$round"
      before=$(processor_time)
      ours=$(measure $scheme)
      time=$(awk -v ms="$(($(processor_time) - before))" -v n="$requests" 'BEGIN { printf "%.1f", ms * 1000 / n }')
      stop
      rm -rf "${folder:?}/$wire-$round" "$folder/$wire-$round.out"
      echo "$time" >>"$folder/$wire.times"
      row="| $round | $wire | $ours | $time |"
      for peer in "${peers[@]}"; do
        "start_$peer" "$wire"
        theirs=$(measure $scheme)
        stop
        row+=" $theirs | $(ratio "$ours" "$theirs") |"
        echo "$(ratio "$ours" "$theirs")" >>"$folder/$wire.$peer"
      done
      echo "$row"
    done
  done
  echo
  echo "| Wire | ratio to nghttpd (target 0.35) | ratio to node (target 3) | µs (target 10) |"
  echo "| --- | --- | --- | --- |"
  for wire in clear tls; do
    echo "| $wire | $(spread "$folder/$wire.nghttpd") | $([ ! -e "$folder/$wire.node" ] || spread "$folder/$wire.node") | $(spread "$folder/$wire.times") |"
  done
}

# build_stages: builds the program's parts as a process of their own (Benchmarks/Stages).
build_stages() {
  swift build -c release --package-path "$root/Benchmarks/Stages" >&2
  stages=$(swift build -c release --package-path "$root/Benchmarks/Stages" --show-bin-path)/Stages
}

bench_stages() {
  build_stages
  echo "$requests pushes of payload.json on one thread: processor time and heap allocations for each push."
  echo
  "$stages" "$payload" --pushes "$requests"
}

bench_sizes() {
  build_stages
  echo "Cost by size: processor time for each push, µs, with at most 10,000 listed; memory at the end, MB."
  echo
  echo "| Pushes | Apps | Threads | µs | MB |"
  echo "| ---: | ---: | ---: | ---: | ---: |"
  local pushes apps threads
  for pushes in 1000 10000 100000 1000000; do
    "$stages" "$payload" --pushes $pushes --row
  done
  for threads in 1 100 10000; do
    for apps in 1 100 10000; do
      [ "$threads$apps" = 11 ] || "$stages" "$payload" --pushes 100000 --apps $apps --threads $threads --row
    done
  done
}

bench_run() {
  if ! command -v jq >/dev/null || ! command -v python3 >/dev/null; then
    echo "\`pushinbox run\` is not measured: it needs jq and python3."
    return
  fi
  "$root/Benchmarks/make-feed.py" -n "$requests" >"$folder/feed.jsonl"
  echo "$requests push lines ($(($(wc -c <"$folder/feed.jsonl") / 1000000)) MB): \`pushinbox run --json\` parses, decides and groups;"
  echo "\`jq -c '.payload.aps.\"thread-id\"'\` parses and selects one member; $(jq --version)"
  echo
  echo "| Round | pushinbox run, s | MB | jq, s | Ratio |"
  echo "| ---: | ---: | ---: | ---: | ---: |"
  local round ours memory theirs
  for round in $(seq "$rounds"); do
    read -r ours memory <<<"$(time_command "$PUSHINBOX" run --json)"
    read -r theirs _ <<<"$(time_command jq -c '.payload.aps."thread-id"')"
    echo "| $round | $ours | $memory | $theirs | $(ratio "$ours" "$theirs") |"
    echo "$(ratio "$ours" "$theirs")" >>"$folder/run.ratios"
    echo "$memory" >>"$folder/run.memory"
  done
  echo
  echo "Ratio to jq: $(spread "$folder/run.ratios") (target: at most 1); peak memory: $(sort -n "$folder/run.memory" | tail -1) MB (target: 120)"
}

bench_screen() {
  if [ "$(uname -s)" != Linux ] || ! command -v python3 >/dev/null; then
    echo "The screen is not measured: it needs Linux and python3."
    return
  fi
  "$root/Benchmarks/screen.py" "$PUSHINBOX"
}

processor=$(sed -nE '/^model name/ { s/.*: //p; q; }' /proc/cpuinfo 2>/dev/null || true)
echo "${processor:-$(uname -m)}, $(getconf _NPROCESSORS_ONLN) cores, $(uname -sr)"
echo
case ${1:-all} in
stages | serve | run | sizes | screen) "bench_$1" ;;
all)
  for part in stages serve run sizes screen; do
    "bench_$part"
    echo
  done
  ;;
*)
  echo "bench: unknown part $1; use stages, serve, run, sizes or screen" >&2
  exit 2
  ;;
esac
