package io.rrrspec.persister.record.database;

import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.CaseResult.Outcome;
import io.rrrspec.persister.record.row.Blob;
import io.rrrspec.persister.record.row.Cases;
import io.rrrspec.persister.record.row.Hash;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** What SQL cannot make up by itself when it fills a record: hashes and compressed texts. */
public final class SeedTables {
  public static final int CLASSES = 10;
  public static final int SPECS = 10;
  private static final int TEXTS = 32;
  private static final int TESTS = 5;

  private final Database database;

  public SeedTables(Database database) {
    this.database = database;
  }

  public void create() {
    Map<String, String> types = types();
    database.transaction(
        handle -> {
          String hash = types.get("hash");
          String blob = types.get("blob");
          handle.execute(
              "CREATE TABLE seed_class (no INT PRIMARY KEY, name VARCHAR(64), class_hash "
                  + hash
                  + ")");
          handle.execute(
              "CREATE TABLE seed_spec (class_hash %s, no INT, spec_file VARCHAR(64), spec_hash %s,"
                      .formatted(hash, hash)
                  + " test_hash %s, good %s, bad %s, PRIMARY KEY (class_hash, no))"
                      .formatted(hash, blob, blob));
          handle.execute("CREATE TABLE seed_text (no INT PRIMARY KEY, good " + blob + ")");
          fill(handle);
          return true;
        });
  }

  public void drop() {
    database.transaction(
        handle -> {
          List.of("class", "spec", "text").forEach(n -> handle.execute("DROP TABLE seed_" + n));
          return true;
        });
  }

  private Map<String, String> types() {
    return database.read(
        handle -> {
          try {
            return Dialect.of(handle.getConnection().getMetaData().getURL()).placeholders();
          } catch (SQLException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private static void fill(Handle handle) {
    PreparedBatch classes =
        handle.prepareBatch("INSERT INTO seed_class VALUES (:no, :name, :hash)");
    PreparedBatch specs =
        handle.prepareBatch(
            "INSERT INTO seed_spec VALUES (:class, :no, :file, :spec, :test, :good, :bad)");
    for (int c = 0; c < CLASSES; c++) {
      String name = "class" + c;
      classes.bind("no", c).bind("name", name).bind("hash", Hash.of(name)).add();
      for (int s = 1; s <= SPECS; s++) {
        String file = spec(s);
        specs
            .bind("class", Hash.of(name))
            .bind("no", s)
            .bind("file", file)
            .bind("spec", Hash.of(name, file))
            .bind("test", Hash.of(name, file, "adds"))
            .bind("good", Cases.pack(cases(file, Outcome.PASSED)))
            .bind("bad", Cases.pack(cases(file, Outcome.FAILED)))
            .add();
      }
    }
    classes.execute();
    specs.execute();
    PreparedBatch texts = handle.prepareBatch("INSERT INTO seed_text VALUES (:no, :text)");
    for (int i = 0; i < TEXTS; i++) {
      texts.bind("no", i).bind("text", Blob.ofText(output(i))).add();
    }
    texts.execute();
  }

  /** The task with this number in every run, from 1. */
  public static String spec(int number) {
    return "com.example.shop.Part%dTest".formatted(number);
  }

  private static List<CaseResult> cases(String className, Outcome first) {
    List<CaseResult> cases = new ArrayList<>();
    String message = first == Outcome.PASSED ? null : "expected: <3> but was: <4>";
    cases.add(new CaseResult(className, "adds", first, 5, message, null, null));
    for (int i = 1; i < TESTS; i++) {
      cases.add(new CaseResult(className, "test" + i, Outcome.PASSED, 7, null, null, null));
    }
    return cases;
  }

  /** Something like a log; 1 to 2 kB when it is compressed. */
  public static String output(long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < 40 + random.nextInt(40); line++) {
      text.append(
          "12:34:%02d.%03d INFO c.e.shop.Cart - order %x of %x\n"
              .formatted(line % 60, random.nextInt(1000), random.nextLong(), random.nextInt()));
    }
    return text.toString();
  }
}
