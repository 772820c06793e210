package io.rrrspec.client.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.OutageException;
import io.rrrspec.common.ServiceException;
import io.rrrspec.common.UsageException;
import io.rrrspec.persister.record.database.Database;
import io.rrrspec.persister.record.database.JdbcUrl;
import io.rrrspec.persister.record.history.ClassHistory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalHistoryTest {
  @TempDir Path directory;
  private final List<String> told = new ArrayList<>();
  private LocalHistory history;
  private int plans;

  @BeforeEach
  void open() {
    history = LocalHistory.open(JdbcUrl.ofFile(directory.resolve("history")));
  }

  @AfterEach
  void close() {
    history.database().close();
  }

  private void forget(ServiceException trouble) {
    history.database().close();
    history = LocalHistory.inMemory(trouble);
    told.add(history.trouble());
  }

  private int planned(boolean needed) {
    return planned(needed, () -> new ClassHistory(history.database()).estimates("shop").size());
  }

  private int planned(boolean needed, Supplier<Integer> plan) {
    return LocalHistory.planned(
        needed,
        () -> {
          plans++;
          return plan.get();
        },
        this::forget);
  }

  @Test
  void aHistoryThatServesIsReadOnce() {
    assertThat(planned(false)).isZero();
    assertThat(plans).isEqualTo(1);
    assertThat(told).isEmpty();
  }

  @Test
  void aHistoryThatCannotBeReadMeanwhileIsTakenForEmpty() {
    history.database().close();
    assertThat(planned(false)).isZero();
    assertThat(plans).isEqualTo(2);
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("this run will not be in the history: database jdbc:h2:file:")
        .doesNotContain("database_url");
    // And it takes what the run has to record.
    Database empty = history.database();
    assertThat(new ClassHistory(empty).failedLast("shop")).isEmpty();
  }

  @Test
  void aRunOfWhatHasFailedEndsWithoutIt() {
    history.database().close();
    assertThatThrownBy(() -> planned(true)).isInstanceOf(OutageException.class);
    assertThat(plans).isEqualTo(1);
  }

  @Test
  void anOutageOfRedisAndAMistakeOfTheUserStayWhatTheyAre() {
    for (RuntimeException other :
        List.of(new OutageException("Redis", "is away", null), new UsageException("no such"))) {
      assertThatThrownBy(
              () ->
                  planned(
                      false,
                      () -> {
                        throw other;
                      }))
          .isSameAs(other);
    }
    assertThat(told).isEmpty();
  }
}
