package io.rrrspec.server.arbiter;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.server.arbiter.Message.Verb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {
  private static final String TASKSET = "rrrspec:taskset:1";
  private static final String TRIAL = TASKSET + ":task:a:trial:2";

  @Test
  void everyVerbIsRead() {
    assertThat(Message.parse("trial\t" + TRIAL)).hasValue(new Message(Verb.TRIAL, TRIAL));
    assertThat(Message.parse("cancel\t" + TASKSET)).hasValue(new Message(Verb.CANCEL, TASKSET));
    assertThat(Message.parse("fail\t" + TASKSET)).hasValue(new Message(Verb.FAIL, TASKSET));
    assertThat(Message.parse("check\t" + TASKSET)).hasValue(new Message(Verb.CHECK, TASKSET));
  }

  @Test
  void aTabInTheNameOfATaskBelongsToItsKey() {
    String trial = TASKSET + ":task:echo\tx:trial:2";
    assertThat(Message.parse("trial\t" + trial)).hasValue(new Message(Verb.TRIAL, trial));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\t",
        "trial",
        "trial\t",
        "\t" + TASKSET,
        "TRIAL\t" + TRIAL,
        "sing\t" + TASKSET,
        "trial " + TRIAL,
        "trial\t" + TASKSET,
        "trial\trrrspec:worker",
        "cancel\trrrspec:worker",
        "check\t" + TRIAL
      })
  void whatIsNoMessageIsNotRead(String text) {
    assertThat(Message.parse(text)).isEmpty();
  }
}
