package io.rrrspec.common.project;

import io.rrrspec.common.model.JvmKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** The arguments that make a test JVM one of a kind, as far as the project leaves that open. */
public final class JvmKindFlags {
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

  private JvmKindFlags() {}

  /**
   * The arguments that a JVM of the project gets in addition.
   *
   * @return empty if the project's JVMs cannot be of this kind, and for as is
   */
  public static List<String> of(JvmKind kind, TestJvm jvm) {
    List<String> own = jvm.arguments();
    if (own.stream().anyMatch(one -> one.startsWith("@") || one.startsWith("-XX:Flags="))
        || jvm.environment().keySet().stream().anyMatch(VARIABLES::contains)) {
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
