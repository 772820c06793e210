package io.rrrspec.client.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;

/** Reads from a class file which source file it was compiled from (JVMS 4.7.10). */
final class SourceFileName extends ClassVisitor {
  private @Nullable String source;

  private SourceFileName() {
    super(Opcodes.ASM9);
  }

  /**
   * The name without its directory; empty if the compiler has not noted it, or the file cannot be
   * read.
   */
  static Optional<String> of(Path classFile) {
    SourceFileName name = new SourceFileName();
    try {
      new ClassReader(Files.readAllBytes(classFile))
          .accept(name, ClassReader.SKIP_CODE | ClassReader.SKIP_FRAMES);
    } catch (IOException
        | IllegalArgumentException
        | IndexOutOfBoundsException
        | NegativeArraySizeException e) {
      // It is gone, damaged, or of a newer Java than this library knows.
      return Optional.empty();
    }
    return Optional.ofNullable(name.source);
  }

  @Override
  public void visitSource(@Nullable String file, @Nullable String debug) {
    source = file;
  }
}
