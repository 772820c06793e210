package io.rrrspec.common.redis;

import io.rrrspec.common.files.Hex;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.stream.Collectors;

/**
 * A transition: one Lua file beside this class, {@code lua/<verb>.lua}. A line {@code --#include
 * name} stands for the text of {@code lua/include/name.lua}, and {@code --#script verb} for that of
 * another transition, since Redis scripts cannot load or call others.
 *
 * @param name the verb
 * @param text the whole script
 * @param sha its SHA-1, by which Redis knows it once it was loaded
 */
public record Script(String name, String text, String sha) {

  private static final String INCLUDE = "--#include ";
  private static final String SCRIPT = "--#script ";

  /** Reads the script from the class path. */
  public static Script named(String name) {
    Script built = BuiltScripts.find(name);
    return built == null ? join(name) : built;
  }

  /** Puts it together of its files. */
  static Script join(String name) {
    String text = expanded(name);
    return new Script(name, text, sha1(text));
  }

  private static String expanded(String name) {
    return read(name)
        .lines()
        .map(
            line ->
                line.startsWith(INCLUDE)
                    ? expanded("include/" + line.substring(INCLUDE.length()).strip())
                    : line.startsWith(SCRIPT)
                        ? expanded(line.substring(SCRIPT.length()).strip())
                        : line)
        .collect(Collectors.joining("\n"));
  }

  private static String read(String name) {
    try (InputStream in = Script.class.getResourceAsStream("lua/" + name + ".lua")) {
      if (in == null) {
        throw new IllegalStateException("no script " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read script " + name, e);
    }
  }

  private static String sha1(String text) {
    try {
      return Hex.of(
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
