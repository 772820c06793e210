package io.rrrspec.worker.extension;

/** How far the modules of a build go. */
enum PackagingPhase {
  /** To their tests, but those that others need as an artifact to <code>package</code>. */
  FOUND_OUT,
  /** To their tests. */
  TEST,
  /** All of them to <code>package</code>. */
  PACKAGE;

  /**
   * The system property that has one of <code>auto</code>, <code>test</code>, <code>package</code>.
   */
  static final String PROPERTY = "rrrspec.prepare.phase";

  static PackagingPhase ofThisBuild() {
    return switch (System.getProperty(PROPERTY, "test")) {
      case "auto" -> FOUND_OUT;
      case "package" -> PACKAGE;
      default -> TEST;
    };
  }
}
