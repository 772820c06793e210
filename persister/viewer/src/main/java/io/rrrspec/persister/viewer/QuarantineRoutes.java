package io.rrrspec.persister.viewer;

import io.javalin.config.RoutesConfig;
import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.QuarantinedTest;
import io.rrrspec.common.model.TestMethod;
import io.rrrspec.common.store.QuarantineConflictException;
import io.rrrspec.common.store.QuarantineStore;
import io.rrrspec.persister.viewer.page.QuarantinePage;
import io.rrrspec.persister.viewer.run.Records;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The page about tests in quarantine, its form and its buttons. */
final class QuarantineRoutes {
  private static final String PAGE = "/tests/quarantine";
  private static final int LONGEST_NAME = 300;

  private final AccessCheck admission;
  private final Records records;
  private final Pages pages;
  private final InstantSource clock;

  QuarantineRoutes(AccessCheck admission, Records records, Pages pages, InstantSource clock) {
    this.admission = admission;
    this.records = records;
    this.pages = pages;
    this.clock = clock;
  }

  void register(RoutesConfig routes) {
    routes.get(PAGE, this::show);
    routes.post(PAGE, this::add);
    routes.post(PAGE + "/remove", this::remove);
  }

  private void show(Context ctx) {
    QuarantinePage.Draft draft =
        QuarantinePage.Draft.of(ctx.queryParam("class"), ctx.queryParam("test"));
    pages.show(
        ctx, "quarantine", QuarantinePage.of(records, ctx.queryParam("has"), draft, today()));
  }

  private void add(Context ctx) {
    admission.requireToken(ctx);
    LocalDate today = today();
    QuarantinedTest test =
        new QuarantinedTest(
            TestMethod.parse(value(ctx, "test")),
            value(ctx, "owner"),
            value(ctx, "reason"),
            QuarantinedTest.dayToCome(value(ctx, "until"), today));
    change(ctx, () -> store().add(tasksetClass(ctx), test, today));
  }

  private void remove(Context ctx) {
    admission.requireToken(ctx);
    QuarantinedTest before;
    try {
      before = QuarantinedTest.parse(value(ctx, "version"));
    } catch (RuntimeException e) {
      throw new UsageException("version is none: use the button on the page", e);
    }
    change(ctx, () -> store().remove(tasksetClass(ctx), before, today()));
  }

  private static void change(Context ctx, Runnable write) {
    try {
      write.run();
    } catch (QuarantineConflictException e) {
      throw new ConflictResponse(String.valueOf(e.getMessage()));
    }
    ctx.redirect(PAGE, HttpStatus.SEE_OTHER);
  }

  private QuarantineStore store() {
    QuarantineStore store = records.quarantine();
    if (store == null) {
      throw new UsageException(
          "on one machine the file .rrrspec-quarantine.yml of the project says which tests are in"
              + " quarantine: change that");
    }
    return store;
  }

  private static String tasksetClass(Context ctx) {
    String name = value(ctx, "class");
    if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
      throw new UsageException("project is no taskset_class: write one line");
    }
    return name;
  }

  /** A form sends each of its fields, be it empty. */
  private static String value(Context ctx, String name) {
    @Nullable String value = ctx.formParam(name);
    if (value == null || value.isBlank()) {
      throw new UsageException(name + " is missing: nobody can mute a test without it");
    }
    return value.strip();
  }

  private LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }
}
