package io.rrrspec;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Finds the regular expressions in sources, as the compiler reads them. */
final class RegularExpressions {
  private static final Set<String> TAKING_ONE =
      Set.of("matches", "replaceAll", "replaceFirst", "split", "compile");

  private RegularExpressions() {}

  /**
   * A regular expression in a source.
   *
   * @param file the source
   * @param line from 1
   * @param regex its text; empty if it is made while the program runs
   * @param searched whether it may be looked for within a text, not only held against all of it
   */
  record Use(Path file, long line, Optional<String> regex, boolean searched) {
    @Override
    public String toString() {
      return file.getFileName() + ":" + line + " " + regex.orElse("(made at run time)");
    }
  }

  /** Returns all of them in the sources below some directories. */
  static List<Use> in(List<Path> roots) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<Path> sources = roots.stream().flatMap(RegularExpressions::sources).toList();
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, null, List.of(), null, files.getJavaFileObjectsFromPaths(sources));
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      List<Use> uses = new ArrayList<>();
      for (CompilationUnitTree unit : task.parse()) {
        Map<String, String> constants = new HashMap<>();
        new Constants(constants).scan(unit, null);
        new Calls(unit, constants, uses, positions).scan(unit, null);
      }
      return uses;
    }
  }

  private static Stream<Path> sources(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> value(ExpressionTree tree, Map<String, String> constants) {
    if (tree instanceof LiteralTree literal && literal.getValue() instanceof String text) {
      return Optional.of(text);
    }
    if (tree instanceof IdentifierTree name) {
      return Optional.ofNullable(constants.get(name.getName().toString()));
    }
    if (tree instanceof ParenthesizedTree inner) {
      return value(inner.getExpression(), constants);
    }
    if (tree instanceof BinaryTree sum) {
      return value(sum.getLeftOperand(), constants)
          .flatMap(left -> value(sum.getRightOperand(), constants).map(right -> left + right));
    }
    return Optional.empty();
  }

  /** Collects the texts that have a name in one file. */
  private static final class Constants extends TreeScanner<Void, Void> {
    private final Map<String, String> constants;

    Constants(Map<String, String> constants) {
      this.constants = constants;
    }

    @Override
    public Void visitVariable(VariableTree variable, Void nothing) {
      if (variable.getInitializer() != null) {
        value(variable.getInitializer(), constants)
            .ifPresent(text -> constants.put(variable.getName().toString(), text));
      }
      return super.visitVariable(variable, null);
    }
  }

  /** Collects the calls of one file. */
  private static final class Calls extends TreeScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final Map<String, String> constants;
    private final List<Use> uses;
    private final SourcePositions positions;

    Calls(
        CompilationUnitTree unit,
        Map<String, String> constants,
        List<Use> uses,
        SourcePositions positions) {
      this.positions = positions;
      this.unit = unit;
      this.constants = constants;
      this.uses = uses;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
      if (call.getMethodSelect() instanceof MemberSelectTree select
          && TAKING_ONE.contains(select.getIdentifier().toString())
          && call.getArguments().size()
              >= (select.getIdentifier().toString().startsWith("replace") ? 2 : 1)) {
        Optional<String> regex = value(call.getArguments().get(0), constants);
        boolean compiles = select.toString().endsWith("Pattern.compile");
        // Other classes have methods of these names, too; what takes a text is a regular
        // expression.
        if (compiles || (regex.isPresent() && !select.getIdentifier().contentEquals("compile"))) {
          long at = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, call));
          boolean searched =
              compiles ? searches() : !select.getIdentifier().contentEquals("matches");
          uses.add(new Use(Path.of(unit.getSourceFile().getName()), at, regex, searched));
        }
      }
      return super.visitMethodInvocation(call, null);
    }

    /** Whether this file searches with any of the patterns that it makes. */
    private boolean searches() {
      String source = unit.toString();
      return Stream.of(".find()", ".lookingAt()", ".replaceAll(", ".replaceFirst(", ".split")
          .anyMatch(source::contains);
    }
  }
}
