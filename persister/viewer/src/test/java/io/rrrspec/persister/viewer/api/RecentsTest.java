package io.rrrspec.persister.viewer.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.model.Taskset;
import io.rrrspec.common.model.TasksetStatus;
import io.rrrspec.persister.record.save.TasksetArchive;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The list of runs that are over, page by page. */
class RecentsTest extends ApiContract {
  private static final int RUNS = 23;
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
  private static final String PATH = "/v2/tasksets/recents";

  @BeforeEach
  void save() {
    // The one that ended last was not saved last.
    IntStream.of(7, 3).forEach(this::save);
    IntStream.rangeClosed(1, RUNS).filter(n -> n != 7 && n != 3).forEach(this::save);
  }

  private void save(int n) {
    new TasksetArchive(database)
        .saveFinished(
            Taskset.of(keys.taskset(UUID.randomUUID().toString()))
                .rsyncName("run-" + n)
                .commands("", "slave")
                .tasksetClass("myclass")
                .createdAt(START)
                .status(TasksetStatus.CANCELLED)
                .finishedAt(START.plusSeconds(n))
                .build(),
            Collections.emptyIterator());
  }

  private static List<String> names(HttpResponse<String> answer) throws Exception {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    List<String> names = new ArrayList<>();
    for (JsonNode run : JSON.readTree(answer.body())) {
      names.add(run.get("rsync_name").textValue());
    }
    return names;
  }

  /** {@code run-23, run-22, …}. */
  private static List<String> runs(int first, int last) {
    return IntStream.rangeClosed(last, first)
        .map(n -> first + last - n)
        .mapToObj(n -> "run-" + n)
        .toList();
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("none");
  }

  private String link(int page, String more, String relation) {
    return "<" + viewer.base() + PATH + "?page=" + page + more + ">; rel=\"" + relation + "\"";
  }

  @Test
  void tenAPageTheOneThatEndedLastFirst() throws Exception {
    HttpResponse<String> answer = viewer.get(PATH);
    assertThat(names(answer)).isEqualTo(runs(23, 14));
    assertThat(header(answer, "Total")).isEqualTo("23");
    assertThat(header(answer, "Per-Page")).isEqualTo("10");
    assertThat(header(answer, "Link")).isEqualTo(link(3, "", "last") + ", " + link(2, "", "next"));
  }

  @Test
  void theLinksOfAPageInTheMiddleLeadToAllOthers() throws Exception {
    HttpResponse<String> answer = viewer.get(PATH + "?per_page=5&page=3&other=1");
    assertThat(names(answer)).isEqualTo(runs(13, 9));
    assertThat(header(answer, "Total")).isEqualTo("23");
    assertThat(header(answer, "Per-Page")).isEqualTo("5");
    String five = "&per_page=5";
    assertThat(header(answer, "Link"))
        .isEqualTo(
            String.join(
                ", ",
                link(1, five, "first"),
                link(2, five, "prev"),
                link(5, five, "last"),
                link(4, five, "next")));
  }

  @Test
  void whoFollowsTheLinksSeesEveryRunOnce() throws Exception {
    List<String> all = new ArrayList<>();
    String next = PATH + "?per_page=4";
    while (!next.isEmpty()) {
      HttpResponse<String> answer = viewer.get(next);
      all.addAll(names(answer));
      Matcher link = Pattern.compile("<([^>]+)>; rel=\"next\"").matcher(header(answer, "Link"));
      next = link.find() ? link.group(1) : "";
    }
    assertThat(all).isEqualTo(runs(23, 1));
  }

  @Test
  void theLastPageLeadsBack() throws Exception {
    HttpResponse<String> answer = viewer.get(PATH + "?page=3");
    assertThat(names(answer)).isEqualTo(runs(3, 1));
    assertThat(header(answer, "Link")).isEqualTo(link(1, "", "first") + ", " + link(2, "", "prev"));
  }

  @Test
  void behindTheLastPageThereIsNothingButTheWayBack() throws Exception {
    HttpResponse<String> answer = viewer.get(PATH + "?page=2147483647");
    assertThat(names(answer)).isEmpty();
    assertThat(header(answer, "Total")).isEqualTo("23");
    assertThat(header(answer, "Link")).isEqualTo(link(1, "", "first") + ", " + link(3, "", "prev"));
  }

  @Test
  void onePageNeedsNoLinks() throws Exception {
    HttpResponse<String> answer = viewer.get(PATH + "?per_page=1000");
    assertThat(names(answer)).isEqualTo(runs(23, 1));
    assertThat(header(answer, "Per-Page")).isEqualTo("1000");
    assertThat(header(answer, "Link")).isEqualTo("none");
    assertThat(header(viewer.get(PATH + "?per_page=23"), "Link")).isEqualTo("none");
  }

  @Test
  void whatIsNoPageIsRefusedByName() throws Exception {
    for (String bad : List.of("0", "-1", "1.5", "x", "", "+1", "2147483648", "99999999999")) {
      assertThat(refusal(400, PATH + "?page=" + bad.replace("+", "%2B")))
          .isEqualTo("page is '" + bad + "': write a number from 1 to 2147483647");
    }
    for (String bad : List.of("0", "1001", "%3Cb%3E")) {
      assertThat(refusal(400, PATH + "?per_page=" + bad))
          .isEqualTo(
              "per_page is '"
                  + bad.replace("%3C", "<").replace("%3E", ">")
                  + "': write a number from 1 to 1000");
    }
  }
}
