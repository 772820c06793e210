package io.rrrspec.common.line;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.line.LineInterpreter.Verb;
import io.rrrspec.common.queue.Discipline;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.queue.Share;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** The lines that begin with {@code queue}. */
final class QueueLines {
  /** Jobs may be long, and an answer may wait for who reads it. */
  private static final int CHUNK = 50;

  private final QueueStore queues;
  private final JobStore jobs;
  private final Modules modules;
  private final String user;

  QueueLines(Stores stores, String user) {
    this.queues = stores.queues();
    this.jobs = stores.jobs();
    this.modules = new Modules(queues);
    this.user = user;
  }

  void addTo(Map<String, Verb> verbs) {
    put(verbs, "queue create NAME", "a new queue", words -> change(words, QueueSetup::create));
    put(
        verbs,
        "queue rate NAME VALUE",
        "guarantee workers: 3, or 30%",
        words -> set(words, (setup, w) -> setup.rate(w.name, Share.parse(w.value))));
    put(
        verbs,
        "queue ceil NAME VALUE",
        "never give more workers: 3, or 30%; 0 pauses it",
        words -> set(words, (setup, w) -> setup.ceil(w.name, Share.parse(w.value))));
    put(
        verbs,
        "queue priority NAME VALUE",
        "its place among the queues of its group, lower first",
        words ->
            set(words, (setup, w) -> setup.priority(w.name, QueueSetup.parsePriority(w.value))));
    put(
        verbs,
        "queue discipline NAME fifo|set [SEC]",
        "queue every job, or equal ones once in SEC seconds",
        this::discipline);
    put(
        verbs,
        "queue strict GROUP on|off",
        "serve the first queue of a group first each time",
        words -> set(words, (setup, w) -> setup.strict(w.name, isOn(w.value))));
    put(
        verbs,
        "queue group NAME WORKER_TYPE",
        "the type of the workers that serve it",
        words -> set(words, (setup, w) -> setup.group(w.name, w.value)));
    put(
        verbs,
        "queue rename NAME NEW",
        "another name; the old one goes on to work",
        words -> set(words, (setup, w) -> setup.rename(w.name, w.value)));
    put(
        verbs,
        "queue destroy NAME [TAKE_OVER]",
        "remove it; TAKE_OVER gets its jobs",
        this::destroy);
    put(verbs, "queue list", "all queues", this::list);
    put(verbs, "queue show NAME", "one queue", this::show);
    put(
        verbs,
        "queue contents NAME",
        "the jobs that wait, in the order of service",
        this::contents);
    put(
        verbs,
        "queue push NAME MODULE JOB...",
        "queue a job; the rest of the line is the job",
        this::push);
    put(
        verbs,
        "queue history NAME [SEC]",
        "what it had and wanted, second by second",
        words -> QueueHistory.lines(queues, words));
    put(verbs, "job push NAME MODULE JOB...", "the same", this::push);
  }

  private static void put(
      Map<String, Verb> verbs, String usage, String about, Function<Words, Reply> action) {
    String[] words = usage.split(" ");
    verbs.put(words[0] + " " + words[1], new Verb(usage, about, action));
  }

  private Reply change(Words words, BiFunction<QueueSetup, String, QueueSetup> change) {
    String name = words.next("NAME");
    words.end();
    queues.change(setup -> change.apply(setup, name));
    return Reply.DONE;
  }

  /** What most lines have. */
  private static final class NameAndValue {
    final String name;
    final String value;

    NameAndValue(Words words) {
      this.name = words.next("NAME");
      this.value = words.next("VALUE");
      words.end();
    }
  }

  private Reply set(Words words, BiFunction<QueueSetup, NameAndValue, QueueSetup> change) {
    NameAndValue read = new NameAndValue(words);
    queues.change(setup -> change.apply(setup, read));
    return Reply.DONE;
  }

  private static boolean isOn(String text) {
    if (!text.equals("on") && !text.equals("off")) {
      throw new UsageException("'" + text + "' is neither on nor off: write one of these");
    }
    return text.equals("on");
  }

  private Reply discipline(Words words) {
    String name = words.next("NAME");
    String kind = words.next("fifo or set");
    String seconds = words.nextOrNull();
    words.end();
    Discipline discipline = Discipline.parse(seconds == null ? kind : kind + " " + seconds);
    queues.change(setup -> setup.discipline(name, discipline));
    return Reply.DONE;
  }

  private Reply destroy(Words words) {
    String name = words.next("NAME");
    String heir = words.nextOrNull();
    words.end();
    if (heir == null) {
      queues.destroyEmpty(name);
    } else {
      jobs.drain(queues.change(setup -> setup.destroy(name, heir)));
    }
    return Reply.DONE;
  }

  private Reply list(Words words) {
    words.end();
    List<Queue> all = queues.read().setup().inOrder();
    Map<Integer, Long> waiting = queues.waiting(all.stream().map(Queue::serial).toList());
    return Reply.of(
        all.stream()
            .map(
                q ->
                    String.join(
                        " ",
                        q.name(),
                        "group",
                        q.group(),
                        "priority",
                        Integer.toString(q.priority()),
                        "rate",
                        q.rate().text(),
                        "ceil",
                        q.ceil().text(),
                        "discipline",
                        q.discipline().text(),
                        "waiting",
                        Long.toString(waiting.getOrDefault(q.serial(), 0L))))
            .toList());
  }

  private Reply show(Words words) {
    String name = words.next("NAME");
    words.end();
    QueueSetup setup = queues.read().setup();
    Queue q = setup.get(name);
    List<String> lines = new ArrayList<>();
    lines.add("name " + q.name());
    if (!q.formerNames().isEmpty()) {
      lines.add("also " + String.join(" ", q.formerNames()));
    }
    lines.add("group " + q.group());
    lines.add("priority " + q.priority());
    lines.add("strict " + (setup.strictGroups().contains(q.group()) ? "on" : "off"));
    lines.add("rate " + q.rate().text());
    lines.add("ceil " + q.ceil().text());
    lines.add("discipline " + q.discipline().text());
    lines.add("waiting " + queues.waiting(List.of(q.serial())).get(q.serial()));
    return Reply.of(lines);
  }

  private Reply contents(Words words) {
    String name = words.next("NAME");
    words.end();
    long[] numbers = jobs.waitingNumbers(queues.read().setup().get(name).serial());
    return new Reply.Lines(
        numbers.length,
        LongStream.iterate(0, from -> from < numbers.length, from -> from + CHUNK)
            .mapToObj(from -> lines(numbers, (int) from))
            .flatMap(List::stream)
            .iterator());
  }

  private List<String> lines(long[] numbers, int from) {
    List<Long> some = LongStream.of(numbers).skip(from).limit(CHUNK).boxed().toList();
    List<@Nullable Job> found = jobs.find(some);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < some.size(); i++) {
      Job job = found.get(i);
      lines.add(some.get(i) + (job == null ? "" : " " + job.module() + " " + job.text()));
    }
    return lines;
  }

  private Reply push(Words words) {
    String name = words.next("NAME");
    String module = words.next("MODULE");
    String text = words.rest("JOB");
    modules.check(module, text);
    return new Reply.Ok(
        Long.toString(jobs.push(new JobStore.Push(name, module, text, user)).number()));
  }
}
