# Builds from source. RELEASING.md says how url, sha256 and the commit come to those of a release.
class Pushinbox < Formula
  desc "Phone in the terminal for people who send pushes"
  homepage "https://pushinbox.example"
  url "https://pushinbox.example/releases/pushinbox-0.1.0.tar.xz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"
  head "https://pushinbox.example/pushinbox.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "fribidi"
  depends_on "libnghttp2"
  depends_on macos: :sonoma
  depends_on "ncurses"
  depends_on "openssl@3"
  depends_on "sqlite"
  uses_from_macos "zlib"

  def install
    # Sandboxes do not nest: that of Homebrew holds for SwiftPM, too.
    args = ["--disable-sandbox", "-c", "release", "--product", "pushinbox"]
    args += ["-Xlinker", "-L#{Formula["ncurses"].opt_lib}"]
    # For --version, as the Makefile does it on Linux: archives of the sources have no git.
    commit = "0000000000000000000000000000000000000000"
    commit = Utils.git_head if build.head?
    compiler = Utils.safe_popen_read("swift", "--version")[/Swift version ([0-9.]+)/, 1]
    args += ["-Xcc", "-DPUSHINBOX_COMMIT=\"#{commit[0, 12]}\"", "-Xcc", "-DPUSHINBOX_COMPILER=\"#{compiler}\""]
    system "swift", "build", *args
    bin.install ".build/release/pushinbox"
    (man1/"pushinbox.1").write Utils.safe_popen_read(bin/"pushinbox", "man")
    generate_completions_from_executable(bin/"pushinbox", "completions")
  end

  service do
    run [opt_bin/"pushinbox", "serve"]
    keep_alive crashed: true
  end

  test do
    assert_match(/^pushinbox #{version}\ncommit \h{12}$/, shell_output("#{bin}/pushinbox --version")) if build.stable?
    (testpath/"push.jsonl").write <<~JSON
      {"push":{"payload":{"aps":{"alert":"Hello"}}}}
      {"expect":{"last":{"outcome":"shown"}}}
    JSON
    assert_match "ok", shell_output("#{bin}/pushinbox run push.jsonl")
  end
end
