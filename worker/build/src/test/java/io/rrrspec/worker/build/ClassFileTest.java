package io.rrrspec.worker.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ClassFileTest {
  private static ClassFile read(Class<?> type) throws IOException, URISyntaxException {
    URL file = type.getResource(type.getName().replaceAll(".*\\.", "") + ".class");
    assertThat(file).isNotNull();
    return ClassFile.read(Path.of(file.toURI()));
  }

  @Test
  void aClassThatNeedsItsOuterOneRunsAsPartOfIt() throws Exception {
    assertThat(read(Outer.Inside.class)).isEqualTo(new ClassFile(true, true));
  }

  @Test
  void aStaticClassRunsByItselfEvenIfItIsCalledNested() throws Exception {
    assertThat(read(Outer.Alone.class)).isEqualTo(new ClassFile(true, false));
  }

  @Test
  void abstractClassesAndInterfacesAreNotConcrete() throws Exception {
    assertThat(read(Outer.class)).isEqualTo(new ClassFile(false, false));
    assertThat(read(Face.class)).isEqualTo(new ClassFile(false, false));
  }

  interface Face {}

  abstract static class Outer {
    @Nested
    class Inside {}

    @Nested
    static class Alone {
      long wide = 1L << 40;
    }
  }
}
