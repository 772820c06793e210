package io.rrrspec.persister.viewer.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.Javalin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of an answer when something breaks while it is made. */
class JsonAnswerTest {
  private final Javalin server =
      Javalin.create(
          config -> {
            config.routes.get(
                "/{chunks}",
                ctx -> {
                  int chunks = Integer.parseInt(ctx.pathParam("chunks"));
                  JsonAnswer.stream(
                      ctx,
                      json -> {
                        json.writeStartArray();
                        for (int i = 0; i < chunks; i++) {
                          json.writeString("x".repeat(10_000));
                        }
                        throw new IllegalStateException("broken");
                      });
                });
            config.routes.exception(
                IllegalStateException.class, (e, ctx) -> ctx.status(503).result("sorry"));
          });

  @AfterEach
  void stop() {
    server.stop();
  }

  private HttpResponse<String> get(int chunks) throws Exception {
    server.start("127.0.0.1", 0);
    URI address = URI.create("http://127.0.0.1:" + server.port() + "/" + chunks);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void earlyItIsAnErrorLikeAnyOther() throws Exception {
    HttpResponse<String> answer = get(3);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).isEqualTo("sorry");
  }

  @Test
  void lateItBreaksOffAndIsNoJson() throws Exception {
    HttpResponse<String> answer = get(30);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).startsWith("[\"xxx").doesNotContain("sorry");
    assertThatThrownBy(() -> new ObjectMapper().readTree(answer.body()))
        .isInstanceOf(JsonProcessingException.class);
  }
}
