package io.rrrspec.worker.agent.http;

import io.rrrspec.worker.agent.artifact.ArtifactCache;
import java.nio.file.Path;
import java.time.InstantSource;

/** Gives the artifacts of a cache until it is killed; says at which port. */
final class ArtifactServerMain {
  private ArtifactServerMain() {}

  public static void main(String[] args) {
    ArtifactCache cache =
        ArtifactCache.open(Path.of(args[0]), Long.MAX_VALUE, InstantSource.system());
    System.out.println("port " + ArtifactServer.start("127.0.0.1", 0, args[1], cache).port());
  }
}
