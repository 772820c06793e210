package io.rrrspec.common.request;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where a request is in its life. */
public enum RequestState {
  /** Its first job waits. */
  QUEUED,
  /** A job of it runs, or has run. */
  RUNNING,
  /** All jobs have ended well. */
  COMPLETE,
  /** A job has failed; it may be gone on with. */
  FAILED,
  /** Somebody did not want it any more. */
  CANCELLED;

  /** As people and programs read it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether nothing happens any more by itself. */
  public boolean isOver() {
    return this != QUEUED && this != RUNNING;
  }

  /** The opposite of {@link #text}. */
  public static Optional<RequestState> of(String text) {
    return Arrays.stream(values()).filter(state -> state.text().equals(text)).findFirst();
  }

  /** All texts. */
  public static List<String> texts() {
    return Arrays.stream(values()).map(RequestState::text).toList();
  }
}
