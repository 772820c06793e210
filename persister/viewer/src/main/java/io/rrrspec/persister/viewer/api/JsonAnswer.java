package io.rrrspec.persister.viewer.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.javalin.http.Context;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer that is sent while it is made. What goes wrong before the first 64 kB are there is
 * answered as an error; later the answer breaks off, and what has come of it is no JSON.
 */
final class JsonAnswer {
  private static final Logger log = LoggerFactory.getLogger(JsonAnswer.class);
  private static final int BUFFER = 64 * 1024;

  private JsonAnswer() {}

  /** Makes the answer. */
  @FunctionalInterface
  interface Body {
    /** Writes one value. */
    void writeTo(JsonGenerator json) throws IOException;
  }

  /** Answers with a value that is there. */
  static void send(Context ctx, Object value) {
    stream(ctx, json -> json.writePOJO(value));
  }

  /** Answers with what the body writes. */
  static void stream(Context ctx, Body body) {
    ctx.contentType("application/json");
    Response response = new Response(ctx);
    try (JsonGenerator json =
        Json.MAPPER.createGenerator(new BufferedOutputStream(response, BUFFER))) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
      body.writeTo(json);
      json.enable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
      json.flush();
    } catch (IOException e) {
      log.debug("{} is not wanted any more: {}", ctx.path(), e.toString());
    } catch (RuntimeException e) {
      if (!response.begun) {
        throw e;
      }
      log.warn("the answer to {} breaks off: {}", ctx.path(), e.toString(), e);
    }
  }

  /** Touches the response only when something is to be sent. */
  private static final class Response extends OutputStream {
    private final Context ctx;
    private boolean begun;

    Response(Context ctx) {
      this.ctx = ctx;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      begun = true;
      ctx.outputStream().write(bytes, from, count);
    }
  }
}
