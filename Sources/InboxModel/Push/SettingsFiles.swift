/// The files that settings name, as the program reads them: the model itself reads none.
///
/// Paths are as written in the settings, relative to the file they stand in.
public struct SettingsFiles: Sendable {
  /// The item at a path.
  public enum Item: Equatable, Sendable {
    /// A file and its bytes.
    case file([UInt8])
    /// A folder and the names in it.
    case folder([String])
  }

  /// Why nothing can be read at a path.
  public struct Failure: Error, Equatable, Sendable {
    /// As half a sentence: `no such file or folder`.
    public var reason: String
    /// Whether it is there, but outside of where files may be read.
    public var isOutside: Bool

    /// Makes a failure.
    public init(reason: String, isOutside: Bool = false) {
      self.reason = reason
      self.isOutside = isOutside
    }
  }

  /// The folder that paths are relative to, absolute; empty where there is none.
  public let folder: String
  /// Whether programs to run may be named.
  public var allowsPrograms = false
  /// The readers of keys and certificates.
  public var credentials = CredentialFormats.none
  private let read: @Sendable (String) -> Result<Item, Failure>

  /// Takes what reads a path of a folder.
  public init(
    folder: String = "", _ read: @escaping @Sendable (String) -> Result<Item, Failure>
  ) {
    self.folder = folder
    self.read = read
  }

  /// The item at a path.
  public func item(at path: String) -> Result<Item, Failure> { read(path) }

  /// A path with its folder, for people.
  func path(to path: String) -> String {
    path.hasPrefix("/") || folder.isEmpty ? path : folder + "/" + path
  }

  /// For settings that stand in no file: nothing can be read.
  public static let none = SettingsFiles { _ in
    .failure(
      Failure(
        reason:
          "a file can be named in a configuration or a scenario only, whose folder it is looked for in"
      ))
  }
}

/// The parsers of keys and certificates, which the program provides: the model has no cryptography. Failures are
/// what goes on after the file's name: `is no PEM file`.
public struct CredentialFormats: Sendable {
  /// Reads one kind of file.
  public typealias Reader<Credential> =
    @Sendable ([UInt8]) -> Result<Credential, SettingsFiles.Failure>

  /// Reads a certificate.
  public typealias CertificateReader =
    @Sendable (CertificateFile) -> Result<ClientCertificate, SettingsFiles.Failure>

  /// Reads a P-256 key, private (`.p8`) or public.
  public var key: Reader<VerifyingKey>
  /// Reads a certificate.
  public var certificate: CertificateReader

  /// Takes what reads them.
  public init(
    key: @escaping Reader<VerifyingKey>, certificate: @escaping CertificateReader
  ) {
    self.key = key
    self.certificate = certificate
  }

  /// Nothing can be read.
  public static let none = CredentialFormats(
    key: { _ in .failure(unread) }, certificate: { _ in .failure(unread) })

  /// A file with a certificate, as settings name it.
  public struct CertificateFile: Equatable, Sendable {
    /// The path as written in the settings.
    public var path: String
    /// The bytes: PEM, DER or PKCS#12.
    public var bytes: [UInt8]
    /// The password of a PKCS#12 file; nil where the settings name none.
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
