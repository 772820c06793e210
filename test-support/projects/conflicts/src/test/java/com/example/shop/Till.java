package com.example.shop;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that a JVM locks when it first needs it, and keeps locked until it ends. */
final class Till {
  private static FileLock lock;

  private Till() {}

  static synchronized void open() throws IOException {
    if (lock == null) {
      Path file = Path.of("target", "till.lock");
      Files.createDirectories(file.getParent());
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      lock = channel.tryLock();
      if (lock == null) {
        throw new IllegalStateException("another process has opened the till");
      }
    }
  }
}
