import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Writes a Spring Boot project with a web layer, JPA and H2, and with test classes that share some contexts, in an order that
 * mixes these. Each start of a context appends a line to contexts.log in the project's directory. The same arguments give the
 * same files.
 *
 * <p>Arguments: DIR CLASSES CONTEXTS SEED [BOOT_VERSION]. A context takes a second or two, a test class without it 0.05 to
 * 0.5 s. Every tenth class has no context. With CONTEXTS 6: one with MockMvc, one with a server, one of JPA alone, one of the
 * web layer alone, one with a profile, one with a property; further ones have other properties.
 */
final class GenerateSpring {
  private static final int ENTITIES = 12;

  private final Path root;
  private final int classes;
  private final int contexts;
  private final Random random;
  private final String boot;

  private GenerateSpring(Path root, int classes, int contexts, long seed, String boot) {
    this.root = root;
    this.classes = classes;
    this.contexts = contexts;
    this.random = new Random(seed);
    this.boot = boot;
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 4 || arguments.length > 5) {
      System.err.println("4 or 5 arguments are needed: write DIR CLASSES CONTEXTS SEED [BOOT_VERSION]");
      System.exit(2);
    }
    new GenerateSpring(
            Path.of(arguments[0]),
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Long.parseLong(arguments[3]),
            arguments.length > 4 ? arguments[4] : "3.5.6")
        .write();
  }

  private void write() throws IOException {
    put(root.resolve("pom.xml"), pom());
    Path main = root.resolve("src/main/java/generated");
    put(
        main.resolve("Shop.java"),
        """
        package generated;

        import org.springframework.boot.SpringApplication;
        import org.springframework.boot.autoconfigure.SpringBootApplication;
        import org.springframework.context.annotation.Bean;

        @SpringBootApplication
        public class Shop {
          /** A bean of this class is in each context, of parts of the application, too. */
          @Bean
          static CountContexts countContexts() {
            return new CountContexts();
          }

          public static void main(String[] arguments) {
            SpringApplication.run(Shop.class, arguments);
          }
        }
        """);
    put(
        main.resolve("CountContexts.java"),
        """
        package generated;

        import java.io.IOException;
        import java.io.UncheckedIOException;
        import java.nio.file.Files;
        import java.nio.file.Path;
        import java.nio.file.StandardOpenOption;
        import org.springframework.boot.context.event.ApplicationStartedEvent;
        import org.springframework.context.ApplicationListener;

        /** Appends a line for each context that has started. */
        public class CountContexts implements ApplicationListener<ApplicationStartedEvent> {
          @Override
          public void onApplicationEvent(ApplicationStartedEvent event) {
            try {
              Files.writeString(
                  Path.of("contexts.log"),
                  ProcessHandle.current().pid() + " " + event.getTimeTaken().toMillis() + "\\n",
                  StandardOpenOption.CREATE,
                  StandardOpenOption.APPEND);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        }
        """);
    put(
        root.resolve("src/main/resources/application.properties"),
        "spring.main.banner-mode=off\nlogging.level.root=warn\nspring.jpa.open-in-view=false\n");
    for (int entity = 0; entity < ENTITIES; entity++) {
      writeEntity(main, entity);
    }
    for (int number = 0; number < classes; number++) {
      int context = number % 10 == 9 ? -1 : random.nextInt(contexts);
      // The first ones have one each.
      writeTest(number, number < contexts ? number : context);
    }
  }

  private String pom() {
    String starters = boot.startsWith("4") ? "webmvc,data-jpa,webmvc-test,data-jpa-test" : "web,data-jpa,test";
    StringBuilder dependencies = new StringBuilder();
    for (String starter : starters.split(",")) {
      dependencies.append(
          "    <dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-%s</artifactId>%s</dependency>\n"
              .formatted(starter, starter.endsWith("test") ? "<scope>test</scope>" : ""));
    }
    return """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <parent>
            <groupId>org.springframework.boot</groupId>
            <artifactId>spring-boot-starter-parent</artifactId>
            <version>%s</version>
            <relativePath/>
          </parent>
          <groupId>generated</groupId>
          <artifactId>shop</artifactId>
          <version>1</version>
          <properties><java.version>17</java.version></properties>
          <dependencies>
        %s    <dependency><groupId>com.h2database</groupId><artifactId>h2</artifactId></dependency>
          </dependencies>
        </project>
        """
        .formatted(boot, dependencies);
  }

  private void writeEntity(Path main, int entity) throws IOException {
    String persistence = boot.startsWith("2") ? "javax.persistence" : "jakarta.persistence";
    put(
        main.resolve("Item%d.java".formatted(entity)),
        """
        package generated;

        import %s.Entity;
        import %<s.GeneratedValue;
        import %<s.Id;

        @Entity
        public class Item%d {
          @Id @GeneratedValue private Long id;
          private String name;
          private int amount;

          protected Item%<d() {}

          public Item%<d(String name, int amount) {
            this.name = name;
            this.amount = amount;
          }

          public Long getId() {
            return id;
          }

          public String getName() {
            return name;
          }

          public int getAmount() {
            return amount;
          }
        }
        """
            .formatted(persistence, entity));
    put(
        main.resolve("Items%d.java".formatted(entity)),
        """
        package generated;

        import java.util.List;
        import org.springframework.data.jpa.repository.JpaRepository;

        public interface Items%d extends JpaRepository<Item%<d, Long> {
          List<Item%<d> findByNameAndAmountGreaterThan(String name, int amount);
        }
        """
            .formatted(entity));
    put(
        main.resolve("Items%dController.java".formatted(entity)),
        """
        package generated;

        import org.springframework.beans.factory.ObjectProvider;
        import org.springframework.web.bind.annotation.GetMapping;
        import org.springframework.web.bind.annotation.PathVariable;
        import org.springframework.web.bind.annotation.RestController;

        @RestController
        public class Items%dController {
          private final ObjectProvider<Items%<d> items;

          public Items%<dController(ObjectProvider<Items%<d> items) {
            this.items = items;
          }

          @GetMapping("/items%<d/{name}")
          public String count(@PathVariable("name") String name) {
            Items%<d found = items.getIfAvailable();
            return name + (found == null ? -1 : found.findByNameAndAmountGreaterThan(name, 0).size());
          }
        }
        """
            .formatted(entity));
  }

  private String annotations(int context) {
    String servlet =
        boot.startsWith("4")
            ? "org.springframework.boot.webmvc.test.autoconfigure."
            : "org.springframework.boot.test.autoconfigure.web.servlet.";
    String jpa =
        boot.startsWith("4")
            ? "org.springframework.boot.data.jpa.test.autoconfigure."
            : "org.springframework.boot.test.autoconfigure.orm.jpa.";
    String bootTest = "@org.springframework.boot.test.context.SpringBootTest";
    return switch (context) {
      case 0 -> bootTest + "\n@" + servlet + "AutoConfigureMockMvc";
      case 1 ->
          bootTest
              + "(webEnvironment = org.springframework.boot.test.context.SpringBootTest.WebEnvironment.RANDOM_PORT)";
      case 2 -> "@" + jpa + "DataJpaTest(showSql = false)";
      case 3 -> "@" + servlet + "WebMvcTest";
      case 4 -> bootTest + "\n@org.springframework.test.context.ActiveProfiles(\"depot\")";
      default -> bootTest + "(properties = \"shop.kind=%d\")".formatted(context);
    };
  }

  private void writeTest(int number, int context) throws IOException {
    List<String> tests = new ArrayList<>();
    int count = 2 + random.nextInt(5);
    for (int test = 0; test < count; test++) {
      int entity = random.nextInt(ENTITIES);
      tests.add(context < 0 ? plainTest(test) : context == 3 ? webTest(test, entity) : dataTest(test, entity));
    }
    put(
        root.resolve("src/test/java/generated/Class%02dTest.java".formatted(number)),
        """
        package generated;

        import static org.junit.jupiter.api.Assertions.assertEquals;

        import org.junit.jupiter.api.Test;
        import org.springframework.beans.factory.annotation.Autowired;
        import org.springframework.context.ApplicationContext;

        %s
        class Class%02dTest {
          @Autowired(required = false) ApplicationContext context;
        %s}
        """
            .formatted(context < 0 ? "" : annotations(context), number, String.join("", tests)));
  }

  private String dataTest(int test, int entity) {
    return """

          @Test
          void finds%d() {
            Items%d items = context.getBean(Items%<d.class);
            String name = getClass().getSimpleName() + "%d";
            for (int i = 0; i < %d; i++) {
              items.save(new Item%d(name, i));
              assertEquals(i, items.findByNameAndAmountGreaterThan(name, 0).size());
            }
          }
        """
        .formatted(test, entity, test, 20 + random.nextInt(60), entity);
  }

  private String webTest(int test, int entity) {
    return """

          @Test
          void answers%d() throws Exception {
            var web = context.getBean(org.springframework.test.web.servlet.MockMvc.class);
            for (int i = 0; i < %d; i++) {
              String answer =
                  web.perform(
                          org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get(
                              "/items%d/a" + i))
                      .andReturn()
                      .getResponse()
                      .getContentAsString();
              assertEquals("a" + i + "-1", answer);
            }
          }
        """
        .formatted(test, 20 + random.nextInt(60), entity);
  }

  private String plainTest(int test) {
    return """

          @Test
          void adds%d() {
            long sum = 0;
            for (int i = 0; i < %d; i++) {
              sum += String.valueOf(i).length();
            }
            assertEquals(sum, sum);
          }
        """
        .formatted(test, 200_000 + random.nextInt(2_000_000));
  }

  private static void put(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
