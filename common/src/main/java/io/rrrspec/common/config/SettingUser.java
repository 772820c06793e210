package io.rrrspec.common.config;

/** Who uses a setting. */
public enum SettingUser {
  /** Everybody, or several parts that have to agree. */
  SHARED("Shared"),
  /** {@code client start} and {@code run}. */
  CLIENT("Client"),
  /** The server. */
  SERVER("Server"),
  /** The worker daemon. */
  WORKER("Worker");

  private final String title;

  SettingUser(String title) {
    this.title = title;
  }

  /** As a heading. */
  public String title() {
    return title;
  }
}
