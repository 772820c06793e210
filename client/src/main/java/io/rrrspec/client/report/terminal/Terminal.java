package io.rrrspec.client.report.terminal;

import java.nio.charset.Charset;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What standard output or standard error is connected to. Java can only tell whether both are a
 * terminal together with standard input, so the launcher script says it, in system properties:
 *
 * <ul>
 *   <li>{@code rrrspec.tty=true}: standard error is a terminal ({@code test -t 2});
 *   <li>{@code rrrspec.stdout.tty=true}: standard output is one ({@code test -t 1});
 *   <li>{@code rrrspec.columns}: how wide it is ({@code tput cols}).
 * </ul>
 *
 * <p>NO_COLOR (anything) turns colours off, CLICOLOR_FORCE and FORCE_COLOR (anything but 0) turn
 * them on where there is no terminal, CLICOLOR=0 and FORCE_COLOR=0 turn them off on one. Links do
 * not hang on these ({@link HyperlinkSupport}).
 *
 * @param interactive whether a person sees it as it is written, on a device that knows cursor
 *     movement
 * @param style how to draw there
 */
public record Terminal(boolean interactive, Style style) {
  private static final int DEFAULT_WIDTH = 100;

  /** Where progress goes. */
  public static Terminal ofStderr() {
    return of("rrrspec.tty", System.getenv(), System.getProperties(), charset("stderr"));
  }

  /** Where the answer goes. */
  public static Terminal ofStdout() {
    return of("rrrspec.stdout.tty", System.getenv(), System.getProperties(), charset("stdout"));
  }

  public static Terminal of(
      String ttyProperty, Map<String, String> env, Properties properties, Charset charset) {
    boolean dumb = env.getOrDefault("TERM", "").equals("dumb");
    boolean interactive = Boolean.parseBoolean(properties.getProperty(ttyProperty)) && !dumb;
    boolean colour =
        env.getOrDefault("NO_COLOR", "").isEmpty()
            && (isForced(env) || (interactive && !isOff(env)));
    int width = interactive ? columns(properties.getProperty("rrrspec.columns")) : DEFAULT_WIDTH;
    boolean unicode = charset.newEncoder().canEncode("─█…›✗");
    return new Terminal(
        interactive, new Style(width, colour, unicode, HyperlinkSupport.of(env, interactive)));
  }

  /** As build servers set it, which show colours although they are no terminal. */
  private static boolean isForced(Map<String, String> env) {
    String force = env.getOrDefault("FORCE_COLOR", "");
    return force.isEmpty() ? isOn(env.getOrDefault("CLICOLOR_FORCE", "")) : isOn(force);
  }

  private static boolean isOff(Map<String, String> env) {
    String force = env.getOrDefault("FORCE_COLOR", "");
    return env.getOrDefault("CLICOLOR", "").equals("0") || (!force.isEmpty() && !isOn(force));
  }

  private static boolean isOn(String value) {
    return !value.isEmpty() && !value.equals("0") && !value.equalsIgnoreCase("false");
  }

  /** Whether a block may be drawn over and over. */
  public boolean redraws() {
    return interactive;
  }

  private static int columns(@Nullable String text) {
    try {
      int columns = text == null ? 0 : Integer.parseInt(text.strip());
      return columns > 0 ? columns : DEFAULT_WIDTH;
    } catch (NumberFormatException e) {
      return DEFAULT_WIDTH;
    }
  }

  /**
   * The charset of a standard stream. Java 17 writes these in the locale's, and keeps its name to
   * itself.
   *
   * @param stream {@code stdout} or {@code stderr}
   */
  public static Charset charset(String stream) {
    String name =
        System.getProperty(stream + ".encoding", System.getProperty("sun." + stream + ".encoding"));
    try {
      return name == null
          ? Charset.forName(System.getProperty("native.encoding", "US-ASCII"))
          : Charset.forName(name);
    } catch (IllegalArgumentException e) {
      return Charset.forName("US-ASCII");
    }
  }
}
