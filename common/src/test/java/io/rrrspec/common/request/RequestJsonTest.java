package io.rrrspec.common.request;

import static io.rrrspec.common.request.RequestExamples.JOBS;
import static io.rrrspec.common.request.RequestExamples.at;
import static io.rrrspec.common.request.RequestExamples.json;
import static io.rrrspec.common.request.RequestExamples.object;
import static io.rrrspec.common.request.RequestExamples.queued;
import static io.rrrspec.common.request.RequestExamples.running;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.config.RequestJob;
import io.rrrspec.common.flow.JsonText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestJsonTest {
  /** Makes requests out of nothing, such that cannot be, too. */
  private record Maker(Random random) {
    private String text() {
      return random
          .ints(random.nextInt(8), 0, 0x180)
          .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
          .append(random.nextInt(20) == 0 ? "\uD83D\uDE00" : "")
          .toString();
    }

    private @Nullable String orNull() {
      return random.nextBoolean() ? text() : null;
    }

    private Instant time() {
      return Instant.ofEpochSecond(
          random.nextInt(Integer.MAX_VALUE), random.nextInt(1_000_000_000));
    }

    private @Nullable Instant timeOrNull() {
      return random.nextBoolean() ? time() : null;
    }

    private JsonNode value(int depth) {
      JsonNodeFactory nodes = JsonNodeFactory.instance;
      return switch (random.nextInt(depth > 2 ? 4 : 6)) {
        case 0 -> nodes.textNode(text());
        case 1 -> nodes.numberNode(random.nextInt());
        case 2 -> nodes.numberNode(random.nextInt() + 0.5);
        case 3 -> nodes.booleanNode(random.nextBoolean());
        case 4 -> nodes.arrayNode().add(value(depth + 1)).addNull();
        default -> object(depth + 1);
      };
    }

    private ObjectNode object(int depth) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      for (int i = random.nextInt(3); i > 0; i--) {
        object.set(text(), value(depth));
      }
      return object;
    }

    private @Nullable ObjectNode objectOrNull() {
      return random.nextBoolean() ? object(0) : null;
    }

    /** Without times and a run its worker is not told. */
    private RequestEntry entry() {
      boolean ended = random.nextBoolean();
      return new RequestEntry(
          text(),
          object(0),
          objectOrNull(),
          ended ? orNull() : null,
          ended ? orNull() : null,
          ended ? timeOrNull() : null,
          ended ? time() : null);
    }

    private List<RequestEntry> entries() {
      List<RequestEntry> entries = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        entries.add(entry());
      }
      return entries;
    }

    private <T> T any(T[] values) {
      return values[random.nextInt(values.length)];
    }

    private @Nullable CurrentJob job() {
      return random.nextInt(4) == 0
          ? null
          : new CurrentJob(
              random.nextInt(1_000),
              entry(),
              any(RequestJob.Kind.values()),
              text(),
              random.nextInt(100),
              random.nextBoolean(),
              random.nextInt(100),
              orNull(),
              random.nextBoolean(),
              orNull(),
              time(),
              timeOrNull(),
              time());
    }

    Request request() {
      return new Request(
          text(),
          random.nextInt(Integer.MAX_VALUE),
          any(RequestState.values()),
          text(),
          random.nextBoolean() ? value(0) : null,
          entries(),
          entries(),
          objectOrNull(),
          objectOrNull(),
          orNull(),
          orNull(),
          orNull(),
          job(),
          random.nextInt(1_000),
          time(),
          time(),
          timeOrNull());
    }
  }

  @Property(tries = 2_000)
  void whatIsWrittenWholeIsReadAsItWas(@ForAll long seed) {
    Request request = new Maker(new Random(seed)).request();
    assertThat(RequestJson.read(RequestJson.whole(request))).isEqualTo(request);
  }

  @Test
  void whatEverybodySeesHasNoLease() {
    Request request = running(queued("test", "report"));
    ObjectNode shown = RequestJson.shown(request);
    assertThat(JsonText.of(shown)).doesNotContain("L1").doesNotContain("lease");
    assertThat(RequestJson.whole(request)).contains("\"lease\":\"L1\"");
    assertThat(JsonText.parse(JsonText.of(shown)))
        .isEqualTo(
            json(
                "{'id':'r-1','state':'running','requester':'host','running_job':'test',"
                    + "'run_list':[{'name':'test','args':{},'output':null},"
                    + "{'name':'report','args':{},'output':null}],'ran_list':[],'run_args':{},"
                    + "'worker':null,'last_updated':'2026-03-04T05:06:09.089Z',"
                    + "'program':{'name':'p'},'output':null,'reason':null,"
                    + "'created_at':'2026-03-04T05:06:07.089Z','ended_at':null,'version':3,"
                    + "'job':{'name':'test','queue':'boards','trial':1,"
                    + "'queued_at':'2026-03-04T05:06:07.089Z',"
                    + "'started_at':'2026-03-04T05:06:09.089Z','run':null}}"));
  }

  @Test
  void aPartThatIsNullIsNone() {
    Request request = queued("test");
    assertThat(RequestJson.part(request, RequestParts.RUNNING_JOB)).isNull();
    assertThat(RequestJson.part(request, RequestParts.OUTPUT)).isNull();
    assertThat(RequestJson.part(request, RequestParts.REQUESTER)).isEqualTo(json("'host'"));
    assertThat(RequestJson.part(request, RequestParts.RAN_LIST)).isEqualTo(json("[]"));
    for (String part : RequestParts.ALL) {
      assertThat(RequestJson.shown(request).has(part)).as(part).isTrue();
    }
  }

  @Test
  void aListHasNamesOnlyAndNotTooMany() {
    String[] names = new String[60];
    Arrays.fill(names, "publish");
    Request request = queued(names);
    for (int i = 1; i <= 55; i++) {
      request = request.ended(i, object("{'a':1}"), null, null, JOBS, at(i));
    }
    ObjectNode brief = RequestJson.brief(request);
    assertThat(brief.path("ran_list")).hasSize(50);
    assertThat(brief.path("run_list")).hasSize(5);
    assertThat(brief.path("run_list").get(0)).isEqualTo(json("'publish'"));
    assertThat(brief.path("done").asInt()).isEqualTo(55);
    assertThat(brief.path("left").asInt()).isEqualTo(5);
    assertThat(brief.has("output")).isFalse();
    assertThat(brief.path("program")).isEqualTo(json("{'name':'p'}"));

    Request large =
        RequestEdit.part(
            request,
            RequestParts.PROGRAM,
            JsonNodeFactory.instance.textNode("p".repeat(2_000)),
            JOBS,
            null,
            at(60));
    assertThat(RequestJson.brief(large).path("program").isNull()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "null", "[]", "{}", "{'id':'a'}", "{'id':'a','state':'x'}"})
  void whatIsNoRequestIsNotRead(String text) {
    assertThatThrownBy(() -> RequestJson.read(text.replace('\'', '"')))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
