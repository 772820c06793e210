package io.rrrspec.experiments.fleet;

/** The state in which the measured run finds the fleet, in the order of a round. */
enum Stage {
  COLD("cold: all workers empty"),
  SAME("the same sources"),
  CHANGED("one class changed"),
  JOINED("a third, empty worker joined");

  private final String text;

  Stage(String text) {
    this.text = text;
  }

  /** For the table. */
  String text() {
    return text;
  }

  /** How many workers serve the measured run at most. */
  int maxWorkers() {
    return this == JOINED ? 3 : 1;
  }

  /**
   * Whether the other project has taken a worker when the measured run starts. Cold it always has,
   * so that the second worker gets the workspace. Later it has in every second round: without
   * placement the run then meets its workspace, and else it does not.
   *
   * @param round counted from 1
   */
  boolean besideOther(int round) {
    return switch (this) {
      case COLD -> true;
      case SAME -> round % 2 == 0;
      case CHANGED -> round % 2 == 1;
      case JOINED -> false;
    };
  }
}
