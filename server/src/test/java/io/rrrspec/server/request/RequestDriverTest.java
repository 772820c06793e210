package io.rrrspec.server.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.rrrspec.common.config.Argument;
import io.rrrspec.common.config.ArgumentType;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.common.model.Task;
import io.rrrspec.common.model.TrialStatus;
import io.rrrspec.common.redis.Keys;
import io.rrrspec.common.request.CurrentJob;
import io.rrrspec.common.request.Request;
import io.rrrspec.common.request.RequestConflictException;
import io.rrrspec.common.request.RequestEntry;
import io.rrrspec.common.request.RequestState;
import io.rrrspec.testing.TestRedis;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RequestDriverTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private RequestScene scene;

  @BeforeEach
  void open() {
    scene = new RequestScene(redis);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private List<String> left(String id) {
    return scene.find(id).runList().stream().map(RequestEntry::name).toList();
  }

  private List<String> ran(String id) {
    return scene.find(id).ranList().stream().map(RequestEntry::name).toList();
  }

  private List<String> events(String id) {
    return scene.requests.steps(id, 0).list().stream()
        .map(step -> step.path("event").asText())
        .toList();
  }

  private void write(String id, String part, String json) {
    write(id, part, json, null);
  }

  private void write(String id, String part, String json, @Nullable String lease) {
    assertThat(
            scene.requests.writePart(
                id, part, JsonText.parse(json), new Requests.Writer(lease, OptionalLong.empty())))
        .isPresent();
  }

  @Test
  void jobsRunOneAfterTheOther() {
    String id = scene.ask("build", "test");
    assertThat(scene.find(id).state()).isEqualTo(RequestState.QUEUED);
    RequestScene.Work build = scene.take();
    assertThat(scene.scene.tasksets.tasks(build.run(), 0, 10))
        .extracting(Task::specFile)
        .containsExactly("do build ''");
    scene.until(() -> "build".equals(scene.find(id).runningJob()));
    assertThat(scene.find(id).worker()).isEqualTo("w");
    scene.stores.commandFiles().output(build.run(), "{\"file\":\"a.jar\"}");
    scene.end(build, TrialStatus.PASSED);
    RequestScene.Work test = scene.take();
    assertThat(ran(id)).containsExactly("build");
    assertThat(left(id)).containsExactly("test");
    assertThat(scene.stores.commandFiles().args(test.run())).contains("{\"file\":\"a.jar\"}");
    scene.end(test, TrialStatus.PASSED);
    scene.until(() -> scene.find(id).state().isOver());
    Request done = scene.find(id);
    assertThat(done.state()).isEqualTo(RequestState.COMPLETE);
    assertThat(done.output()).isEqualTo(JsonText.parse("{\"file\":\"a.jar\"}"));
    assertThat(done.ranList().get(0).run()).isEqualTo(Keys.lastPart(build.run()));
    assertThat(events(id))
        .containsExactly(
            "asked", "queued", "started", "ended", "queued", "started", "ended", "complete");
  }

  @Test
  void theEnvironmentSaysWhatItIsFor() {
    String id = scene.ask("test");
    JsonNode env = JsonText.parse(scene.scene.field(scene.nextRun(), "env"));
    assertThat(env.path("REQUEST_ID").asText()).isEqualTo(id);
    assertThat(env.path("REQUEST_URL").asText()).isEqualTo("http://here:1/request/" + id);
  }

  @Test
  void aJobThatFailsStopsTheRequest() {
    String id = scene.ask("twice", "test");
    scene.end(scene.take(), TrialStatus.FAILED);
    scene.until(() -> scene.find(id).state().isOver());
    assertThat(scene.find(id).state()).isEqualTo(RequestState.FAILED);
    assertThat(scene.find(id).runningJob()).isNull();
    assertThat(scene.find(id).reason()).startsWith("the job 'twice' has failed: ");
    assertThat(left(id)).containsExactly("twice", "test");
    assertThat(scene.active()).isEmpty();

    assertThat(scene.requests.retry(id, RequestScene.ANYBODY)).isPresent();
    scene.end(scene.take(), TrialStatus.PASSED);
    scene.end(scene.take(), TrialStatus.PASSED);
    scene.until(() -> scene.find(id).state() == RequestState.COMPLETE);
    assertThat(ran(id)).containsExactly("twice", "test");
  }

  @Test
  void aJobThatHangsIsTriedAgain() {
    String id = scene.ask("twice");
    scene.end(scene.take(), TrialStatus.TIMEOUT);
    RequestScene.Work second = scene.take();
    assertThat(scene.find(id).current()).extracting(CurrentJob::trial).isEqualTo(2);
    scene.end(second, TrialStatus.TIMEOUT);
    scene.until(() -> scene.find(id).state() == RequestState.FAILED);
    assertThat(scene.find(id).jobs()).isEqualTo(2);
  }

  @Test
  void withOneTrialItIsNot() {
    String id = scene.ask("test");
    scene.end(scene.take(), TrialStatus.TIMEOUT);
    scene.until(() -> scene.find(id).state() == RequestState.FAILED);
    assertThat(scene.find(id).jobs()).isEqualTo(1);
  }

  @Test
  void cancellingEndsItsRun() {
    String id = scene.ask("build", "test");
    RequestScene.Work work = scene.take();
    scene.requests.cancel(id, RequestScene.ANYBODY);
    assertThat(scene.find(id).state()).isEqualTo(RequestState.CANCELLED);
    scene.until(() -> scene.active().isEmpty());
    assertThat(scene.scene.field(work.run(), "status")).isEqualTo("cancelled");
    assertThatThrownBy(() -> scene.requests.cancel(id, RequestScene.ANYBODY))
        .isInstanceOf(RequestConflictException.class)
        .hasMessage("the request is cancelled: it cannot be cancelled any more");
  }

  @Test
  void aRunThatSomebodyCancelsFailsTheRequest() {
    String id = scene.ask("build");
    scene.scene.tasksets.cancel(scene.nextRun(), "enough");
    scene.until(() -> scene.find(id).state() == RequestState.FAILED);
  }

  @Test
  void aJobWithoutItsArgumentFailsWithThat() {
    scene.define(
        RequestScene.command("test", 1, Map.of()),
        RequestScene.command("build", 1, Map.of("target", new Argument(ArgumentType.TEXT, false))));
    String id = scene.ask("test", "build");
    scene.end(scene.take(), TrialStatus.PASSED);
    scene.until(() -> scene.find(id).state().isOver());
    assertThat(scene.find(id).reason())
        .isEqualTo("the job 'build' lacks its argument 'target': write a text");
    assertThat(ran(id)).containsExactly("test");
  }

  @Test
  void aWorkerOfAnotherImplementationTakesItsJobs() {
    String id = scene.ask("report", "test");
    assertThat(scene.requests.offers()).containsEntry("reports", 1L);
    Requests.Taken taken = scene.requests.take("reports").orElseThrow();
    assertThat(taken.request().id()).isEqualTo(id);
    assertThat(scene.requests.take("reports")).isEmpty();
    write(id, "running_job", "\"report\"");
    write(id, "worker", "\"other\"");
    write(id, "output", "{\"page\":\"p.html\"}");
    write(id, "run_list", "[\"test\"]");
    write(id, "ran_list", "[{\"name\":\"report\",\"output\":{\"page\":\"p.html\"}}]");
    assertThat(scene.requests.done(id, RequestScene.ANYBODY)).isPresent();
    assertThat(scene.requests.done(id, RequestScene.ANYBODY)).isEmpty();
    RequestScene.Work test = scene.take();
    assertThat(scene.stores.commandFiles().args(test.run())).contains("{\"page\":\"p.html\"}");
    scene.end(test, TrialStatus.PASSED);
    scene.until(() -> scene.find(id).state() == RequestState.COMPLETE);
    assertThat(ran(id)).containsExactly("report", "test");
    assertThat(scene.find(id).ranList().get(0).worker()).isEqualTo("other");
    assertThat(scene.find(id).jobs()).isEqualTo(2);
  }

  @Test
  void whoTakesAJobAndDiesLosesItToAnother() {
    String id = scene.ask("again");
    String first = scene.requests.take("reports").orElseThrow().job().lease();
    scene.scene.pass(Duration.ofSeconds(601));
    scene.until(() -> scene.stores.requests().offerCount("reports") == 1);
    Requests.Taken second = scene.requests.take("reports").orElseThrow();
    assertThatThrownBy(() -> write(id, "running_job", "\"again\"", first))
        .isInstanceOf(RequestConflictException.class);
    assertThatThrownBy(() -> write(id, "running_job", "\"again\""))
        .isInstanceOf(RequestConflictException.class)
        .hasMessage(
            "bring the lease that GET /job/reports gave with the job: it was brought before, or a"
                + " job was offered again");
    write(id, "running_job", "\"again\"", second.job().lease());
    assertThat(
            scene.requests.done(
                id, new Requests.Writer(second.job().lease(), OptionalLong.empty())))
        .isPresent();
    assertThat(scene.find(id).state()).isEqualTo(RequestState.COMPLETE);
  }

  @Test
  void reportsKeepTheJob() {
    String id = scene.ask("report");
    assertThat(scene.requests.take("reports")).isPresent();
    for (int i = 0; i < 3; i++) {
      scene.scene.pass(Duration.ofSeconds(400));
      write(id, "running_job", "\"report\"");
      scene.until(() -> true);
    }
    assertThat(scene.find(id).runningJob()).isEqualTo("report");
    scene.scene.pass(Duration.ofSeconds(601));
    scene.until(() -> scene.find(id).state() == RequestState.FAILED);
    assertThat(scene.find(id).reason())
        .isEqualTo("the job 'report' has failed: who took it has not reported in time");
  }

  @Test
  void whatAServerLeftUndoneAnotherDoes() {
    // As if it had died after it wrote the request.
    String id = scene.ask("build");
    scene.scene.commands.del(
        scene.scene.keys.namespace() + ":flow:" + Request.flowOf(id, 1),
        scene.scene.keys.namespace() + ":flow:" + Request.runTaskOf(id, 1),
        scene.scene.keys.namespace() + ":flow:requests:commands");
    scene.scene.pass(Duration.ofSeconds(11));
    scene.end(scene.take(), TrialStatus.PASSED);
    scene.until(() -> scene.find(id).state() == RequestState.COMPLETE);
    assertThat(scene.find(id).jobs()).isEqualTo(1);
  }

  @Test
  void aRequestThatCannotBeReadKeepsNoOther() {
    String bad = scene.ask("report");
    String good = scene.ask("report");
    scene.scene.commands.hset(scene.scene.keys.request(bad), Map.of("whole", "{", "brief", "{"));
    assertThat(scene.requests.page(null, 0, 10).requests())
        .extracting(one -> one.path("id").asText())
        .containsExactly(good);
    scene.scene.pass(Request.LONGEST_WAIT.plusSeconds(1));
    scene.until(() -> scene.find(good).state() == RequestState.FAILED);
    Double look = scene.scene.commands.zscore(scene.scene.keys.requestsDue(), bad);
    assertThat(look).isGreaterThan((double) scene.scene.instant().toEpochMilli());
  }

  @Test
  void itIsForgottenInTheEnd() {
    String id = scene.ask("report");
    scene.requests.cancel(id, RequestScene.ANYBODY);
    scene.scene.pass(Request.KEEP.plusSeconds(1));
    scene.until(() -> scene.requests.find(id).isEmpty());
    assertThat(scene.requests.page(null, 0, 10).total()).isZero();
  }
}
