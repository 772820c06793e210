package io.rrrspec.worker.slave.junit;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the JUnit Platform's file of parameters once for many requests. The platform looks through
 * the whole class path for it whenever a request is built, which for trivial classes of a project
 * with many jars is a large part of their time. What stands in the file is read for each request.
 */
final class ConfigurationFile {
  private static final String NAME = "junit-platform.properties";

  private @Nullable Found found;

  /**
   * Builds a request, or what else needs the file, and returns it.
   *
   * @param build asks the context class loader for the file
   */
  <T> T during(Supplier<T> build) {
    Thread thread = Thread.currentThread();
    ClassLoader loader = thread.getContextClassLoader();
    Found here = loader == null ? null : in(loader);
    if (here == null) {
      return build.get();
    }
    thread.setContextClassLoader(here);
    try {
      return build.get();
    } finally {
      thread.setContextClassLoader(loader);
    }
  }

  /** Null where a SecurityManager lets nobody make a class loader. */
  private @Nullable Found in(ClassLoader loader) {
    Found before = found;
    if (before == null || before.getParent() != loader) {
      try {
        before = new Found(loader);
      } catch (SecurityException e) {
        return null;
      }
      found = before;
    }
    return before;
  }

  /** The project's class loader, but for this file. */
  private static final class Found extends ClassLoader {
    private @Nullable List<URL> places;

    Found(ClassLoader parent) {
      super(parent);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      if (!name.equals(NAME)) {
        return super.getResources(name);
      }
      List<URL> known = places;
      if (known == null) {
        known = Collections.list(super.getResources(name));
        places = known;
      }
      return Collections.enumeration(known);
    }
  }
}
