package io.rrrspec.worker.java11;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Has one class call a method of its own in place of {@code Stream.toList}, which came with Java
 * 16. The list that it gives is the same: nobody can change it, and it may hold null.
 */
final class StreamLists {
  private static final String STREAM = "java/util/stream/Stream";
  private static final String LIST = "Ljava/util/List;";
  private static final String OWN = "stream$toList";
  private static final String OWN_DESCRIPTOR = "(L" + STREAM + ";)" + LIST;

  private final String ofClass;
  private final boolean isInterface;
  private boolean called;

  StreamLists(String ofClass, boolean isInterface) {
    this.ofClass = ofClass;
    this.isInterface = isInterface;
  }

  /** A method of the class, whose calls are replaced. */
  MethodVisitor method(MethodVisitor to) {
    return new MethodVisitor(Java11Class.API, to) {
      @Override
      public void visitMethodInsn(
          int opcode, String owner, String method, String descriptor, boolean ofInterface) {
        if (isToList(owner, method, descriptor)) {
          called = true;
          super.visitMethodInsn(Opcodes.INVOKESTATIC, ofClass, OWN, OWN_DESCRIPTOR, isInterface);
        } else {
          super.visitMethodInsn(opcode, owner, method, descriptor, ofInterface);
        }
      }

      @Override
      public void visitInvokeDynamicInsn(
          String method, String descriptor, Handle bootstrap, Object... arguments) {
        Object[] replaced = arguments.clone();
        for (int i = 0; i < replaced.length; i++) {
          if (replaced[i] instanceof Handle handle
              && isToList(handle.getOwner(), handle.getName(), handle.getDesc())) {
            called = true;
            replaced[i] =
                new Handle(Opcodes.H_INVOKESTATIC, ofClass, OWN, OWN_DESCRIPTOR, isInterface);
          }
        }
        super.visitInvokeDynamicInsn(method, descriptor, bootstrap, replaced);
      }
    };
  }

  private static boolean isToList(String owner, String method, String descriptor) {
    return owner.equals(STREAM) && method.equals("toList") && descriptor.equals("()" + LIST);
  }

  /** Writes the method if anything calls it. */
  void writeMethod(ClassVisitor to) {
    if (!called) {
      return;
    }
    MethodVisitor code = to.visitMethod(Java11Class.OWN_METHOD, OWN, OWN_DESCRIPTOR, null, null);
    code.visitCode();
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKEINTERFACE, STREAM, "toArray", "()[Ljava/lang/Object;", true);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC, "java/util/Arrays", "asList", "([Ljava/lang/Object;)" + LIST, false);
    code.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        "java/util/Collections",
        "unmodifiableList",
        "(" + LIST + ")" + LIST,
        false);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(1, 1);
    code.visitEnd();
  }
}
