package io.rrrspec.common.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class Version implements IVersionProvider {

  /** One line. */
  public static String line() {
    // From the manifest of our jar; there is none when classes are run from a build directory.
    String version = Version.class.getPackage().getImplementationVersion();
    return "rrrspec-java " + (version == null ? "(not packaged)" : version);
  }

  @Override
  public String[] getVersion() {
    return new String[] {line()};
  }
}
