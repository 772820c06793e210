package io.rrrspec.experiments.fuzz;

/** A target that finds the same keys in Redis at each input, whatever the input before has left. */
final class FreshState implements Target {
  private final SavedState saved;
  private final Target target;

  FreshState(SavedState saved, Target target) {
    this.saved = saved;
    this.target = target;
  }

  @Override
  public String kind() {
    return target.kind();
  }

  @Override
  public Outcome feed(Draw draw) throws Exception {
    saved.putFirst();
    return target.feed(draw);
  }
}
