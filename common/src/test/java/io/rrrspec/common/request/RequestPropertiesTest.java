package io.rrrspec.common.request;

import static io.rrrspec.common.request.RequestExamples.JOBS;
import static io.rrrspec.common.request.RequestExamples.at;
import static io.rrrspec.common.request.RequestExamples.json;
import static io.rrrspec.common.request.RequestExamples.names;
import static io.rrrspec.common.request.RequestExamples.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

/** What holds of a request, whatever is done with it, in whatever order, and how often. */
class RequestPropertiesTest {
  private static final List<String> NAMES =
      List.of("build", "test", "report", "publish", "nightly", "test");
  private static final List<String> OUTPUTS =
      List.of(
          "{}",
          "{'file':'f'}",
          "{'target':'x','n':1.5}",
          "{'target':7}",
          "{'next_same_node':true}");

  /** Somebody who knows the request as it was at some time, and does what comes to mind. */
  private static final class Monkey {
    private final Random random;
    private final List<String> leases = new ArrayList<>();
    private final List<Request> seen = new ArrayList<>();
    private Request now;
    private int sec;

    /** Whether the last step may have changed which jobs are asked for. */
    private boolean asksForOthers;

    Monkey(long seed) {
      this.random = new Random(seed);
      List<String> asked = new ArrayList<>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        asked.add(any(NAMES));
      }
      this.now = RequestExamples.queued(asked.toArray(new String[0]));
      seen.add(now);
    }

    private <T> T any(List<T> from) {
      return from.get(random.nextInt(from.size()));
    }

    /** Mostly the current one. */
    private int number() {
      return now.jobs() - (random.nextInt(4) == 0 ? random.nextInt(3) - 1 : 0);
    }

    private @Nullable String lease() {
      CurrentJob job = now.current();
      return random.nextInt(4) > 0 && job != null && job.lease() != null
          ? job.lease()
          : leases.isEmpty() || random.nextBoolean() ? null : any(leases);
    }

    Request step() {
      sec++;
      asksForOthers = false;
      Request next;
      try {
        next = act();
      } catch (UsageException e) {
        assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
        next = now;
      }
      now = next;
      seen.add(now);
      return now;
    }

    private Request act() {
      return switch (random.nextInt(12)) {
        case 0 -> now.started(number(), "run", "w", at(sec), at(sec));
        case 1, 2 -> now.ended(number(), object(any(OUTPUTS)), "run", "w", JOBS, at(sec));
        case 3 -> now.failed(number(), "red", at(sec));
        case 4 -> now.lost(number(), "lost", 1 + random.nextInt(3), JOBS, at(sec));
        case 5 -> random.nextInt(10) == 0 ? now.cancelled(at(sec)) : now.retried(JOBS, at(sec));
        case 6 -> take();
        case 7 -> start();
        case 8 -> moved();
        case 9 -> part();
        case 10 -> {
          Request ended = RequestEdit.done(now, JOBS, lease(), at(sec));
          yield ended == null ? now : ended;
        }
        default -> whole();
      };
    }

    private Request take() {
      String lease = "L" + sec;
      Request taken = now.taken(lease, at(sec + 60), at(sec));
      leases.add(lease);
      return taken;
    }

    private Request start() {
      CurrentJob job = now.current();
      String name = job == null || random.nextInt(5) == 0 ? any(NAMES) : job.entry().name();
      return RequestEdit.part(
          now, RequestParts.RUNNING_JOB, json("'" + name + "'"), JOBS, lease(), at(sec));
    }

    /** As a worker reports that it has done its job: in one write, or a list at a time. */
    private Request moved() {
      CurrentJob job = now.current();
      List<String> ran = new ArrayList<>(names(now.ranList()));
      List<String> run = new ArrayList<>(names(now.runList()));
      if (job != null && job.listed()) {
        run.remove(0);
      }
      if (job != null && ran.size() == job.ranBefore()) {
        ran.add(job.entry().name());
      }
      if (random.nextInt(3) == 0) {
        return RequestEdit.part(now, RequestParts.RAN_LIST, list(ran), JOBS, lease(), at(sec));
      }
      ObjectNode body = RequestJson.shown(now);
      body.set(RequestParts.RAN_LIST, list(ran));
      body.set(RequestParts.RUN_LIST, list(run));
      body.set(RequestParts.OUTPUT, json(any(OUTPUTS)));
      return RequestEdit.whole(now, body, JOBS, lease(), at(sec));
    }

    /** Anything, right or wrong. */
    private Request part() {
      String part = any(RequestParts.ALL);
      asksForOthers = part.equals(RequestParts.RUN_LIST);
      List<String> some = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        some.add(any(NAMES));
      }
      return RequestEdit.part(
          now,
          part,
          random.nextBoolean()
              ? list(some)
              : json(any(List.of("null", "'w'", "{'a':1}", "7", "['test']", "[]"))),
          JOBS,
          lease(),
          at(sec));
    }

    /** The request as it was at some time, perhaps without its end. */
    private Request whole() {
      asksForOthers = true;
      ObjectNode body = RequestJson.shown(any(seen));
      if (random.nextBoolean()) {
        body.set(RequestParts.RUN_LIST, list(names(any(seen).runList())));
      }
      return RequestEdit.whole(now, body, JOBS, lease(), at(sec));
    }
  }

  private static ArrayNode list(List<String> names) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    names.forEach(list::add);
    return list;
  }

  /** All that is done or left, the current job once, however far its worker has moved it. */
  private static List<String> asked(Request request) {
    List<String> all = new ArrayList<>(names(request.ranList()));
    all.addAll(names(request.runList()));
    CurrentJob job = request.current();
    if (job != null) {
      boolean ran = request.ranList().size() > job.ranBefore();
      if (ran && job.listed()) {
        all.remove(job.entry().name());
      } else if (!ran && !job.listed()) {
        all.add(job.entry().name());
      }
    }
    return all.stream().sorted().toList();
  }

  private static List<String> ended(Request request) {
    CurrentJob job = request.current();
    return names(job == null ? request.ranList() : request.ranList().subList(0, job.ranBefore()));
  }

  private static void assertSound(Request request) {
    CurrentJob job = request.current();
    assertThat(request.state().isOver()).isEqualTo(job == null);
    assertThat(request.endedAt() != null).isEqualTo(job == null);
    assertThat(request.reason() != null).isEqualTo(request.state() == RequestState.FAILED);
    if (request.state() == RequestState.COMPLETE) {
      assertThat(request.runList()).isEmpty();
    }
    if (job == null) {
      assertThat(request.runningJob()).isNull();
      return;
    }
    assertThat(job.number()).isEqualTo(request.jobs());
    assertThat(request.ranList().size() - job.ranBefore()).isBetween(0, 1);
    assertThat(request.runningJob()).isEqualTo(job.startedAt() == null ? null : job.entry().name());
    if (job.listed()) {
      assertThat(request.runList().get(0).name()).isEqualTo(job.entry().name());
    }
    if (request.runningJob() == null) {
      assertThat(job.listed()).as("what does not run is moved by nobody").isTrue();
      assertThat(request.ranList()).hasSize(job.ranBefore());
    }
  }

  @Property(tries = 2_000)
  void aRequestStaysSound(@ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int steps) {
    Monkey monkey = new Monkey(seed);
    for (int i = 0; i < steps; i++) {
      Request before = monkey.now;
      Request after = monkey.step();
      assertSound(after);
      if (after != before) {
        assertThat(after.version()).isEqualTo(before.version() + 1);
      }
      assertThat(after.jobs()).isBetween(before.jobs(), before.jobs() + 1);
      int known = ended(before).size();
      assertThat(ended(after)).hasSizeGreaterThanOrEqualTo(known);
      assertThat(ended(after).subList(0, known)).isEqualTo(ended(before));
      if (!monkey.asksForOthers) {
        assertThat(asked(after)).isEqualTo(asked(before));
      }
      assertThat(RequestJson.read(RequestJson.whole(after))).isEqualTo(after);
    }
  }

  @Property(tries = 1_000)
  void whatGetAnswersChangesNothingIfItIsPut(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 40) int steps) {
    Monkey monkey = new Monkey(seed);
    for (int i = 0; i < steps; i++) {
      Request request = monkey.step();
      CurrentJob job = request.current();
      String lease = job == null ? null : job.lease();
      if (job == null || !job.isExternal() || lease != null || request.jobs() == 1) {
        Request same = RequestEdit.whole(request, RequestJson.shown(request), JOBS, lease, at(99));
        assertThat(shown(same)).isEqualTo(shown(request));
        assertThat(RequestEdit.whole(same, RequestJson.shown(same), JOBS, lease, at(100)))
            .isSameAs(same);
      }
    }
  }

  /** What everybody sees, but how often it was written: the first report makes its lease known. */
  private static JsonNode shown(Request request) {
    return RequestJson.shown(request).without(List.of("version", "last_updated"));
  }
}
