package io.rrrspec.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.client.source.OrderChoice;
import io.rrrspec.common.model.ClassPart;
import io.rrrspec.common.model.SplitRequest;
import io.rrrspec.common.model.TasksetRequest.TaskRequest;
import io.rrrspec.common.model.TestSelection;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskListingTest {
  private static final List<TaskRequest> TASKS =
      List.of(
          new TaskRequest("shop.CartTest", Duration.ofMillis(1_200)),
          new TaskRequest("shop.NewTest", null),
          new TaskRequest("shop.StockTest@it", Duration.ofMillis(40)));

  @Test
  void peopleGetALineForEachTaskAndTheTotal() {
    assertThat(new TaskListing(OrderChoice.LONGEST, TASKS).text())
        .isEqualToNormalizingNewlines(
            """
                1.2 s  shop.CartTest
                    ?  shop.NewTest
              0.040 s  shop.StockTest@it

            3 tasks, about 1.2 s of tests, 1 without an estimate
            """);
    assertThat(new TaskListing(OrderChoice.LONGEST, List.of()).text()).endsWith("\n0 tasks\n");
  }

  @Test
  void programsGetOneObject() {
    assertThat(new TaskListing(OrderChoice.parse("random:7"), TASKS).json())
        .isEqualToNormalizingWhitespace(
            """
            {
              "format" : 1,
              "order" : "random",
              "seed" : 7,
              "method_patterns" : [ ],
              "include_tags" : [ ],
              "exclude_tags" : [ ],
              "task_list" : [ {
                "spec_file" : "shop.CartTest",
                "estimate_ms" : 1200
              }, {
                "spec_file" : "shop.NewTest",
                "estimate_ms" : null
              }, {
                "spec_file" : "shop.StockTest@it",
                "estimate_ms" : 40
              } ],
              "total" : {
                "tasks" : 3,
                "without_estimate" : 1,
                "estimate_ms" : 1240
              }
            }
            """);
    assertThat(new TaskListing(OrderChoice.LONGEST, TASKS).json()).contains("\"seed\" : null");
  }

  @Test
  void aClassThatWouldRunInPartsSaysInHowMany() {
    SplitRequest split =
        new SplitRequest(
            List.of(part(1, false, "#adds"), part(2, true, "#adds")), 2, 0, /* classFiles= */ null);
    TaskListing list =
        new TaskListing(
            OrderChoice.LONGEST,
            List.of(
                new TaskRequest("shop.LongTest", Duration.ofSeconds(9)).withSplit(split),
                new TaskRequest("shop.CartTest", Duration.ofMillis(1_200))));
    assertThat(list.text())
        .contains("9.0 s  shop.LongTest (in 2 parts)\n", "1.2 s  shop.CartTest\n", "2 tasks");
    assertThat(list.json()).containsOnlyOnce("\"parts\" : 2");
  }

  private static SplitRequest.Part part(int number, boolean rest, String method) {
    return new SplitRequest.Part(
        Duration.ofSeconds(5), new ClassPart(number, 2, rest, List.of(method)));
  }

  @Test
  void thatNotAllTestsOfAClassWouldRunIsSaidFirst() {
    TaskListing list =
        new TaskListing(
            OrderChoice.LONGEST,
            TASKS,
            List.of("CartTest#adds*+removes"),
            TestSelection.ALL.withTags(List.of("db & !slow"), List.of("old")));
    assertThat(list.text())
        .startsWith(
            "only tests of 'CartTest#adds*+removes' --tag 'db & !slow',"
                + " without tests of --exclude-tag 'old':\n")
        .contains("shop.CartTest\n");
    assertThat(list.json())
        .contains("\"method_patterns\" : [ \"CartTest#adds*+removes\" ]")
        .contains("\"include_tags\" : [ \"db & !slow\" ]", "\"exclude_tags\" : [ \"old\" ]");
    assertThat(
            new TaskListing(
                    OrderChoice.LONGEST,
                    TASKS,
                    List.of(),
                    TestSelection.ALL.withTags(List.of(), List.of("old")))
                .text())
        .startsWith("without tests of --exclude-tag 'old':\n");
  }
}
