package io.rrrspec.common.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class ClassFileDigestsTest {
  private static final String OBJECT = "java/lang/Object";

  @TempDir Path root;

  /** Writes a class with a field of that name. */
  private void write(String name, String field, String superName, String... interfaces)
      throws IOException {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, name, null, superName, interfaces);
    writer.visitField(Opcodes.ACC_STATIC, field, "I", null, null).visitEnd();
    writer.visitEnd();
    Path file = root.resolve(name + ".class");
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.write(file, writer.toByteArray());
  }

  private String cart() throws IOException {
    return new ClassFileDigests().of(root, "shop.CartTest");
  }

  @BeforeEach
  void write() throws IOException {
    write("base/Base", "a", "lib/OfAJar", "base/Contract");
    write("base/Base$Data", "a", OBJECT);
    write("base/Contract", "a", OBJECT, "base/Wide");
    write("base/Wide", "a", OBJECT);
    write("base/OfNested", "a", OBJECT);
    write("shop/CartTest", "a", "base/Base");
    write("shop/CartTest$Empty", "a", "base/OfNested");
    write("shop/Cart", "a", OBJECT);
    write("shop/CartTests", "a", OBJECT);
  }

  @Test
  void whatAClassInheritsCounts() throws IOException {
    String first = cart();
    write("base/Base", "b", "lib/OfAJar", "base/Contract");
    String second = cart();
    write("base/Wide", "b", OBJECT);
    String third = cart();
    write("base/Base$Data", "b", OBJECT);
    String fourth = cart();
    write("base/OfNested", "b", OBJECT);
    String fifth = cart();
    write("shop/CartTest$Empty", "b", "base/OfNested");
    assertThat(List.of(first, second, third, fourth, fifth, cart())).doesNotHaveDuplicates();
  }

  @Test
  void whatItOnlyUsesDoesNot() throws IOException {
    String first = cart();
    write("shop/Cart", "b", OBJECT);
    write("shop/CartTests", "b", "base/Base");
    write("base/Other", "b", OBJECT);
    assertThat(cart()).isEqualTo(first);
  }

  @Test
  void whatComesAndGoesCounts() throws IOException {
    String first = cart();
    write("lib/OfAJar", "a", OBJECT);
    assertThat(cart()).isNotEqualTo(first);
    Files.delete(root.resolve("lib/OfAJar.class"));
    assertThat(cart()).isEqualTo(first);
  }

  @Test
  void aCircleEnds() throws IOException {
    write("base/Wide", "a", OBJECT, "base/Contract");
    assertThat(cart()).matches("[0-9a-f]{64}");
  }

  @Test
  void aDamagedFileCountsByItsBytes() throws IOException {
    Path file = root.resolve("base/Wide.class");
    Files.writeString(file, "no class");
    String first = cart();
    Files.writeString(file, "not a class");
    assertThat(cart()).isNotEqualTo(first);
  }

  @Test
  void oneReaderGivesWhatManyGive() throws IOException {
    ClassFileDigests one = new ClassFileDigests();
    String cart = one.of(root, "shop.CartTest");
    String base = one.of(root, "base.Base");
    assertThat(cart).isNotEqualTo(base).isEqualTo(cart());
    assertThat(base).isEqualTo(new ClassFileDigests().of(root, "base.Base"));
  }

  @Test
  void aClassOfTheDefaultPackage() throws IOException {
    write("Alone", "a", OBJECT);
    String first = new ClassFileDigests().of(root, "Alone");
    write("Alone", "b", OBJECT);
    assertThat(new ClassFileDigests().of(root, "Alone")).isNotEqualTo(first);
  }
}
