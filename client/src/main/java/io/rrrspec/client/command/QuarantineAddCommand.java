package io.rrrspec.client.command;

import io.rrrspec.client.remote.Quarantines;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.config.Settings;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rrrspec-java client quarantine add}. */
@Command(
    name = "add",
    description = {
      "Mute one test method, with all its invocations.",
      "",
      "A crash, a time-out, a failed @BeforeAll and a class that fails as a whole stay red.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  rrrspec-java client quarantine add com.foo.CartTest#adds --reason 'SHOP-12: clock'",
      "  rrrspec-java client quarantine add 'shop/cart:com.foo.CartTest$Empty#isFree' --owner ann"
          + " --until 2031-05-20 --reason 'SHOP-13' --file",
    })
final class QuarantineAddCommand extends QuarantineSubcommand {
  @Parameters(
      paramLabel = "TEST",
      description = "[MODULE:]CLASS[@EXECUTION]#METHOD, as `client flaky` prints it.")
  private String test = "";

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why it is not mended at once, in one line. Required.")
  private @Nullable String reason;

  @Option(
      names = "--owner",
      paramLabel = "NAME",
      description = "Who looks after it. Default: the login name.")
  private @Nullable String owner;

  @Option(
      names = "--until",
      paramLabel = "DAY",
      description =
          "The last day on which it is muted, in UTC, such as 2031-05-20: at most 90 days from"
              + " today. Default: 30 days from today.")
  private @Nullable String until;

  @Option(
      names = "--replace",
      description = "Change a test that is in quarantine. Default: that is refused.")
  private boolean replace;

  @Mixin private QuarantinePlace place = new QuarantinePlace();

  private final InstantSource clock = InstantSource.system();

  @Override
  public Integer call() {
    String why = reason;
    if (why == null || why.isBlank()) {
      throw new UsageException(
          "option --reason is missing: write why " + test + " is not mended at once");
    }
    Settings settings = Settings.load(client().sources());
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    QuarantinedTest muted =
        new QuarantinedTest(
            TestMethod.parse(test),
            owner == null ? settings.sources().userName() : owner,
            why,
            until == null
                ? today.plusDays(QuarantinedTest.USUAL_DAYS)
                : QuarantinedTest.dayToCome(until, today));
    return new Quarantines(client().console(), today)
        .add(settings, muted, place.file(), replace)
        .number();
  }
}
