package io.rrrspec.client.marks;

import io.rrrspec.client.marks.ClassFacts.Member;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Reads a class file without loading the class. */
final class FactsReader extends ClassVisitor {
  private final List<String> parents = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private final List<FoundAnnotation> ofClass = new ArrayList<>();
  private final List<FoundAnnotation> ofMethods = new ArrayList<>();
  private final MethodVisitor methods =
      new MethodVisitor(Opcodes.ASM9) {
        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
          return visible ? new AnnotationReader(descriptor, ofMethods::add) : null;
        }
      };

  private String name = "";
  private @Nullable String enclosing;

  private FactsReader() {
    super(Opcodes.ASM9);
  }

  /** What the file tells; {@link ClassFacts#unreadable} if it is damaged or of a newer Java. */
  static ClassFacts read(byte[] classFile) {
    FactsReader reader = new FactsReader();
    try {
      new ClassReader(classFile)
          .accept(reader, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    } catch (IllegalArgumentException | IndexOutOfBoundsException | NegativeArraySizeException e) {
      String message = e.getMessage();
      return ClassFacts.unreadable(message == null ? "it is damaged" : message);
    }
    return new ClassFacts(
        reader.parents, reader.enclosing, reader.members, reader.ofClass, reader.ofMethods, null);
  }

  @Override
  public void visit(
      int version,
      int access,
      String itself,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    name = itself;
    if (superName != null) {
      parents.add(superName);
    }
    if (interfaces != null) {
      parents.addAll(List.of(interfaces));
    }
  }

  @Override
  public void visitOuterClass(String owner, @Nullable String method, @Nullable String descriptor) {
    enclosing = owner;
  }

  /** A class file lists all inner classes that it uses, and itself if it is one. */
  @Override
  public void visitInnerClass(
      String inner, @Nullable String outer, @Nullable String simpleName, int access) {
    if (outer != null && inner.equals(name)) {
      enclosing = outer;
    } else if (name.equals(outer)) {
      members.add(new Member(inner, (access & Opcodes.ACC_STATIC) != 0));
    }
  }

  @Override
  public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    return visible ? new AnnotationReader(descriptor, ofClass::add) : null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String method,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    return methods;
  }
}
