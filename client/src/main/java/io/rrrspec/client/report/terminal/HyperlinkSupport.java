package io.rrrspec.client.report.terminal;

import java.util.Map;
import java.util.Set;

/**
 * Whether a terminal shows links whose address is not their text (OSC 8). No terminal tells; those
 * that do not know the sequence ignore it, but some older ones print it. So only terminals that are
 * known to show links get any.
 */
final class HyperlinkSupport {
  /** What TERM_PROGRAM is in terminals that show links. */
  private static final Set<String> PROGRAMS =
      Set.of("iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "WarpTerminal");

  /** What TERM is in others. */
  private static final Set<String> TERMS =
      Set.of("xterm-kitty", "xterm-ghostty", "foot", "foot-extra", "alacritty", "wezterm");

  /** VTE 0.50.0 crashed, and versions before it have no links. */
  private static final int VTE = 5001;

  private static final int KONSOLE = 201_200;

  private HyperlinkSupport() {}

  /**
   * Decides.
   *
   * @param interactive whether it is a terminal, and no dumb one
   * @param env the variables of the process; FORCE_HYPERLINK=1 says that it shows links, also where
   *     it is no terminal, and FORCE_HYPERLINK=0 that it shows none
   */
  static boolean of(Map<String, String> env, boolean interactive) {
    if (isBuildServer(env) || env.getOrDefault("TERM", "").equals("dumb")) {
      return false;
    }
    String force = env.getOrDefault("FORCE_HYPERLINK", "");
    return force.isEmpty() ? interactive && isKnown(env) : !force.equals("0");
  }

  /** Its log is read in a browser, which shows the sequence. */
  static boolean isBuildServer(Map<String, String> env) {
    String ci = env.getOrDefault("CI", "");
    return (!ci.isEmpty() && !ci.equalsIgnoreCase("false") && !ci.equals("0"))
        || env.containsKey("TF_BUILD")
        || env.containsKey("TEAMCITY_VERSION")
        || env.containsKey("JENKINS_URL");
  }

  private static boolean isKnown(Map<String, String> env) {
    String term = env.getOrDefault("TERM", "");
    if (env.containsKey("TMUX") || term.startsWith("screen") || term.startsWith("tmux")) {
      // It stands between us and the terminal that the other variables are about.
      return false;
    }
    return TERMS.contains(term)
        || PROGRAMS.contains(env.getOrDefault("TERM_PROGRAM", ""))
        || env.containsKey("WT_SESSION")
        || env.containsKey("KITTY_WINDOW_ID")
        || number(env, "VTE_VERSION") >= VTE
        || number(env, "KONSOLE_VERSION") >= KONSOLE;
  }

  private static int number(Map<String, String> env, String variable) {
    try {
      return Integer.parseInt(env.getOrDefault(variable, "0"));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
