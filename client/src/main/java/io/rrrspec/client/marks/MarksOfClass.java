package io.rrrspec.client.marks;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects the marks of one test class. A class has those of itself, its methods, its superclasses
 * and interfaces, of the nested classes that run with it, of the classes around it, of those that
 * it lists as a suite, and of all annotations on one of these, to any depth. That is at least what
 * JUnit's own rules say: a mark too many makes a run slower, one too few makes it wrong.
 */
final class MarksOfClass {
  private static final String TAG = "org/junit/jupiter/api/Tag";
  private static final String RESOURCE_LOCK = "org/junit/jupiter/api/parallel/ResourceLock";
  static final String ISOLATED = "org/junit/jupiter/api/parallel/Isolated";
  private static final String CATEGORY = "org/junit/experimental/categories/Category";
  private static final String RUN_WITH = "org/junit/runner/RunWith";
  private static final String SUITE_CLASSES = "org/junit/runners/Suite$SuiteClasses";
  private static final String SELECT_CLASSES = "org/junit/platform/suite/api/SelectClasses";
  private static final String TESTNG_TEST = "org/testng/annotations/Test";

  /** Has no class that is a test or an annotation with a mark. */
  private static final String JDK = "java/";

  private final Function<String, Optional<ClassFacts>> classes;
  private final Set<String> tags = new HashSet<>();
  private final Set<String> locks = new HashSet<>();
  private final Set<String> wholeClasses = new HashSet<>();
  private final Set<String> aroundClasses = new HashSet<>();
  private final Set<String> annotationTypes = new HashSet<>();
  private final Set<String> categories = new HashSet<>();
  private boolean hasRunner;
  private boolean anyLock;
  private boolean isolated;
  private @Nullable String unclear;

  private MarksOfClass(Function<String, Optional<ClassFacts>> classes) {
    this.classes = classes;
  }

  /**
   * Collects them.
   *
   * @param name the full name of the class, {@code com.foo.BarTest}
   * @param classes finds classes by their internal names
   */
  static ClassMarks of(String name, Function<String, Optional<ClassFacts>> classes) {
    String internal = name.replace('.', '/');
    MarksOfClass marks = new MarksOfClass(classes);
    if (classes.apply(internal).isEmpty()) {
      return ClassMarks.unknown("there is no class file of " + name);
    }
    marks.whole(internal);
    marks.around(internal);
    return new ClassMarks(marks.tags, marks.locks, marks.anyLock, marks.isolated, marks.unclear);
  }

  private Optional<ClassFacts> find(String name) {
    if (name.startsWith(JDK)) {
      return Optional.empty();
    }
    Optional<ClassFacts> found = classes.apply(name);
    found
        .map(ClassFacts::unreadable)
        .ifPresent(why -> unclear = "class " + name.replace('/', '.') + ": " + why);
    return found;
  }

  private void whole(String name) {
    if (wholeClasses.add(name)) {
      find(name).ifPresent(this::whole);
    }
  }

  private void whole(ClassFacts facts) {
    facts.ofClass().forEach(this::add);
    facts.ofMethods().forEach(this::add);
    facts.parents().forEach(this::whole);
    // JUnit Jupiter runs inner classes with it. Runners of JUnit 4, which come from a parent, too,
    // may also run the static ones.
    facts.members().stream()
        .filter(member -> !member.isStatic() || hasRunner)
        .forEach(member -> whole(member.name()));
  }

  /** Methods and other members of the classes around it do not run with it. */
  private void around(String name) {
    find(name)
        .map(ClassFacts::enclosing)
        .ifPresent(
            outer -> {
              if (!aroundClasses.contains(outer)) {
                types(outer);
                around(outer);
              }
            });
  }

  private void types(String name) {
    if (aroundClasses.add(name)) {
      find(name)
          .ifPresent(
              facts -> {
                facts.ofClass().forEach(this::add);
                facts.parents().forEach(this::types);
              });
    }
  }

  private void add(FoundAnnotation annotation) {
    switch (annotation.type()) {
      case TAG -> annotation.texts("value").map(String::strip).forEach(tags::add);
      case RESOURCE_LOCK -> {
        annotation.texts("value").forEach(locks::add);
        anyLock |= annotation.classes("providers").findAny().isPresent();
      }
      case ISOLATED -> isolated = true;
      case CATEGORY -> annotation.classes("value").forEach(this::addCategory);
      case TESTNG_TEST -> annotation.texts("groups").forEach(tags::add);
      case RUN_WITH -> hasRunner = true;
      case SUITE_CLASSES, SELECT_CLASSES -> annotation.classes("value").forEach(this::whole);
      default -> {
        // It may have a mark itself.
      }
    }
    annotation.inside().forEach(this::add);
    if (annotationTypes.add(annotation.type())) {
      find(annotation.type()).ifPresent(facts -> facts.ofClass().forEach(this::add));
    }
  }

  /** JUnit takes a category for each of its parents, too. */
  private void addCategory(String name) {
    if (!name.startsWith(JDK) && categories.add(name)) {
      String binary = name.replace('/', '.');
      String canonical = binary.replace('$', '.');
      tags.add(binary);
      tags.add(canonical);
      tags.add(canonical.substring(canonical.lastIndexOf('.') + 1));
      find(name).ifPresent(facts -> facts.parents().forEach(this::addCategory));
    }
  }
}
