package io.rrrspec.common.store;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.flow.FlowStep;
import io.rrrspec.common.flow.JsonText;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes hashes of steps: the tasks of a graph that is about to be written, parents first. */
final class NewTasks {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final List<String> texts = new ArrayList<>();
  private final List<String> ids = new ArrayList<>();
  private boolean named;

  /** A task that is written, as others refer to it: all but the pool and the total as JSON. */
  record Written(String id, String idJson, String uidJson, String pool, long total) {}

  /** Who the children belong to. */
  record Parent(String idJson, String uidJson, String poolJson) {}

  /** A text that nobody else draws, as long as those of the other implementation. */
  static String random() {
    byte[] bytes = new byte[21];
    RANDOM.nextBytes(bytes);
    // An id is a part of addresses and of file names.
    return Base64.getUrlEncoder().encodeToString(bytes);
  }

  /** The beginning of what makes the commands of one call different. */
  static String seed() {
    return random().substring(0, 20);
  }

  /**
   * Adds a step with all below it.
   *
   * @param parent null for a root
   */
  Written add(FlowStep step, @Nullable Parent parent) {
    String id = step.id() == null ? random() : step.id();
    String idJson = JsonText.of(id);
    String uidJson = JsonText.of(random());
    // The place of the parent, before those of its children.
    int place = texts.size();
    texts.add("");
    ids.add(id);
    named |= parent != null && step.id() != null;
    Parent self = new Parent(idJson, uidJson, JsonText.of(step.pool()));
    List<Written> children = step.children().stream().map(child -> add(child, self)).toList();
    long total =
        children.isEmpty() ? step.total() : children.stream().mapToLong(Written::total).sum();
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("name", JsonText.of(step.type()));
    fields.put("id", idJson);
    fields.put("pool", self.poolJson());
    fields.put("uid", uidJson);
    fields.put("retries", "0");
    fields.put("total", Long.toString(total));
    fields.put("progress", "0");
    fields.put("state", "\"waiting\"");
    if (parent != null) {
      fields.put("parent", parent.idJson());
      fields.put("parent_uid", parent.uidJson());
      fields.put("parent_pool", parent.poolJson());
    }
    fields.put("args", list(step.args().stream().map(JsonText::of).toList()));
    if (step.kind() == FlowStep.Kind.GROUP) {
      fields.put("result", "[]");
    }
    fields.put("removeDelay", Long.toString(step.keep().toMillis()));
    if (!children.isEmpty()) {
      fields.put("children", list(children.stream().map(Written::idJson).toList()));
      fields.put("children_finished", "0");
    } else if (step.kind() == FlowStep.Kind.ITERATOR) {
      fields.put("children_created", "0");
      fields.put("children_finished", "0");
      fields.put("user_data", "{}");
    }
    for (Map.Entry<String, JsonNode> field : step.more().entrySet()) {
      fields.put(field.getKey(), JsonText.of(field.getValue()));
    }
    texts.set(place, text(idJson, fields));
    return new Written(id, idJson, uidJson, step.pool(), total);
  }

  private static String text(String idJson, Map<String, String> fields) {
    List<String> words = new ArrayList<>();
    words.add(idJson);
    fields.forEach(
        (name, value) -> {
          words.add(JsonText.of(name));
          words.add(JsonText.of(value));
        });
    return list(words);
  }

  private static String list(List<String> texts) {
    return texts.stream().collect(Collectors.joining(",", "[", "]"));
  }

  /** The ids of the tasks, in the order of {@link #texts}. */
  List<String> ids() {
    return ids;
  }

  /** Whether a task other than the root has an id of its own, so that there may be one like it. */
  boolean isNamedBelow() {
    return named;
  }

  /** What a transition takes of each task; parents before their children. */
  List<String> texts() {
    return texts;
  }
}
