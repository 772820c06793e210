package io.rrrspec.experiments.fleet;

/** What the fleet is told about placement. */
enum Mode {
  /** The server has {@code placement: false}. */
  OFF(false, false),
  /** The server has {@code placement: true}. */
  ON(true, false),
  /** As {@link #ON}, and the client has {@code setup_artifact: true}. */
  SETUP_ARTIFACT(true, true);

  private final boolean placement;
  private final boolean artifact;

  Mode(boolean placement, boolean artifact) {
    this.placement = placement;
    this.artifact = artifact;
  }

  /** The server's setting {@code placement}. */
  boolean placement() {
    return placement;
  }

  /** Whether the client asks for artifacts of set-ups. */
  boolean artifact() {
    return artifact;
  }

  /** For the table. */
  String text() {
    return artifact ? "setup_artifact" : placement ? "on" : "off";
  }
}
