import CNGHTTP2

/// nghttp2's callbacks; the user data is the ``HTTP2Session``.
enum HTTP2Callbacks {
  /// The callbacks, created once and never changed, so that threads may share them.
  nonisolated(unsafe) private static let shared: OpaquePointer? = make()

  /// Creates a server session without user data; nil when memory is short.
  static func makeSession() -> OpaquePointer? {
    var options: OpaquePointer?
    guard let shared, nghttp2_option_new(&options) == 0 else { return nil }
    defer { nghttp2_option_del(options) }
    nghttp2_option_set_no_auto_window_update(options, 1)
    // ``ClosedStreams`` needs less memory: nghttp2 would retain 300 KB for each connection.
    nghttp2_option_set_no_closed_streams(options, 1)
    var session: OpaquePointer?
    return nghttp2_session_server_new2(&session, shared, nil, options) == 0 ? session : nil
  }

  private static func make() -> OpaquePointer? {
    var callbacks: OpaquePointer?
    guard nghttp2_session_callbacks_new(&callbacks) == 0, let callbacks else { return nil }
    setReceiving(callbacks)
    setRejecting(callbacks)
    setSending(callbacks)
    return callbacks
  }

  /// Sets the callbacks for received headers, data and frames.
  private static func setReceiving(_ callbacks: OpaquePointer) {
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, userData in
      guard let frame else { return 0 }
      owner(userData)?.beginHeaders(
        frame.pointee.hd.stream_id,
        isRequest: frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST)
      return 0
    }
    nghttp2_session_callbacks_set_on_header_callback(callbacks) {
      _, frame, name, nameLength, value, valueLength, _, userData in
      guard let frame else { return 0 }
      owner(userData)?.header(
        frame.pointee.hd.stream_id, name: UnsafeBufferPointer(start: name, count: nameLength),
        value: UnsafeBufferPointer(start: value, count: valueLength))
      return 0
    }
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
      _, _, stream, bytes, count, userData in
      owner(userData)?.data(stream, UnsafeBufferPointer(start: bytes, count: count))
      return 0
    }
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, userData in
      if let frame { owner(userData)?.received(frame.pointee.hd) }
      return 0
    }
  }

  /// Sets the callbacks for received frames that nghttp2 rejects.
  private static func setRejecting(_ callbacks: OpaquePointer) {
    nghttp2_session_callbacks_set_error_callback2(callbacks) { _, code, text, count, userData in
      guard code == NGHTTP2_ERR_HTTP_HEADER.rawValue, let text else { return 0 }
      owner(userData)?.received(
        invalidField: UnsafeRawBufferPointer(start: text, count: count))
      return 0
    }
    nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) {
      _, frame, code, userData in
      if let frame { owner(userData)?.received(invalid: frame.pointee.hd, code) }
      return 0
    }
  }

  /// Sets the callbacks for sent frames and closed streams.
  private static func setSending(_ callbacks: OpaquePointer) {
    nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, userData in
      guard let frame = frame?.pointee else { return 0 }
      switch frame.hd.type {
      case UInt8(NGHTTP2_GOAWAY.rawValue):
        let goaway = frame.goaway
        let debug = UnsafeBufferPointer(
          start: UnsafePointer(goaway.opaque_data), count: goaway.opaque_data_len)
        owner(userData)?.sent(goaway: goaway.error_code, debug)
      case UInt8(NGHTTP2_DATA.rawValue):
        owner(userData)?.sentBody(of: frame.hd.stream_id)
      case UInt8(NGHTTP2_RST_STREAM.rawValue):
        owner(userData)?.sent(reset: frame.rst_stream.error_code, of: frame.hd.stream_id)
      default: break
      }
      return 0
    }
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, _, userData in
      owner(userData)?.closed(stream)
      return 0
    }
  }
}

private func owner(_ userData: UnsafeMutableRawPointer?) -> HTTP2Session? {
  userData.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
}
