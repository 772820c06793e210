package io.rrrspec.common.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The options of rsync under which sources that are sent or fetched are those of the other side. By
 * itself rsync takes two files of one size and one time for the same; but times are what a
 * checkout, a cache or a CI step makes them.
 */
public final class RsyncOptions {
  /** Under these a file stays that differs from the other side's. */
  private static final Set<String> KEEPING =
      Set.of(
          "-u",
          "--update",
          "--ignore-existing",
          "--existing",
          "--ignore-non-existing",
          "--append",
          "--append-verify",
          "--size-only",
          "-I",
          "--ignore-times");

  private RsyncOptions() {}

  /** The same options, by which files are compared by their content. */
  public static List<String> byContent(List<String> options) {
    List<String> all = new ArrayList<>(options);
    all.removeIf(KEEPING::contains);
    if (!all.contains("--checksum") && !all.contains("-c")) {
      all.add("--checksum");
    }
    return all;
  }
}
