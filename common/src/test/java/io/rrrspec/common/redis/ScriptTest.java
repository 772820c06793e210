package io.rrrspec.common.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.testing.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  @Test
  void anIncludeStandsForItsText() {
    Script script = Script.named("judge_trials");

    assertThat(script.text()).doesNotContain("--#include").contains("local function over(");
  }

  @ParameterizedTest
  @ValueSource(strings = {"claim_task", "finish_trial", "judge_trials", "put_back_tasks", "lead"})
  void redisKnowsAScriptByTheSameSha(String verb) {
    Script script = Script.named(verb);

    assertThat(redis.connection().commands().scriptLoad(script.text())).isEqualTo(script.sha());
    assertThat(BuiltScripts.find(verb)).isEqualTo(Script.join(verb)).isEqualTo(script);
  }

  @Test
  void aVerbWithoutScriptIsNamed() {
    assertThatThrownBy(() -> Script.named("sing")).hasMessageContaining("sing");
  }
}
