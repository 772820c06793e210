package io.rrrspec.common.project;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The quick variant of a test JVM: the compiler C1 alone and the serial collector. Both change the
 * speed and nothing that a test should see. Short classes take less processor time with it; a class
 * that computes for long takes more, since C2 never compiles its code.
 */
public final class QuickJvm {
  /** Behind the name of a launch: its quick variant. */
  public static final String SUFFIX = "~quick";

  private static final String COMPILER = "-XX:TieredStopAtLevel=1";
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  /** What is about compiling, in whatever way. */
  private static final Pattern COMPILES =
      Pattern.compile(
          "-X(int|comp|batch|mixed)|-(client|server)|-XX:.*(Compil|Tiered|Inline|JVMCI|CodeCache|Freq|C1|C2).*");

  /** What is about the heap, in whatever way but its greatest size. */
  private static final Pattern COLLECTS =
      Pattern.compile("-XX:.*(GC|Heap|Young|New|Survivor|Tenur|Parallel|Region).*|-Xm[sn].*");

  /** They add arguments that nobody has seen. */
  private static final Set<String> VARIABLES =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private QuickJvm() {}

  /**
   * The arguments that make it quick, as far as the project leaves that open.
   *
   * @return empty if there is no quick variant
   */
  public static List<String> arguments(TestJvm jvm) {
    List<String> own = jvm.arguments();
    if (own.stream().anyMatch(one -> one.startsWith("@") || one.startsWith("-XX:Flags="))
        || jvm.environment().keySet().stream().anyMatch(VARIABLES::contains)) {
      return List.of();
    }
    List<String> added = new ArrayList<>();
    if (own.stream().noneMatch(one -> COMPILES.matcher(one).matches())) {
      added.add(COMPILER);
    }
    // The compiler is what counts: without it the other is not worth a JVM of its own.
    if (!added.isEmpty() && own.stream().noneMatch(one -> COLLECTS.matcher(one).matches())) {
      added.add(COLLECTOR);
    }
    return added;
  }

  /** Whether a launch is a quick variant, by its name. */
  public static boolean isName(String launch) {
    return launch.endsWith(SUFFIX);
  }
}
