package io.rrrspec.server.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.server.ServerMain;
import io.rrrspec.testing.Checkout;
import io.rrrspec.testing.DaemonProcess;
import io.rrrspec.testing.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replays docs/command-port.md against a server as a process of its own, byte by byte. With {@code
 * -Dupdate.docs=true} the answers are written into the page instead.
 */
class CommandPortTranscriptTest {
  @RegisterExtension static final TestRedis redis = new TestRedis();

  private static final Path PAGE = Checkout.doc("command-port.md");
  private static final Pattern BLOCK =
      Pattern.compile("(?m)^### (.+)\n(?:(?!^#).*\n)*?```transcript\n((?:.*\n)*?)```$");
  private static final Pattern YAML = Pattern.compile("(?m)^```yaml\n((?:.*\n)*?)```$");
  private static final String END = "(the connection ends)";

  @TempDir Path directory;

  /** How each line begins that help knows. */
  private final Set<String> shown = new HashSet<>();

  @Test
  void theServerAnswersAsThePageSays() throws Exception {
    String page = Files.readString(PAGE);
    Matcher settings = YAML.matcher(page);
    assertThat(settings.find()).isTrue();
    Files.writeString(directory.resolve(".rrrspec.yml"), settings.group(1));
    StringBuilder written = new StringBuilder();
    try (DaemonProcess open = server("");
        DaemonProcess closed = server("secret")) {
      int openPort = port(open);
      int closedPort = port(closed);
      Matcher block = BLOCK.matcher(page);
      boolean withToken = false;
      int blocks = 0;
      while (block.find()) {
        withToken |= block.group(1).contains("token");
        String played = play(withToken ? closedPort : openPort, block.group(2));
        if (!Boolean.getBoolean("update.docs")) {
          assertThat(played).as(block.group(1)).isEqualTo(block.group(2));
        }
        String whole = block.group();
        block.appendReplacement(
            written,
            Matcher.quoteReplacement(
                whole.substring(0, block.start(2) - block.start()) + played + "```"));
        blocks++;
      }
      block.appendTail(written);
      assertThat(blocks).isEqualTo(9);
      if (Boolean.getBoolean("update.docs")) {
        Files.writeString(PAGE, written);
      }
      assertThat(open.log() + closed.log()).doesNotContain("WARN", "ERROR", "\tat ");
      assertAllLinesAreShown(openPort);
    }
  }

  private DaemonProcess server(String token) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("RRRSPEC_REDIS", redis.url().toString());
    environment.put("RRRSPEC_NAMESPACE", redis.keys().namespace());
    environment.put("RRRSPEC_HTTP_PORT", "0");
    environment.put("RRRSPEC_COMMAND_PORT", "0");
    environment.put("RRRSPEC_TOKEN", token);
    return DaemonProcess.start(ServerMain.class.getName(), directory, environment, "server");
  }

  private static int port(DaemonProcess server) {
    server.awaitLog("server is ready");
    return Integer.parseInt(server.awaitLog("queues and jobs are at 127.0.0.1:([0-9]+)").group(1));
  }

  /** One connection; its lines with the answers that they got. */
  private String play(int port, String block) throws IOException {
    List<String> played = new ArrayList<>();
    try (LineSocket client = new LineSocket(port)) {
      List<String> lines = block.lines().toList();
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        if (line.startsWith("> ") || line.equals(">")) {
          played.add(line);
          String sent = line.substring(Math.min(2, line.length()));
          boolean last = i + 1 < lines.size() && lines.get(i + 1).equals(END);
          played.addAll(answer(client, sent, last));
          shown.add(sent);
        } else if (line.equals(END)) {
          assertThat(client.line()).as(String.join("\n", played)).isEmpty();
          played.add(line);
        } else {
          assertThat(line).startsWith("< ");
        }
      }
    }
    return String.join("\n", played) + "\n";
  }

  private static List<String> answer(LineSocket client, String line, boolean last)
      throws IOException {
    if (line.equals("status")) {
      // The shares are those of the server's last look, which comes once a second.
      String[] answer = {""};
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                answer[0] = client.ask(line);
                return answer[0].lines().noneMatch(l -> l.matches("queue \\S+ waiting .*"));
              });
      return marked(answer[0]);
    }
    String answer = client.send(line + "\n").answer();
    assertThat(last || !answer.isEmpty()).as(line).isTrue();
    return marked(answer);
  }

  private static List<String> marked(String answer) {
    return answer
        .lines()
        .map(
            l ->
                "< "
                    + l.replaceAll("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z", "TIME")
                        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UUID")
                        .replaceAll(
                            "^user " + Pattern.quote(System.getProperty("user.name")) + "$",
                            "user USER"))
        .toList();
  }

  private void assertAllLinesAreShown(int port) throws IOException {
    try (LineSocket client = new LineSocket(port)) {
      List<String> help = client.ask("help").lines().skip(1).toList();
      assertThat(help).hasSizeGreaterThan(15);
      for (String usage : help) {
        String begin = usage.replaceFirst("\\s*([A-Z]{2,}.*|\\s{2,}.*)$", "");
        assertThat(shown).as(usage).anyMatch(l -> (l + " ").startsWith(begin + " "));
      }
    }
  }
}
