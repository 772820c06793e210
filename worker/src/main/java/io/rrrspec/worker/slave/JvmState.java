package io.rrrspec.worker.slave;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * What tests change in a JVM and forget to put back, as it was before them. To be saved and
 * restored on the thread that runs the tests.
 */
final class JvmState {
  private final Thread thread = Thread.currentThread();
  private final Properties properties = System.getProperties();
  private final Map<Object, Object> propertyValues = copyOf(properties);
  private final @Nullable ClassLoader contextLoader = thread.getContextClassLoader();
  private final String threadName = thread.getName();
  private final int threadPriority = thread.getPriority();
  private final @Nullable UncaughtExceptionHandler handler =
      Thread.getDefaultUncaughtExceptionHandler();
  private final Locale locale = Locale.getDefault();
  private final Locale displayLocale = Locale.getDefault(Locale.Category.DISPLAY);
  private final Locale formatLocale = Locale.getDefault(Locale.Category.FORMAT);
  private final TimeZone zone = TimeZone.getDefault();
  private final Set<Thread> threads = Collections.newSetFromMap(new IdentityHashMap<>());

  private JvmState() {
    Collections.addAll(threads, liveThreads());
  }

  static JvmState save() {
    return new JvmState();
  }

  /** Puts everything back but the standard streams, which {@link OutputCapture} knows. */
  @SuppressWarnings("ThreadPriorityCheck") // only what it was
  void restore() {
    restoreProperties();
    thread.setContextClassLoader(contextLoader);
    if (!thread.getName().equals(threadName)) {
      thread.setName(threadName);
    }
    if (thread.getPriority() != threadPriority) {
      thread.setPriority(threadPriority);
    }
    Thread.setDefaultUncaughtExceptionHandler(handler);
    // Setting the locale sets both categories with it, so these come after it.
    Locale.setDefault(locale);
    Locale.setDefault(Locale.Category.DISPLAY, displayLocale);
    Locale.setDefault(Locale.Category.FORMAT, formatLocale);
    if (!TimeZone.getDefault().equals(zone)) {
      TimeZone.setDefault(zone);
    }
    // Only reading it clears the flag.
    boolean unused = Thread.interrupted();
  }

  /** How many threads live that did not when the state was saved; the JVM's own do not count. */
  int threadsLeft() {
    int left = 0;
    for (Thread live : liveThreads()) {
      if (!threads.contains(live) && live.isAlive() && !belongsToJvm(live)) {
        left++;
      }
    }
    return left;
  }

  /**
   * The same object gets its old content back: libraries keep a reference to it. What a test has
   * put in its place is forgotten.
   */
  @SuppressWarnings("ReferenceEquality")
  private void restoreProperties() {
    if (System.getProperties() != properties) {
      System.setProperties(properties);
    }
    if (!properties.equals(propertyValues)) {
      Set<Object> added = new HashSet<>(copyOf(properties).keySet());
      added.removeAll(propertyValues.keySet());
      added.forEach(properties::remove);
      properties.putAll(propertyValues);
    }
  }

  private static Map<Object, Object> copyOf(Properties properties) {
    // Not the copy constructor: other threads may write meanwhile, and clone() is atomic.
    return (Properties) properties.clone();
  }

  private static boolean belongsToJvm(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group == null
        || group.getParent() == null
        || group.getName().equals("InnocuousThreadGroup")
        || thread.getName().startsWith("ForkJoinPool.commonPool-worker-")
        || thread.getName().startsWith(Deadline.THREAD_NAME);
  }

  private static Thread[] liveThreads() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    for (ThreadGroup up = root; up != null; up = up.getParent()) {
      root = up;
    }
    // The count is a guess that may be too low by the time we look, and a full array says so.
    for (int size = 2 * root.activeCount() + 16; ; size *= 2) {
      Thread[] found = new Thread[size];
      int count = root.enumerate(found, true);
      if (count < size) {
        return Arrays.copyOf(found, count);
      }
    }
  }
}
