package io.rrrspec.common.request;

import static io.rrrspec.common.request.RequestExamples.JOBS;
import static io.rrrspec.common.request.RequestExamples.at;
import static io.rrrspec.common.request.RequestExamples.current;
import static io.rrrspec.common.request.RequestExamples.json;
import static io.rrrspec.common.request.RequestExamples.names;
import static io.rrrspec.common.request.RequestExamples.object;
import static io.rrrspec.common.request.RequestExamples.queued;
import static io.rrrspec.common.request.RequestExamples.running;
import static io.rrrspec.common.request.RequestExamples.taken;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.UsageException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestEditTest {
  private static Request put(Request request, String part, String body) {
    return put(request, part, body, null);
  }

  private static Request put(Request request, String part, String body, @Nullable String lease) {
    return RequestEdit.part(request, part, json(body), JOBS, lease, at(5));
  }

  private static Request putWhole(Request request, JsonNode body, @Nullable String lease) {
    return RequestEdit.whole(request, body, JOBS, lease, at(5));
  }

  private static @Nullable Request delete(Request request, @Nullable String lease) {
    return RequestEdit.done(request, JOBS, lease, at(9));
  }

  private static Request done(Request request, @Nullable String lease) {
    return requireNonNull(delete(request, lease), "no job runs");
  }

  private static void assertConflict(ThrowingCallable edit, String message) {
    assertThatThrownBy(edit)
        .isExactlyInstanceOf(RequestConflictException.class)
        .hasMessage(message);
  }

  private static void assertWrong(ThrowingCallable edit, String message) {
    assertThatThrownBy(edit).isExactlyInstanceOf(UsageException.class).hasMessage(message);
  }

  /** The first external job was lost, and the second trial of it runs with the lease L2. */
  private static Request again(String... names) {
    return running(running(queued(names)).lost(1, "late", 2, JOBS, at(3)));
  }

  @Test
  void aWorkerStartsMovesRecordsAndEndsItsJob() {
    Request request = taken(queued("test", "build"));
    request = put(request, "running_job", "'test'", "L1");
    assertThat(request.state()).isEqualTo(RequestState.RUNNING);
    assertThat(request.runningJob()).isEqualTo("test");
    assertThat(current(request).startedAt()).isEqualTo(at(5));
    request = put(request, "worker", "'board 7'", "L1");
    assertThat(request.worker()).isEqualTo("board 7");

    ObjectNode whole = RequestJson.shown(request);
    whole.set("run_list", json("[{'name':'build','args':{'target':'all'}}]"));
    whole.set("ran_list", json("[{'name':'test','args':{},'output':{'file':'f'}}]"));
    whole.set("output", json("{'file':'f'}"));
    Request moved = putWhole(request, whole, "L1");
    assertThat(moved.version()).isEqualTo(request.version() + 1);
    assertThat(moved.runningJob()).isEqualTo("test");
    assertThat(names(moved.ranList())).containsExactly("test");
    assertThat(names(moved.runList())).containsExactly("build");

    Request ended = done(moved, "L1");
    assertThat(ended.runningJob()).isNull();
    assertThat(ended.ranList())
        .containsExactly(
            new RequestEntry(
                "test", object("{}"), object("{'file':'f'}"), null, "board 7", at(5), at(9)));
    assertThat(names(ended.runList())).containsExactly("build");
    assertThat(ended.runArgs()).isEqualTo(object("{'target':'all','file':'f'}"));
    assertThat(ended.output()).isEqualTo(object("{'file':'f'}"));
    assertThat(current(ended).entry().name()).isEqualTo("build");
    assertThat(ended.jobs()).isEqualTo(2);
  }

  @Test
  void deleteMovesTheEntryThatNoPutHasMoved() {
    Request ended = done(running(queued("test", "report")), null);
    assertThat(names(ended.ranList())).containsExactly("test");
    assertThat(names(ended.runList())).containsExactly("report");
    assertThat(current(ended).isOffered()).isTrue();
  }

  @Test
  void deleteMovesWhatThePutHasMovedHalf() {
    Request request = running(queued("test", "report"));
    Request added = done(put(request, "ran_list", "['test']", "L1"), "L1");
    assertThat(names(added.ranList())).containsExactly("test");
    assertThat(names(added.runList())).containsExactly("report");
    Request removed = done(put(request, "run_list", "['report']", "L1"), "L1");
    assertThat(names(removed.ranList())).containsExactly("test");
    assertThat(names(removed.runList())).containsExactly("report");
  }

  @Test
  void deleteOfTheLastJobCompletesTheRequest() {
    Request ended = done(running(queued("test")), "L1");
    assertThat(ended.state()).isEqualTo(RequestState.COMPLETE);
    assertThat(delete(ended, "L1")).isNull();
    assertThat(delete(ended, null)).isNull();
  }

  @Test
  void deleteRepeatedEndsNothing() {
    Request ended = done(running(queued("test", "report")), "L1");
    assertThat(delete(ended, null)).isNull();
    assertThat(delete(ended, "L1")).as("with the lease of the job that has ended").isNull();
    Request next = running(ended);
    assertConflict(
        () -> delete(next, "L1"),
        "the lease is not the one of the job that the request is at: the job was offered again, or"
            + " has ended");
  }

  @Test
  void deleteBeforeTheStartEndsNothing() {
    assertThat(delete(queued("test"), null)).isNull();
    assertThat(delete(taken(queued("test")), "L1")).isNull();
  }

  @Test
  void theSamePutTwiceChangesNothing() {
    Request request = running(queued("test", "report"));
    for (String[] put :
        new String[][] {
          {"running_job", "'test'"},
          {"worker", "'w'"},
          {"output", "{'a':1.0,'b':[1e3,12345678901234567890]}"},
          {"run_args", "{'n':2.50}"},
          {"program", "{'x':1.0}"},
          {"requester", "'other'"},
          {"ran_list", "[{'name':'test','args':{},'output':{'n':1.0}}]"},
          {"run_list", "['report']"},
        }) {
      Request once = RequestJson.read(RequestJson.whole(put(request, put[0], put[1], "L1")));
      assertThat(put(once, put[0], put[1], "L1")).as(put[0]).isSameAs(once);
      request = once;
    }
    Request last = request;
    assertThat(putWhole(last, RequestJson.shown(last), "L1")).isSameAs(last);
    Request failed = put(last, "running_job", "null", "L1");
    assertThat(put(failed, "running_job", "null", "L1")).isSameAs(failed);
  }

  @Test
  void whatGetAnswersCanBePutAtAnyTime() {
    Request ended = done(running(queued("test", "build")), "L1");
    Request runs = ended.started(2, "run", "w", at(9), at(9));
    Request over = runs.ended(2, object("{'file':'f'}"), null, null, JOBS, at(9));
    for (Request request :
        new Request[] {
          queued("test"),
          queued("build"),
          taken(queued("test")),
          ended,
          runs,
          over,
          ended.cancelled(at(9))
        }) {
      assertThat(putWhole(request, RequestJson.shown(request), null)).isSameAs(request);
    }
  }

  @Test
  void aPutOfTheWholeNeverEndsAJob() {
    Request request = put(running(queued("test", "report")), "worker", "'w'", "L1");
    ObjectNode body = RequestJson.shown(request);
    body.putNull("running_job").put("state", "complete").put("version", 99);
    assertThat(putWhole(request, body, "L1")).isSameAs(request);
    body.set("run_list", json("[]"));
    body.set("ran_list", json("['test']"));
    Request moved = putWhole(request, body, "L1");
    assertThat(moved.runningJob()).isEqualTo("test");
    assertThat(moved.state()).isEqualTo(RequestState.RUNNING);
    assertThat(current(moved).number()).isEqualTo(1);
  }

  @Test
  void runningJobNullFailsTheRequest() {
    for (Request request : new Request[] {taken(queued("test")), running(queued("test"))}) {
      Request failed = put(request, "running_job", "null", "L1");
      assertThat(failed.state()).isEqualTo(RequestState.FAILED);
      assertThat(failed.reason()).isEqualTo("the job 'test' has failed");
      assertThat(failed.runningJob()).isNull();
      assertThat(failed.current()).isNull();
      assertThat(names(failed.runList())).containsExactly("test");
    }
    Request waits = queued("test");
    assertThat(put(waits, "running_job", "null")).as("nobody has taken it").isSameAs(waits);
  }

  @Test
  void whatWasMovedIsLeftToDoOnceItHasFailed() {
    Request moved =
        put(
            put(running(queued("test", "report")), "ran_list", "['test']"),
            "run_list",
            "['report']");
    Request failed = put(moved, "running_job", "null");
    assertThat(failed.ranList()).isEmpty();
    assertThat(names(failed.runList())).containsExactly("test", "report");
  }

  @Test
  void onlyTheJobWhoseTurnItIsCanStart() {
    assertConflict(
        () -> put(taken(queued("test", "report")), "running_job", "'report'"),
        "the job 'report' is not the one whose turn it is: that is 'test'");
    assertConflict(
        () -> put(queued("test").cancelled(at(1)), "running_job", "'test'"),
        "the job 'test' is not the one whose turn it is: none is");
    assertConflict(
        () -> put(queued("test"), "running_job", "'test'"),
        "nobody has taken the job 'test': GET /job/boards gives it");
  }

  @Test
  void aBareNameStandsForItsEntry() {
    Request asked =
        RequestReader.asked(
                "r-1",
                json(
                    "{'requester':'h','program':{},'run_list':["
                        + "{'name':'test','args':{'n':1}},{'name':'test','args':{'n':2}},"
                        + "{'name':'build','args':{'target':'b'}}]}"),
                JOBS,
                at(0))
            .enqueued(JOBS, at(0));
    Request request = running(asked);
    ObjectNode body = RequestJson.shown(request);
    body.set("ran_list", json("['test']"));
    body.set("run_list", json("['test','build']"));
    Request moved = putWhole(request, body, "L1");
    assertThat(moved.ranList().get(0).args()).isEqualTo(object("{'n':1}"));
    assertThat(moved.runList()).containsExactlyElementsOf(asked.runList().subList(1, 3));
    assertThat(putWhole(moved, body, "L1")).isSameAs(moved);

    Request second = running(done(moved, "L1"));
    assertThat(current(second).entry().args()).isEqualTo(object("{'n':2}"));
    body.set("ran_list", json("['test','test']"));
    body.set("run_list", json("['build']"));
    body.set("run_args", json("{'n':2}"));
    Request both = done(putWhole(second, body, "L2"), "L2");
    assertThat(both.ranList()).extracting(e -> e.args().path("n").asInt()).containsExactly(1, 2);
    assertThat(current(both).entry().args()).isEqualTo(object("{'target':'b'}"));
  }

  @Test
  void partsMayBeObjectsWithTheirName() {
    Request request = running(queued("test", "report"));
    assertThat(put(request, "worker", "{'worker':'w'}").worker()).isEqualTo("w");
    assertThat(names(put(request, "run_list", "{'run_list':['report']}").runList()))
        .containsExactly("report");
    assertThat(put(request, "running_job", "{'running_job':null}").state())
        .isEqualTo(RequestState.FAILED);
    assertThat(put(request, "output", "{'output':{'a':1}}").output()).isEqualTo(object("{'a':1}"));
    assertThat(put(request, "output", "{'file':'f'}").output()).isEqualTo(object("{'file':'f'}"));
  }

  @Test
  void aLeaseThatIsNotTheCurrentOneIsRefused() {
    Request request = running(queued("test", "report"));
    for (String part : RequestParts.REPORTS) {
      assertConflict(
          () -> put(request, part, "null", "L9"),
          "the lease is not the one of the job that the request is at: the job was offered again,"
              + " or has ended");
    }
    assertThat(put(request, "program", "1", "L9").program()).isEqualTo(json("1"));
  }

  @Test
  void withoutALeaseAllGoesUntilAJobIsOfferedAgain() {
    assertThat(put(running(queued("test")), "worker", "'w'").worker()).isEqualTo("w");
    Request again = again("test", "report");
    String message =
        "bring the lease that GET /job/boards gave with the job: it was brought before, or a job"
            + " was offered again";
    assertConflict(() -> put(again, "worker", "'w'"), message);
    assertConflict(() -> putWhole(again, RequestJson.shown(again), null), message);
    assertConflict(() -> delete(again, null), message);
    assertConflict(
        () -> delete(again, "L1"),
        "the lease is not the one of the job that the request is at: the job was offered again, or"
            + " has ended");
    assertThat(put(again, "worker", "'w'", "L2").worker()).isEqualTo("w");
    assertThat(names(done(again, "L2").ranList())).containsExactly("test");
  }

  @Test
  void aWorkerThatHasBroughtItsLeaseIsNotDisturbedByTheOneBefore() {
    Request first = taken(queued("test", "report", "test"));
    Request next =
        put(taken(done(put(first, "running_job", "'test'"), null)), "running_job", "'report'");
    assertThat(put(next, "worker", "'late'").worker()).isEqualTo("late");
    Request known = put(next, "output", "{'n':1}", "L2");
    assertThat(current(known).leased()).isTrue();
    assertThat(put(known, "output", "{'n':1}", "L2")).isSameAs(known);
    assertThatThrownBy(() -> put(known, "worker", "'late'"))
        .isInstanceOf(RequestConflictException.class);
    assertThatThrownBy(() -> delete(known, null)).isInstanceOf(RequestConflictException.class);
    Request third = done(known, "L2");
    assertThat(current(third).leased()).isFalse();
    assertThat(delete(third, null)).as("nobody has started it").isNull();
  }

  @Test
  void aLateReportIsRefusedBeforeTheNextWorkerHasTakenTheJob() {
    Request offered = running(queued("test", "report")).lost(1, "late", 2, JOBS, at(3));
    assertThatThrownBy(() -> delete(offered, "L1")).isInstanceOf(RequestConflictException.class);
    assertThatThrownBy(() -> delete(offered, null)).isInstanceOf(RequestConflictException.class);
    assertThatThrownBy(() -> put(offered, "running_job", "'test'", "L1"))
        .isInstanceOf(RequestConflictException.class);
  }

  @Test
  void aJobThatIsTriedAgainOnRequestWasOfferedAgain() {
    Request failed = running(queued("test", "report")).failed(1, "late", at(3));
    Request again = running(failed.retried(JOBS, at(4)));
    assertThatThrownBy(() -> delete(again, null)).isInstanceOf(RequestConflictException.class);
    assertThatThrownBy(() -> delete(again, "L1")).isInstanceOf(RequestConflictException.class);
    assertThat(names(done(again, "L2").ranList())).containsExactly("test");
  }

  @Test
  void aJobThatIsCarriedOutHereIsNotReportedOn() {
    String by = "the job 'build' is carried out by the workers here: it cannot be %s by a report";
    Request waits = queued("build", "report");
    assertConflict(() -> put(waits, "running_job", "'build'"), by.formatted("started"));
    Request runs = waits.started(1, "run", "w", at(1), at(1));
    assertConflict(() -> put(runs, "running_job", "null"), by.formatted("failed"));
    assertConflict(() -> delete(runs, null), by.formatted("ended"));
    assertConflict(() -> put(runs, "ran_list", "['build']"), by.formatted("moved"));
    assertConflict(() -> put(runs, "worker", "'x'"), by.formatted("changed in its worker"));
    assertConflict(() -> put(runs, "run_args", "{}"), by.formatted("changed in its run_args"));
    assertConflict(
        () -> put(runs, "run_list", "['report']"),
        "the job 'build' waits or runs: it stays first in run_list");
    assertThat(putWhole(runs, RequestJson.shown(runs), null)).isSameAs(runs);
  }

  @Test
  void whatIsLeftAfterTheCurrentJobCanBeChanged() {
    for (Request request :
        new Request[] {
          queued("build", "report", "publish"),
          queued("build", "report", "publish").started(1, "run", "w", at(1), at(1))
        }) {
      Request changed =
          put(request, "run_list", "['build','publish',{'name':'test','args':{'n':1}}]");
      assertThat(names(changed.runList())).containsExactly("build", "publish", "test");
      assertThat(changed.runList().get(0)).isEqualTo(request.runList().get(0));
      assertThat(changed.current()).isEqualTo(request.current());
      assertThat(names(put(request, "run_list", "['build']").runList())).containsExactly("build");
    }
  }

  @Test
  void ofTwoJobsOfOneNameTheFirstStays() {
    Request request = queued("publish", "publish").started(1, "run", "w", at(1), at(1));
    Request changed = put(request, "run_list", "['publish']");
    assertThat(current(changed).listed()).isTrue();
    assertThat(changed.ended(1, null, null, null, JOBS, at(2)).state())
        .isEqualTo(RequestState.COMPLETE);
  }

  @Test
  void aJobThatDoesNotRunStaysFirst() {
    for (Request request :
        new Request[] {queued("test", "report"), taken(queued("test", "report"))}) {
      assertConflict(
          () -> put(request, "run_list", "['report']"),
          "the job 'test' waits or runs: it stays first in run_list");
      assertConflict(
          () -> put(request, "ran_list", "['test']"),
          "ran_list has 1 jobs: only 'test' can be added, once it runs, to the 0 before it");
    }
  }

  @Test
  void aMoveCanBeTakenBack() {
    Request request = running(queued("test", "report"));
    ObjectNode before = RequestJson.shown(request);
    ObjectNode after = before.deepCopy();
    after.set("ran_list", json("['test']"));
    after.set("run_list", json("['report']"));
    Request back = putWhole(putWhole(request, after, "L1"), before, "L1");
    assertThat(names(back.runList())).containsExactly("test", "report");
    assertThat(back.ranList()).isEmpty();
    Request ended = done(back, "L1");
    assertThat(names(ended.ranList())).containsExactly("test");
    assertThat(names(ended.runList())).containsExactly("report");
  }

  @Test
  void whatHasEndedStays() {
    Request request = running(done(running(queued("test", "report")), "L1"));
    for (String list :
        new String[] {
          "[]", "['report']", "['report','report']", "['test','test']", "['report','test']"
        }) {
      assertThatThrownBy(() -> put(request, "ran_list", list, "L2"))
          .as(list)
          .isExactlyInstanceOf(RequestConflictException.class)
          .hasMessageEndingWith(
              "jobs: only 'report' can be added, once it runs, to the 1 before it");
    }
    Request written =
        put(request, "ran_list", "[{'name':'test','output':{'late':1}},'report']", "L2");
    assertThat(written.ranList().get(0).endedAt()).as("what the server knows").isEqualTo(at(9));
    assertThat(written.ranList().get(0).output()).isEqualTo(object("{'late':1}"));
  }

  @Test
  void whatIsOverStaysAsItIs() {
    Request over = done(running(queued("test")), "L1");
    assertThat(putWhole(over, RequestJson.shown(over), null)).isSameAs(over);
    assertThat(putWhole(over, RequestJson.shown(over), "L1")).isSameAs(over);
    for (String part : new String[] {"program", "worker", "requester"}) {
      assertConflict(
          () -> put(over, part, "'x'"),
          "the request is complete: nothing of it can be changed any more");
    }
    assertConflict(() -> put(over, "ran_list", "[]"), "no job runs: ran_list stays as it is");
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          worker => 7 => worker is 7: write one line of text, of at most 200 characters
          requester => null => requester is null: write one line of text, of at most 200 characters
          running_job => {} => running_job is an object: write one line of text, of at most 200 characters
          output => [1] => output is a list: write an object, {"file": …}, or null
          run_args => 1 => run_args is 1: write an object, {"NAME": …}, or null
          run_list => 1 => run_list is 1: write a list, [{"name": …}, …]
          ran_list => null => ran_list is null: write a list, [{"name": …}, …]
          run_list => ['test',1] => run_list[1] is 1: write an object, {"name": "…", "args": {…}}
          run_list => ['test',''] => run_list[1] is "": write one line of text, of at most 200 characters
          run_list => ['test','biuld'] => there is no job 'biuld': did you mean 'build'?
          run_list => ['test',{'name':'build','args':{'target':1}}] => the argument 'target' of the job 'build' is 1: write a text
          run_list => ['test',{'name':'report','args':{'x':1}}] => the job 'report' has no argument 'x': it has none
          other => 1 => a request has no part 'other'
          """)
  void aPartThatIsWrongIsRefused(String part, String body, String message) {
    assertWrong(() -> put(running(queued("test")), part, body), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '`',
      textBlock =
          """
          [] => the body is a list: write an object, the request as GET answers it, changed
          {'requester':'h'} => the body has no field 'run_list': write it
          {'requester':'h','run_list':[]} => the body has no field 'ran_list': write it
          {'requester':'h','run_list':null,'ran_list':[]} => run_list is null: write it as GET answers it, changed
          {'requester':null,'run_list':[],'ran_list':[]} => requester is null: write it as GET answers it, changed
          {'workers':1} => the body has a field 'workers': did you mean 'worker'?
          """)
  void aWholeThatIsWrongIsRefused(String body, String message) {
    assertWrong(() -> putWhole(running(queued("test")), json(body), null), message);
  }
}
