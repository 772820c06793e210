package io.rrrspec.experiments.fuzz;

import io.rrrspec.client.source.PatternSelection;
import io.rrrspec.client.source.TestClass;
import io.rrrspec.common.config.CommandTemplate;
import io.rrrspec.common.config.RedisAddress;
import io.rrrspec.common.cron.CronTimes;
import io.rrrspec.common.files.Glob;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.http.ForeignPage;
import io.rrrspec.common.http.Hosts;
import io.rrrspec.common.model.OrderDependence;
import io.rrrspec.common.model.ProcessorUse;
import io.rrrspec.common.model.TagExpression;
import io.rrrspec.common.model.TestId;
import io.rrrspec.common.request.OutsideJson;
import io.rrrspec.common.request.RequestJobs;
import io.rrrspec.common.request.RequestReader;
import io.rrrspec.common.rsync.RsyncItem;
import io.rrrspec.common.store.CasesJson;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** The small languages: patterns, expressions, addresses, times, and JSON of fields. */
final class WordTargets {
  private static final Path PROJECT = Path.of("/src/shop");
  private static final List<TestClass> CLASSES =
      List.of(
          TestClass.ofTask("com.foo.BarTest"),
          TestClass.ofTask("com.foo.BarTest@it"),
          TestClass.ofTask("a:com.foo.BazTest"));

  private WordTargets() {}

  static List<Target> all() {
    return List.of(
        words("glob", List.of("**/target/*.exec", "a/?/b*"), WordTargets::glob),
        words("tag expression", List.of("(a | b) & !c", "fast,slow"), WordTargets::tags),
        words("wildcards", List.of(), WordTargets::wildcards),
        words("test pattern", List.of("com.foo.**", "Bar*#adds+subtracts"), WordTargets::pattern),
        words("times of cron", List.of("0 3 * * *", "*/5 1-3 L * MON#2"), WordTargets::cron),
        words("name of a task", List.of("a/b:com.foo.BarTest@it#2/4"), WordTargets::task),
        words("address of Redis", addresses(), WordTargets::address),
        words("host and origin", List.of("127.0.0.1:8380", "http://[::1]:80"), WordTargets::host),
        words("line of rsync", List.of("rrrspec:>f+++++++++ 12|a/b\\#012c"), WordTargets::rsync),
        words("body of a request", List.of(body()), WordTargets::body),
        words("fields of JSON", List.of(CASES, DEPENDENCE, USE), WordTargets::fields),
        words("command template", List.of("make {target} -j {jobs}"), WordTargets::template));
  }

  private static final String CASES =
      "[{\"c\":\"com.foo.BarTest\",\"n\":\"adds\",\"o\":\"f\",\"ms\":12,\"m\":\"no\",\"t\":\"E\","
          + "\"s\":\"E\\n\\tat x\",\"d\":[{\"e\":\"1\",\"a\":\"2\",\"m\":\"x\"}]}]";
  private static final String DEPENDENCE =
      "{\"after\":[\"a\",\"b\"],\"confirmed\":true,\"failed\":2,\"passed\":1,\"relation\":\"after\"}";
  private static final String USE = "4 1700000000000 1000 1,2,3,100";

  private static Target words(String kind, List<String> good, TextTarget.Reader reader) {
    return new TextTarget(kind, good, reader);
  }

  /** Where a refusal is promised as an IllegalArgumentException with a text, that is no harm. */
  private static void refusing(Runnable reading) {
    try {
      reading.run();
    } catch (IllegalArgumentException e) {
      String message = e.getMessage();
      Harm.unless(
          e.getClass() == IllegalArgumentException.class && message != null && !message.isBlank(),
          "it is refused by accident: " + e);
    }
  }

  private static List<String> addresses() {
    return List.of(
        "redis://user:secret@redis.example.com:6379/0",
        "redis-sentinel://a:1,b:2/master",
        "rediss://h",
        "embedded");
  }

  private static void address(String text, Draw draw) {
    try {
      RedisAddress address = RedisAddress.parse(text);
      Harm.unless(
          address.password() == null
              || !address.toString().contains(":" + address.password() + "@"),
          "an address shows its password");
    } catch (IllegalArgumentException e) {
      // Whoever asks for it says what to write instead.
    }
  }

  private static void glob(String text, Draw draw) {
    if (PathGlob.mistake(text).isEmpty()) {
      PathGlob glob = PathGlob.of(text);
      glob.matches("a/b/c/target/jacoco.exec");
      glob.matches(HostileText.any(draw));
      glob.directory();
    } else {
      refusing(() -> PathGlob.of(text));
    }
  }

  private static void tags(String text, Draw draw) {
    TagExpression.Tags some =
        new TagExpression.Tags() {
          @Override
          public boolean has(String name) {
            return name.length() % 2 == 0;
          }

          @Override
          public boolean none() {
            return false;
          }
        };
    refusing(
        () -> {
          boolean unused = TagExpression.parse(text).test(some);
        });
  }

  private static void pattern(String text, Draw draw) {
    PatternSelection.choose(CLASSES, List.of(text), PROJECT);
  }

  /** A pattern of the drawn parts, most of them stars, and a long name that nearly fits. */
  private static void wildcards(String text, Draw draw) {
    String part = text.length() > 50 ? text.substring(0, 50) : text;
    StringBuilder glob = new StringBuilder();
    StringBuilder name = new StringBuilder();
    int parts = draw.oneIn(20) ? 400 : 30;
    for (int i = draw.below(parts); i > 0; i--) {
      String own = draw.oneIn(3) ? part : draw.one(List.of("a", "aa", "ab", ".", "/", "b"));
      glob.append(draw.one(STARS)).append(own);
      name.append("a".repeat(draw.below(60))).append(draw.oneIn(4) ? part : "");
    }
    String pattern = glob + (draw.oneIn(2) ? "b" : "");
    draw.tell(pattern + " on " + name);
    Glob plain = Glob.of(pattern);
    plain.matches(name);
    Glob.of(pattern, '/').matches(name);
    boolean all = Glob.of(pattern.replace('?', '*')).matches(name);
    Harm.unless(all || !plain.matches(name), "a star stands for less than a question mark");
    String literal = pattern.replace('*', 'a').replace('?', 'a');
    Harm.unless(plain.matches(literal), "a star does not stand for one character");
    PatternSelection.choose(
        List.of(TestClass.ofTask("com." + "a".repeat(2_000) + "Test")), List.of(pattern), PROJECT);
  }

  private static final List<String> STARS =
      List.of("*", "*", "*", "**", "?", "*?", "***", "**/", "**.", "*".repeat(30));

  private static void cron(String text, Draw draw) {
    refusing(() -> CronTimes.parse(text, ZoneOffset.UTC).next(Instant.EPOCH));
    refusing(() -> CronTimes.zone(text));
  }

  private static void task(String text, Draw draw) {
    TestId.parse(text).shownExecution();
    TestId.classNames(text);
    TestId.namesExecution(text);
  }

  private static void host(String text, Draw draw) {
    Hosts hosts = new Hosts("127.0.0.1", "build-7", URI.create("http://web.example.com:3000"));
    hosts.areOurs(text);
    Harm.unless(!hosts.areOurs("evil.example:" + text), "a foreign host is ours");
    ForeignPage.asks(text, null, null);
    Harm.unless(
        ForeignPage.asks(null, "http://evil.example/" + text, "127.0.0.1:8380"),
        "a foreign page is ours");
    ForeignPage.asks(null, text, "127.0.0.1:8380");
  }

  private static void rsync(String text, Draw draw) {
    RsyncItem.begins(text);
    RsyncItem.parse(text).ifPresent(item -> item.bytes());
    RsyncItem.unescaped(text);
  }

  private static String body() {
    return "{\"requester\":\"me\",\"program\":{\"a\":1},\"output\":{},\"run_list\":"
        + "[{\"name\":\"build\",\"args\":{\"target\":\"x\",\"jobs\":3}}]}";
  }

  private static void body(String text, Draw draw) {
    refusing(
        () ->
            RequestReader.asked(
                "id",
                OutsideJson.read(HostileText.bytes(draw, text)),
                new RequestJobs(Map.of()),
                Instant.EPOCH));
  }

  private static void fields(String text, Draw draw) {
    CasesJson.read(text);
    OrderDependence.parse(text);
    ProcessorUse.parse(text);
  }

  private static void template(String text, Draw draw) {
    String value = text.replace('\0', ' ');
    String filled = CommandTemplate.fill("make {target}", Map.of("target", value));
    Harm.unless(
        filled.startsWith("make ") && word(filled.substring(5)).equals(value),
        "a value is not one word of the command");
    refusing(() -> CommandTemplate.fill(text, Map.of("target", "x", "jobs", "3")));
  }

  /** What a shell makes of one word in which quotes and backslashes alone mean something. */
  private static String word(String quoted) {
    StringBuilder word = new StringBuilder();
    boolean inside = false;
    for (int i = 0; i < quoted.length(); i++) {
      char c = quoted.charAt(i);
      if (c == '\'') {
        inside = !inside;
      } else if (!inside && c == '\\') {
        i++;
        word.append(quoted.charAt(i));
      } else {
        Harm.unless(inside, "a character of a value is outside of its quotes");
        word.append(c);
      }
    }
    Harm.unless(!inside, "a quote is not closed");
    return word.toString();
  }
}
