package io.rrrspec.client.source;

import io.rrrspec.common.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What one PATTERN of the command line means that may end in {@code #METHODS}: globs over names of
 * methods with {@code +} between, as in Surefire's {@code -Dtest}.
 *
 * @param classes the classes that it fits; at least one
 * @param methods {@code NESTED#METHODS}; "" for all tests
 */
record MethodChoice(List<TestClass> classes, String methods) {
  /** Reads a pattern; empty if it fits no class. */
  static Optional<MethodChoice> of(String text, List<TestClass> all, Path project) {
    Optional<MethodChoice> whole = ofClass(text, "", all, project);
    // A directory may have a # in its name, and the title of a feature, too: the first one that
    // stands behind the name of a class separates.
    for (int at = text.indexOf('#'); whole.isEmpty() && at >= 0; at = text.indexOf('#', at + 1)) {
      String ofClass = at == 0 ? "**" : text.substring(0, at);
      whole = ofClass(ofClass, text.substring(at + 1), all, project);
      if (whole.isPresent() && at == text.length() - 1) {
        throw new UsageException(
            "PATTERN '" + text + "' has no method behind '#': write one, or leave the '#' out");
      }
    }
    return whole;
  }

  /** Whether it asks for all tests of its classes. */
  boolean isWhole() {
    return methods.isEmpty();
  }

  /** Its methods as the slave shows them. */
  String shown() {
    return methods.startsWith("#") ? methods.substring(1) : methods;
  }

  /** A class as the build has it, else a class nested in one. */
  private static Optional<MethodChoice> ofClass(
      String pattern, String methods, List<TestClass> all, Path project) {
    List<TestClass> fitting = fitting(pattern, all, project);
    if (!fitting.isEmpty()) {
      boolean any = methods.isEmpty() || methods.equals("*");
      return Optional.of(new MethodChoice(fitting, any ? "" : "#" + methods));
    }
    int name = pattern.length();
    while (name > 0 && "/.:".indexOf(pattern.charAt(name - 1)) < 0) {
      name--;
    }
    int dollar = pattern.indexOf('$', name + 1);
    if (dollar < 0) {
      return Optional.empty();
    }
    int at = pattern.indexOf('@', dollar);
    int end = at < 0 ? pattern.length() : at;
    List<TestClass> outer =
        fitting(pattern.substring(0, dollar) + pattern.substring(end), all, project);
    String nested = pattern.substring(dollar + 1, end);
    return outer.isEmpty() || nested.isEmpty() || nested.indexOf('#') >= 0
        ? Optional.empty()
        : Optional.of(new MethodChoice(outer, nested + '#' + (methods.isEmpty() ? "*" : methods)));
  }

  private static List<TestClass> fitting(String pattern, List<TestClass> all, Path project) {
    TestPattern classes = TestPattern.of(pattern, project);
    return all.stream().filter(classes).toList();
  }
}
