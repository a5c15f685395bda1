internal import CLcms

/// One use of the library: what is opened in it is closed with it, and what goes wrong in it is told
/// to nobody.
struct LcmsSession: ~Copyable {
  let context: cmsContext

  init?() {
    // A context of its own has no one to report to; that of the process would print.
    guard let context = cmsCreateContext(nil, nil) else { return nil }
    self.context = context
  }

  deinit {
    cmsDeleteContext(context)
  }
}

/// An open profile.
struct LcmsProfile: ~Copyable {
  let handle: cmsHPROFILE

  init?(_ handle: cmsHPROFILE?) {
    guard let handle else { return nil }
    self.handle = handle
  }

  /// Opens a profile that is in memory.
  init?(_ bytes: [UInt8], in session: borrowing LcmsSession) {
    guard let count = UInt32(exactly: bytes.count),
      let handle = cmsOpenProfileFromMemTHR(session.context, bytes, count)
    else { return nil }
    self.handle = handle
  }

  deinit {
    cmsCloseProfile(handle)
  }

  /// The profile as a file has it; nil where the library can't write it.
  var bytes: [UInt8]? {
    var count: UInt32 = 0
    guard cmsSaveProfileToMem(handle, nil, &count) != 0, count > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard cmsSaveProfileToMem(handle, &bytes, &count) != 0 else { return nil }
    return Array(bytes.prefix(Int(count)))
  }
}
