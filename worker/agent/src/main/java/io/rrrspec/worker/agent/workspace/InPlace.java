package io.rrrspec.worker.agent.workspace;

import io.rrrspec.common.model.Taskset;
import java.nio.file.Path;
import java.util.UUID;

/** The user's own directory: nothing is fetched, and nothing in it is ours to judge. */
public final class InPlace implements Sources {
  private final Path dir;
  private final String mark = UUID.randomUUID().toString();

  public InPlace(Path dir) {
    this.dir = dir;
  }

  @Override
  public Path workingDir() {
    return dir;
  }

  @Override
  public String mark() {
    return mark;
  }

  @Override
  public Path prepare(WorkspaceRequest request) throws InterruptedException {
    request.synced().run();
    SetUp.run(request, dir);
    return dir;
  }

  @Override
  public void release(Taskset taskset) {
    // The user's own directory stays as it is.
  }

  @Override
  public void distrust(Taskset taskset) {
    // Whoever runs in place prepares by itself.
  }
}
