package io.rrrspec.worker.java11;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A record as a plain class. Its equals, hashCode and toString are made by the JVM from Java 16 on;
 * here they are methods of the class. Jackson knows no such class by itself, so its constructor and
 * fields are annotated.
 */
final class RecordClass {
  private static final String CREATED_BY = "java/lang/runtime/ObjectMethods";
  private static final String PREFIX = "record$";

  /** A component, in the order of the constructor. */
  private record Component(String name, Type type) {}

  private final String name;

  /** The package of Jackson's annotations. */
  private final String jackson;

  private final List<Component> components = new ArrayList<>();

  RecordClass(String name, String jackson) {
    this.name = name;
    this.jackson = jackson;
  }

  void add(String component, String descriptor) {
    components.add(new Component(component, Type.getType(descriptor)));
  }

  /** Has a field of it named for Jackson. */
  FieldVisitor field(String field, FieldVisitor to) {
    if (components.stream().noneMatch(one -> one.name().equals(field))) {
      return to;
    }
    return new FieldVisitor(Java11Class.API, to) {
      private boolean annotated;

      @Override
      public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
        annotated |= isOfJackson(descriptor);
        return super.visitAnnotation(descriptor, visible);
      }

      @Override
      public void visitEnd() {
        if (!annotated) {
          property(super.visitAnnotation(annotation("JsonProperty"), true), field);
        }
        super.visitEnd();
      }
    };
  }

  /** A method of it, whose calls of what makes the three methods are replaced. */
  MethodVisitor method(String method, String descriptor, MethodVisitor to) {
    MethodVisitor calls = new Calls(to);
    boolean canonical = method.equals("<init>") && descriptor.equals(constructor());
    return canonical ? new Constructor(calls) : calls;
  }

  private String constructor() {
    return Type.getMethodDescriptor(
        Type.VOID_TYPE, components.stream().map(Component::type).toArray(Type[]::new));
  }

  private String annotation(String simpleName) {
    return "L" + jackson + "/" + simpleName + ";";
  }

  private boolean isOfJackson(String descriptor) {
    return descriptor.startsWith("L" + jackson + "/");
  }

  private static void property(@Nullable AnnotationVisitor to, String name) {
    if (to != null) {
      to.visit("value", name);
      to.visitEnd();
    }
  }

  /** The canonical constructor. Its parameters that have no name for Jackson get theirs. */
  private final class Constructor extends MethodVisitor {
    private final Set<Integer> annotated = new HashSet<>();

    Constructor(MethodVisitor to) {
      super(Java11Class.API, to);
    }

    @Override
    public @Nullable AnnotationVisitor visitParameterAnnotation(
        int parameter, String descriptor, boolean visible) {
      if (isOfJackson(descriptor)) {
        annotated.add(parameter);
      }
      return super.visitParameterAnnotation(parameter, descriptor, visible);
    }

    @Override
    public void visitCode() {
      AnnotationVisitor creator = super.visitAnnotation(annotation("JsonCreator"), true);
      if (creator != null) {
        creator.visitEnum("mode", annotation("JsonCreator$Mode"), "PROPERTIES");
        creator.visitEnd();
      }
      for (int i = 0; i < components.size(); i++) {
        if (!annotated.contains(i)) {
          property(
              super.visitParameterAnnotation(i, annotation("JsonProperty"), true),
              components.get(i).name());
        }
      }
      super.visitCode();
    }
  }

  /** Calls the methods of the class in place of those that the JVM would make. */
  private final class Calls extends MethodVisitor {
    Calls(MethodVisitor to) {
      super(Java11Class.API, to);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String method, String descriptor, boolean isInterface) {
      boolean ofRecord = owner.equals(Java11Class.RECORD) && method.equals("<init>");
      super.visitMethodInsn(
          opcode, ofRecord ? "java/lang/Object" : owner, method, descriptor, isInterface);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String method, String descriptor, Handle bootstrap, Object... arguments) {
      if (bootstrap.getOwner().equals(CREATED_BY)) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, name, PREFIX + method, descriptor, false);
      } else {
        super.visitInvokeDynamicInsn(method, descriptor, bootstrap, arguments);
      }
    }
  }

  /** Writes the methods that {@link Calls} calls. */
  void writeMethods(ClassVisitor to) {
    writeValues(to);
    writeEquals(to);
    writeHashCode(to);
    writeToString(to);
  }

  private String self() {
    return "L" + name + ";";
  }

  private void callValues(MethodVisitor to) {
    to.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        name,
        PREFIX + "values",
        "(" + self() + ")[Ljava/lang/Object;",
        false);
  }

  private void read(MethodVisitor to, Component component) {
    to.visitVarInsn(Opcodes.ALOAD, 0);
    to.visitFieldInsn(Opcodes.GETFIELD, name, component.name(), component.type().getDescriptor());
  }

  private void writeValues(ClassVisitor to) {
    MethodVisitor code =
        to.visitMethod(
            Java11Class.OWN_METHOD,
            PREFIX + "values",
            "(" + self() + ")[Ljava/lang/Object;",
            null,
            null);
    code.visitCode();
    code.visitIntInsn(Opcodes.SIPUSH, components.size());
    code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
    for (int i = 0; i < components.size(); i++) {
      code.visitInsn(Opcodes.DUP);
      code.visitIntInsn(Opcodes.SIPUSH, i);
      read(code, components.get(i));
      box(code, components.get(i).type());
      code.visitInsn(Opcodes.AASTORE);
    }
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(5, 1);
    code.visitEnd();
  }

  private static void box(MethodVisitor to, Type type) {
    String boxed =
        switch (type.getSort()) {
          case Type.BOOLEAN -> "java/lang/Boolean";
          case Type.CHAR -> "java/lang/Character";
          case Type.BYTE -> "java/lang/Byte";
          case Type.SHORT -> "java/lang/Short";
          case Type.INT -> "java/lang/Integer";
          case Type.FLOAT -> "java/lang/Float";
          case Type.LONG -> "java/lang/Long";
          case Type.DOUBLE -> "java/lang/Double";
          default -> null;
        };
    if (boxed != null) {
      String descriptor = "(" + type.getDescriptor() + ")L" + boxed + ";";
      to.visitMethodInsn(Opcodes.INVOKESTATIC, boxed, "valueOf", descriptor, false);
    }
  }

  private void writeEquals(ClassVisitor to) {
    MethodVisitor code =
        to.visitMethod(
            Java11Class.OWN_METHOD,
            PREFIX + "equals",
            "(" + self() + "Ljava/lang/Object;)Z",
            null,
            null);
    Label other = new Label();
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitTypeInsn(Opcodes.INSTANCEOF, name);
    code.visitJumpInsn(Opcodes.IFEQ, other);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    callValues(code);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitTypeInsn(Opcodes.CHECKCAST, name);
    callValues(code);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        "java/util/Arrays",
        "equals",
        "([Ljava/lang/Object;[Ljava/lang/Object;)Z",
        false);
    code.visitInsn(Opcodes.IRETURN);
    code.visitLabel(other);
    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
    code.visitInsn(Opcodes.ICONST_0);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(2, 2);
    code.visitEnd();
  }

  private void writeHashCode(ClassVisitor to) {
    MethodVisitor code =
        to.visitMethod(
            Java11Class.OWN_METHOD, PREFIX + "hashCode", "(" + self() + ")I", null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    callValues(code);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, "java/util/Arrays", "hashCode", "([Ljava/lang/Object;)I", false);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(1, 1);
    code.visitEnd();
  }

  /** As a record prints itself: {@code Name[first=1, second=2]}. */
  private void writeToString(ClassVisitor to) {
    String type = "(" + self() + ")Ljava/lang/String;";
    MethodVisitor code =
        to.visitMethod(Java11Class.OWN_METHOD, PREFIX + "toString", type, null, null);
    StringBuilder recipe = new StringBuilder(name.replaceFirst(".*[/$]", "")).append('[');
    List<Type> types = new ArrayList<>();
    int stack = 0;
    code.visitCode();
    for (Component component : components) {
      recipe.append(types.isEmpty() ? "" : ", ").append(component.name()).append("=\u0001");
      read(code, component);
      types.add(component.type());
      stack += component.type().getSize();
    }
    if (types.isEmpty()) {
      code.visitLdcInsn(recipe.append(']').toString());
    } else {
      code.visitInvokeDynamicInsn(
          "makeConcatWithConstants",
          Type.getMethodDescriptor(Type.getType(String.class), types.toArray(new Type[0])),
          CONCATENATION,
          recipe.append(']').toString());
    }
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(Math.max(1, stack), 1);
    code.visitEnd();
  }

  private static final Handle CONCATENATION =
      new Handle(
          Opcodes.H_INVOKESTATIC,
          "java/lang/invoke/StringConcatFactory",
          "makeConcatWithConstants",
          "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
              + "Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
          false);
}
