package io.rrrspec.worker.agent.artifact;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;

/** Writes into a cache until it is killed. */
final class CacheWriterMain {
  static final long LIMIT = 1_000_000;

  private CacheWriterMain() {}

  public static void main(String[] args) throws IOException {
    ArtifactCache cache = ArtifactCache.open(Path.of(args[0]), LIMIT, InstantSource.system());
    for (int i = 0; ; i++) {
      String name = "setup-" + i % 200;
      try (Draft draft = cache.begin(name)) {
        draft.write(ArtifactCacheTest.text(name).getBytes(StandardCharsets.UTF_8));
        draft.commit();
      }
      if (i == 3) {
        System.out.println("writes");
      }
    }
  }
}
