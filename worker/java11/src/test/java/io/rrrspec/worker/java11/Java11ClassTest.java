package io.rrrspec.worker.java11;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Real classes of this module, rewritten and loaded, beside the same classes as they were. */
class Java11ClassTest {
  private static final String JACKSON = "com/fasterxml/jackson/annotation";
  private static final JsonMapper JSON = new JsonMapper();

  sealed interface Shape permits Everything, Nothing {}

  record Everything(
      boolean truth,
      char letter,
      byte small,
      short less,
      int number,
      long big,
      float part,
      double whole,
      @Nullable String text,
      List<String> words,
      int[] array)
      implements Shape {}

  record Nothing() implements Shape {}

  record Named(@JsonProperty("n") String name, int count) {
    Named {
      if (count < 0) {
        throw new IllegalArgumentException("count is " + count);
      }
    }
  }

  interface Lists {
    static Object collect() {
      Function<Stream<@Nullable String>, List<@Nullable String>> reference = Stream::toList;
      List<@Nullable String> both = new ArrayList<>();
      both.addAll(Stream.of("a", (String) null).toList());
      both.addAll(reference.apply(Stream.of("b")));
      return both;
    }
  }

  static final class ListsOfClass implements Callable<Object> {
    @Override
    public Object call() {
      return Stream.of("a").toList();
    }
  }

  /** Gives classes of this test rewritten, and all others as they are. */
  private static final class Rewriting extends ClassLoader {
    Rewriting() {
      super(Java11ClassTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(Java11ClassTest.class.getName() + "$")) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      byte[] bytes = loaded == null ? rewritten(name) : new byte[0];
      return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
    }
  }

  private static byte[] original(String name) {
    String file = "/" + name.replace('.', '/') + ".class";
    try (InputStream in = Objects.requireNonNull(Java11ClassTest.class.getResourceAsStream(file))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] rewritten(String name) {
    return Java11Class.rewrite(original(name), JACKSON);
  }

  private static Class<?> load(Class<?> like) throws ClassNotFoundException {
    return new Rewriting().loadClass(like.getName());
  }

  private static Object make(Class<?> type, @Nullable Object... values)
      throws ReflectiveOperationException {
    Constructor<?> constructor = type.getDeclaredConstructors()[0];
    constructor.setAccessible(true);
    return constructor.newInstance(values);
  }

  private static final int[] ARRAY = {1};

  private static @Nullable Object[] everything(String text) {
    return new @Nullable Object[] {
      true, 'x', (byte) 1, (short) 2, 3, 4L, 0.0f, -0.0, text, List.of("w"), ARRAY
    };
  }

  @Test
  void aRewrittenRecordIsAPlainClassOfJava11() throws ReflectiveOperationException {
    Class<?> type = load(Everything.class);
    assertThat(type.isRecord()).isFalse();
    assertThat(type.getSuperclass()).isEqualTo(Object.class);
    assertThat(rewritten(Everything.class.getName())[7]).isEqualTo((byte) 55);
    assertThat(original(Everything.class.getName())[7]).isEqualTo((byte) 61);
  }

  @Test
  void aRewrittenRecordPrintsItselfAsTheRecordDoes() throws ReflectiveOperationException {
    assertThat(make(load(Everything.class), everything("text")))
        .hasToString(make(Everything.class, everything("text")).toString());
    assertThat(make(load(Nothing.class))).hasToString(new Nothing().toString());
    assertThat(make(load(Everything.class), everything("t")).toString()).startsWith("Everything[");
  }

  @Test
  void rewrittenRecordsAreEqualWhenTheirComponentsAre() throws ReflectiveOperationException {
    Class<?> type = load(Everything.class);
    Object one = make(type, everything("text"));
    assertThat(one).isEqualTo(make(type, everything("text")));
    assertThat(one).hasSameHashCodeAs(make(type, everything("text")));
    assertThat(one).isNotEqualTo(make(type, everything("other"))).isNotEqualTo("text");
    assertThat(one.equals(null)).isFalse();
    for (int i = 0; i < 11; i++) {
      @Nullable Object[] other = everything("text");
      other[i] =
          new Object[] {
                false, 'y', (byte) 2, (short) 3, 4, 5L, -0.0f, 0.0, "u", List.of(), ARRAY.clone()
              }
              [i];
      assertThat(one).as("component %d", i).isNotEqualTo(make(type, other));
    }
    assertThat(make(load(Nothing.class))).isNotEqualTo(new Nothing());
  }

  @Test
  void jacksonReadsAndWritesARewrittenRecordLikeTheRecord() throws Exception {
    Class<?> type = load(Everything.class);
    String text = JSON.writeValueAsString(make(Everything.class, everything("text")));
    assertThat(JSON.writeValueAsString(make(type, everything("text")))).isEqualTo(text);
    assertThat(JSON.writeValueAsString(JSON.readValue(text, type))).isEqualTo(text);
    assertThat(JSON.readValue("{}", type)).hasToString(JSON.readValue("{}", Everything.class) + "");
  }

  @Test
  void theNamesThatARecordHasForJacksonStay() throws Exception {
    Class<?> type = load(Named.class);
    String text = JSON.writeValueAsString(new Named("a", 1));
    assertThat(text).isEqualTo("{\"n\":\"a\",\"count\":1}");
    assertThat(JSON.writeValueAsString(make(type, "a", 1))).isEqualTo(text);
    assertThat(JSON.readValue(text, type)).hasToString("Named[name=a, count=1]");
  }

  @Test
  void theListOfAStreamMayHoldNullAndStaysAsItIs() throws Exception {
    var collect = load(Lists.class).getDeclaredMethod("collect");
    collect.setAccessible(true);
    assertThat(collect.invoke(null)).isEqualTo(Arrays.asList("a", null, "b"));
    Constructor<?> constructor = load(ListsOfClass.class).getDeclaredConstructor();
    constructor.setAccessible(true);
    @SuppressWarnings("unchecked")
    List<Object> list = (List<Object>) ((Callable<Object>) constructor.newInstance()).call();
    assertThat(list).containsExactly("a");
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> list.add("b"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(
            new String(
                rewritten(Lists.class.getName()), java.nio.charset.StandardCharsets.ISO_8859_1))
        .contains("stream$toList");
  }

  @Test
  void aClassOfJava11OrOlderStaysAsItIs() {
    byte[] once = rewritten(Named.class.getName());
    assertThat(Java11Class.rewrite(once, JACKSON)).isSameAs(once);
  }
}
