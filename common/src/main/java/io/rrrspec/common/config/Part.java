package io.rrrspec.common.config;

/** Who uses a setting. */
public enum Part {
  /** Everybody, or several parts that have to agree. */
  SHARED("Shared"),
  /** {@code client start} and {@code run}. */
  CLIENT("Client"),
  /** The server. */
  SERVER("Server"),
  /** The worker daemon. */
  WORKER("Worker");

  private final String title;

  Part(String title) {
    this.title = title;
  }

  /** As a heading. */
  public String title() {
    return title;
  }
}
