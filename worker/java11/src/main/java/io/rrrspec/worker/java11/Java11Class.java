package io.rrrspec.worker.java11;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;

/**
 * Rewrites one class. Most of what the language got after Java 11 leaves no trace in a class file.
 * What does: the version, records ({@link RecordClass}), the list of permitted subclasses, which
 * goes, and {@code Stream.toList} ({@link StreamLists}). Other methods that Java 11 does not have
 * stay; a test of the jar finds them.
 */
final class Java11Class extends ClassVisitor {
  static final int API = Opcodes.ASM9;
  static final String RECORD = "java/lang/Record";

  /** What a method is that is written here. */
  static final int OWN_METHOD = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

  private final String jackson;
  private @Nullable RecordClass ofRecord;
  private @Nullable StreamLists lists;

  private Java11Class(ClassVisitor to, String jackson) {
    super(API, to);
    this.jackson = jackson;
  }

  /**
   * The same class for Java 11; a class for Java 11 or older comes back as it is.
   *
   * @param jackson the package of Jackson's annotations, as in {@code com/example/annotation}
   */
  static byte[] rewrite(byte[] bytes, String jackson) {
    ClassReader reader = new ClassReader(bytes);
    if (reader.readUnsignedShort(6) <= Opcodes.V11) {
      return bytes;
    }
    ClassWriter writer = new ClassWriter(0);
    reader.accept(new Java11Class(writer, jackson), 0);
    return writer.toByteArray();
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    boolean isRecord = RECORD.equals(superName);
    ofRecord = isRecord ? new RecordClass(name, jackson) : null;
    lists = new StreamLists(name, (access & Opcodes.ACC_INTERFACE) != 0);
    super.visit(
        Opcodes.V11,
        access & ~Opcodes.ACC_RECORD,
        name,
        signature == null ? null : signature.replace("L" + RECORD + ";", "Ljava/lang/Object;"),
        isRecord ? "java/lang/Object" : superName,
        interfaces);
  }

  @Override
  public void visitPermittedSubclass(String permittedSubclass) {
    // Java 11 knows none.
  }

  @Override
  public @Nullable RecordComponentVisitor visitRecordComponent(
      String name, String descriptor, @Nullable String signature) {
    Objects.requireNonNull(ofRecord).add(name, descriptor);
    return null;
  }

  @Override
  public FieldVisitor visitField(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      @Nullable Object value) {
    FieldVisitor to = super.visitField(access, name, descriptor, signature, value);
    boolean ofEach = (access & Opcodes.ACC_STATIC) == 0;
    return ofRecord != null && ofEach ? ofRecord.field(name, to) : to;
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor to =
        Objects.requireNonNull(lists)
            .method(super.visitMethod(access, name, descriptor, signature, exceptions));
    return ofRecord == null ? to : ofRecord.method(name, descriptor, to);
  }

  @Override
  public void visitEnd() {
    if (ofRecord != null) {
      ofRecord.writeMethods(cv);
    }
    Objects.requireNonNull(lists).writeMethod(cv);
    super.visitEnd();
  }
}
