package io.rrrspec.common.coverage;

import io.rrrspec.common.files.Hex;
import io.rrrspec.common.files.Sha256;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Names the files in which slaves save their coverage: by the launch that a JVM is of, since two
 * modules may have classes of the same names.
 */
public final class SavedName {
  private static final String ENDING = ".exec";

  private SavedName() {}

  /**
   * The name for a JVM.
   *
   * @param launch the launch that it is of; null if the run has but one
   * @param pid its process; ids of processes come back
   */
  public static String of(@Nullable String launch, long pid) {
    return prefix(launch) + "-" + pid + "-" + UUID.randomUUID() + ENDING;
  }

  /** Whether a file is whole, and of a JVM of this launch. */
  static boolean isOf(@Nullable String launch, String name) {
    return name.startsWith(prefix(launch) + "-") && name.endsWith(ENDING);
  }

  private static String prefix(@Nullable String launch) {
    return launch == null ? "only" : Hex.of(Sha256.ofText(launch), 8);
  }
}
