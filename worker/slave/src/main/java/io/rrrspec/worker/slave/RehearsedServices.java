package io.rrrspec.worker.slave;

import java.io.IOException;
import java.net.URL;
import java.util.Enumeration;

/**
 * Finds the services of jars that stand on the class path as copies of their classes. Such a copy
 * keeps them under a name that no test asks for, since its jar, which has them too, stands on the
 * class path of the tests. A rehearsal has the copies alone.
 */
final class RehearsedServices extends ClassLoader {
  private static final String SERVICES = "META-INF/services/";

  /** The same name stands where the build makes these copies ({@code JarCopies}). */
  private static final String OF_COPIES = "META-INF/rrrspec-services/";

  /**
   * @param parent has all classes
   */
  RehearsedServices(ClassLoader parent) {
    super(parent);
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    return name.startsWith(SERVICES)
        ? getParent().getResources(OF_COPIES + name.substring(SERVICES.length()))
        : super.findResources(name);
  }
}
