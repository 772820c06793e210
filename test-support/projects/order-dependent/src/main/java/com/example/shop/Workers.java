package com.example.shop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A thread pool that all share. */
public final class Workers {
  public static final ExecutorService POOL =
      Executors.newFixedThreadPool(
          1,
          task -> {
            Thread thread = new Thread(task, "shop");
            thread.setDaemon(true);
            return thread;
          });

  private Workers() {}
}
