package io.rrrspec.common.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.store.Stores;
import io.rrrspec.testing.TestRedis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lines, and what comes of them in a real Redis; the page of the command port has all of them. */
class LineInterpreterTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private final Stores stores = new Stores(redis.connection(), redis.keys());
  private final LineInterpreter lines = new LineInterpreter(stores, "ann");

  private List<String> ask(String line) {
    Reply reply = lines.interpret(line);
    if (reply instanceof Reply.Lines many) {
      List<String> all = new ArrayList<>();
      many.lines().forEachRemaining(all::add);
      assertThat(all).hasSize((int) many.count());
      return all;
    }
    return List.of(
        reply instanceof Reply.Ok ok ? "+" + ok.text() : "-" + ((Reply.Error) reply).message());
  }

  @Test
  void contentsAreGivenInTheOrderOfServiceHoweverManyThereAre() {
    for (int i = 1; i <= 123; i++) {
      assertThat(ask("queue push default shell echo " + i)).containsExactly("+" + i);
    }
    ask("job prefer 120");
    List<String> contents = ask("queue contents default");
    assertThat(contents).hasSize(123).startsWith("120 shell echo 120", "1 shell echo 1");
    assertThat(contents.get(122)).isEqualTo("123 shell echo 123");
  }

  @Test
  void aJobThatGoesAwayMeanwhileKeepsItsLine() {
    ask("queue push default shell a");
    ask("queue push default shell b");
    Reply.Lines contents = (Reply.Lines) lines.interpret("queue contents default");
    redis.connection().commands().del(redis.keys().job(1));
    assertThat(contents.count()).isEqualTo(2);
    assertThat(contents.lines()).toIterable().containsExactly("1", "2 shell b");
  }

  @Test
  void aJobIsOneLineAndOfAModuleThatIsKnown() {
    stores.queues().publishModules(Map.of("ruby", "ruby jobs.rb {job}", "junit", "/srv"));
    assertThat(ask("queue push default ruby purge 1")).containsExactly("+1");
    assertThat(ask("queue push default junit /srv/a")).containsExactly("+2");
    assertThat(ask("queue push default junit srv/a").get(0)).startsWith("-'srv/a' is no directory");
    assertThat(ask("queue push default shell a\u0000b").get(0)).startsWith("-a job is one line");
    assertThat(ask("queue push default http get http://h/").get(0)).startsWith("-no request");
    assertThat(ask("queue push default http GET http://h/ a  b")).containsExactly("+3");
    assertThat(ask("job show 3")).contains("user ann", "job GET http://h/ a  b");
  }

  @Test
  void whatRunsCanBeCancelledButNotMoved() {
    ask("queue push default shell sleep 100");
    assertThat(
            stores
                .jobs()
                .admit(
                    stores.jobs().find(1).orElseThrow(), "sleep 100", Map.of("queue", "default")))
        .isTrue();
    assertThat(ask("job move 1 default"))
        .containsExactly("-job 1 runs: only one that waits can be moved; cancel it instead");
    assertThat(ask("job prefer 1").get(0)).startsWith("-job 1 runs: ");
    assertThat(ask("job cancel 1")).containsExactly("+");
    assertThat(redis.connection().commands().lrange(redis.keys().arbiterQueue(), 0, -1))
        .hasSize(1)
        .allMatch(message -> message.startsWith("cancel\t"));
    assertThat(ask("queue contents default")).isEmpty();
  }

  @Test
  void aLongMistakeHasAShortAnswer() {
    for (String line : List.of("x", "queue ", "queue show ", "job show ", "queue push default ")) {
      assertThat(ask(line + "x".repeat(65_000)).get(0)).startsWith("-").hasSizeLessThan(300);
    }
  }
}
