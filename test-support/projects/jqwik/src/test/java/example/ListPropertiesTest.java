package example;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ListPropertiesTest {
  @Property(tries = 50)
  boolean reversingTwiceChangesNothing(@ForAll List<Integer> list) {
    List<Integer> copy = new ArrayList<>(list);
    Collections.reverse(copy);
    Collections.reverse(copy);
    return copy.equals(list);
  }

  @Example
  boolean anEmptyListHasNoElements() {
    return new ArrayList<>().isEmpty();
  }
}
