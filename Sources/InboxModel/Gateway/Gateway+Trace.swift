extension Gateway {
  /// The steps `intake` to `device` of a push's trace, told again from its passage
  /// (`design/contract.md` §7).
  public static func steps(of delivery: Delivery) -> [TraceStep] {
    []
  }
}
