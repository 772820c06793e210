package io.rrrspec.common.request;

import static io.rrrspec.common.request.RequestExamples.BUILD;
import static io.rrrspec.common.request.RequestExamples.JOBS;
import static io.rrrspec.common.request.RequestExamples.PUBLISH;
import static io.rrrspec.common.request.RequestExamples.START;
import static io.rrrspec.common.request.RequestExamples.at;
import static io.rrrspec.common.request.RequestExamples.current;
import static io.rrrspec.common.request.RequestExamples.json;
import static io.rrrspec.common.request.RequestExamples.names;
import static io.rrrspec.common.request.RequestExamples.object;
import static io.rrrspec.common.request.RequestExamples.queued;
import static io.rrrspec.common.request.RequestExamples.running;
import static io.rrrspec.common.request.RequestExamples.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.config.RequestJob.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RequestTest {
  private static Request ended(Request request, String output) {
    return request.ended(current(request).number(), object(output), "run", "worker", JOBS, at(9));
  }

  @Test
  void whatWasAskedForWaitsWithItsFirstJob() {
    Request request = queued("build", "test");
    assertThat(request.version()).isEqualTo(1);
    assertThat(request.state()).isEqualTo(RequestState.QUEUED);
    assertThat(request.runningJob()).isNull();
    assertThat(names(request.runList())).containsExactly("build", "test");
    assertThat(request.runArgs()).isEqualTo(object("{'target':'all'}"));
    assertThat(request.jobs()).isEqualTo(1);
    CurrentJob job = current(request);
    assertThat(job.number()).isEqualTo(1);
    assertThat(job.kind()).isEqualTo(Kind.COMMAND);
    assertThat(job.queue()).isEqualTo("builds");
    assertThat(job.trial()).isEqualTo(1);
    assertThat(job.queuedAt()).isEqualTo(START);
    assertThat(job.startedAt()).isNull();
    assertThat(job.isOffered()).isFalse();
    assertThat(current(queued("test")).isOffered()).isTrue();
    assertThat(current(queued("publish")).queue()).isEqualTo("default");
  }

  @Test
  void anExternalJobIsLookedAtLaterThanOneThatIsCarriedOutHere() {
    assertThat(queued("test").due()).isEqualTo(START.plus(Request.LONGEST_WAIT));
    assertThat(queued("build").due()).isBefore(START.plus(Duration.ofMinutes(1)));
    assertThat(queued("nightly").due()).isBefore(queued("build").due());
    assertThat(queued("build").nextLook(at(60))).isAfter(at(60)).isBefore(at(120));
  }

  @Test
  void aJobThatStartsIsTheRunningOne() {
    Request request = queued("build", "test").started(1, "run", "worker", at(3), at(4));
    assertThat(request.version()).isEqualTo(2);
    assertThat(request.state()).isEqualTo(RequestState.RUNNING);
    assertThat(request.runningJob()).isEqualTo("build");
    assertThat(request.worker()).isEqualTo("worker");
    assertThat(current(request).run()).isEqualTo("run");
    assertThat(current(request).startedAt()).isEqualTo(at(3));
    assertThat(request.updatedAt()).isEqualTo(at(4));
    assertThat(request.started(1, "other", "other", at(5), at(5))).isSameAs(request);
  }

  @Test
  void aJobThatEndsWellMovesAndTheNextIsEnqueuedInOneStep() {
    Request before = queued("build", "test").started(1, "run", "worker", at(3), at(3));
    Request request = ended(before, "{'file':'a.bin'}");
    assertThat(request.version()).isEqualTo(before.version() + 1);
    assertThat(request.state()).isEqualTo(RequestState.RUNNING);
    assertThat(request.runningJob()).isNull();
    assertThat(request.worker()).isNull();
    assertThat(names(request.runList())).containsExactly("test");
    assertThat(request.ranList())
        .containsExactly(
            new RequestEntry(
                "build",
                object("{'target':'all'}"),
                object("{'file':'a.bin'}"),
                "run",
                "worker",
                at(3),
                at(9)));
    assertThat(request.output()).isEqualTo(object("{'file':'a.bin'}"));
    assertThat(request.runArgs()).isEqualTo(object("{'file':'a.bin'}"));
    assertThat(request.jobs()).isEqualTo(2);
    assertThat(current(request).number()).isEqualTo(2);
    assertThat(current(request).ranBefore()).isEqualTo(1);
    assertThat(current(request).isOffered()).isTrue();
  }

  @Test
  void theOutputOfTheJobBeforeWinsOverItsOwnArguments() {
    Request asked =
        RequestReader.asked(
            "r-1",
            json(
                "{'requester':'h','program':{},'output':{'target':'first','seed':1},'run_list':["
                    + "{'name':'build','args':{'target':'own','times':2}},"
                    + "{'name':'build','args':{'target':'own','times':2}}]}"),
            JOBS,
            START);
    Request first = asked.enqueued(JOBS, START);
    assertThat(first.runArgs()).isEqualTo(object("{'target':'first','times':2,'seed':1}"));
    assertThat(current(first).entry().args()).isEqualTo(object("{'target':'own','times':2}"));

    Request second = ended(first, "{'times':3,'next_same_node':true}");
    assertThat(second.runArgs())
        .as("the previous output alone, without what is not for the job")
        .isEqualTo(object("{'target':'own','times':3}"));
    assertThat(second.output())
        .isEqualTo(object("{'target':'first','seed':1,'times':3,'next_same_node':true}"));
    assertThat(asked.runList().get(1).args()).isEqualTo(object("{'target':'own','times':2}"));
  }

  @Test
  void ofEachOutputTheLatestCounts() {
    Request request = ended(queued("publish", "publish", "publish"), "{'file':'1','a':1}");
    request = ended(request, "{'file':'2'}");
    assertThat(request.output()).isEqualTo(object("{'file':'2','a':1}"));
    assertThat(request.ranList().get(0).output()).isEqualTo(object("{'file':'1','a':1}"));
    assertThat(request.ended(3, null, null, null, JOBS, at(9)).output())
        .isEqualTo(object("{'file':'2','a':1}"));
  }

  @Test
  void withoutAJobLeftItIsComplete() {
    Request request = ended(queued("publish"), "{}");
    assertThat(request.state()).isEqualTo(RequestState.COMPLETE);
    assertThat(request.state().isOver()).isTrue();
    assertThat(request.current()).isNull();
    assertThat(request.runList()).isEmpty();
    assertThat(request.endedAt()).isEqualTo(at(9));
    assertThat(request.due()).isEqualTo(at(9).plus(Request.KEEP));
  }

  @Test
  void aNextJobThatCannotBeCarriedOutMakesItFail() {
    Request request = queued("publish", "build");
    Request gone = request.ended(1, null, null, null, RequestExamples.jobs(PUBLISH), at(9));
    assertThat(gone.state()).isEqualTo(RequestState.FAILED);
    assertThat(gone.reason()).isEqualTo("there is no job 'build': there are publish");
    assertThat(gone.current()).isNull();
    assertThat(names(gone.ranList())).containsExactly("publish");
    assertThat(names(gone.runList())).containsExactly("build");

    assertThat(ended(request, "{'target':7}").reason())
        .isEqualTo("the argument 'target' of the job 'build' is 7: write a text");

    Request again = gone.retried(RequestExamples.jobs(PUBLISH, BUILD), at(10));
    assertThat(again.state()).isEqualTo(RequestState.RUNNING);
    assertThat(again.reason()).isNull();
    assertThat(again.endedAt()).isNull();
    assertThat(current(again).number()).isEqualTo(2);
    assertThat(again.version()).isEqualTo(gone.version() + 1);
  }

  @Test
  void aJobThatFailsStopsTheRequest() {
    Request request =
        queued("build", "test").started(1, "run", "w", at(1), at(1)).failed(1, "red", at(2));
    assertThat(request.state()).isEqualTo(RequestState.FAILED);
    assertThat(request.reason()).isEqualTo("red");
    assertThat(request.runningJob()).isNull();
    assertThat(request.worker()).isNull();
    assertThat(request.current()).isNull();
    assertThat(names(request.runList())).containsExactly("build", "test");
    assertThat(request.ranList()).isEmpty();
    assertThat(request.endedAt()).isEqualTo(at(2));
  }

  @Test
  void aJobThatIsLostIsTriedAgainUntilItHasHadAllItsTrials() {
    Request first = queued("build", "test").started(1, "run", "w", at(1), at(1));
    Request second = first.lost(1, "dead", 2, JOBS, at(2));
    assertThat(second.version()).isEqualTo(first.version() + 1);
    assertThat(second.runningJob()).isNull();
    assertThat(second.worker()).isNull();
    assertThat(current(second).number()).isEqualTo(2);
    assertThat(current(second).trial()).isEqualTo(2);
    assertThat(current(second).startedAt()).isNull();
    assertThat(second.jobs()).isEqualTo(2);
    assertThat(names(second.runList())).containsExactly("build", "test");

    Request third = second.lost(2, "dead again", 2, JOBS, at(3));
    assertThat(third.state()).isEqualTo(RequestState.FAILED);
    assertThat(third.reason()).isEqualTo("dead again");

    Request next = ended(second, "{}");
    assertThat(current(next).trial()).as("of the next job").isEqualTo(1);
  }

  @Test
  void whatAWorkerHadMovedIsLeftToDoIfItsJobIsLost() {
    Request moved = running(queued("test", "report"));
    moved =
        RequestEdit.whole(
            moved,
            json("{'requester':'host','ran_list':['test'],'run_list':['report']}"),
            JOBS,
            "L1",
            at(3));
    assertThat(names(moved.ranList())).containsExactly("test");
    for (Request after :
        List.of(
            moved.lost(1, "dead", 2, JOBS, at(4)),
            moved.failed(1, "dead", at(4)),
            moved.cancelled(at(4)))) {
      assertThat(after.ranList()).isEmpty();
      assertThat(names(after.runList())).containsExactly("test", "report");
    }
  }

  @Test
  void aNumberOfAnotherJobChangesNothing() {
    Request request = ended(queued("build", "publish"), "{'target':'x'}");
    for (int number : new int[] {0, 1, 3}) {
      assertThat(request.at(number)).isNull();
      assertThat(request.started(number, "r", "w", at(9), at(9))).isSameAs(request);
      assertThat(request.ended(number, null, null, null, JOBS, at(9))).isSameAs(request);
      assertThat(request.failed(number, "why", at(9))).isSameAs(request);
      assertThat(request.lost(number, "why", 5, JOBS, at(9))).isSameAs(request);
    }
    Request over = ended(request, "{}");
    assertThat(over.ended(2, null, null, null, JOBS, at(9))).isSameAs(over);
    assertThat(over.failed(2, "why", at(9))).isSameAs(over);
  }

  @Test
  void anOfferIsTakenOnce() {
    Request taken = queued("test").taken("L", at(60), at(1));
    assertThat(current(taken).lease()).isEqualTo("L");
    assertThat(current(taken).isOffered()).isFalse();
    assertThat(taken.due()).isEqualTo(at(60));
    assertThat(taken.version()).isEqualTo(2);
    assertThat(taken.state()).isEqualTo(RequestState.QUEUED);
    for (Request other : List.of(taken, queued("build"), queued("test").cancelled(START))) {
      assertThatThrownBy(() -> other.taken("M", at(60), at(2)))
          .isInstanceOf(RequestConflictException.class)
          .hasMessage("the job is not offered any more");
    }
    assertThat(current(taken.lost(1, "late", 2, JOBS, at(60))).isOffered()).isTrue();
  }

  @Test
  void whatIsNotOverCanBeCancelled() {
    Request request = taken(queued("test")).cancelled(at(5));
    assertThat(request.state()).isEqualTo(RequestState.CANCELLED);
    assertThat(request.reason()).isNull();
    assertThat(request.current()).isNull();
    assertThat(request.endedAt()).isEqualTo(at(5));
    assertThatThrownBy(() -> request.cancelled(at(6)))
        .isInstanceOf(RequestConflictException.class)
        .hasMessage("the request is cancelled: it cannot be cancelled any more");
  }

  @Test
  void onlyWhatHasFailedIsTriedAgain() {
    Request failed = queued("build", "test").failed(1, "red", at(2));
    Request again = failed.retried(JOBS, at(3));
    assertThat(again.state()).isEqualTo(RequestState.RUNNING);
    assertThat(again.reason()).isNull();
    assertThat(again.endedAt()).isNull();
    assertThat(again.version()).isEqualTo(failed.version() + 1);
    assertThat(current(again).number()).isEqualTo(2);
    assertThat(current(again).trial()).isEqualTo(1);
    for (Request other :
        List.of(queued("test"), ended(queued("publish"), "{}"), again.cancelled(at(4)))) {
      assertThatThrownBy(() -> other.retried(JOBS, at(5)))
          .isInstanceOf(RequestConflictException.class)
          .hasMessage(
              "the request is "
                  + other.state().text()
                  + ": only one that has failed can be tried again");
    }
  }

  @Test
  void anOutputMayAskForTheSameWorker() {
    Request request = queued("publish", "publish", "publish");
    assertThat(request.preferredWorker()).isNull();
    Request same = ended(request, "{'next_same_node':true}");
    assertThat(same.preferredWorker()).isEqualTo("worker");
    assertThat(ended(same, "{}").preferredWorker()).as("it holds for one job").isNull();
    assertThat(ended(request, "{'next_same_node':false}").preferredWorker()).isNull();
    assertThat(ended(request, "{'next_same_node':'no'}").preferredWorker()).isNull();
  }

  @Test
  void namesOfFlowsTellRequestsAndJobs() {
    assertThat(Request.flowOf("r-1", 2)).isEqualTo("request-r-1-2");
    assertThat(Request.runTaskOf("r-1", 2)).isEqualTo("request-r-1-2-run");
  }

  @ParameterizedTest
  @EnumSource
  void everyStateIsReadAsItIsWritten(RequestState state) {
    assertThat(RequestState.of(state.text())).contains(state);
    assertThat(RequestState.texts()).contains(state.text());
  }

  @Test
  void otherStatesThereAreNot() {
    assertThat(RequestState.of("QUEUED")).isEmpty();
    assertThat(RequestState.texts())
        .containsExactly("queued", "running", "complete", "failed", "cancelled");
  }
}
