package io.rrrspec.worker.slave.jvm;

import org.jspecify.annotations.Nullable;

/**
 * The JVM's SecurityManager, an object of whatever class: from JDK 24 on there never is one, and a
 * later JDK may not even have the methods.
 */
final class SecurityManagers {
  private SecurityManagers() {}

  /** The one that is set; null if none is. */
  @SuppressWarnings("removal") // tests still use it
  static @Nullable Object get() {
    try {
      return System.getSecurityManager();
    } catch (LinkageError e) {
      return null;
    }
  }

  /**
   * Puts one in its place, or none.
   *
   * @throws SecurityException if the present one refuses
   */
  @SuppressWarnings("removal")
  static void set(@Nullable Object manager) {
    System.setSecurityManager((SecurityManager) manager);
  }
}
