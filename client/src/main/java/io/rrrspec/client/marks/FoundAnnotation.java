package io.rrrspec.client.marks;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * An annotation as a class file has it: defaults are not in there.
 *
 * @param type the internal name of the annotation, {@code com/foo/Bar}
 * @param values the elements by name, a single value as a list of one: texts, types, annotations;
 *     other values are left out
 */
record FoundAnnotation(String type, Map<String, List<Object>> values) {

  /** The texts of an element. */
  Stream<String> texts(String element) {
    return values(element, String.class);
  }

  /** The internal names of the classes of an element. */
  Stream<String> classes(String element) {
    return values(element, Type.class)
        .filter(type -> type.getSort() == Type.OBJECT)
        .map(Type::getInternalName);
  }

  /** The annotations inside of it, as a container of repeated ones has them. */
  Stream<FoundAnnotation> inside() {
    return values.keySet().stream().flatMap(element -> values(element, FoundAnnotation.class));
  }

  private <T> Stream<T> values(String element, Class<T> kind) {
    return values.getOrDefault(element, List.of()).stream()
        .filter(kind::isInstance)
        .map(kind::cast);
  }
}
