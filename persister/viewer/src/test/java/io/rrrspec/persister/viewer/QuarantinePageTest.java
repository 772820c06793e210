package io.rrrspec.persister.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.model.PassStreak;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.store.PassStreakStore;
import io.rrrspec.common.store.QuarantineStore;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.viewer.run.Records;
import io.rrrspec.testing.TestRedis;
import io.rrrspec.testing.sql.TestDatabase;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page about tests in quarantine, its form and its buttons. */
class QuarantinePageTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final String OURS = "Host: 127.0.0.1:PORT\nAuthorization: Bearer secret";
  private final LocalDate today = LocalDate.now(ZoneOffset.UTC);
  private static final TestMethod ADDS = TestMethod.parse("com.shop.CartTest#adds");

  @TempDir Path directory;

  private Database database;
  private Records records;
  private QuarantineStore store;
  private RunningViewer viewer;

  @BeforeEach
  void open() throws Exception {
    database = Database.open(TestDatabase.H2.newUrl(directory));
    records = Records.of(redis.connection(), redis.keys(), database);
    store = new QuarantineStore(redis.connection(), redis.keys());
    viewer = new RunningViewer(records, "secret");
  }

  @AfterEach
  void close() {
    viewer.close();
    database.close();
  }

  private String page(String query) throws Exception {
    return viewer.get("/tests/quarantine" + query).body();
  }

  private String post(String path, String headers, String... namesAndValues) throws IOException {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      body.append(body.isEmpty() ? "" : "&")
          .append(namesAndValues[i])
          .append('=')
          .append(URLEncoder.encode(namesAndValues[i + 1], StandardCharsets.UTF_8));
    }
    return viewer.send(
        "POST /tests/quarantine"
            + path
            + " HTTP/1.1\nContent-Type: application/x-www-form-urlencoded\n"
            + headers,
        body.toString());
  }

  private String add(String headers, String test, String reason, String until) throws IOException {
    return post(
        "", headers, "class", "shop", "test", test, "owner", "ann", "reason", reason, "until",
        until);
  }

  private static QuarantinedTest muted(String reason, LocalDate until) {
    return new QuarantinedTest(ADDS, "ann", reason, until);
  }

  @Test
  void aTestIsMutedByTheFormAndReleasedByItsButton() throws Exception {
    assertThat(page("?class=shop&test=com.shop.CartTest%23adds(int)%5B2%5D"))
        .contains(
            "No test is in quarantine.",
            "value=\"shop\"",
            "value=\"com.shop.CartTest#adds(int)[2]\"");
    String answer =
        add(OURS, "com.shop.CartTest#adds(int)[2]", "SHOP-1", today.plusDays(3).toString());
    assertThat(answer).startsWith("HTTP/1.1 303 ").contains("Location: /tests/quarantine");
    QuarantinedTest adds =
        new QuarantinedTest(
            TestMethod.parse("com.shop.CartTest#adds(int)[2]"), "ann", "SHOP-1", today.plusDays(3));
    assertThat(store.of("shop")).containsExactly(adds);
    assertThat(page("")).contains("com.shop.CartTest#adds(int)[2]", "SHOP-1", "ann");

    assertThat(post("/remove", OURS, "class", "shop", "version", adds.text()))
        .startsWith("HTTP/1.1 303 ");
    assertThat(store.all()).isEmpty();
  }

  @Test
  void nobodyMutesWithoutAReasonATokenOrFromAnotherSite() throws Exception {
    String until = today.toString();
    assertThat(add(OURS, ADDS.toString(), " ", until))
        .startsWith("HTTP/1.1 400 ")
        .contains("reason is missing");
    assertThat(add(OURS, "com.shop.CartTest", "r", until)).startsWith("HTTP/1.1 400 ");
    assertThat(add(OURS, ADDS.toString(), "r", today.minusDays(1).toString()))
        .startsWith("HTTP/1.1 400 ");
    assertThat(add(OURS, ADDS.toString(), "r", today.plusDays(91).toString()))
        .startsWith("HTTP/1.1 400 ")
        .contains("at most 90 days");
    assertThat(add("Host: 127.0.0.1:PORT", ADDS.toString(), "r", until))
        .startsWith("HTTP/1.1 401 ");
    assertThat(add(OURS + "\nOrigin: http://evil.example", ADDS.toString(), "r", until))
        .startsWith("HTTP/1.1 403 ");
    assertThat(post("/remove", OURS, "class", "shop", "version", "x")).startsWith("HTTP/1.1 400 ");
    assertThat(store.all()).isEmpty();
  }

  @Test
  void whoComesSecondIsToldWhatTheFirstHasDone() throws Exception {
    QuarantinedTest before = muted("SHOP-1", today.plusDays(3));
    QuarantinedTest after = muted("SHOP-2", today.plusDays(9));
    store.add("shop", before, today);
    assertThat(add(OURS, ADDS.toString(), "mine", today.toString()))
        .startsWith("HTTP/1.1 409 ")
        .contains("SHOP-1");
    store.replace("shop", before, after, today);
    assertThat(post("/remove", OURS, "class", "shop", "version", before.text()))
        .startsWith("HTTP/1.1 409 ")
        .contains("SHOP-2");
    assertThat(store.of("shop")).containsExactly(after);
  }

  @Test
  void theListSaysWhatIsOverGoneOrReadyAndIsFiltered() throws Exception {
    String hostile = "<script>alert('x')</script>";
    store.add("shop", muted(hostile, today), today);
    store.add("bank", muted("over", today.minusDays(1)), today);
    TestMethod gone = TestMethod.parse("com.shop.OldTest#gone");
    store.add("shop", new QuarantinedTest(gone, "bob", "r", today), today);
    new PassStreakStore(redis.connection(), redis.keys())
        .save(
            "shop",
            List.of(
                new PassStreak(ADDS, PassStreak.RELEASE, true), new PassStreak(gone, 0, false)));

    assertThat(page(""))
        .contains(
            "passed 50 times in a row: release it",
            "no such test in the last 50 runs",
            "ended: its failures count",
            "&lt;script&gt;")
        .doesNotContain(hostile);
    assertThat(page("?has=BANK")).contains("over").doesNotContain("OldTest");
    assertThat(page("?has=nothing")).contains("No test in quarantine has nothing in");
  }

  @Test
  void onOneMachineThePageNamesTheFile() throws Exception {
    viewer.close();
    viewer = new RunningViewer(records.withoutFleet(), "");
    assertThat(page("")).contains(".rrrspec-quarantine.yml").doesNotContain("<form");
    assertThat(
            post(
                "",
                "Host: 127.0.0.1:PORT",
                "class",
                "shop",
                "test",
                ADDS.toString(),
                "owner",
                "a",
                "reason",
                "r",
                "until",
                today.toString()))
        .startsWith("HTTP/1.1 400 ");
    assertThat(store.all()).isEmpty();
  }
}
