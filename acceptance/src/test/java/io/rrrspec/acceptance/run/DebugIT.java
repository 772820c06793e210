package io.rrrspec.acceptance.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose tests wait for a debugger. */
class DebugIT {
  @TempDir Path scratch;

  @Test
  void theTestsWaitForADebugger() throws Exception {
    int port = freePort();
    RealRun run = new RealRun(scratch, "ends");
    Process process = run.start("--debug=" + port, "CartTest");
    String line = "listening for a debugger on port " + port;
    for (int n = 0; n < 1_200 && !run.err().contains(line) && process.isAlive(); n++) {
      process.waitFor(100, TimeUnit.MILLISECONDS);
    }
    assertThat(run.err()).containsOnlyOnce(line);
    assertThat(process.waitFor(2, TimeUnit.SECONDS)).as("it waits").isFalse();
    assertThat(Files.exists(run.project().resolve("target/runs"))).isFalse();

    RealRun.Result second =
        run.beside(Files.createDirectory(scratch.resolve("2"))).run("--debug=" + port);
    assertThat(second.code()).isEqualTo(2);
    assertThat(second.err())
        .isEqualTo(
            "rrrspec-java: option --debug: port "
                + port
                + " is in use: write another one, --debug=PORT\n");

    VirtualMachine debugged = attach(port);
    debugged.resume();
    debugged.dispose();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(run.err() + run.out()).isZero();
    assertThat(run.left()).isEmpty();
  }

  private static VirtualMachine attach(int port) throws Exception {
    AttachingConnector connector =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(one -> one.transport().name().equals("dt_socket"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    Objects.requireNonNull(arguments.get("hostname")).setValue("127.0.0.1");
    Objects.requireNonNull(arguments.get("port")).setValue(Integer.toString(port));
    return connector.attach(arguments);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
