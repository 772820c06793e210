package io.rrrspec.common.request;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job in the list of those that are left, or of those that have ended well. Of those that are
 * left the first one knows its run and times if it has failed, or was cancelled while it ran.
 * Nobody changes its objects.
 *
 * @param name by which the server's file defines it
 * @param args as they were asked for
 * @param output what it gave; null: nothing, or nothing yet
 * @param run the id of the run that has carried it out; null: there is none
 * @param worker who has carried it out; null: nobody knows
 * @param startedAt null: not yet, or nobody knows
 * @param endedAt null: not yet, or nobody knows
 */
public record RequestEntry(
    String name,
    ObjectNode args,
    @Nullable ObjectNode output,
    @Nullable String run,
    @Nullable String worker,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt) {

  /** One that has not begun. */
  public RequestEntry(String name, ObjectNode args) {
    this(name, args, null, null, null, null, null);
  }

  /** The same without what is known of a trial that failed. */
  RequestEntry again() {
    return new RequestEntry(name, args, output, null, null, null, null);
  }

  /** One without arguments. */
  public static RequestEntry of(String name) {
    return new RequestEntry(name, JsonNodeFactory.instance.objectNode());
  }
}
