package io.rrrspec.common.request;

import static io.rrrspec.common.request.RequestExamples.JOBS;
import static io.rrrspec.common.request.RequestExamples.START;
import static io.rrrspec.common.request.RequestExamples.json;
import static io.rrrspec.common.request.RequestExamples.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestReaderTest {
  private static Request asked(JsonNode body) {
    return RequestReader.asked("r-1", body, JOBS, START);
  }

  private static void assertRefused(JsonNode body, String message) {
    assertThatThrownBy(() -> asked(body))
        .isExactlyInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  /** A right body with one field changed. */
  private static ObjectNode with(String field, JsonNode value) {
    ObjectNode body =
        object("{'requester':'host','program':{'name':'p'},'run_list':[{'name':'report'}]}");
    body.set(field, value);
    return body;
  }

  private static ArrayNode list(int jobs) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < jobs; i++) {
      list.addObject().put("name", "report");
    }
    return list;
  }

  @Test
  void aRequestHasWhatWasWritten() {
    Request request =
        asked(
            json(
                "{'requester':'host','program':{'name':'p','n':[1]},'output':{'seed':1},"
                    + "'run_list':[{'name':'build','args':{'target':'all','times':2,'clean':true},"
                    + "'output':{'file':'x'}},{'name':'test','args':null,'output':null}]}"));
    assertThat(request)
        .isEqualTo(
            Request.asked(
                "r-1",
                "host",
                json("{'name':'p','n':[1]}"),
                List.of(
                    new RequestEntry(
                        "build",
                        object("{'target':'all','times':2,'clean':true}"),
                        object("{'file':'x'}"),
                        null,
                        null,
                        null,
                        null),
                    RequestEntry.of("test")),
                object("{'seed':1}"),
                START));
    assertThat(request.version()).isZero();
  }

  @Test
  void whatTheAnswerHasBesidesIsPassedOver() {
    RequestEntry entry =
        asked(
                with(
                    "run_list",
                    json(
                        "[{'name':'report','run':'r','worker':'w','started_at':'x','ended_at':1}]")))
            .runList()
            .get(0);
    assertThat(entry).isEqualTo(RequestEntry.of("report"));
  }

  @Test
  void theAskerMayGiveTheFirstJobItsArgumentsAsOutput() {
    assertThat(
            asked(
                    json(
                        "{'requester':'h','program':null,'output':{'target':'all'},"
                            + "'run_list':[{'name':'build'},{'name':'build'}]}"))
                .program())
        .isNull();
  }

  @Test
  void aLaterJobMayLackWhatTheOneBeforeGives() {
    assertThat(asked(with("run_list", json("[{'name':'report'},{'name':'build'}]"))).runList())
        .hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          [1]  => the body is a list: write an object, {"requester": …, "run_list": […], …}
          'x'  => the body is "x": write an object, {"requester": …, "run_list": […], …}
          null => the body is null: write an object, {"requester": …, "run_list": […], …}
          {}   => the body has no field 'requester': write it
          {'requester':'h'} => the body has no field 'run_list': write it
          {'requester':'h','run_list':[{'name':'report'}]} => the body has no field 'program': write it
          {'requestor':'h'} => the body has a field 'requestor': did you mean 'requester'?
          {'x':'h'} => the body has a field 'x': it may have requester, run_list, program, output
          {'state':'complete'} => the body has a field 'state': it may have requester, run_list, program, output
          """)
  void aBodyThatIsNoneIsRefused(String body, String message) {
    assertRefused(json(body), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          requester => 7       => requester is 7: write one line of text, of at most 200 characters
          requester => ''      => requester is "": write one line of text, of at most 200 characters
          requester => ' '     => requester is " ": write one line of text, of at most 200 characters
          requester => null    => requester is null: write one line of text, of at most 200 characters
          requester => {}      => requester is an object: write one line of text, of at most 200 characters
          requester => 'a\\nb' => requester is "a\\nb": write one line of text, of at most 200 characters
          output    => []      => output is a list: write an object, {"file": …}, or null
          output    => 'f'     => output is "f": write an object, {"file": …}, or null
          run_list  => {}      => run_list is an object: write a list, [{"name": …}, …]
          run_list  => null    => run_list is null: write a list, [{"name": …}, …]
          run_list  => 'build' => run_list is "build": write a list, [{"name": …}, …]
          run_list  => []      => run_list is empty: write one job at least
          """)
  void aFieldThatIsWrongIsRefused(String field, String value, String message) {
    assertRefused(with(field, json(value)), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          'build' => run_list[1] is "build": write an object, {"name": "…", "args": {…}}
          {}      => run_list[1] has no field 'name': write the name of a job
          {'name':1}    => run_list[1].name is 1: write one line of text, of at most 200 characters
          {'nam':'x'}   => run_list[1] has a field 'nam': did you mean 'name'?
          {'name':'report','args':[]}   => run_list[1].args is a list: write an object, {"NAME": …}
          {'name':'report','output':1}  => run_list[1].output is 1: write an object, {…}, or null
          {'name':'biuld'}              => there is no job 'biuld': did you mean 'build'?
          {'name':'deploy'}             => there is no job 'deploy': there are build, nightly, publish, report, test
          {'name':'report','args':{'a':1}}    => the job 'report' has no argument 'a': it has none
          {'name':'build','args':{'tagret':1}} => the job 'build' has no argument 'tagret': did you mean 'target'?
          {'name':'build','args':{'x':1}}     => the job 'build' has no argument 'x': it has target, times, clean, file
          {'name':'build','args':{'x\\ny':1}} => the job 'build' has no argument 'x?y': it has target, times, clean, file
          {'name':'build','args':{'target':7}}        => the argument 'target' of the job 'build' is 7: write a text
          {'name':'build','args':{'target':{}}}       => the argument 'target' of the job 'build' is {}: write a text
          {'name':'build','args':{'target':'a\\u0000b'}} => the argument 'target' of the job 'build' is "a\\u0000b": write a text
          {'name':'build','args':{'times':'2'}}       => the argument 'times' of the job 'build' is "2": write a number
          {'name':'build','args':{'clean':'true'}}    => the argument 'clean' of the job 'build' is "true": write a boolean
          """)
  void aJobThatIsWrongIsRefused(String entry, String message) {
    assertRefused(with("run_list", json("[{'name':'report'}," + entry + "]")), message);
  }

  @Test
  void theFirstJobHasAllItsArguments() {
    assertRefused(
        with("run_list", json("[{'name':'build','args':{'target':null}}]")),
        "the job 'build' lacks its argument 'target': write a text");
  }

  @Test
  void aNumberThatNoDoubleHoldsIsRefused() throws Exception {
    JsonNode list =
        new ObjectMapper()
            .readTree("[{\"name\":\"build\",\"args\":{\"target\":\"a\",\"times\":1e400}}]");
    assertThatThrownBy(() -> asked(with("run_list", list)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("the argument 'times' of the job 'build' is ")
        .hasMessageEndingWith(": write a number");
  }

  @Test
  void thereAreAThousandJobsAtMost() {
    assertThat(asked(with("run_list", list(RequestReader.MOST_JOBS))).runList()).hasSize(1_000);
    assertRefused(with("run_list", list(1_001)), "run_list has 1001 jobs: write at most 1000");
  }

  @Test
  void whatIsLongIsCutInTheMessage() {
    String shown = "a".repeat(36);
    assertRefused(
        with("requester", JsonNodeFactory.instance.textNode("a".repeat(300))),
        "requester is \"" + shown + "…: write one line of text, of at most 200 characters");
    assertRefused(
        with("a".repeat(1_000_000), JsonNodeFactory.instance.nullNode()),
        "the body has a field 'a" + shown + "…': it may have requester, run_list, program, output");
    ObjectNode args = JsonNodeFactory.instance.objectNode().put("a".repeat(1_000_000), 1);
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    list.addObject().put("name", "build").set("args", args);
    assertRefused(
        with("run_list", list),
        "the job 'build' has no argument 'a" + shown + "…': it has target, times, clean, file");
  }

  @Test
  void withoutDefinitionsNothingCanBeAskedFor() {
    assertThatThrownBy(
            () ->
                RequestReader.asked(
                    "r-1", with("output", json("null")), new RequestJobs(Map.of()), START))
        .hasMessage("there is no job 'report': the server's file has no request_jobs");
  }
}
