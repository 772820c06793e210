package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The pages of the past runs of this machine, by {@code rrrspec-java web}. */
final class WebPages implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("the viewer is at (http://[0-9.:]+)");

  private final Process web;
  private final String address;

  private WebPages(Process web, String address) {
    this.web = web;
    this.address = address;
  }

  static WebPages of(RealRun run) throws Exception {
    Path settings = run.data().resolveSibling("web.yml");
    Files.writeString(settings, "web_port: 0\nredis: redis://127.0.0.1:1\n");
    Process web = run.startCommand(List.of("-c", settings.toString(), "web"));
    Matcher[] found = {ADDRESS.matcher("")};
    Awaitility.await("the address of the pages")
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              found[0] = ADDRESS.matcher(run.out() + run.err());
              return found[0].find() || !web.isAlive();
            });
    assertThat(web.isAlive()).as(run.out() + run.err()).isTrue();
    return new WebPages(web, found[0].group(1));
  }

  String read(String path) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(address + path)).build(),
                BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
    return answer.body();
  }

  @Override
  public void close() throws Exception {
    web.destroy();
    web.waitFor();
  }
}
