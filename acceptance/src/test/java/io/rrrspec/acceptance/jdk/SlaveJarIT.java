package io.rrrspec.acceptance.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The jar that stands before the class path of the tests can be loaded by Java 11. */
class SlaveJarIT {
  private static final int JAVA_11 = 11;

  private final Set<String> missing = new TreeSet<>();
  private int calls;

  @Test
  void everyClassAndEveryCallOfItIsOfJava11() throws IOException {
    Path jar = Checkout.distribution().resolve("slave/rrrspec-slave.jar");
    Set<String> tooNew = new TreeSet<>();
    int classes = 0;
    try (JarFile file = new JarFile(jar.toFile());
        OldApi api = new OldApi(JAVA_11)) {
      for (JarEntry entry : Collections.list(file.entries())) {
        if (entry.getName().endsWith(".class")) {
          classes++;
          try (InputStream in = file.getInputStream(entry)) {
            ClassReader reader = new ClassReader(in.readAllBytes());
            if (reader.readUnsignedShort(6) > Opcodes.V11) {
              tooNew.add(entry.getName());
            }
            reader.accept(new Calls(api, reader.getClassName()), ClassReader.SKIP_DEBUG);
          }
        }
      }
    }
    assertThat(classes).isGreaterThan(1_000);
    assertThat(calls).isGreaterThan(10_000);
    assertThat(tooNew).as("classes that Java 11 cannot load").isEmpty();
    assertThat(missing).as("what Java 11 does not have, and who uses it").isEmpty();
  }

  @Test
  void whatIsNewerIsToldFromWhatIsThere() throws IOException {
    try (OldApi api = new OldApi(JAVA_11)) {
      assertThat(api.hasClass("java/util/HexFormat")).isFalse();
      assertThat(api.hasMember("java/util/stream/Stream", "toList", "()Ljava/util/List;"))
          .isFalse();
      assertThat(api.hasMember("java/lang/String", "isBlank", "()Z")).isTrue();
      assertThat(api.hasMember("java/util/ArrayList", "stream", "()Ljava/util/stream/Stream;"))
          .as("inherited from an interface")
          .isTrue();
      assertThat(api.hasMember("java/util/List", "hashCode", "()I")).isTrue();
    }
  }

  private final class Calls extends ClassVisitor {
    private final OldApi java11;
    private final String user;

    Calls(OldApi java11, String user) {
      super(Opcodes.ASM9);
      this.java11 = java11;
      this.user = user;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(Opcodes.ASM9) {
        @Override
        public void visitTypeInsn(int opcode, String type) {
          if (isOfJava(type) && !java11.hasClass(type)) {
            missing.add(type + " in " + user);
          }
        }

        @Override
        public void visitMethodInsn(
            int opcode, String owner, String method, String type, boolean isInterface) {
          check(owner, method, type);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
          check(owner, field, type);
        }

        @Override
        public void visitInvokeDynamicInsn(
            String method, String type, Handle bootstrap, Object... arguments) {
          check(bootstrap);
          for (Object argument : arguments) {
            if (argument instanceof Handle handle) {
              check(handle);
            }
          }
        }
      };
    }

    private void check(Handle handle) {
      check(handle.getOwner(), handle.getName(), handle.getDesc());
    }

    private void check(String owner, String member, String type) {
      // Calls of a MethodHandle have any type.
      if (!isOfJava(owner) || owner.equals("java/lang/invoke/MethodHandle")) {
        return;
      }
      calls++;
      if (!java11.hasMember(owner, member, type)) {
        missing.add(owner + "." + member + type + " in " + user);
      }
    }

    private static boolean isOfJava(String type) {
      return type.startsWith("java/")
          || type.startsWith("javax/")
          || type.startsWith("jdk/")
          || type.startsWith("sun/")
          || type.startsWith("com/sun/");
    }
  }
}
