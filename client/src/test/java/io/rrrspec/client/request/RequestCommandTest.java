package io.rrrspec.client.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.client.request.HttpPlace.Asked;
import io.rrrspec.client.request.RequestShell.Result;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestCommandTest {
  private static final String FAILED =
      """
      {"id": "r-1", "state": "failed", "requester": "ci-1", "running_job": null, "worker": null,
       "program": {"name": "shop.yml"}, "reason": "the command ended with 3", "job": null,
       "ran_list": [{"name": "build", "args": {}, "output": {"file": "a.jar"}, "run": "u-1",
         "worker": "w1", "started_at": "2026-11-24T10:00:01Z", "ended_at": "2026-11-24T10:00:03.5Z"}],
       "run_list": [{"name": "test", "args": {}, "output": null},
         {"name": "report", "args": {}, "output": null}],
       "created_at": "2026-11-24T10:00:00.123Z", "version": 7}
      """;

  @RegisterExtension final HttpPlace server = new HttpPlace();
  @RegisterExtension final HttpPlace viewer = new HttpPlace();
  @TempDir Path directory;

  private Result run(String... args) throws IOException {
    return new RequestShell(directory, "server_url: " + server.url() + "/", "token: a b").run(args);
  }

  private String file() throws IOException {
    return Files.writeString(directory.resolve("shop.yml"), "run_list: [{name: build}]\n")
        .toString();
  }

  @Test
  void startPrintsNothingButTheId() throws IOException {
    server.on("POST /request", 303, "{\"id\": \"r-1\"}");
    assertThat(run("start", file())).isEqualTo(new Result(0, "r-1\n", ""));
    Asked asked = server.asked.get(0);
    assertThat(asked.token()).isEqualTo("Bearer a b");
    assertThat(new ObjectMapper().readTree(asked.body()).path("program"))
        .hasToString("{\"name\":\"shop.yml\"}");
    assertThat(server.asked).as("redirects are not followed").hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | {\"error\": \"run_list is \\u001b[2Jempty\"} | 2 | FILE: run_list is \\x1b[2Jempty",
        "413 | {\"error\": \"too long\"} | 2 | FILE: too long",
        "401 | {\"error\": \"no token\"} | 2 | the server at URL refuses: no token",
        "503 | {\"error\": \"no Redis\"} | 3 | the server at URL does not serve: no Redis",
        "500 | <html> | 3 | the server at URL answers with status 500 and not as a server with",
        "303 | {\"id\": \"../x\"} | 3 | the server at URL answers with status 303 and not as a",
      })
  void aServerThatDoesNotTakeItIsQuoted(int status, String answer, int code, String message)
      throws IOException {
    server.on("POST /request", status, answer);
    Result result = run("start", file());
    assertThat(result.err())
        .startsWith("rrrspec-java: " + message.replace("FILE", file()).replace("URL", server.url()))
        .hasLineCount(1);
    assertThat(result.code()).isEqualTo(code);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void theTokenOfTheUserDoesNotGoToTheAddressOfAProject() throws IOException {
    Path project = Files.createDirectories(directory.resolve("project"));
    Files.writeString(project.resolve(".rrrspec.yml"), "server_url: " + server.url());
    SettingsSources environment =
        new SettingsSources(
            null, Map.of("RRRSPEC_TOKEN", "mine"), project, directory, "jane", Map.of());
    Settings settings = Settings.load(environment);
    assertThatThrownBy(() -> RequestServer.of(settings))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("server_url comes from the file of this directory")
        .hasMessageContaining("set RRRSPEC_SERVER_URL, or name the file with -c");
    assertThat(server.asked).isEmpty();

    Settings named =
        Settings.load(
            new SettingsSources(
                project.resolve(".rrrspec.yml"),
                Map.of("RRRSPEC_TOKEN", "mine"),
                project,
                directory,
                "jane",
                Map.of()));
    assertThat(RequestServer.of(named)).as("a file that the user names is trusted").isNotNull();
  }

  @Test
  void aServerThatIsNotThereIsNamedWithTheSetting() throws IOException {
    assertThat(new RequestShell(directory, "server_url: http://127.0.0.1:1").run("list"))
        .isEqualTo(
            new Result(
                3,
                "",
                "rrrspec-java: no server answers at http://127.0.0.1:1 (the connection was refused):"
                    + " start it, or correct `server_url` (from "
                    + directory.resolve("client.yml")
                    + " line 1)\n"));
    assertThat(new RequestShell(directory, "http_port: 1").run("list").err())
        .startsWith("rrrspec-java: no server answers at http://127.0.0.1:1 (");
    assertThat(new RequestShell(directory, "http_port: 0").run("list"))
        .isEqualTo(
            new Result(
                2,
                "",
                "rrrspec-java: http_port is 0, so that the server's port is not known: set"
                    + " server_url\n"));
    assertThat(new RequestShell(directory, "token: ä").run("list").code()).isEqualTo(2);
  }

  @Test
  void showHasALineForEachJob() throws IOException {
    server.on("GET /request/r-1", 200, FAILED);
    assertThat(run("show", "r-1"))
        .isEqualTo(
            new Result(
                0,
                """
                request r-1: failed, shop.yml, asked for by ci-1 at 2026-11-24T10:00:00Z
                STATE      TIME   JOB     WORKER  RUN  OUTPUT
                succeeded  2.5 s  build   w1      u-1  {"file":"a.jar"}
                failed     -      test    -       -    -
                not run    -      report  -       -    -
                reason: the command ended with 3
                """,
                ""));
  }

  @Test
  void aJobThatRunsIsMarkedAlsoWhenItsWorkerHasMovedIt() throws IOException {
    String running =
        FAILED
            .replace("\"failed\"", "\"running\"")
            .replace("\"worker\": null", "\"worker\": \"w2\"")
            .replace(
                "\"job\": null",
                "\"job\": {\"name\": \"test\", \"trial\": 1, \"run\": \"u-2\","
                    + " \"started_at\": \"2020-01-01T00:00:00Z\"}");
    server.on("GET /request/r-1", 200, running);
    assertThat(run("show", "r-1").out())
        .containsPattern("\nruns +\\S+h \\S+m +test +w2 +u-2 +-\nwaits +- +report ");
    server.on(
        "GET /request/r-1",
        200,
        running.replace("\"started_at\": \"2020-01-01T00:00:00Z", "\"x\": \""));
    assertThat(run("show", "r-1").out()).containsPattern("\nwaits +- +test ");
    server.on(
        "GET /request/r-1",
        200,
        running
            .replace("{\"name\": \"test\", \"args\": {}, \"output\": null},", "")
            .replace("03.5Z\"}]", "03.5Z\"}, {\"name\": \"test\", \"args\": {}}]"));
    assertThat(run("show", "r-1").out())
        .containsPattern("\nruns +\\S+h \\S+m +test +w2 +u-2 +-\nwaits +- +report ");
  }

  @Test
  void jsonIsWhatTheServerHas() throws IOException {
    String hostile = FAILED.replace("a.jar", "\u009b2J\u202eä\\u001b[2J\udb40\udc01");
    server.on("GET /request/r-1", 200, hostile);
    Result result = run("show", "r-1", "--json");
    assertThat(result.out())
        .contains("\\u009b2J\\u202eä\\u001B[2J\\udb40\\udc01")
        .contains("\n  \"state\" : \"failed\"");
    ObjectMapper mapper = new ObjectMapper();
    assertThat(mapper.readTree(result.out())).isEqualTo(mapper.readTree(hostile));
  }

  @Test
  void nothingOfAServerReachesTheTerminalAsItIs() throws IOException {
    String hostile = "\\u001b[2J\\u009b\\n\\u202ex";
    String all = FAILED.replaceAll("(test|ci-1|shop.yml|the command|u-1|a\\.jar|w1)", "$1%");
    server.on("GET /request/r-1", 200, all.replace("%", hostile));
    assertThat(run("show", "r-1").out().replace("\n", "").chars())
        .allMatch(c -> c >= ' ' && c <= '~');
    server.on(
        "GET /request?page=1",
        200,
        "{\"requests\": [{\"id\": \"r-1%\", \"state\": \"%\", \"program\": \"%\"}], \"pages\": 1}"
            .replace("%", hostile));
    assertThat(run("list").out().replace("\n", "").chars()).allMatch(c -> c >= ' ' && c <= '~');
  }

  @Test
  void whatTheServerHasForgottenIsAskedOfTheViewer() throws IOException {
    viewer.on("GET /v2/requests/r-1", 200, FAILED);
    assertThat(run("show", "r-1"))
        .isEqualTo(
            new Result(
                2,
                "",
                "rrrspec-java: there is no request r-1: it never was, or it ended more than three"
                    + " days ago, when only the viewer of web_base knows it; `request list` lists"
                    + " them\n"));
    String[] both = {"server_url: " + server.url(), "web_base: " + viewer.url() + "/"};
    assertThat(new RequestShell(directory, both).run("show", "r-1").out())
        .startsWith("request r-1: failed, ");
    assertThat(new RequestShell(directory, both).run("show", "r-2").err())
        .startsWith("rrrspec-java: there is no request r-2: it never was, or it ended")
        .doesNotContain("viewer")
        .hasLineCount(1);
    both[1] = "web_base: http://127.0.0.1:1";
    assertThat(new RequestShell(directory, both).run("show", "r-1"))
        .isEqualTo(
            new Result(
                3,
                "",
                "rrrspec-java: no viewer answers at http://127.0.0.1:1 (the connection was refused):"
                    + " start it, or correct `web_base` (from "
                    + directory.resolve("client.yml")
                    + " line 2)\n"));
  }

  @Test
  void cancelAndRetrySayWhatTheServerSays() throws IOException {
    server.on("DELETE /request/r-1", 200, FAILED).on("POST /request/r-1/retry", 200, FAILED);
    assertThat(run("cancel", "r-1")).isEqualTo(new Result(0, "", ""));
    assertThat(run("retry", "r-1")).isEqualTo(new Result(0, "", ""));
    String over = "{\"error\": \"the request is complete\"}";
    server.on("DELETE /request/r-1", 409, over).on("POST /request/r-1/retry", 409, over);
    assertThat(run("cancel", "r-1")).isEqualTo(new Result(0, "", "the request is complete\n"));
    assertThat(run("retry", "r-1"))
        .isEqualTo(new Result(2, "", "rrrspec-java: the request is complete\n"));
    assertThat(run("cancel", "r-2").err()).startsWith("rrrspec-java: there is no request r-2:");
    assertThat(run("retry", "r-2").code()).isEqualTo(2);
  }

  @Test
  void listHasTheNewestInColumns() throws IOException {
    String one =
        """
        {"id": "r-1", "state": "running", "requester": "ci-1", "running_job": "test",
         "program": {"channel": 3}, "done": 1, "left": 2, "created_at": "2026-11-24T10:00:00.123Z"}
        """;
    server.on(
        "GET /request?page=1&state=running",
        200,
        "{\"requests\": [" + one + "], \"total\": 1, \"page\": 1, \"pages\": 1}");
    assertThat(run("list", "--state", "running"))
        .isEqualTo(
            new Result(
                0,
                """
                ID   ASKED                 REQUESTER  STATE    DONE  RUNNING_JOB  PROGRAM
                r-1  2026-11-24T10:00:00Z  ci-1       running  1/3   test         {"channel":3}
                """,
                ""));
    String page =
        "{\"requests\": [" + (one + ",").repeat(29) + one + "], \"total\": 90, \"pages\": 3}";
    server.on("GET /request?page=1", 200, page).on("GET /request?page=2", 200, page);
    Result result = run("list");
    assertThat(result.out()).hasLineCount(51);
    assertThat(result.err()).isEqualTo("the newest 50 of 90\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "list --state done | option --state is 'done': write one of queued, running, complete, failed,",
        "show ../flows | ID is '../flows': write the id of a request, as `request start` prints it",
        "cancel r?x | ID is 'r?x': write the id",
        "retry é | ID is 'é': write the id",
        "start gone.yml | there is no file gone.yml: write the path",
        "strat x | unknown command 'strat': did you mean 'start'?",
        "show | missing required parameter: 'ID'",
      })
  void wrongUseIs2(String args, String message) throws IOException {
    Result result = run(args.split(" "));
    assertThat(result.err()).startsWith("rrrspec-java: " + message).hasLineCount(1);
    assertThat(result.code()).isEqualTo(2);
    assertThat(server.asked).isEmpty();
  }

  @Test
  void withoutACommandItSaysWhereTheyAreListed() throws IOException {
    assertThat(run())
        .isEqualTo(
            new Result(
                2,
                "",
                "rrrspec-java: request needs a command: 'rrrspec-java request --help' lists them\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"start", "show", "cancel", "retry", "list"})
  void eachHasAHelpWithAnExample(String command) throws IOException {
    Result result = run(command, "--help");
    assertThat(result.code()).isZero();
    assertThat(result.out()).contains("Example").contains("rrrspec-java request " + command);
    assertThat(run("--help").out()).contains("  " + command + " ");
  }
}
