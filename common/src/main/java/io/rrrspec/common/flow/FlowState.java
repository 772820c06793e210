package io.rrrspec.common.flow;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task as it stands in Redis.
 *
 * @param fields what its hash has, each value JSON
 */
public record FlowState(Map<String, String> fields) {
  /** Where it is in its life. */
  public enum State {
    WAITING,
    STARTABLE,
    IDLE,
    LOCKED,
    RESTART,
    FINISHED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public FlowState {
    fields = Map.copyOf(fields);
  }

  /** A field; null if it is not there, or is no JSON: a foreign program may have written it. */
  public @Nullable JsonNode find(String field) {
    String text = fields.get(field);
    if (text == null) {
      return null;
    }
    try {
      JsonNode value = JsonText.parse(text);
      return value.isNull() || value.isMissingNode() ? null : value;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** A field as text; empty if it is not there. */
  public String text(String field) {
    JsonNode value = find(field);
    return value == null ? "" : value.asText();
  }

  /** A field as a number. */
  public long number(String field, long otherwise) {
    JsonNode value = find(field);
    return value == null ? otherwise : value.asLong(otherwise);
  }

  public String id() {
    return text("id");
  }

  public String uid() {
    return text("uid");
  }

  /** The name of its type. */
  public String type() {
    return text("name");
  }

  public String pool() {
    String pool = text("pool");
    return pool.isEmpty() ? FlowStep.DEFAULT_POOL : pool;
  }

  /** Where it stands; what nobody knows counts as a task that waits. */
  public State state() {
    String text = text("state");
    for (State state : State.values()) {
      if (state.text().equals(text)) {
        return state;
      }
    }
    return State.WAITING;
  }

  public boolean isFinished() {
    return text("state").equals("finished");
  }

  /** The id of its parent; null for a root. */
  public @Nullable String parent() {
    JsonNode parent = find("parent");
    return parent == null ? null : parent.asText();
  }

  public List<JsonNode> args() {
    JsonNode args = find("args");
    List<JsonNode> list = new ArrayList<>();
    if (args != null) {
      args.forEach(list::add);
    }
    return list;
  }

  /** The ids of its children; empty for an iterator, whose children come and go. */
  public List<String> children() {
    return texts("children");
  }

  /**
   * The ids of the children that an iterator made last, oldest first; empty if nobody noted them.
   */
  public List<String> newestChildren() {
    return texts("newest");
  }

  private List<String> texts(String field) {
    JsonNode texts = find(field);
    List<String> list = new ArrayList<>();
    if (texts != null) {
      texts.forEach(text -> list.add(text.asText()));
    }
    return list;
  }

  public boolean isIterator() {
    return fields.containsKey("children_created");
  }

  public long childrenCreated() {
    return number("children_created", 0);
  }

  public long childrenFinished() {
    return number("children_finished", 0);
  }

  /** Children that have failed and did not end this iterator. */
  public long redChildren() {
    return number("red", 0);
  }

  /** How often it has been tried in vain. */
  public int retries() {
    return (int) number("retries", 0);
  }

  public long progress() {
    return number("progress", 0);
  }

  public long total() {
    return number("total", 1);
  }

  /** What it gave; null: nothing, or nothing yet. */
  public @Nullable JsonNode result() {
    return find("result");
  }

  /** Why it failed; null if it did not. */
  public @Nullable JsonNode error() {
    return find("error");
  }

  /** Whether somebody did not want it any more. */
  public boolean isCancelled() {
    JsonNode error = error();
    return error != null && error.path("code").asText().equals("CANCELED");
  }

  /** In words; empty if it has none. */
  public String errorText() {
    JsonNode error = error();
    return error == null ? "" : error.path("message").asText(error.toString());
  }

  /** Whether its run was not carried out, but given the result that a worker had. */
  public boolean isCached() {
    return text("cached").equals("true");
  }

  /** What an iterator last asked to remember; null at first. */
  public @Nullable JsonNode iteratorState() {
    JsonNode data = find("user_data");
    return data == null ? null : data.get("state");
  }

  /** How long it is remembered after its end. */
  public Duration keep() {
    return Duration.ofMillis(number("removeDelay", FlowStep.KEEP.toMillis()));
  }
}
