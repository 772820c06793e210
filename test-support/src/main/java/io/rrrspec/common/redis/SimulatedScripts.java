package io.rrrspec.common.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The real transitions, each after a few lines that put the simulated clock in the place of Redis's
 * own: TIME and what sets or asks for lifetimes. Keys with a lifetime get one far in the future, as
 * far beyond {@link #FAR} as the simulated clock is to go; {@link SimulatedRedis#advance} deletes
 * what has had its time.
 */
final class SimulatedScripts {
  /** What is added to a moment of the simulated clock, in milliseconds: 95 years. */
  static final long FAR = 3_000_000_000_000L;

  static final String CLOCK = "simulated-clock";
  static final String EXPIRY = "simulated-expiry";

  private static final String PRELUDE =
      """
      local rrr_real, rrr_now = redis, nil
      local function rrr_clock()
        rrr_now = rrr_now or tonumber(rrr_real.call('GET', '%s'))
        return rrr_now
      end
      local function rrr_until(key, ms)
        local at = rrr_clock() + ms
        rrr_real.call('ZADD', '%s', 'GT', at, key)
        return string.format('%%.0f', at + %d)
      end
      local rrr_special = {
        TIME = function() return {math.floor(rrr_clock() / 1000), rrr_clock() %% 1000 * 1000} end,
        EXPIRE = function(f, key, s) return f('PEXPIREAT', key, rrr_until(key, s * 1000)) end,
        SET = function(f, key, value, px, ms)
          if px ~= 'PX' then return f('SET', key, value) end
          return f('SET', key, value, 'PXAT', rrr_until(key, ms))
        end,
        PTTL = function(f, key)
          local left = f('PTTL', key)
          if left < 0 then return left end
          local t = rrr_real.call('TIME')
          return math.max(0, left + t[1] * 1000 + math.floor(t[2] / 1000) - %d - rrr_clock())
        end}
      rrr_special.TTL = function(f, key)
        local left = rrr_special.PTTL(f, key)
        return left < 0 and left or math.floor((left + 500) / 1000)
      end
      local function rrr_through(f)
        return function(command, ...)
          local special = rrr_special[command]
          if special then return special(f, ...) end
          return f(command, ...)
        end
      end
      local redis = {call = rrr_through(redis.call), pcall = rrr_through(redis.pcall),
          sha1hex = redis.sha1hex, log = redis.log, error_reply = redis.error_reply,
          status_reply = redis.status_reply}
      """
          .formatted(CLOCK, EXPIRY, FAR, FAR)
          .replace('\n', ' ');

  private final Map<String, Script> bySha = new HashMap<>();

  SimulatedScripts() {
    for (String verb : verbs()) {
      Script script = Script.named(verb);
      bySha.put(script.sha(), script);
    }
  }

  /** The verb of a transition, or null if it is none. */
  @Nullable String verb(String sha) {
    Script script = bySha.get(sha);
    return script == null ? null : script.name();
  }

  /** What is to be loaded in the place of the transition with this SHA-1. */
  String simulated(String sha) {
    Script script = bySha.get(sha);
    if (script == null) {
      throw new IllegalStateException("no transition " + sha);
    }
    // On one line, so that errors still name the line of the real script, but one.
    return PRELUDE + "\n" + script.text();
  }

  /** The SHA-1 of the transition with this text. */
  String shaOf(String text) {
    return bySha.values().stream()
        .filter(script -> script.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no transition: " + text))
        .sha();
  }

  private static List<String> verbs() {
    URL folder = Script.class.getResource("lua/claim_task.lua");
    if (folder == null) {
      throw new IllegalStateException("no scripts");
    }
    try {
      URLConnection connection = folder.openConnection();
      if (connection instanceof JarURLConnection jar) {
        String prefix = jar.getEntryName().replaceAll("[^/]*$", "");
        return jar.getJarFile().stream()
            .map(entry -> entry.getName())
            .filter(name -> name.startsWith(prefix))
            .map(name -> name.substring(prefix.length()))
            .filter(name -> name.matches("[a-z_]+\\.lua"))
            .map(name -> name.replace(".lua", ""))
            .toList();
      }
      Path parent = Path.of(folder.getPath()).getParent();
      if (parent == null) {
        throw new IllegalStateException("no folder of scripts: " + folder);
      }
      try (Stream<Path> files = Files.list(parent)) {
        return files
            .map(file -> String.valueOf(file.getFileName()))
            .filter(name -> name.endsWith(".lua"))
            .map(name -> name.replace(".lua", ""))
            .sorted()
            .toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
