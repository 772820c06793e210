package io.rrrspec.common.files;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads from a class file what the class extends and implements (JVMS 4.1). JVMs of tests use this,
 * which must not bring a library that a project has, too.
 */
final class ClassParents {
  private static final int MAGIC = 0xCAFEBABE;

  private final DataInputStream in;

  /** By the numbers of constants: texts, and for classes the numbers of their names. */
  private String[] texts = {};

  private int[] names = {};

  private ClassParents(DataInputStream in) {
    this.in = in;
  }

  /**
   * Reads the internal names of the superclass and the interfaces.
   *
   * @return those; none if the file is damaged, or of a Java that knows other kinds of constants
   */
  static List<String> of(byte[] classFile) {
    try {
      return new ClassParents(new DataInputStream(new ByteArrayInputStream(classFile))).read();
    } catch (IOException | IndexOutOfBoundsException e) {
      return List.of();
    }
  }

  private List<String> read() throws IOException {
    if (in.readInt() != MAGIC) {
      throw new IOException("no class file");
    }
    skip(4); // version
    readConstants();
    skip(4); // access, this class
    List<String> parents = new ArrayList<>();
    int superClass = in.readUnsignedShort();
    if (superClass != 0) { // which only Object and module-info have
      parents.add(name(superClass));
    }
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      parents.add(name(in.readUnsignedShort()));
    }
    return parents;
  }

  private void readConstants() throws IOException {
    int count = in.readUnsignedShort();
    texts = new String[count];
    names = new int[count];
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1:
          texts[i] = in.readUTF();
          break;
        case 7:
          names[i] = in.readUnsignedShort();
          break;
        case 8:
        case 16:
        case 19:
        case 20:
          skip(2);
          break;
        case 15:
          skip(3);
          break;
        case 3:
        case 4:
        case 9:
        case 10:
        case 11:
        case 12:
        case 17:
        case 18:
          skip(4);
          break;
        case 5:
        case 6:
          skip(8);
          i++; // long and double count twice
          break;
        default:
          throw new IOException("a constant of kind " + tag);
      }
    }
  }

  private String name(int constant) throws IOException {
    String name = texts[names[constant]];
    if (name == null) {
      throw new IOException("constant " + constant + " names no class");
    }
    return name;
  }

  private void skip(int bytes) throws IOException {
    in.readFully(new byte[bytes]);
  }
}
