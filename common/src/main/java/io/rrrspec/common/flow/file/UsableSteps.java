package io.rrrspec.common.flow.file;

import io.rrrspec.common.config.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The steps that have ended when a step begins: those before it in its list and around that. */
final class UsableSteps {
  /**
   * A step that has ended then.
   *
   * @param id of its outputs; empty: it declares none
   * @param copied whether a matrix makes several of it
   * @param list whether it is a chain or a group
   */
  record Usable(String id, boolean copied, boolean list) {}

  private final @Nullable UsableSteps around;
  private final Map<String, List<Usable>> byName = new HashMap<>();

  /**
   * Knows none yet.
   *
   * @param around those that the list around has; null: there is none
   */
  UsableSteps(@Nullable UsableSteps around) {
    this.around = around;
  }

  /** Notes a step that stands before all that come now. */
  void add(String name, Usable step) {
    byName.computeIfAbsent(name, n -> new ArrayList<>()).add(step);
  }

  /** Notes all of a list that stands before all that comes now. */
  void addAll(UsableSteps list) {
    list.byName.forEach(
        (name, steps) -> byName.computeIfAbsent(name, n -> new ArrayList<>()).addAll(steps));
  }

  /**
   * The id of the only step of a name.
   *
   * @param place where the name stands, for the message
   */
  String id(String name, Place place) {
    List<Usable> found = new ArrayList<>();
    for (UsableSteps list = this; list != null; list = list.around) {
      found.addAll(list.byName.getOrDefault(name, List.of()));
    }
    String uses = "'uses' names " + Values.quoted(name) + ", ";
    if (found.isEmpty()) {
      throw place.wrong(
          uses
              + "and no such step ends before this one"
              + NearestName.hint(
                  name,
                  names(),
                  ": write the name of a step above; steps of one group run at once"));
    }
    if (found.size() > 1) {
      throw place.wrong(uses + "and several steps above have that name: rename one");
    }
    if (found.get(0).copied()) {
      throw place.wrong(
          uses
              + "of which a matrix makes several: remove the matrix of it or of what is around it");
    }
    if (found.get(0).id().isEmpty()) {
      throw place.wrong(
          uses
              + (found.get(0).list()
                  ? "which is a list of steps: write the names of those that make the files"
                  : "which declares no outputs: give it 'inputs' and 'outputs'"));
    }
    return found.get(0).id();
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>();
    for (UsableSteps list = this; list != null; list = list.around) {
      names.addAll(list.byName.keySet());
    }
    return names;
  }
}
