package io.rrrspec.worker.slave;

import io.rrrspec.common.model.HttpExchange.Answer;
import io.rrrspec.common.model.HttpExchange.Request;
import io.rrrspec.common.store.HttpExchangeStore;
import io.rrrspec.worker.slave.runner.HttpRunner;
import org.jspecify.annotations.Nullable;

/** Who waits in Redis for the answer to the HTTP request of a taskset, if anybody does. */
record WaitingCaller(HttpExchangeStore exchanges, String tasksetKey, RedisRetry retry)
    implements HttpRunner.Caller {
  @Override
  public @Nullable Request request() {
    return retry.call(() -> exchanges.request(tasksetKey)).orElse(null);
  }

  @Override
  public void answer(Answer answer) {
    retry.call(
        () -> {
          exchanges.answer(tasksetKey, answer);
          return "";
        });
  }
}
