package io.rrrspec.experiments.fuzz;

import io.rrrspec.client.source.BuildReports;
import io.rrrspec.client.source.SurefireTimes;
import io.rrrspec.common.config.ClientSettings;
import io.rrrspec.common.config.HttpJobSettings;
import io.rrrspec.common.config.PrepareSettings;
import io.rrrspec.common.config.ServerSettings;
import io.rrrspec.common.config.Setting;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.config.SettingsSources;
import io.rrrspec.common.config.SettingsTable;
import io.rrrspec.common.config.SharedSettings;
import io.rrrspec.common.config.WorkerSettings;
import io.rrrspec.common.flow.file.FlowFile;
import io.rrrspec.common.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The files and variables that people and builds write. */
final class FileTargets {
  private final Path directory;
  private final Path home;

  /**
   * Makes them.
   *
   * @param directory for the files; empty
   */
  FileTargets(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.home = Files.createDirectories(directory.resolve("home"));
    Files.createDirectories(Project.directory(directory));
    Files.createDirectories(directory.resolve("reports"));
  }

  /** {@code .rrrspec.yml}, read by every part. */
  Target settings() {
    List<String> entries = Seeds.entries(Seeds.file("settings.yml"));
    return new TextTarget(
        "settings file",
        entries,
        (text, draw) -> {
          List<String> lines = new ArrayList<>(List.of(text));
          for (int i = draw.below(3); i > 0; i--) {
            lines.add(draw.below(2), draw.one(entries));
          }
          String all = String.join("\n", lines);
          draw.tell(all);
          Files.write(directory.resolve(".rrrspec.yml"), HostileText.bytes(draw, all));
          readAll(Settings.load(sources(Map.of())));
        });
  }

  /** {@code RRRSPEC_…} and others that a build server sets. */
  Target environment() {
    List<String> values = new ArrayList<>();
    for (String entry : Seeds.entries(Seeds.file("settings.yml"))) {
      values.add(entry.substring(entry.indexOf(':') + 1).strip());
    }
    return new TextTarget(
        "variables",
        values,
        (text, draw) -> {
          Files.deleteIfExists(directory.resolve(".rrrspec.yml"));
          Map<String, String> variables = new HashMap<>();
          // No variable has a character 0.
          String value = text.replace('\0', ' ');
          variables.put(name(draw), value);
          variables.put("XDG_DATA_HOME", draw.oneIn(9) ? value : "");
          draw.tell(variables.toString());
          readAll(Settings.load(sources(variables)));
        });
  }

  private static String name(Draw draw) {
    if (draw.oneIn(10)) {
      return "RRRSPEC_" + HostileText.any(draw).replace('\0', ' ').replace('=', ' ');
    }
    Setting<?> setting = draw.one(SettingsTable.all());
    return setting.variable();
  }

  private SettingsSources sources(Map<String, String> variables) {
    return new SettingsSources(null, variables, directory, home, "me", Map.of());
  }

  private void readAll(Settings settings) {
    var unused =
        List.of(
            SharedSettings.of(settings),
            ServerSettings.of(settings),
            WorkerSettings.of(settings),
            HttpJobSettings.of(settings),
            PrepareSettings.of(settings).variables(),
            ClientSettings.forRun(settings, directory).retryBudget(100),
            ClientSettings.forStart(settings).retryBudget(100));
  }

  /** {@code .rrrspec/project.json}. */
  Target project() {
    return new TextTarget(
        "project.json",
        List.of(Seeds.file("project.json")),
        (text, draw) -> {
          Files.write(
              Project.directory(directory).resolve("project.json"), HostileText.bytes(draw, text));
          Project project = Project.read(directory);
          project.tests();
          project.classes();
          project.notes();
          project.launches();
          project.toolchainJdks();
          project.canonicalText();
          BuildReports.of(project);
        });
  }

  /** The reports that Surefire has left. */
  Target reports() {
    return new TextTarget(
        "report of Surefire",
        List.of(Seeds.file("report.xml"), doctype(), laughs()),
        (text, draw) -> {
          Path reports = directory.resolve("reports");
          for (int i = 0; i < 2; i++) {
            Files.write(reports.resolve("TEST-" + i + ".xml"), HostileText.bytes(draw, text));
          }
          SurefireTimes.read(reports)
              .values()
              .forEach(
                  time -> {
                    Harm.unless(!time.isNegative(), "a class took less than no time");
                    Harm.unless(time.toMillis() >= 0, "never");
                  });
        });
  }

  private static String doctype() {
    return "<?xml version=\"1.0\"?><!DOCTYPE testsuite [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>"
        + "<testsuite name=\"&x;\" time=\"1\"/>";
  }

  private static String laughs() {
    StringBuilder text = new StringBuilder("<!DOCTYPE testsuite [<!ENTITY a0 \"ha\">");
    for (int i = 1; i < 30; i++) {
      text.append("<!ENTITY a").append(i).append(" \"");
      text.append(("&a" + (i - 1) + ";").repeat(10)).append("\">");
    }
    return text + "]><testsuite name=\"&a29;\" time=\"1\"/>";
  }

  /** The file of a flow. */
  Target flow() {
    String whole = Seeds.file("flow.yml");
    List<String> seeds = new ArrayList<>(List.of(whole));
    for (String step : whole.substring(whole.indexOf("  - ")).split("\n")) {
      if (step.contains("{")) {
        seeds.add("steps: [" + step.substring(step.indexOf('{')) + "]");
      }
    }
    return new TextTarget(
        "flow file",
        seeds,
        (text, draw) -> {
          FlowFile flow = FlowFile.parse("flow.yml", HostileText.bytes(draw, text));
          flow.withVariables(Map.of());
          flow.all().forEach(flow::environment);
        });
  }
}
