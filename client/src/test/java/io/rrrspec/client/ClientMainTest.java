package io.rrrspec.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ClientMainTest {
  @Test
  void theCommandIsWhatComesFirstOrAfterTheFileOfSettings() {
    assertThat(ClientMain.name("flow", "run", "x.yml")).isEqualTo("flow");
    assertThat(ClientMain.name("-c", "client", "run", "-h")).isEqualTo("run");
    assertThat(ClientMain.name("--config", "a", "--config=b", "job")).isEqualTo("job");
    assertThat(ClientMain.name()).isEmpty();
    assertThat(ClientMain.name("-c")).isEmpty();
    assertThat(ClientMain.name("-h", "flow")).as("no command").isEqualTo("-h");
  }

  @Test
  void commandsHaveTheNamesUnderWhichTheyAreMade() {
    ClientMain.commands()
        .forEach(
            (name, command) -> {
              Object made = command.get();
              CommandLine line = made instanceof CommandLine it ? it : new CommandLine(made);
              assertThat(line.getCommandName()).isEqualTo(name);
            });
  }
}
