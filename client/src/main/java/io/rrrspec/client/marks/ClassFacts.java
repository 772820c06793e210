package io.rrrspec.client.marks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a class file tells about annotations, and where more may be. Names are internal ones, {@code
 * com/foo/Bar$Baz}.
 *
 * @param parents the superclass and the interfaces
 * @param enclosing the class that its source is in; null if there is none
 * @param members the classes declared directly in it
 * @param ofClass the annotations of the class itself that tests can see when they run
 * @param ofMethods those of all its methods
 * @param unreadable why the file could not be read, in words; null: it was read
 */
record ClassFacts(
    List<String> parents,
    @Nullable String enclosing,
    List<Member> members,
    List<FoundAnnotation> ofClass,
    List<FoundAnnotation> ofMethods,
    @Nullable String unreadable) {

  /** A class declared in another one. */
  record Member(String name, boolean isStatic) {}

  ClassFacts {
    parents = List.copyOf(parents);
    members = List.copyOf(members);
    ofClass = List.copyOf(ofClass);
    ofMethods = List.copyOf(ofMethods);
  }

  static ClassFacts unreadable(String why) {
    return new ClassFacts(List.of(), null, List.of(), List.of(), List.of(), why);
  }
}
