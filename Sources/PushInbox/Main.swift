import CNGHTTP2
import COpenSSL
import CSQLite
import CTermbox
import InboxModel

@main
struct Main {
  static func main() {
    print("pushinbox")
  }
}
