package io.rrrspec.worker.slave.runner;

import io.rrrspec.common.model.HttpExchange;
import io.rrrspec.common.process.BoundedText;
import io.rrrspec.worker.slave.jvm.OutputCapture;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** The body of an HTTP answer, as much of it as is of use: as it came, and for the report. */
final class BoundedBody {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final BoundedText text =
      new BoundedText(OutputCapture.DEFAULT_HALF, OutputCapture.DEFAULT_HALF);
  private boolean cutOff;

  /** Whether it was too long, so that the rest was not read. */
  boolean isCutOff() {
    return cutOff;
  }

  /** What came, without what is beyond {@link HttpExchange#MOST_BODY}. */
  byte[] bytes() {
    return bytes.toByteArray();
  }

  /** The beginning and the end of it. */
  String text() {
    return text.text();
  }

  private void add(ByteBuffer part) {
    byte[] came = new byte[part.remaining()];
    part.get(came);
    text.write(came, 0, came.length);
    bytes.write(came, 0, Math.min(came.length, HttpExchange.MOST_BODY - bytes.size()));
  }

  /** Reads one. */
  static final class Reader implements BodySubscriber<BoundedBody> {
    private final int most;
    private final BoundedBody body = new BoundedBody();
    private final CompletableFuture<BoundedBody> whole = new CompletableFuture<>();
    private long length;
    private Flow.@Nullable Subscription source;

    /**
     * Makes a reader.
     *
     * @param most what is longer in bytes is cut off there
     */
    Reader(int most) {
      this.most = most;
    }

    @Override
    public CompletionStage<BoundedBody> getBody() {
      return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      source = subscription;
      subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
      if (body.cutOff) {
        return;
      }
      for (ByteBuffer part : parts) {
        length += part.remaining();
        body.add(part);
      }
      if (length > most) {
        body.cutOff = true;
        if (source != null) {
          source.cancel();
        }
        whole.complete(body);
      }
    }

    @Override
    public void onError(Throwable failure) {
      whole.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      whole.complete(body);
    }
  }
}
