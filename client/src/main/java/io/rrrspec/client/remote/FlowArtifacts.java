package io.rrrspec.client.remote;

import io.rrrspec.client.source.JobInputs;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.artifact.Artifact;
import io.rrrspec.common.config.NearestName;
import io.rrrspec.common.files.PathGlob;
import io.rrrspec.common.files.Sha256;
import io.rrrspec.common.flow.file.FileStep;
import io.rrrspec.common.flow.file.StepFiles;
import io.rrrspec.common.flow.file.StepWork.Shell;
import io.rrrspec.common.model.JobArtifacts;
import io.rrrspec.common.model.Recipe;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Names the results of steps that declare inputs and outputs. Equal names mean the same command and
 * variables on the same inputs; so a step is asked for only after all that it uses.
 */
final class FlowArtifacts {
  /** Another one makes other names: results that were made by other rules are not found then. */
  private static final String VERSION = "result 1";

  private final Supplier<JobInputs> reader;
  private final UnaryOperator<String> generations;

  /** Of the last look, made only if some step declares inputs. */
  private @Nullable JobInputs inputs;

  /** By the id of the step's files. */
  private final Map<String, Made> made = new HashMap<>();

  /** The step by what it makes. */
  private final Map<String, String> makers = new HashMap<>();

  /** By what they are made from. */
  private final Map<String, String> results = new HashMap<>();

  /** What was looked at, to be looked at once more when all is sent. */
  private record Look(String step, List<PathGlob> globs, List<String> wishes, String digest) {}

  private final List<Look> looks = new ArrayList<>();

  /** How a step's result is made, and the results that it needs for that, in order of need. */
  private record Made(Recipe recipe, List<Recipe> uses) {}

  /**
   * Prepares.
   *
   * @param reader lists the files that are sent, as they are then
   * @param generations which generation of a result is asked for; empty: the first one
   */
  FlowArtifacts(Supplier<JobInputs> reader, UnaryOperator<String> generations) {
    this.reader = reader;
    this.generations = generations;
  }

  /**
   * What a step makes, and what it needs of the steps before it.
   *
   * @param env all variables of its command
   * @param workerType which workers may run it: what another type makes is another result
   * @throws UsageException if an input matches no file that is sent, or too many results are used
   */
  JobArtifacts of(FileStep step, Shell shell, Map<String, String> env, String workerType) {
    StepFiles files = shell.files();
    List<Recipe> uses = uses(step, files);
    if (files.outputs().isEmpty()) {
      return new JobArtifacts(null, List.of(), uses);
    }
    List<PathGlob> globs = PathGlob.all(files.inputs());
    JobInputs sent = sent();
    for (PathGlob glob : globs) {
      if (!sent.has(glob)) {
        throw new UsageException(
            "step '"
                + step.name()
                + "': no file that is sent matches the input '"
                + glob
                + "'"
                + whatToWrite(glob, sent));
      }
    }
    refuseOverwritten(step, globs, files.outputs(), "and an output", sent);
    for (Recipe recipe : uses) {
      refuseOverwritten(step, globs, recipe.outputs(), "and an output of a step in 'uses'", sent);
    }
    List<String> wishes = wishes(shell, env, workerType);
    String digest = sent.digest(globs, wishes);
    looks.add(new Look(step.name(), globs, wishes, digest));
    String result = result(digest);
    files.outputs().forEach(output -> makers.putIfAbsent(output, step.name()));
    made.put(
        files.id(),
        new Made(
            new Recipe(
                result,
                shell.command(),
                env,
                files.outputs(),
                uses.stream().map(Recipe::artifact).toList(),
                workerType),
            uses));
    return new JobArtifacts(result, files.outputs(), uses);
  }

  /**
   * Refuses a flow whose inputs are not what they were: its results would have the names of others.
   *
   * @throws UsageException if an input was changed while it was sent
   */
  void requireUnchanged() {
    if (looks.isEmpty()) {
      return;
    }
    JobInputs now = reader.get();
    for (Look look : looks) {
      if (!now.digest(look.globs(), look.wishes()).equals(look.digest())) {
        throw new UsageException(
            "step '"
                + look.step()
                + "': an input was changed while the sources were sent: start the flow again");
      }
    }
  }

  private static void refuseOverwritten(
      FileStep step, List<PathGlob> inputs, List<String> outputs, String and, JobInputs sent) {
    sent.common(inputs, PathGlob.all(outputs))
        .ifPresent(
            path -> {
              throw new UsageException(
                  "step '"
                      + step.name()
                      + "': the sent file '"
                      + path
                      + "' is an input "
                      + and
                      + ": let the command write to another file");
            });
  }

  /** What was most probably meant. */
  private String whatToWrite(PathGlob input, JobInputs sent) {
    String path = input.toString();
    String maker = makers.get(path);
    if (maker != null) {
      return ", an output of step '" + maker + "': write uses: [" + maker + "]";
    }
    String below = path + "/**";
    // The longest pattern has no room for more.
    if (PathGlob.mistake(below).isEmpty() && sent.has(PathGlob.of(below))) {
      return ", a directory: write '" + below + "'";
    }
    return NearestName.hint(path, sent.paths(), ": write the path of a file that is sent");
  }

  /** In a flow, equal results have the same name. */
  private String result(String digest) {
    return results.computeIfAbsent(
        digest,
        first -> {
          String name = Artifact.result(first);
          String generation = generations.apply(name);
          if (generation.isEmpty()) {
            return name;
          }
          MessageDigest with = Sha256.begin();
          Sha256.add(with, name);
          Sha256.add(with, generation);
          return Artifact.result(HexFormat.of().formatHex(with.digest()));
        });
  }

  private JobInputs sent() {
    JobInputs known = inputs;
    if (known == null) {
      known = reader.get();
      inputs = known;
    }
    return known;
  }

  /** Everything but the inputs that decides what the outputs are. */
  private List<String> wishes(Shell shell, Map<String, String> env, String workerType) {
    List<String> wishes = new ArrayList<>(List.of(VERSION, workerType, shell.command()));
    // The numbers keep a text of one list from being taken for one of the next.
    add(wishes, shell.files().outputs());
    List<String> variables = new ArrayList<>();
    new TreeMap<>(env).forEach((name, value) -> variables.addAll(List.of(name, value)));
    add(wishes, variables);
    add(wishes, shell.files().uses().stream().map(id -> made(id).recipe().artifact()).toList());
    return wishes;
  }

  private static void add(List<String> wishes, List<String> texts) {
    wishes.add(Integer.toString(texts.size()));
    wishes.addAll(texts);
  }

  private List<Recipe> uses(FileStep step, StepFiles files) {
    Map<String, Recipe> uses = new LinkedHashMap<>();
    for (String id : files.uses()) {
      Made one = made(id);
      addAll(uses, one.uses());
      addAll(uses, List.of(one.recipe()));
    }
    if (uses.size() > JobArtifacts.MOST_USES) {
      throw new UsageException(
          "step '"
              + step.name()
              + "' uses more than 200 results, with those that the others use: make several flows");
    }
    return List.copyOf(uses.values());
  }

  private static void addAll(Map<String, Recipe> uses, Collection<Recipe> more) {
    more.forEach(recipe -> uses.putIfAbsent(recipe.artifact(), recipe));
  }

  private Made made(String id) {
    Made found = made.get(id);
    if (found == null) {
      throw new IllegalStateException("a step uses one that does not stand before it: " + id);
    }
    return found;
  }
}
