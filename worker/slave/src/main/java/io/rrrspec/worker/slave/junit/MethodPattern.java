package io.rrrspec.worker.slave.junit;

import io.rrrspec.common.files.Glob;
import io.rrrspec.common.model.TestSelection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

/**
 * Globs over names of test methods, in a class with all that is nested in it, or in one of its
 * nested classes.
 *
 * @param text as a person reads it: {@code adds*+removes}, {@code Entries#adds}
 * @param nested the nested class, and those in it: one must fit
 * @param methods one of which must fit: its parts, and all of it as one
 * @param titles the parts as plain texts, for features whose title has variables in it
 */
record MethodPattern(String text, List<Glob> nested, List<Glob> methods, List<String> titles) {
  /** A variable in the title of a Spock feature: {@code #a}, {@code #a.name}, {@code #a.size()}. */
  private static final Pattern VARIABLE = Pattern.compile("#\\w[\\w.()]*+");

  /** Reads one as {@link TestSelection} has it, {@code NESTED#METHODS}. */
  static MethodPattern parse(String text) {
    int at = text.indexOf('#');
    String nested = text.substring(0, at);
    String methods = text.substring(at + 1);
    List<String> parts =
        Stream.of(methods.split("\\+")).filter(method -> !method.isEmpty()).toList();
    List<String> titles = parts.isEmpty() ? List.of(methods) : parts;
    return new MethodPattern(
        nested.isEmpty() ? methods : text,
        nested.isEmpty() ? List.of(Glob.of("*")) : List.of(Glob.of(nested), Glob.of(nested + "$*")),
        // The name of a test may have a + in it: 'adds[1 + 2]'.
        Stream.concat(titles.stream(), Stream.of(methods)).map(Glob::of).toList(),
        titles);
  }

  /**
   * Those of its parts that mean a test, or what makes several tests when it runs; empty if it
   * means another one.
   */
  Set<String> fitting(TestDescriptor test) {
    Set<String> fitting = new LinkedHashSet<>();
    names(test).forEach(name -> fitting.addAll(fitting(name)));
    if (fitting.isEmpty()) {
      return fitting;
    }
    String type = nestedClass(test);
    return nested.stream().anyMatch(glob -> glob.matches(type)) ? fitting : Set.of();
  }

  private List<String> fitting(String name) {
    if (methods.get(methods.size() - 1).matches(name)) {
      return titles;
    }
    List<String> fitting = new ArrayList<>();
    for (int i = 0; i < titles.size(); i++) {
      boolean ofTitle = name.indexOf('#') >= 0 && ofTitle(name).matches(titles.get(i));
      if (ofTitle || methods.get(i).matches(name)) {
        fitting.add(titles.get(i));
      }
    }
    return fitting;
  }

  /**
   * The name of its method, and what reports call it: an invocation of JUnit 4's Parameterized is
   * found with its number and without, a feature or property by its title.
   */
  private static Set<String> names(TestDescriptor test) {
    Set<String> names = new LinkedHashSet<>();
    String reported = test.getLegacyReportingName();
    TestSource source = test.getSource().orElse(null);
    if (source instanceof MethodSource method) {
      names.add(method.getMethodName());
      if (reported.startsWith(method.getMethodName() + "[")) {
        names.add(reported);
      }
      names.add(TestSelection.methodOf(reported));
    } else if (test.isTest()) {
      names.add(reported);
      names.add(TestSelection.methodOf(reported));
    }
    return names;
  }

  /** {@code Entries$Deeper} for a test in a class in a class in the one that was asked for. */
  private static String nestedClass(TestDescriptor test) {
    Deque<String> names = new ArrayDeque<>();
    for (TestDescriptor at = test; at != null; at = at.getParent().orElse(null)) {
      if (at.getSource().orElse(null) instanceof ClassSource type && !isTestOf(at, test)) {
        String name = type.getClassName();
        names.addFirst(name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1));
      }
    }
    names.pollFirst();
    return String.join("$", names);
  }

  /** JUnit 4 gives a test without a method of its own the source of its class. */
  private static boolean isTestOf(TestDescriptor at, TestDescriptor test) {
    return at.equals(test) && test.isTest();
  }

  /** What the title of a feature may look like once its variables have values. */
  private static Glob ofTitle(String title) {
    return Glob.ofTexts(List.of(VARIABLE.split(title, -1)));
  }
}
