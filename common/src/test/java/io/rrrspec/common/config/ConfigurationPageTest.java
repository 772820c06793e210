package io.rrrspec.common.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.testing.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Holds the documentation against the table. {@code -Dupdate.docs=true} writes it anew. */
class ConfigurationPageTest {
  private static final Path DOCS = Checkout.root().resolve("docs");
  private static final Path PAGE = DOCS.resolve("configuration.md");
  private static final String BEGIN = "<!-- from the table in SettingsTable -->\n";
  private static final String END = "<!-- end -->\n";

  @TempDir Path directory;

  @Test
  void thePageIsWhatTheTableSays() throws IOException {
    String page = Files.readString(PAGE);
    String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
    String after = page.substring(page.indexOf(END));
    String expected = before + tables() + after;
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, expected);
      return;
    }
    assertThat(page).as("make it anew with -Dupdate.docs=true").isEqualTo(expected);
  }

  @Test
  void theExampleFileHasEveryKeyAndCanBeRead() throws IOException {
    String example = Files.readString(DOCS.resolve("rrrspec.example.yml"));
    TreeSet<String> keys = new TreeSet<>();
    Matcher key = Pattern.compile("(?m)^#([a-z_]+):").matcher(example);
    while (key.find()) {
      keys.add(key.group(1));
    }
    assertThat(keys)
        .containsExactlyInAnyOrderElementsOf(
            SettingsTable.all().stream().<String>map(Setting::key).toList());

    Path file = directory.resolve("rrrspec.yml");
    Files.writeString(file, example.replaceAll("(?m)^#([a-z_]+:|  )", "$1"));
    Settings settings =
        Settings.load(new SettingsSources(file, Map.of(), directory, directory, "jane", Map.of()));
    for (Setting<?> setting : SettingsTable.all()) {
      Object value = settings.find(setting);
      assertThat(value).as(setting.key()).isNotNull();
    }
  }

  private static String tables() {
    StringBuilder text = new StringBuilder();
    for (SettingUser part : SettingUser.values()) {
      text.append("\n## ").append(part.title()).append("\n\n");
      text.append("| key | value | default | what it is |\n|---|---|---|---|\n");
      for (Setting<?> setting : SettingsTable.all()) {
        if (setting.usedBy().get(0) == part) {
          text.append(row(setting));
        }
      }
    }
    return text.append("\n").toString();
  }

  private static String row(Setting<?> setting) {
    String also =
        setting.usedBy().size() == 1
            ? ""
            : " (also: " + setting.usedBy().get(1).title().toLowerCase(Locale.ROOT) + ")";
    String option = setting.option() == null ? "" : ". Option: `" + setting.option() + "`";
    String variable =
        setting.variable().equalsIgnoreCase("RRRSPEC_" + setting.key())
            ? ""
            : ". Variable: `" + setting.variable() + "`";
    return String.format(
        "| `%s`%s | %s | %s | %s%s%s |%n",
        setting.key(),
        also,
        setting.type(),
        setting.shownDefault(),
        setting.description(),
        option,
        variable);
  }
}
