package io.rrrspec.persister.viewer;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.TestRedis;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The viewer as a process of its own, with the file that it takes by default. */
class WebMainTest {
  private static final Pattern PORT = Pattern.compile("http://127.0.0.1:(\\d+)/");

  @RegisterExtension static final TestRedis testRedis = new TestRedis();

  @TempDir Path directory;

  private DaemonProcess viewer(Map<String, String> more) throws Exception {
    Map<String, String> environment = new HashMap<>();
    environment.put("RRRSPEC_REDIS", testRedis.url().toString());
    environment.put("RRRSPEC_WEB_PORT", "0");
    environment.putAll(more);
    return DaemonProcess.start(WebMain.class.getName(), directory, environment, "web");
  }

  private static HttpResponse<String> get(DaemonProcess viewer, String path) throws Exception {
    Matcher port = PORT.matcher(viewer.log());
    assertThat(port.find()).isTrue();
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(port.group() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void itShowsPagesUntilItIsAskedToEnd() throws Exception {
    try (DaemonProcess viewer = viewer(Map.of())) {
      viewer.awaitLog("viewer is ready");
      assertThat(get(viewer, "").statusCode()).isEqualTo(200);
      assertThat(get(viewer, "").body()).contains("No run is over yet", "Nothing runs now");
      assertThat(get(viewer, "tests/changed").body())
          .contains("No class changed between good and failed.")
          .contains("<a href=\"/tests/changed\" aria-current=\"page\">");
      assertThat(get(viewer, "nowhere").statusCode()).isEqualTo(404);
      viewer.terminate();
      assertThat(viewer.awaitExit()).isZero();
      assertThat(viewer.output()).isEmpty();
    }
  }

  @Test
  void withoutARedisItSaysSoAndShowsPastRuns() throws Exception {
    try (DaemonProcess viewer = viewer(Map.of("RRRSPEC_REDIS", "redis://127.0.0.1:1"))) {
      viewer.awaitLog("no Redis answers at 127.0.0.1:1");
      viewer.awaitLog("viewer is ready");
      assertThat(get(viewer, "").body())
          .contains("Redis does not answer: runs that go on cannot be shown.")
          .contains("No run is over yet");
      assertThat(get(viewer, "workers").statusCode()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "BIND | 0.0.0.0 | 2 | bind is 0.0.0.0, which others can reach, and there is no token: set"
            + " token, which cancelling a run then asks for, or bind to 127.0.0.1",
        "BIND | 127.0.0.999 | 3 | cannot listen on 127.0.0.999:0: end what listens there, or set"
            + " web_port to another port (0 takes a free one) or bind to an address of this host",
        "DATABASE_URL | jdbc:oracle:x | 2 | database_url jdbc:oracle:x names no known database: write"
            + " jdbc:h2:..., jdbc:postgresql:..., jdbc:mariadb:... or jdbc:mysql:...",
      })
  void a_wrong_setting_is_one_line(String key, String value, int code, String message)
      throws Exception {
    try (DaemonProcess viewer = viewer(Map.of("RRRSPEC_" + key, value))) {
      assertThat(viewer.awaitExit()).isEqualTo(code);
      assertThat(viewer.log()).isEqualTo("rrrspec-java: " + message + "\n");
    }
  }
}
