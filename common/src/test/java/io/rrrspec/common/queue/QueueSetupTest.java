package io.rrrspec.common.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How queues are set up, and which mistakes are refused. */
class QueueSetupTest {
  private static Share share(String text) {
    return Share.parse(text);
  }

  @Test
  void eachQueueKeepsItsNumberAndNoNumberIsGivenTwice() {
    QueueSetup setup = QueueSetup.NONE.create("a").create("b");
    assertThat(setup.get("a").serial()).isEqualTo(1);
    assertThat(setup.get("b").serial()).isEqualTo(2);
    QueueSetup after = setup.destroy("b", null).create("b");
    assertThat(after.get("b").serial()).isEqualTo(3);
    assertThat(after.rename("a", "c").get("c").serial()).isEqualTo(1);
  }

  @Test
  void theQueueDefaultIsThereWithoutBeingSetUp() {
    assertThat(QueueSetup.NONE.get("default").inTurn()).isFalse();
    assertThat(QueueSetup.NONE.find("default")).isEmpty();
    QueueSetup setup = QueueSetup.NONE.ceil("default", share("2"));
    assertThat(setup.get("default").serial()).isZero();
    assertThat(setup.get("default").inTurn()).isTrue();
    assertThat(setup.get("default").ceil()).isEqualTo(share("2"));
    assertThatThrownBy(() -> setup.rename("default", "x")).isInstanceOf(UsageException.class);
    assertThatThrownBy(() -> setup.destroy("default", null)).isInstanceOf(UsageException.class);
  }

  @Test
  void aFormerNameLeadsToTheQueueUntilAnotherOneHasIt() {
    QueueSetup setup = QueueSetup.NONE.create("a").rename("a", "b").rename("b", "c");
    assertThat(setup.get("a").name()).isEqualTo("c");
    assertThat(setup.get("b").name()).isEqualTo("c");
    assertThat(setup.get("c").formerNames()).containsExactly("a", "b");
    QueueSetup again = setup.create("a");
    assertThat(again.get("a").serial()).isEqualTo(2);
    assertThat(again.get("b").name()).isEqualTo("c");
    assertThat(setup.rename("c", "a").get("a").formerNames()).containsExactly("b", "c");
  }

  @Test
  void aQueueThatTakesOverHasTheNamesAndTheJobs() {
    QueueSetup setup = QueueSetup.NONE.create("a").create("b").rename("a", "old");
    QueueSetup after = setup.destroy("old", "b");
    assertThat(after.get("a").name()).isEqualTo("b");
    assertThat(after.get("old").name()).isEqualTo("b");
    assertThat(after.moved()).isEqualTo(Map.of(1, 2));
    // What was on its way to a queue that is destroyed, too, goes on to the last one.
    QueueSetup chained = after.create("c").destroy("b", "c");
    assertThat(chained.moved()).isEqualTo(Map.of(1, 3, 2, 3));
    assertThat(chained.get("a").name()).isEqualTo("c");
    assertThat(chained.drained(1).moved()).isEqualTo(Map.of(2, 3));
  }

  @Test
  void theQueueDefaultTakesOverAlsoIfNobodyHasSetItUp() {
    QueueSetup setup = QueueSetup.NONE.create("a").destroy("a", "default");
    assertThat(setup.get("a").name()).isEqualTo("default");
    assertThat(setup.moved()).isEqualTo(Map.of(1, 0));
  }

  @Test
  void guaranteesAboveAllAndLimitsBelowThemAreRefused() {
    QueueSetup setup = QueueSetup.NONE.create("a").create("b").rate("a", share("60%"));
    assertThatThrownBy(() -> setup.rate("b", share("41%"))).hasMessageContaining("101%");
    assertThat(setup.rate("b", share("40%")).get("b").rate()).isEqualTo(share("40%"));
    assertThatThrownBy(() -> setup.ceil("a", share("59%"))).hasMessageContaining("not below");
    QueueSetup other = setup.group("b", "ruby").rate("b", share("90%"));
    assertThatThrownBy(() -> other.group("b", "default")).hasMessageContaining("150%");
    // Workers and per cent cannot be compared before it is known how many there are.
    assertThat(setup.ceil("a", share("1")).get("a").ceil()).isEqualTo(share("1"));
  }

  @Test
  void severalSettingsAreCheckedTogether() {
    QueueSetup setup = QueueSetup.NONE.create("a").rate("a", share("10%")).ceil("a", share("20%"));
    QueueChange up = new QueueChange(null, 5, share("50%"), share("60%"), null);
    QueueSetup raised = setup.change("a", up);
    assertThat(raised.get("a").rate()).isEqualTo(share("50%"));
    assertThat(raised.get("a").priority()).isEqualTo(5);
    QueueChange down = new QueueChange("ruby", null, share("1%"), share("2%"), Discipline.FIFO);
    assertThat(raised.change("a", down).get("a").group()).isEqualTo("ruby");
    assertThatThrownBy(() -> setup.change("a", new QueueChange("a/b", null, null, null, null)))
        .hasMessageContaining("no type of workers");
  }

  @Test
  void theRingsAreInOrder() {
    QueueSetup setup =
        QueueSetup.NONE.create("z").create("y").create("x").group("x", "a").priority("z", -1);
    assertThat(setup.inOrder()).extracting(Queue::name).containsExactly("x", "z", "default", "y");
  }

  @Test
  void mistakesAreNamed() {
    QueueSetup setup = QueueSetup.NONE.create("purge");
    assertThatThrownBy(() -> setup.get("pruge"))
        .hasMessage("no queue 'pruge': did you mean 'purge'?");
    assertThatThrownBy(() -> setup.create("purge")).isInstanceOf(QueueConflictException.class);
    assertThatThrownBy(() -> setup.create("a b")).hasMessageContaining("is no name for a queue");
    assertThatThrownBy(() -> setup.destroy("purge", "purge")).hasMessageContaining("another one");
    assertThatThrownBy(() -> setup.strict("a/b", true)).hasMessageContaining("no type of workers");
    assertThat(setup.strict("g", true).strict("g", false)).isEqualTo(setup);
  }
}
