#!/usr/bin/env bash
# `pushinbox serve`, its store on disk and its rules on, beside what bare `nghttpd` answers to the same
# load; and `pushinbox run` beside `jq` on the same push lines. Two figures of one machine and one minute can
# be compared; a figure alone says little. And what the screen costs, by `screen.py`. Prints Markdown; nothing outside a temporary folder is touched.
#
#   BENCH_REQUESTS=100000  BENCH_ROUNDS=5  PUSHINBOX=path/of/a/built/program (else it is built)
#   bench.sh serve|run|screen     one of the three
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
requests=${BENCH_REQUESTS:-100000}
rounds=${BENCH_ROUNDS:-5}
payload=$root/Benchmarks/payload.json
token=$(printf '00fc%.0s' {1..16})

tools=(h2load nghttpd openssl)
case ${1:-all} in run | screen) tools=() ;; esac
for tool in "${tools[@]}"; do
  command -v "$tool" >/dev/null || {
    echo "bench: $tool is missing; apt-get install nghttp2-client nghttp2-server openssl" >&2
    exit 3
  }
done

folder=$(mktemp -d)
pids=()

stop() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
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

# Its own everything: no configuration, store or key of whoever runs this.
export XDG_CONFIG_HOME=$folder/config XDG_DATA_HOME=$folder/data XDG_STATE_HOME=$folder/state
export XDG_RUNTIME_DIR=$folder/run
mkdir -m 700 "$folder/config" "$folder/data" "$folder/state" "$folder/run"

[ ${#tools[@]} = 0 ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 \
  -subj /CN=localhost -keyout "$folder/key.pem" -out "$folder/cert.pem" 2>/dev/null

# nghttpd answers a POST with the file of that name; APNs answers with an empty body.
mkdir -p "$folder/htdocs/3/device"
: >"$folder/htdocs/3/device/$token"

start_nghttpd() { # clear|tls, on the port pushinbox has just left
  local arguments=(-a 127.0.0.1 -d "$folder/htdocs")
  if [ "$1" = clear ]; then
    nghttpd "${arguments[@]}" --no-tls "$port" >/dev/null &
  else
    nghttpd "${arguments[@]}" "$port" "$folder/key.pem" "$folder/cert.pem" >/dev/null &
  fi
  pids+=($!)
  for _ in {1..100}; do
    if (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then return; fi
    sleep 0.05
  done
  echo "bench: nghttpd does not listen on port $port" >&2
  return 1
}

start_pushinbox() { # a name for the store
  mkfifo "$folder/$1.out"
  (cd "$folder" && exec "$PUSHINBOX" serve --listen 127.0.0.1:0 --store "$folder/$1" \
    --print-endpoints --quiet) >"$folder/$1.out" 2>"$folder/$1.err" &
  pids+=($!)
  local endpoints
  exec 3<"$folder/$1.out"
  if ! read -r endpoints <&3; then
    echo "bench: pushinbox did not start" >&2
    cat "$folder/$1.err" >&2
    return 1
  fi
  cat <&3 >/dev/null & # The event lines are written, as they are for everybody.
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

median() {
  sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'
}

# Of a command that reads the feed: seconds, and the most memory it held in MB.
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
  echo "\`h2load -n $requests -c 2 -m 100 -d payload.json\` ($(wc -c <"$payload") bytes), requests a second;"
  echo "$(h2load --version)"
  echo
  echo "| Round | Wire | pushinbox serve | nghttpd | Ratio |"
  echo "| ---: | --- | ---: | ---: | ---: |"
  local round wire scheme ours theirs ratio
  for round in $(seq "$rounds"); do
    for wire in clear tls; do
      scheme=http
      [ "$wire" = clear ] || scheme=https
      start_pushinbox "$wire-$round"
      ours=$(measure $scheme)
      stop
      rm -rf "${folder:?}/$wire-$round" "$folder/$wire-$round.out"
      start_nghttpd "$wire"
      theirs=$(measure $scheme)
      stop
      ratio=$(awk -v a="$ours" -v b="$theirs" 'BEGIN { printf "%.2f", a / b }')
      echo "| $round | $wire | $ours | $theirs | $ratio |"
      echo "$ratio" >>"$folder/$wire.ratios"
    done
  done
  echo
  for wire in clear tls; do
    echo "Median ratio, $wire: $(median <"$folder/$wire.ratios") (aim: 0.3)"
  done
}

bench_run() {
  if ! command -v jq >/dev/null || ! command -v python3 >/dev/null; then
    echo "Nothing to say of \`pushinbox run\`: jq or python3 is missing."
    return
  fi
  "$root/Benchmarks/make-feed.py" -n "$requests" >"$folder/feed.jsonl"
  echo "$requests push lines ($(($(wc -c <"$folder/feed.jsonl") / 1000000)) MB): \`pushinbox run --json\` parses, decides and groups;"
  echo "\`jq -c '.payload.aps.\"thread-id\"'\` parses and picks one member; $(jq --version)"
  echo
  echo "| Round | pushinbox run, s | MB | jq, s | Ratio |"
  echo "| ---: | ---: | ---: | ---: | ---: |"
  local round ours memory theirs ratio
  for round in $(seq "$rounds"); do
    read -r ours memory <<<"$(time_command "$PUSHINBOX" run --json)"
    read -r theirs _ <<<"$(time_command jq -c '.payload.aps."thread-id"')"
    ratio=$(awk -v a="$theirs" -v b="$ours" 'BEGIN { printf "%.2f", a / b }')
    echo "| $round | $ours | $memory | $theirs | $ratio |"
    echo "$ratio" >>"$folder/run.ratios"
    echo "$memory" >>"$folder/run.memory"
  done
  echo
  echo "Median ratio: $(median <"$folder/run.ratios") (aim: 1); most memory: $(sort -n "$folder/run.memory" | tail -1) MB (aim: below 250)"
}

bench_screen() {
  if [ "$(uname -s)" != Linux ] || ! command -v python3 >/dev/null; then
    echo "Nothing to say of the screen: it is measured on Linux, with python3."
    return
  fi
  "$root/Benchmarks/screen.py" "$PUSHINBOX"
}

processor=$(sed -nE '/^model name/ { s/.*: //p; q; }' /proc/cpuinfo 2>/dev/null || true)
echo "${processor:-$(uname -m)}, $(getconf _NPROCESSORS_ONLN) cores, $(uname -sr)"
echo
case ${1:-all} in
serve) bench_serve ;;
run) bench_run ;;
screen) bench_screen ;;
*)
  bench_serve
  echo
  bench_run
  echo
  bench_screen
  ;;
esac
