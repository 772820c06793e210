package io.rrrspec.common.store;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.common.RrrspecException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.queue.Discipline;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.queue.Share;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How queues are set up, as Redis has it. */
final class QueueJson {
  private static final ObjectMapper json = new ObjectMapper();

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
          name,
          former,
          group,
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

  static QueueSetup read(String text) {
    try {
      Stored stored = json.readValue(text, Stored.class);
      return new QueueSetup(
          stored.queues().stream().map(StoredQueue::queue).toList(),
          stored.strict(),
          stored.moved(),
          stored.next());
    } catch (JsonProcessingException | RrrspecException | NullPointerException e) {
      throw new ServiceException(
          "what Redis has of the queues cannot be read: delete the fields version and setup of its"
              + " key queues, and set the queues up again",
          e);
    }
  }
}
