package shop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Each start of a context leaves a line: the process and its profile. */
@Configuration
class Shop {
  @Bean
  String started(Environment environment) throws IOException {
    Files.writeString(
        Path.of("contexts.log"),
        ProcessHandle.current().pid() + " " + String.join(",", environment.getActiveProfiles()) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
    return "started";
  }
}
