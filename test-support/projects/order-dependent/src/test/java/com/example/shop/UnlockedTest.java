package com.example.shop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

class UnlockedTest {
  @Test
  void nobodyHasTheLock() throws Exception {
    Path file = Path.of("target", "cart.lock");
    Files.createDirectories(file.getParent());
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      assertTrue(lock.isValid());
    }
  }
}
