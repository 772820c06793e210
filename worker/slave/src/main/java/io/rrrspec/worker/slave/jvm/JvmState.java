package io.rrrspec.worker.slave.jvm;

import java.lang.Thread.UncaughtExceptionHandler;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * What tests change in a JVM and forget to put back, as it was before them. To be saved and
 * restored on the thread that runs the tests.
 */
public final class JvmState {
  private final Thread thread = Thread.currentThread();
  private final PropertyValues properties;
  private final @Nullable ClassLoader contextLoader = thread.getContextClassLoader();
  private final String threadName = thread.getName();
  private final int threadPriority = thread.getPriority();
  private final @Nullable UncaughtExceptionHandler handler =
      Thread.getDefaultUncaughtExceptionHandler();
  private final Locale locale = Locale.getDefault();
  private final Locale displayLocale = Locale.getDefault(Locale.Category.DISPLAY);
  private final Locale formatLocale = Locale.getDefault(Locale.Category.FORMAT);
  private final TimeZone zone = TimeZone.getDefault();
  private final @Nullable Object securityManager = SecurityManagers.get();
  private final @Nullable ProxySelector proxies = ProxySelector.getDefault();
  private final @Nullable Authenticator authenticator = Authenticator.getDefault();
  private final @Nullable CookieHandler cookies = CookieHandler.getDefault();
  private final @Nullable ResponseCache cache = ResponseCache.getDefault();
  private final Set<Thread> threads = Collections.newSetFromMap(new IdentityHashMap<>());

  private JvmState(PropertyValues properties) {
    this.properties = properties;
    Collections.addAll(threads, liveThreads());
  }

  /**
   * Takes note of the state as it is now.
   *
   * @param earlier another one, whose copy of the properties serves again if they are the same
   */
  public static JvmState save(@Nullable JvmState earlier) {
    return new JvmState(PropertyValues.now(earlier == null ? null : earlier.properties));
  }

  /**
   * Puts everything back but the standard streams, which {@link OutputCapture} knows.
   *
   * @return false if something could not be put back: then no other class should meet this JVM
   */
  public boolean restore() {
    // First, as it may refuse the rest; each by itself, so that one does not keep the others out.
    boolean whole = restored(this::restoreSecurityManager);
    whole &= restored(properties::restore);
    whole &= restored(this::restoreThread);
    whole &= restored(() -> Thread.setDefaultUncaughtExceptionHandler(handler));
    whole &= restored(this::restoreLocale);
    whole &= restored(this::restoreNetwork);
    // Only reading it clears the flag.
    boolean unused = Thread.interrupted();
    return whole;
  }

  private static boolean restored(Runnable part) {
    try {
      part.run();
      return true;
    } catch (Throwable e) {
      // A SecurityManager refuses it, or what a test has put there throws itself.
      return false;
    }
  }

  private void restoreSecurityManager() {
    if (SecurityManagers.get() != securityManager) {
      SecurityManagers.set(securityManager);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // only what it was
  private void restoreThread() {
    thread.setContextClassLoader(contextLoader);
    if (!thread.getName().equals(threadName)) {
      thread.setName(threadName);
    }
    if (thread.getPriority() != threadPriority) {
      thread.setPriority(threadPriority);
    }
  }

  private void restoreLocale() {
    // Setting the locale sets both categories with it, so these come after it.
    Locale.setDefault(locale);
    Locale.setDefault(Locale.Category.DISPLAY, displayLocale);
    Locale.setDefault(Locale.Category.FORMAT, formatLocale);
    if (!TimeZone.getDefault().equals(zone)) {
      TimeZone.setDefault(zone);
    }
  }

  /** New connections, also ours to Redis, ask the first of these for their way. */
  private void restoreNetwork() {
    if (ProxySelector.getDefault() != proxies) {
      ProxySelector.setDefault(proxies);
    }
    if (Authenticator.getDefault() != authenticator) {
      Authenticator.setDefault(authenticator);
    }
    if (CookieHandler.getDefault() != cookies) {
      CookieHandler.setDefault(cookies);
    }
    if (ResponseCache.getDefault() != cache) {
      ResponseCache.setDefault(cache);
    }
  }

  /**
   * How many threads live that did not when the state was saved; the JVM's own do not count. 0
   * where a SecurityManager lets nobody look.
   */
  public int threadsLeft() {
    try {
      return countThreadsLeft();
    } catch (SecurityException e) {
      return 0;
    }
  }

  private int countThreadsLeft() {
    int left = 0;
    for (Thread live : liveThreads()) {
      if (!threads.contains(live) && live.isAlive() && !belongsToJvm(live)) {
        left++;
      }
    }
    return left;
  }

  private static boolean belongsToJvm(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    return group == null
        || group.getParent() == null
        || group.getName().equals("InnocuousThreadGroup")
        || thread.getName().startsWith("ForkJoinPool.commonPool-worker-");
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
