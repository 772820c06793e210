package io.rrrspec.testing.docker;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.rrrspec.testing.ServerImages;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/** Starts containers by Testcontainers, each with its port on the loopback alone. */
public final class Testcontainers implements ServerImages {
  /** Called by {@link java.util.ServiceLoader}. */
  public Testcontainers() {}

  @Override
  @SuppressWarnings("resource") // It ends with this JVM.
  public int start(
      String image, int port, Map<String, String> environment, List<String> arguments) {
    GenericContainer<?> container =
        new GenericContainer<>(DockerImageName.parse(image))
            .withEnv(environment)
            .withCommand(arguments.toArray(String[]::new))
            .withExposedPorts(port)
            .withCreateContainerCmdModifier(
                command ->
                    Objects.requireNonNull(command.getHostConfig())
                        .withPortBindings(
                            new PortBinding(
                                Ports.Binding.bindIp("127.0.0.1"), new ExposedPort(port))))
            .waitingFor(
                new AbstractWaitStrategy() {
                  @Override
                  protected void waitUntilReady() {
                    // Whoever starts it asks the server itself.
                  }
                });
    container.start();
    Runtime.getRuntime().addShutdownHook(new Thread(container::stop));
    return container.getMappedPort(port);
  }
}
