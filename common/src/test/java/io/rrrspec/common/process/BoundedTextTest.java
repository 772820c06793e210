package io.rrrspec.common.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BoundedTextTest {
  @Test
  void whatFitsIsKeptAsItIs() {
    BoundedText text = new BoundedText(4, 4);
    write(text, "abcdef");
    write(text, "gh");
    assertThat(text.text()).isEqualTo("abcdefgh");
  }

  @Test
  void ofWhatDoesNotFitTheMiddleIsLeftOutAndCounted() {
    BoundedText text = new BoundedText(4, 4);
    write(text, "abcdefghijkl");
    write(text, "m");
    assertThat(text.text()).isEqualTo("abcd\n[... 5 bytes left out here ...]\njklm");
  }

  @Test
  void noCharacterIsCutInTwo() {
    BoundedText text = new BoundedText(4, 4);
    write(text, "abcäööößxyz");
    String read = text.text();
    assertThat(read).isEqualTo("abc\n[... 10 bytes left out here ...]\nxyz");
    for (int size = 1; size < 12; size++) {
      BoundedText emoji = new BoundedText(size, size);
      write(emoji, "😀".repeat(20));
      assertThat(emoji.text()).doesNotContain("\uFFFD");
    }
  }

  @Test
  void theBytesShownAndThoseLeftOutAreAllThatWereWritten() {
    Random random = new Random(7);
    for (int round = 0; round < 500; round++) {
      BoundedText text = new BoundedText(1 + random.nextInt(20), 1 + random.nextInt(20));
      StringBuilder all = new StringBuilder();
      for (int part = random.nextInt(8); part > 0; part--) {
        String piece = "0123456789".repeat(4).substring(0, random.nextInt(30));
        all.append(piece);
        write(text, piece);
      }
      String read = text.text();
      int cut = read.indexOf("\n[... ");
      if (cut < 0) {
        assertThat(read).isEqualTo(all.toString());
      } else {
        String end = read.substring(read.indexOf("...]\n") + 5);
        int missing = Integer.parseInt(read.substring(cut + 6, read.indexOf(" bytes")));
        assertThat(all).startsWith(read.substring(0, cut)).endsWith(end);
        assertThat(cut + missing + end.length()).isEqualTo(all.length());
      }
    }
  }

  @Test
  void manyThreadsMayWriteAtOnce() throws InterruptedException {
    BoundedText text = new BoundedText(1000, 1000);
    List<Thread> writers = new ArrayList<>();
    for (int writer = 0; writer < 8; writer++) {
      Thread thread =
          new Thread(
              () -> {
                for (int line = 0; line < 10_000; line++) {
                  write(text, "0123456789\n");
                }
              });
      writers.add(thread);
      thread.start();
    }
    for (Thread writer : writers) {
      writer.join();
    }
    assertThat(text.text()).contains("[... " + (8 * 10_000 * 11 - 2000) + " bytes left out here");
    assertThat(text.text()).endsWith("0123456789\n");
  }

  @Test
  void cuttingATextKeepsItBelowTheLimitInBytes() {
    assertThat(BoundedText.cut("short", 100)).isEqualTo("short");
    assertThat(BoundedText.cut("ö".repeat(50), 100)).isEqualTo("ö".repeat(50));
    assertThat(BoundedText.cut("ö".repeat(51), 100).getBytes(UTF_8)).hasSizeLessThan(100);
  }

  @Test
  void aShortLimitCutsTheEndOffWithoutLineEnds() {
    assertThat(BoundedText.cut("a".repeat(40), 40)).isEqualTo("a".repeat(40));
    assertThat(BoundedText.cut("a".repeat(1_000), 40)).isEqualTo("a".repeat(37) + "…");
    assertThat(BoundedText.cut("ö".repeat(1_000), 40)).isEqualTo("ö".repeat(18) + "…");
  }

  @Test
  void theEndAloneIsWhatItKeepsOfTheEnd() {
    BoundedText text = new BoundedText(3, 3);
    write(text, "ab");
    assertThat(text.end()).isEqualTo("ab");
    write(text, "cd");
    assertThat(text.end()).as("nothing is missing yet").isEqualTo("bcd");
    write(text, "-MIDDLE-xyz");
    assertThat(text.end()).isEqualTo("xyz");

    BoundedText umlauts = new BoundedText(3, 3);
    write(umlauts, "öööö");
    assertThat(umlauts.end()).as("no half of a character").isEqualTo("ö");
  }

  @Test
  void whatFitsIsKeptWhole() {
    BoundedText text = new BoundedText(4, 4);
    write(text, "12345678");
    assertThat(text.text()).isEqualTo("12345678");
    BoundedText wide = new BoundedText(10, 10);
    write(wide, "short");
    assertThat(wide.text()).isEqualTo("short");
    assertThat(wide.end()).isEqualTo("short");
  }

  @Test
  void theNoticeMayBeAnother() {
    BoundedText text = new BoundedText(3, 3, missing -> "<" + missing + ">");
    write(text, "abc-MIDDLE-xyz");
    assertThat(text.text()).isEqualTo("abc<8>xyz");
  }

  @Test
  void muchOutputTakesNoMoreThanTheBound() {
    BoundedText text = new BoundedText(1_000, 1_000);
    for (int i = 0; i < 50; i++) {
      write(text, "0123456789".repeat(10_000));
    }
    assertThat(text.text()).hasSizeLessThan(2_100).contains("4998000 bytes left out");
  }

  private static void write(BoundedText text, String piece) {
    byte[] bytes = piece.getBytes(UTF_8);
    text.write(bytes, 0, bytes.length);
  }
}
