package io.rrrspec.worker.slave.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PropertyValuesTest {
  private final Properties original = System.getProperties();
  private PropertyValues values = PropertyValues.now(null);

  @BeforeEach
  void set() {
    System.setProperty("values.kept", "before");
    System.setProperty("values.removed", "before");
    values = PropertyValues.now(null);
  }

  @AfterEach
  void clear() {
    System.setProperties(original);
    for (String name : new String[] {"kept", "removed", "added", "other"}) {
      System.clearProperty("values." + name);
    }
  }

  @Test
  void asLongAsNothingChangesTheSameServeAgain() {
    assertThat(PropertyValues.now(values)).isSameAs(values);
    values.restore();
    System.setProperty("values.kept", "be".concat("fore"));
    assertThat(PropertyValues.now(values)).as("an equal value").isSameAs(values);
  }

  @Test
  void whatIsThereBeforeATestBelongsToTheState() {
    System.setProperty("values.kept", "since");
    PropertyValues later = PropertyValues.now(values);
    assertThat(later).isNotSameAs(values);
    System.clearProperty("values.kept");
    later.restore();
    assertThat(System.getProperty("values.kept")).isEqualTo("since");
  }

  @Test
  void asManyOtherKeysAreAChange() {
    System.clearProperty("values.removed");
    System.setProperty("values.added", "before");
    assertThat(PropertyValues.now(values)).isNotSameAs(values);
    values.restore();
    assertThat(System.getProperty("values.added")).isNull();
    assertThat(System.getProperty("values.removed")).isEqualTo("before");
    assertThat(PropertyValues.now(values)).isSameAs(values);
  }

  @Test
  void whatIsNoTextIsPutBackToo() {
    original.put("values.kept", 17);
    original.put("values.other", new Object());
    values.restore();
    assertThat(original).containsEntry("values.kept", "before").doesNotContainKey("values.other");
  }

  @Test
  void anotherObjectInTheirPlaceIsForgotten() {
    Properties others = new Properties();
    others.putAll(original);
    System.setProperties(others);
    assertThat(PropertyValues.now(values)).isNotSameAs(values);
    System.setProperty("values.kept", "of the others");
    values.restore();
    assertThat(System.getProperties()).isSameAs(original);
    assertThat(System.getProperty("values.kept")).isEqualTo("before");
  }
}
