package io.rrrspec.persister.viewer.request;

import io.rrrspec.common.request.RequestState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of the list of requests.
 *
 * @param state which ones; null: all
 * @param number of the page, from 1
 * @param requests the newest first
 * @param more whether there are older ones
 * @param problem what is missing here; empty if nothing is
 */
public record RequestList(
    @Nullable RequestState state,
    int number,
    List<RequestRow> requests,
    boolean more,
    String problem) {

  /** The address of this page, or of the part of it that moves. */
  public String address(String path) {
    return address(path, state, number);
  }

  /** The address of another page of the same list. */
  public String page(int other) {
    return address("/requests", state, other);
  }

  /** The address of another list. */
  public String only(@Nullable RequestState other) {
    return address("/requests", other, 1);
  }

  /** States that one may ask for. */
  public List<RequestState> states() {
    return List.of(RequestState.values());
  }

  private static String address(String path, @Nullable RequestState state, int page) {
    String of = state == null ? "" : "state=" + state.text();
    String at = page == 1 ? "" : "page=" + page;
    String between = of.isEmpty() || at.isEmpty() ? "" : "&";
    return of.isEmpty() && at.isEmpty() ? path : path + "?" + of + between + at;
  }
}
