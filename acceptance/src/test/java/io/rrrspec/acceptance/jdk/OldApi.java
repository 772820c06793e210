package io.rrrspec.acceptance.jdk;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The classes of an older Java with their methods and fields, from the file by which the compiler
 * of this JDK serves {@code --release}. In it, {@code 9AB/java.base/java/lang/String.sig} is that
 * class as Java 9, 10 and 11 have it.
 */
final class OldApi implements AutoCloseable {
  private final ZipFile file;
  private final Map<String, ZipEntry> entries = new HashMap<>();
  private final Map<String, OldClass> classes = new HashMap<>();

  /** A class, with the names of what it extends and implements. */
  private record OldClass(List<String> parents, Set<String> members) {}

  /** Opens it for a release from 9 on. */
  OldApi(int release) throws IOException {
    file = new ZipFile(Path.of(System.getProperty("java.home"), "lib", "ct.sym").toFile());
    String code = Integer.toString(release, 36).toUpperCase(Locale.ROOT);
    for (ZipEntry entry : Collections.list(file.entries())) {
      String[] parts = entry.getName().split("/", 3);
      if (parts.length == 3 && parts[0].contains(code) && parts[2].endsWith(".sig")) {
        entries.put(parts[2].replaceFirst("[.]sig$", ""), entry);
      }
    }
  }

  /** Whether a class with this internal name is there. */
  boolean hasClass(String name) {
    return entries.containsKey(name);
  }

  /** Whether a class or what it extends has a method or field. */
  boolean hasMember(String owner, String name, String descriptor) {
    return has(owner, name + " " + descriptor) || has("java/lang/Object", name + " " + descriptor);
  }

  private boolean has(String owner, String member) {
    ZipEntry entry = entries.get(owner);
    if (entry == null) {
      return false;
    }
    OldClass of = classes.computeIfAbsent(owner, name -> read(entry));
    return of.members().contains(member)
        || of.parents().stream().anyMatch(parent -> has(parent, member));
  }

  private OldClass read(ZipEntry entry) {
    OldClass found = new OldClass(new ArrayList<>(), new HashSet<>());
    try (InputStream in = file.getInputStream(entry)) {
      new ClassReader(in.readAllBytes()).accept(new Members(found), ClassReader.SKIP_CODE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static final class Members extends ClassVisitor {
    private final OldClass found;

    Members(OldClass found) {
      super(Opcodes.ASM9);
      this.found = found;
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String @Nullable [] interfaces) {
      if (superName != null) {
        found.parents().add(superName);
      }
      found.parents().addAll(interfaces == null ? List.of() : List.of(interfaces));
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      found.members().add(name + " " + descriptor);
      return null;
    }

    @Override
    public @Nullable FieldVisitor visitField(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        @Nullable Object value) {
      found.members().add(name + " " + descriptor);
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
