# Builds from source. RELEASING.md says how url and sha256 come to those of a release.
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
    assert_match version.to_s, shell_output("#{bin}/pushinbox --version")
    (testpath/"push.jsonl").write <<~JSON
      {"push":{"payload":{"aps":{"alert":"Hello"}}}}
      {"expect":{"last":{"outcome":"shown"}}}
    JSON
    assert_match "ok", shell_output("#{bin}/pushinbox run push.jsonl")
  end
end
