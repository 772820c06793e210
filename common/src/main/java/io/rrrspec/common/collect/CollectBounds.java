package io.rrrspec.common.collect;

import io.rrrspec.common.model.CollectRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * How many files come back, and how large they are in all. Files are taken in the order in which
 * they are offered; one that does not fit is left out, and smaller ones behind it may still fit.
 */
public final class CollectBounds {
  private static final int MOST_NAMED = 3;

  private final CollectRequest request;
  private final List<String> leftOut = new ArrayList<>();
  private int files;
  private long bytes;
  private int unnamed;

  public CollectBounds(CollectRequest request) {
    this.request = request;
  }

  /** Whether a file still fits; if so, it counts. */
  public boolean take(MadeFile file) {
    if (files < request.maxFiles() && file.bytes() <= request.maxBytes() - bytes) {
      files++;
      bytes += file.bytes();
      return true;
    }
    if (leftOut.size() < MOST_NAMED) {
      leftOut.add(file.path());
    } else {
      unnamed++;
    }
    return false;
  }

  /** Those of several files that fit. */
  public List<MadeFile> takeAll(List<MadeFile> offered) {
    return offered.stream().filter(this::take).toList();
  }

  /** How many files were taken. */
  public int files() {
    return files;
  }

  /** How many bytes these have. */
  public long bytes() {
    return bytes;
  }

  /** A line that names what was left out; empty if nothing was. */
  public String leftOut() {
    return leftOut.isEmpty()
        ? ""
        : "left out by collect_max_files (%,d) or collect_max_mb (%,d): %s"
            .formatted(
                request.maxFiles(),
                request.maxBytes() / 1_000_000,
                String.join(", ", leftOut) + (unnamed == 0 ? "" : " and " + unnamed + " more"));
  }
}
