package io.rrrspec.client.report.terminal;

import io.rrrspec.common.ServiceException;
import io.rrrspec.common.process.Program;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells somebody who looks elsewhere: by the terminal where it is known to pass that on, else by
 * the desktop's own program, else by the bell.
 *
 * @param terminal whether the stream that it is written to is a terminal, and no dumb one
 * @param env the variables of the process
 */
public record Notification(boolean terminal, Map<String, String> env) {
  private static final char ESCAPE = '\u001b';
  private static final char BELL = '\u0007';
  private static final int LONGEST = 200;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** What TERM_PROGRAM is where OSC 9 is a notification. */
  private static final Set<String> OSC_9 =
      Set.of("iTerm.app", "WezTerm", "ghostty", "WarpTerminal");

  public Notification {
    env = Map.copyOf(env);
  }

  /**
   * Shows it, as well as that goes; nothing of it may spoil a run that is over.
   *
   * @param title the first line
   * @param text the second one
   * @param to the terminal
   */
  public void show(String title, String text, PrintStream to) {
    if (HyperlinkSupport.isBuildServer(env)) {
      return;
    }
    String first = PlainText.cut(PlainText.line(title), LONGEST, "...");
    String second = PlainText.cut(PlainText.line(text), LONGEST, "...");
    String sequence = terminal ? sequence(first, second) : "";
    if (sequence.isEmpty() && started(program(first, second))) {
      return;
    }
    if (terminal) {
      to.print(sequence.isEmpty() ? String.valueOf(BELL) : sequence);
      to.flush();
    }
  }

  /** What the terminal takes for a notification; empty if it is not known to. */
  String sequence(String title, String text) {
    String term = env.getOrDefault("TERM", "");
    if (env.containsKey("TMUX") || term.startsWith("screen") || term.startsWith("tmux")) {
      return "";
    }
    if (env.containsKey("KITTY_WINDOW_ID") || term.equals("xterm-kitty")) {
      return ESCAPE + "]99;;" + title + ": " + text + ESCAPE + '\\';
    }
    if (OSC_9.contains(env.getOrDefault("TERM_PROGRAM", ""))) {
      return ESCAPE + "]9;" + title + ": " + text + BELL;
    }
    if (term.startsWith("foot") || term.startsWith("rxvt-unicode")) {
      // A semicolon would end the title.
      return ESCAPE + "]777;notify;" + title.replace(';', ',') + ';' + text + BELL;
    }
    return "";
  }

  /** The desktop's program with its arguments, which no shell reads; empty if there is none. */
  List<String> program(String title, String text) {
    List<String> command = new ArrayList<>();
    Path osascript = find("osascript");
    Path notifySend = desktop() ? find("notify-send") : null;
    if (osascript != null) {
      command.add(osascript.toString());
      for (String line :
          List.of(
              "on run argv",
              "display notification (item 2 of argv) with title (item 1 of argv)",
              "end run")) {
        command.addAll(List.of("-e", line));
      }
      // Behind the script nothing is an option.
      command.addAll(List.of(title, text));
    } else if (notifySend != null) {
      command.addAll(List.of(notifySend.toString(), "--app-name=rrrspec-java", "--", title));
      // Its second text may have markup.
      command.add(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"));
    }
    return command;
  }

  private boolean desktop() {
    return env.containsKey("DISPLAY") || env.containsKey("WAYLAND_DISPLAY");
  }

  private @Nullable Path find(String name) {
    for (String directory : env.getOrDefault("PATH", "").split(":", -1)) {
      try {
        Path file = directory.startsWith("/") ? Path.of(directory, name) : null;
        if (file != null && Files.isRegularFile(file) && Files.isExecutable(file)) {
          return file;
        }
      } catch (InvalidPathException e) {
        continue;
      }
    }
    return null;
  }

  private static boolean started(List<String> command) {
    if (command.isEmpty()) {
      return false;
    }
    try {
      return Program.of(command).limit(PATIENCE).run().exitCode() == 0;
    } catch (ServiceException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
