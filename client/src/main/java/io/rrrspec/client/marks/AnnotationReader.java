package io.rrrspec.client.marks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Collects the values of one annotation. */
final class AnnotationReader extends AnnotationVisitor {
  private final String type;
  private final Consumer<FoundAnnotation> done;
  private final Map<String, List<Object>> values = new HashMap<>();

  /**
   * Begins one.
   *
   * @param descriptor of its type, {@code Lcom/foo/Bar;}
   * @param done gets the annotation when it was read
   */
  AnnotationReader(String descriptor, Consumer<FoundAnnotation> done) {
    super(Opcodes.ASM9);
    this.type = Type.getType(descriptor).getInternalName();
    this.done = done;
  }

  @Override
  public void visit(String element, Object value) {
    if (value instanceof String || value instanceof Type) {
      of(element).add(value);
    }
  }

  @Override
  public AnnotationVisitor visitAnnotation(String element, String descriptor) {
    return new AnnotationReader(descriptor, of(element)::add);
  }

  @Override
  public AnnotationVisitor visitArray(String element) {
    return new AnnotationVisitor(Opcodes.ASM9) {
      @Override
      public void visit(@Nullable String none, Object value) {
        AnnotationReader.this.visit(element, value);
      }

      @Override
      public AnnotationVisitor visitAnnotation(@Nullable String none, String descriptor) {
        return AnnotationReader.this.visitAnnotation(element, descriptor);
      }
    };
  }

  @Override
  public void visitEnd() {
    done.accept(new FoundAnnotation(type, values));
  }

  private List<Object> of(String element) {
    return values.computeIfAbsent(element, e -> new ArrayList<>());
  }
}
