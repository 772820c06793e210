package io.rrrspec.server.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import io.rrrspec.common.line.Modules;
import io.rrrspec.common.queue.Discipline;
import io.rrrspec.common.queue.Job;
import io.rrrspec.common.queue.Queue;
import io.rrrspec.common.queue.QueueChange;
import io.rrrspec.common.queue.QueueSetup;
import io.rrrspec.common.queue.Share;
import io.rrrspec.common.store.JobStore;
import io.rrrspec.common.store.QueueStore;
import io.rrrspec.common.store.Stores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Queues over HTTP, and the jobs that wait in them. */
final class QueueRoutes {
  private static final List<String> QUEUE_FIELDS =
      List.of("group", "priority", "rate", "ceil", "discipline", "name");
  private static final List<String> JOB_FIELDS = List.of("module", "job", "user");

  /** So many jobs of a queue are shown, and no more than about this many characters of them. */
  private static final int MOST_SHOWN = 1_000;

  private static final long MOST_CHARACTERS = 4_000_000;
  private static final int CHUNK = 50;

  private final Access access;
  private final QueueStore queues;
  private final JobStore jobs;

  QueueRoutes(Access access, Stores stores) {
    this.access = access;
    this.queues = stores.queues();
    this.jobs = stores.jobs();
  }

  /** Whether somebody asks for queues, jobs, flows or requests. */
  static boolean concern(Context ctx) {
    return ctx.path().matches("/(queues|jobs|flows|request|job)(/.*)?");
  }

  void register(RoutesConfig routes) {
    routes.get("/queues", this::list);
    routes.get("/queues/{name}", this::show);
    routes.put("/queues/{name}", this::put);
    routes.delete("/queues/{name}", this::destroy);
    routes.get("/queues/{name}/jobs", this::contents);
    routes.post("/queues/{name}/jobs", this::push);
  }

  private void list(Context ctx) {
    access.requireReader(ctx);
    QueueStore.Look look = queues.look();
    QueueSetup setup = look.setup();
    List<Queue> all = setup.inOrder();
    Map<Integer, Long> waiting = queues.waiting(all.stream().map(Queue::serial).toList());
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put(
        "queues",
        all.stream()
            .map(q -> JsonAnswer.queue(setup, q, waiting.getOrDefault(q.serial(), 0L)))
            .toList());
    if (!look.damaged().isEmpty()) {
      answer.put("damaged", look.damaged());
    }
    JsonAnswer.send(ctx, answer);
  }

  private void show(Context ctx) {
    access.requireReader(ctx);
    sendQueue(ctx, queues.read().setup(), ctx.pathParam("name"));
  }

  private void sendQueue(Context ctx, QueueSetup setup, String name) {
    Queue queue = existing(setup, name);
    long waiting = queues.waiting(List.of(queue.serial())).getOrDefault(queue.serial(), 0L);
    JsonAnswer.send(ctx, JsonAnswer.queue(setup, queue, waiting));
  }

  private static boolean exists(QueueSetup setup, String name) {
    return name.equals(Queue.DEFAULT) || setup.find(name).isPresent();
  }

  private static Queue existing(QueueSetup setup, String name) {
    if (!exists(setup, name)) {
      throw new NotFoundResponse("there is no queue '" + name + "': create it with PUT");
    }
    return setup.get(name);
  }

  private void put(Context ctx) {
    access.requireChanger(ctx);
    String name = ctx.pathParam("name");
    RequestBody body = RequestBody.read(ctx, QUEUE_FIELDS);
    QueueChange change = change(body);
    String other = body.find("name");
    AtomicBoolean created = new AtomicBoolean();
    QueueSetup now =
        queues.change(
            setup -> {
              created.set(!exists(setup, name));
              QueueSetup with = created.get() ? setup.create(name) : setup;
              QueueSetup changed = with.change(name, change);
              return other == null || other.equals(changed.get(name).name())
                  ? changed
                  : changed.rename(name, other);
            });
    ctx.status(created.get() ? HttpStatus.CREATED : HttpStatus.OK);
    sendQueue(ctx, now, other == null ? name : other);
  }

  private static QueueChange change(RequestBody body) {
    String priority = body.find("priority");
    String rate = body.find("rate");
    String ceil = body.find("ceil");
    String discipline = body.find("discipline");
    return new QueueChange(
        body.find("group"),
        priority == null ? null : QueueSetup.parsePriority(priority),
        rate == null ? null : Share.parse(rate),
        ceil == null ? null : Share.parse(ceil),
        discipline == null ? null : Discipline.parse(discipline));
  }

  private void destroy(Context ctx) {
    access.requireChanger(ctx);
    String name = ctx.pathParam("name");
    existing(queues.read().setup(), name);
    String heir = ctx.queryParam("take_over");
    if (heir == null) {
      queues.destroyEmpty(name);
    } else {
      jobs.drain(queues.change(setup -> setup.destroy(name, heir)));
    }
    ctx.status(HttpStatus.NO_CONTENT);
  }

  private void contents(Context ctx) {
    access.requireReader(ctx);
    Queue queue = existing(queues.read().setup(), ctx.pathParam("name"));
    long[] numbers = jobs.waitingNumbers(queue.serial());
    List<Map<String, @Nullable Object>> shown = new ArrayList<>();
    long characters = 0;
    int end = Math.min(MOST_SHOWN, numbers.length);
    for (int from = 0; from < end && characters < MOST_CHARACTERS; from += CHUNK) {
      long[] some = Arrays.copyOfRange(numbers, from, Math.min(end, from + CHUNK));
      for (Job job : jobs.find(Arrays.stream(some).boxed().toList())) {
        if (job != null) {
          characters += job.text().length();
          shown.add(JsonAnswer.job(job, queue.name()));
        }
      }
    }
    JsonAnswer.send(ctx, Map.of("total", numbers.length, "jobs", shown));
  }

  private void push(Context ctx) {
    access.requireChanger(ctx);
    String name = ctx.pathParam("name");
    RequestBody body = RequestBody.read(ctx, JOB_FIELDS);
    String module = body.get("module");
    String text = body.get("job");
    String user = Requester.of(ctx, body.find("user"));
    existing(queues.read().setup(), name);
    new Modules(queues).check(module, text);
    JobStore.Pushed pushed = jobs.push(new JobStore.Push(name, module, text, user));
    ctx.status(HttpStatus.CREATED);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("id", pushed.number());
    answer.put("duplicate", pushed.duplicate());
    JsonAnswer.send(ctx, answer);
  }
}
