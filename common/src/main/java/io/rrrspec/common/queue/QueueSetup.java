package io.rrrspec.common.queue;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.config.SafeName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All queues as they are set up. Each change gives another one, checked; a mistake is refused with
 * a line that says what to write instead.
 *
 * @param queues all that somebody has set up, by name
 * @param strictGroups the groups in which each look begins at the front of the ring
 * @param moved destroyed queues whose waiting jobs another one gets, by serial number
 * @param nextSerial the serial number of the next queue
 */
public record QueueSetup(
    List<Queue> queues, Set<String> strictGroups, Map<Integer, Integer> moved, int nextSerial) {
  /** Nothing is set up. */
  public static final QueueSetup NONE = new QueueSetup(List.of(), Set.of(), Map.of(), 1);

  /** More than any installation needs; each costs something in every look. */
  private static final int MOST_QUEUES = 1_000;

  private static final int MOST_FORMER_NAMES = 20;

  public QueueSetup {
    queues = queues.stream().sorted(Comparator.comparing(Queue::name)).toList();
    strictGroups = Set.copyOf(strictGroups);
    moved = Map.copyOf(moved);
  }

  /** Whether nobody has set anything up. */
  public boolean isEmpty() {
    return queues.isEmpty() && strictGroups.isEmpty();
  }

  /**
   * All queues in the order of the rings, group by group; with the queue default, which is there
   * without being set up.
   */
  public List<Queue> inOrder() {
    List<Queue> all = new ArrayList<>(queues);
    if (all.stream().noneMatch(q -> q.serial() == 0)) {
      all.add(Queue.unconfigured(Queue.DEFAULT_GROUP));
    }
    all.sort(Comparator.comparing(Queue::group).thenComparing(Queue.RING));
    return all;
  }

  /** The queue of a name, of a former one, too; empty if none is set up that has it. */
  public Optional<Queue> find(String name) {
    Optional<Queue> now = queues.stream().filter(q -> q.name().equals(name)).findFirst();
    return now.isPresent()
        ? now
        : queues.stream().filter(q -> q.formerNames().contains(name)).findFirst();
  }

  /** The queue of a serial number; empty if it is destroyed. */
  public Optional<Queue> find(int serial) {
    Optional<Queue> found = queues.stream().filter(q -> q.serial() == serial).findFirst();
    return found.isEmpty() && serial == 0
        ? Optional.of(Queue.unconfigured(Queue.DEFAULT_GROUP))
        : found;
  }

  /**
   * The queue of a name.
   *
   * @throws UsageException if there is none
   */
  public Queue get(String name) {
    return find(name)
        .or(
            () ->
                name.equals(Queue.DEFAULT)
                    ? Optional.of(Queue.unconfigured(Queue.DEFAULT_GROUP))
                    : Optional.empty())
        .orElseThrow(() -> unknown(name));
  }

  private UsageException unknown(String name) {
    Set<String> names = new LinkedHashSet<>();
    queues.forEach(q -> names.add(q.name()));
    names.add(Queue.DEFAULT);
    return new UsageException(
        "no queue '"
            + name
            + "'"
            + NearestName.hint(name, names, ": create it (queue create " + name + ")"));
  }

  /** A new queue. */
  public QueueSetup create(String name) {
    checkNew(name);
    if (queues.size() >= MOST_QUEUES) {
      throw new UsageException("there are " + MOST_QUEUES + " queues already: destroy one first");
    }
    int serial = name.equals(Queue.DEFAULT) ? 0 : nextSerial;
    List<Queue> all = new ArrayList<>(withoutFormerName(name));
    all.add(Queue.created(serial, name));
    return checked(new QueueSetup(all, strictGroups, moved, Math.max(nextSerial, serial + 1)));
  }

  private void checkNew(String name) {
    if (!SafeName.isSafe(name) || name.startsWith("-")) {
      throw new UsageException(
          "'"
              + name
              + "' is no name for a queue: write letters, digits and . _ - (not a dot first)");
    }
    if (queues.stream().anyMatch(q -> q.name().equals(name))) {
      throw new QueueConflictException(
          "there is a queue '" + name + "' already: choose another name");
    }
  }

  /** A name that is given again belongs to its new owner. */
  private List<Queue> withoutFormerName(String name) {
    return queues.stream()
        .map(
            q ->
                q.withFormerNames(
                    q.formerNames().stream().filter(former -> !former.equals(name)).toList()))
        .toList();
  }

  /** Guarantees a queue so much. */
  public QueueSetup rate(String name, Share rate) {
    return change(name, q -> q.withRate(rate));
  }

  /** Limits a queue to so much. */
  public QueueSetup ceil(String name, Share ceil) {
    return change(name, q -> q.withCeil(ceil));
  }

  /** Changes several settings of a queue at once. */
  public QueueSetup change(String name, QueueChange change) {
    String group = change.group();
    if (group != null) {
      checkGroup(group);
    }
    return change(name, change::appliedTo);
  }

  /**
   * Reads a priority.
   *
   * @throws UsageException if it is none; the message says what to write instead
   */
  public static int parsePriority(String text) {
    if (!text.matches("-?\\d{1,6}")) {
      throw new UsageException(
          "'" + text + "' is no priority: write a whole number, lower for earlier (0, 10, -1)");
    }
    return Integer.parseInt(text);
  }

  /** Gives a queue another place in its ring. */
  public QueueSetup priority(String name, int priority) {
    return change(name, q -> q.withPriority(priority));
  }

  /** Gives a queue another discipline. */
  public QueueSetup discipline(String name, Discipline discipline) {
    return change(name, q -> q.withDiscipline(discipline));
  }

  /** Has a queue served by workers of another type. */
  public QueueSetup group(String name, String workerType) {
    checkGroup(workerType);
    return change(name, q -> q.withGroup(workerType));
  }

  private static void checkGroup(String workerType) {
    if (!SafeName.isSafe(workerType)) {
      throw new UsageException(
          "'"
              + workerType
              + "' is no type of workers: write letters, digits and . _ - (not a dot first)");
    }
  }

  /** Gives a queue another name; what names the old one is served by it as before. */
  public QueueSetup rename(String name, String other) {
    Queue queue = get(name);
    if (queue.serial() == 0) {
      throw new UsageException(
          "the queue default is for all that names no queue, and keeps its name");
    }
    checkNew(other);
    QueueSetup free = new QueueSetup(withoutFormerName(other), strictGroups, moved, nextSerial);
    return free.change(
        queue.name(),
        q -> q.withName(other).withFormerNames(joined(q.formerNames(), List.of(q.name()))));
  }

  /** The newest ones, if there are too many. */
  private static List<String> joined(List<String> some, List<String> more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(more);
    return all.subList(Math.max(0, all.size() - MOST_FORMER_NAMES), all.size());
  }

  /**
   * Removes a queue.
   *
   * @param takeOver gets what waits in it, and all that names it from now on; null: nothing waits
   */
  public QueueSetup destroy(String name, @Nullable String takeOver) {
    Queue queue = get(name);
    if (queue.serial() == 0) {
      throw new UsageException(
          "the queue default is for all that names no queue, and cannot be destroyed");
    }
    List<Queue> rest =
        new ArrayList<>(queues.stream().filter(q -> q.serial() != queue.serial()).toList());
    if (takeOver == null) {
      return new QueueSetup(rest, strictGroups, moved, nextSerial);
    }
    Queue heir = get(takeOver);
    if (rest.stream().noneMatch(q -> q.serial() == heir.serial())
        && heir.serial() != queue.serial()) {
      // The queue default, which nobody has set up: it has to be, to remember the name.
      return create(Queue.DEFAULT).destroy(name, takeOver);
    }
    if (heir.serial() == queue.serial()) {
      throw new UsageException(
          "'" + takeOver + "' is the queue to destroy: name another one that takes its jobs over");
    }
    Map<Integer, Integer> drained = new HashMap<>();
    moved.forEach((from, to) -> drained.put(from, to == queue.serial() ? heir.serial() : to));
    drained.put(queue.serial(), heir.serial());
    List<String> names = joined(queue.formerNames(), List.of(queue.name()));
    rest.replaceAll(
        q -> q.serial() == heir.serial() ? q.withFormerNames(joined(q.formerNames(), names)) : q);
    return new QueueSetup(rest, strictGroups, drained, nextSerial);
  }

  /** All that waited in a destroyed queue is in another one now. */
  public QueueSetup drained(int serial) {
    Map<Integer, Integer> left = new HashMap<>(moved);
    left.remove(serial);
    return new QueueSetup(queues, strictGroups, left, nextSerial);
  }

  /** Has each look at a group begin at the front of its ring, or behind who was served last. */
  public QueueSetup strict(String group, boolean on) {
    checkGroup(group);
    Set<String> groups = new HashSet<>(strictGroups);
    if (on) {
      groups.add(group);
    } else {
      groups.remove(group);
    }
    return new QueueSetup(queues, groups, moved, nextSerial);
  }

  /** The queue default is set up by the first thing that somebody says of it. */
  private QueueSetup change(String name, UnaryOperator<Queue> change) {
    Queue queue = get(name);
    if (queue.serial() == 0 && find(0).filter(Queue::inTurn).isEmpty()) {
      return create(Queue.DEFAULT).change(name, change);
    }
    return checked(
        new QueueSetup(
            queues.stream().map(q -> q.serial() == queue.serial() ? change.apply(q) : q).toList(),
            strictGroups,
            moved,
            nextSerial));
  }

  private static QueueSetup checked(QueueSetup setup) {
    Map<String, Integer> percents = new HashMap<>();
    for (Queue q : setup.queues) {
      if (q.rate().percent() == q.ceil().percent() && q.ceil().amount() < q.rate().amount()) {
        throw new UsageException(
            "the queue '"
                + q.name()
                + "' would be guaranteed "
                + q.rate().text()
                + " and limited to "
                + q.ceil().text()
                + ": write a ceil that is not below its rate");
      }
      if (q.rate().percent()) {
        int sum = percents.merge(q.group(), q.rate().amount(), Integer::sum);
        if (sum > 100) {
          throw new UsageException(
              "the queues of the group '"
                  + q.group()
                  + "' would be guaranteed "
                  + sum(setup, q.group())
                  + "% of its workers: lower the rate of one, to 100% in all");
        }
      }
    }
    return setup;
  }

  private static int sum(QueueSetup setup, String group) {
    return setup.queues.stream()
        .filter(q -> q.group().equals(group) && q.rate().percent())
        .mapToInt(q -> q.rate().amount())
        .sum();
  }
}
