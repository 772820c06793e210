package io.rrrspec.common.flow.file;

import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.flow.file.YamlNode.Entry;
import io.rrrspec.common.flow.file.YamlNode.Mapping;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the files that a command declares. */
final class FilesReader {
  private static final int MOST_USES = 20;
  private static final String GLOBS = "a list of paths or globs, such as [\"src/**\"]";
  private static final String NAMES = "a list of names of steps above, 20 at most";

  private FilesReader() {}

  /**
   * Reads them.
   *
   * @param sources whether the command runs in the sources of the flow
   * @param before the steps whose outputs it may use
   */
  static StepFiles read(Mapping step, boolean sources, UsableSteps before) {
    Entry inputs = step.get("inputs");
    Entry outputs = step.get("outputs");
    Entry uses = step.get("uses");
    refuseLonely(inputs, outputs, "what the command makes, such as outputs: [\"out/**\"]");
    refuseLonely(outputs, inputs, "what the command reads, such as inputs: [\"src/**\"]");
    Entry first = inputs == null ? uses : inputs;
    if (first == null) {
      return StepFiles.NONE;
    }
    if (!sources) {
      throw first
          .place()
          .wrong("'" + first.key() + "' needs the sources of the flow: remove 'sources: false'");
    }
    String id = outputs == null ? "" : step.place().line() + ":" + step.place().column();
    return new StepFiles(id, globs(inputs), globs(outputs), uses(uses, before));
  }

  private static void refuseLonely(@Nullable Entry there, @Nullable Entry missing, String what) {
    if (there != null && missing == null) {
      String other = there.key().equals("inputs") ? "outputs" : "inputs";
      throw there.place().wrong("'" + there.key() + "' without '" + other + "': write " + what);
    }
  }

  private static List<String> globs(@Nullable Entry entry) {
    List<String> globs = new ArrayList<>();
    if (entry == null) {
      return globs;
    }
    for (YamlNode item : Values.list(entry, PathGlob.MOST, GLOBS)) {
      String glob = Values.line(entry, item, PathGlob.LONGEST, GLOBS);
      PathGlob.mistake(glob)
          .ifPresent(
              why -> {
                throw item.place()
                    .wrong("'" + entry.key() + "' has " + Values.quoted(glob) + ", which " + why);
              });
      globs.add(glob);
    }
    return globs;
  }

  private static List<String> uses(@Nullable Entry entry, UsableSteps before) {
    Set<String> ids = new LinkedHashSet<>();
    if (entry != null) {
      for (YamlNode item : Values.list(entry, MOST_USES, NAMES)) {
        ids.add(before.id(Values.line(entry, item, StepNames.LONGEST, NAMES), item.place()));
      }
    }
    return List.copyOf(ids);
  }
}
