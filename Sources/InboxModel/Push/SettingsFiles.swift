/// The files that settings name, as read by the program. The model itself reads no files.
///
/// Paths are as written in the settings, relative to the file that contains them.
public struct SettingsFiles: Sendable {
  /// The item at a path.
  public enum Item: Equatable, Sendable {
    /// A file and its bytes.
    case file([UInt8])
    /// A folder and the names in it.
    case folder([String])
  }

  /// The failure to read a path.
  public struct Failure: Error, Equatable, Sendable {
    /// The reason as half a sentence: `no such file or folder`.
    public var reason: String
    /// Whether the path exists outside the folders that may be read.
    public var isOutside: Bool

    /// Makes a failure.
    public init(reason: String, isOutside: Bool = false) {
      self.reason = reason
      self.isOutside = isOutside
    }
  }

  /// The absolute folder that paths are relative to; empty if there is none.
  public let folder: String
  /// Whether settings may name programs to run.
  public var allowsPrograms = false
  /// The readers of keys and certificates.
  public var credentials = CredentialFormats.none
  private let read: @Sendable (String) -> Result<Item, Failure>

  /// Makes the files of a folder from a function that reads a path.
  public init(
    folder: String = "", _ read: @escaping @Sendable (String) -> Result<Item, Failure>
  ) {
    self.folder = folder
    self.read = read
  }

  /// Returns the item at a path.
  public func item(at path: String) -> Result<Item, Failure> { read(path) }

  /// Returns a path with its folder, for people.
  func path(to path: String) -> String {
    path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path
  }

  /// The files of settings that are not in a file: reading always fails.
  public static let none = SettingsFiles { _ in
    .failure(
      Failure(
        reason:
          "only a configuration or a scenario can name a file, relative to its own folder"
      ))
  }
}

/// The parsers of keys and certificates, which the program provides: the model has no cryptography.
/// A failure is worded to follow the file's name: `is no PEM file`.
public struct CredentialFormats: Sendable {
  /// A parser of one kind of file.
  public typealias Reader<Credential> =
    @Sendable ([UInt8]) -> Result<Credential, SettingsFiles.Failure>

  /// A parser of certificates.
  public typealias CertificateReader =
    @Sendable (CertificateFile) -> Result<ClientCertificate, SettingsFiles.Failure>

  /// Parses a P-256 key, private (`.p8`) or public.
  public var key: Reader<VerifyingKey>
  /// Parses a certificate.
  public var certificate: CertificateReader

  /// Makes the parsers.
  public init(
    key: @escaping Reader<VerifyingKey>, certificate: @escaping CertificateReader
  ) {
    self.key = key
    self.certificate = certificate
  }

  /// Parsers that reject every file.
  public static let none = CredentialFormats(
    key: { _ in .failure(unread) }, certificate: { _ in .failure(unread) })

  /// A certificate file named in the settings.
  public struct CertificateFile: Equatable, Sendable {
    /// The path as written in the settings.
    public var path: String
    /// The bytes: PEM, DER or PKCS#12.
    public var bytes: [UInt8]
    /// The password of a PKCS#12 file; nil if the settings name none.
    public var password: String?

    /// Describes a file.
    public init(path: String, bytes: [UInt8], password: String? = nil) {
      self.path = path
      self.bytes = bytes
      self.password = password
    }
  }

  private static let unread = SettingsFiles.Failure(reason: "cannot be read here")
}
