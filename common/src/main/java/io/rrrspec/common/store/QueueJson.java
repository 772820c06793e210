package io.rrrspec.common.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.queue.DamagedQueuesException;
import io.rrrspec.common.queue.Discipline;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.queue.Share;
import io.rrrspec.common.store.QueueStore.Look;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** How queues are set up, as Redis has it. */
final class QueueJson {
  private static final ObjectMapper json = new ObjectMapper();

  private static final int MOST_NAMED = 10;
  private static final int SHOWN = 100;

  private QueueJson() {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Stored(
      List<StoredQueue> queues, Set<String> strict, Map<Integer, Integer> moved, int next) {}

  @JsonIgnoreProperties(ignoreUnknown = true)
  private record StoredQueue(
      int serial,
      String name,
      List<String> former,
      String group,
      int priority,
      String rate,
      String ceil,
      String discipline) {
    static StoredQueue of(Queue q) {
      return new StoredQueue(
          q.serial(),
          q.name(),
          q.formerNames(),
          q.group(),
          q.priority(),
          q.rate().text(),
          q.ceil().text(),
          q.discipline().text());
    }

    Queue queue() {
      return new Queue(
          serial,
          Objects.requireNonNull(name),
          former,
          Objects.requireNonNull(group),
          priority,
          Share.parse(rate),
          Share.parse(ceil),
          Discipline.parse(discipline),
          true);
    }
  }

  static String write(QueueSetup setup) {
    try {
      return json.writeValueAsString(
          new Stored(
              setup.queues().stream().map(StoredQueue::of).toList(),
              setup.strictGroups(),
              setup.moved(),
              setup.nextSerial()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers are always JSON", e);
    }
  }

  /**
   * Reads all of it.
   *
   * @throws DamagedQueuesException if anything of it cannot be read: a queue that is passed over
   *     would lose its jobs with the next change
   */
  static QueueSetup read(String text) {
    Look look = look(text);
    if (!look.damaged().isEmpty()) {
      throw new DamagedQueuesException(look.damaged());
    }
    return look.setup();
  }

  /** Reads what can be read, and names the rest. */
  static Look look(String text) {
    List<String> damaged = new ArrayList<>();
    List<Queue> queues = new ArrayList<>();
    try {
      JsonNode root = json.readTree(text);
      JsonNode all = root.path("queues");
      if (!all.isArray()) {
        damaged.add("all queues");
      }
      for (JsonNode one : all) {
        queue(one, damaged).ifPresent(queues::add);
      }
      JsonNode rest = ((ObjectNode) root).deepCopy().without("queues");
      Stored stored = json.treeToValue(rest, Stored.class);
      return new Look(
          new QueueSetup(queues, stored.strict(), stored.moved(), stored.next()), damaged);
    } catch (JsonProcessingException | ClassCastException | NullPointerException e) {
      damaged.add("what belongs to no queue");
      return new Look(new QueueSetup(queues, Set.of(), Map.of(), 1), damaged);
    }
  }

  private static Optional<Queue> queue(JsonNode one, List<String> damaged) {
    try {
      return Optional.of(json.treeToValue(one, StoredQueue.class).queue());
    } catch (JsonProcessingException
        | RrrspecException
        | IllegalArgumentException
        | NullPointerException e) {
      if (damaged.size() < MOST_NAMED) {
        damaged.add(name(one.path("name")));
      }
      return Optional.empty();
    }
  }

  private static String name(JsonNode name) {
    String plain = name.asText("").replaceAll("\\p{Cntrl}", "?");
    String shown = plain.length() > SHOWN ? plain.substring(0, SHOWN) + "…" : plain;
    return shown.isEmpty() ? "a queue without a name" : "the queue '" + shown + "'";
  }
}
