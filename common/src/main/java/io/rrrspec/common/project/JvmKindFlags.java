package io.rrrspec.common.project;

import io.rrrspec.common.model.JvmKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The arguments that make a test JVM one of a kind, as far as the project leaves that open. */
public final class JvmKindFlags {
  private static final String COMPILER = "-XX:TieredStopAtLevel=1";
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  /** What is about compiling, in whatever way. */
  private static final Pattern COMPILES =
      Pattern.compile(
          "-X(int|comp|batch|mixed|jit|nojit|aot|noaot|quickstart)([:,].*)?|-(client|server)"
              + "|-XX:.*(Compil|Tiered|Inline|JVMCI|Graal|JIT|CodeCache|Freq|C1|C2).*");

  /** What is about the heap, in whatever way but its greatest size. */
  private static final Pattern COLLECTS =
      Pattern.compile(
          "-XX:.*(GC|G1|CMS|Shenandoah|Heap|Young|New|Survivor|Tenur|Parallel|Region).*"
              + "|-Xm[sn].*|-X(conc|inc)gc|-Xgc.*");

  /**
   * What names a file of further arguments, or an archive that only a JVM with the same collector
   * may be made to use, or lets in collectors and compilers that no pattern here knows.
   */
  private static final Pattern UNSEEN =
      Pattern.compile(
          "@.*|-XX:(Flags|VMOptionsFile)=.*|-Xoptionsfile=.*|-XX:\\+UnlockExperimentalVMOptions"
              + "|-Xshare:(on|dump)|-XX:.*(AOT|Archive).*");

  /** They add arguments to those of a command. */
  private static final List<String> VARIABLES =
      List.of(
          "JAVA_TOOL_OPTIONS",
          "JDK_JAVA_OPTIONS",
          "_JAVA_OPTIONS",
          "OPENJ9_JAVA_OPTIONS",
          "IBM_JAVA_OPTIONS");

  private JvmKindFlags() {}

  /**
   * The arguments that a JVM of the project gets in addition.
   *
   * @return empty if the project's JVMs cannot be of this kind, and for as is
   */
  public static List<String> of(JvmKind kind, TestJvm jvm) {
    List<String> own = jvm.arguments();
    if (unseen(jvm, Map.of()) != null) {
      return List.of();
    }
    boolean compiler = own.stream().noneMatch(one -> COMPILES.matcher(one).matches());
    boolean collector = own.stream().noneMatch(one -> COLLECTS.matcher(one).matches());
    return switch (kind) {
      case AS_IS -> List.of();
      case QUICK -> quick(compiler, collector);
      case SERIAL -> collector ? List.of(COLLECTOR) : List.of();
    };
  }

  /**
   * What may set any flag of the project's JVMs and cannot be looked into. With another collector
   * beside it, such a JVM might not even start.
   *
   * @param inherited the environment that the JVMs would have without the project's own variables
   * @return an argument or the name of a variable; null if there is nothing of this kind
   */
  public static @Nullable String unseen(TestJvm jvm, Map<String, String> inherited) {
    for (String argument : jvm.arguments()) {
      if (UNSEEN.matcher(argument).matches()) {
        return argument;
      }
    }
    Map<String, String> environment = new HashMap<>(inherited);
    environment.keySet().removeAll(jvm.excludedEnvironment());
    environment.putAll(jvm.environment());
    for (String variable : VARIABLES) {
      if (!environment.getOrDefault(variable, "").isBlank()) {
        return variable;
      }
    }
    return null;
  }

  /**
   * Whether nobody has chosen the compiler of a JVM that is none of the tests.
   *
   * @param arguments those of the command
   * @param environment that of the JVM; a variable that adds arguments may choose anything
   */
  public static boolean leaveCompilerOpen(List<String> arguments, Map<String, String> environment) {
    return VARIABLES.stream().allMatch(name -> environment.getOrDefault(name, "").isBlank())
        && arguments.stream()
            .noneMatch(one -> UNSEEN.matcher(one).matches() || COMPILES.matcher(one).matches());
  }

  private static List<String> quick(boolean compiler, boolean collector) {
    if (!compiler) {
      // The compiler is what counts; the collector alone is another kind.
      return List.of();
    }
    List<String> added = new ArrayList<>(List.of(COMPILER));
    if (collector) {
      added.add(COLLECTOR);
    }
    return added;
  }
}
