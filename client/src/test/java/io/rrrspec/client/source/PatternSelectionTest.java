package io.rrrspec.client.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rrrspec.common.UsageException;
import io.rrrspec.common.model.TestId;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatternSelectionTest {
  private static final Path PROJECT = Path.of("/work/shop");
  private static final List<TestClass> ALL =
      List.of(
          TestClass.ofTask("com.shop.CartTest"),
          TestClass.ofTask("com.shop.price.PriceTest"),
          TestClass.ofTask("com.shop.price.old.OldPriceTest"),
          TestClass.ofTask("web/ui:com.shop.web.PageTest"),
          new TestClass(
              new TestId("db", "com.shop.db.StoreIT", null),
              "db/src/it/java/com/shop/db/StoreIT.java"));

  private static final List<TestClass> MODULES = TestClass.of(Projects.ofModules(PROJECT));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CartTest                                  | CartTest",
        "*PriceTest                                | PriceTest OldPriceTest",
        "P*Test                                    | PriceTest PageTest",
        "com.shop.CartTest                         | CartTest",
        "com.shop.*                                | CartTest",
        "com.shop.price.**                         | PriceTest OldPriceTest",
        "com.**.old.*                              | OldPriceTest",
        "*.PageTest                                | PageTest",
        "**                                        | CartTest PriceTest OldPriceTest PageTest"
            + " StoreIT",
        "web/ui:com.shop.web.PageTest              | PageTest",
        "web/ui:**                                 | PageTest",
        "src/test/java/com/shop/CartTest.java      | CartTest",
        "./src/test/java/com/shop/CartTest.java    | CartTest",
        "/work/shop/src/test/java/com/shop/*.java  | CartTest",
        "src/test/java/**/*PriceTest.java          | PriceTest OldPriceTest",
        "src/test/kotlin/com/shop/CartTest.kt      | CartTest",
        "src/test/java/com/shop/price              | PriceTest OldPriceTest",
        "src/test/java/com/shop/price/             | PriceTest OldPriceTest",
        "src/test/java/com/shop/*                  | CartTest",
        ".                                         | CartTest PriceTest OldPriceTest PageTest"
            + " StoreIT",
        "/work/shop                                | CartTest PriceTest OldPriceTest PageTest"
            + " StoreIT",
        "/work/shop/db/                            | StoreIT",
        "web/ui                                    | PageTest",
        "db/src/it/java/com/shop/db/StoreIT.java   | StoreIT",
        "StoreIT.java                              | StoreIT",
        "**/PageTest.java                          | PageTest",
      })
  void a_pattern_means_names_or_paths(String pattern, String simpleNames) {
    assertThat(PatternSelection.select(ALL, List.of(pattern), PROJECT))
        .extracting(TestClass::simpleName)
        .containsExactly(simpleNames.split(" "));
  }

  @Test
  void withoutAPatternItIsAllOfThem() {
    assertThat(PatternSelection.select(ALL, List.of(), PROJECT)).isEqualTo(ALL);
  }

  @Test
  void aClassThatSeveralPatternsMeanIsThereOnceAndInItsPlace() {
    assertThat(PatternSelection.select(ALL, List.of("*PriceTest", "CartTest", "Cart*"), PROJECT))
        .extracting(TestClass::simpleName)
        .containsExactly("CartTest", "PriceTest", "OldPriceTest");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CrtTest                              | com.shop.CartTest",
        "com.shop.pirce.PriceTest             | com.shop.price.PriceTest",
        "src/test/java/com/shop/PagTest.java  | web/ui:com.shop.web.PageTest",
        "com/shop/CartTest.java               | com.shop.CartTest",
        "carttest                             | com.shop.CartTest",
        "CartTest#adds                        | com.shop.CartTest",
      })
  void a_pattern_that_fits_nothing_is_refused_with_the_nearest_class(String pattern, String near) {
    assertThatThrownBy(() -> PatternSelection.select(ALL, List.of("CartTest", pattern), PROJECT))
        .isInstanceOf(UsageException.class)
        .hasMessage("no test class matches '" + pattern + "': the nearest is '" + near + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "NoSuch*", "src/test/java/org", "com.elsewhere.**"})
  void where_nothing_is_near_no_class_is_named(String pattern) {
    assertThatThrownBy(() -> PatternSelection.select(ALL, List.of(pattern), PROJECT))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "no test class matches '"
                + pattern
                + "': write a class name, a path or a glob that fits one");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CartTest#adds                             | com.shop.CartTest | #adds",
        "CartTest#adds*+removes                    | com.shop.CartTest | #adds*+removes",
        "com.shop.*#adds                           | com.shop.CartTest | #adds",
        "src/test/java/com/shop/CartTest.java#adds | com.shop.CartTest | #adds",
        "CartTest$Entries#adds                     | com.shop.CartTest | Entries#adds",
        "CartTest$Entries$Old                      | com.shop.CartTest | Entries$Old#*",
        "CartTest#sum of #a and #b                 | com.shop.CartTest | #sum of #a and #b",
        "CartTest#*                                | com.shop.CartTest | whole",
        "CartTest@default-test#adds                | com.shop.CartTest | #adds",
        "CartTest$Entries@default-test#adds        | com.shop.CartTest | Entries#adds",
        "web/ui:**#adds                            | web/ui:com.shop.web.PageTest | #adds",
      })
  void methods_stand_behind_any_kind_of_pattern(String pattern, String task, String methods) {
    TestChoice choice = PatternSelection.choose(ALL, List.of(pattern), PROJECT);
    assertThat(choice.tasks()).containsExactly(task);
    assertThat(choice.methods().getOrDefault(task, List.of("whole"))).containsExactly(methods);
  }

  @Test
  void aClassThatIsAskedForBothWholeAndByMethodRunsWhole() {
    TestChoice choice =
        PatternSelection.choose(
            ALL, List.of("CartTest#adds", "*PriceTest#x", "com.shop.*", "PriceTest#y"), PROJECT);
    assertThat(choice.methods())
        .containsOnlyKeys("com.shop.price.PriceTest", "com.shop.price.old.OldPriceTest")
        .containsEntry("com.shop.price.PriceTest", List.of("#x", "#y"));
    assertThat(choice.parts()).hasSize(3);
    assertThat(PatternSelection.choose(ALL, List.of("#adds"), PROJECT).methods()).hasSize(5);
    assertThat(PatternSelection.choose(ALL, List.of(), PROJECT).classes()).isEqualTo(ALL);
  }

  @Test
  void aDirectoryMayHaveTheSignInItsName() {
    Path odd = Path.of("/work/c#/shop");
    assertThat(
            PatternSelection.choose(
                    ALL, List.of("/work/c#/shop/src/test/java/com/shop/CartTest.java#adds"), odd)
                .methods())
        .containsOnlyKeys("com.shop.CartTest");
  }

  @Test
  void withoutAMethodBehindTheSignAPatternIsRefused() {
    assertThatThrownBy(() -> PatternSelection.choose(ALL, List.of("CartTest#"), PROJECT))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "PATTERN 'CartTest#' has no method behind '#': write one, or leave the '#' out");
    assertThatThrownBy(() -> PatternSelection.choose(ALL, List.of("CrtTest#adds"), PROJECT))
        .hasMessage("no test class matches 'CrtTest#adds': the nearest is 'com.shop.CartTest'");
  }

  @Test
  void aProjectWithoutTestsSaysSo() {
    assertThatThrownBy(() -> PatternSelection.select(List.of(), List.of("A"), PROJECT))
        .hasMessage("no test class matches 'A': the project has none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CartTest              | core:shop.CartTest core:shop.CartTest@named"
            + " services/billing:shop.CartTest",
        "shop.CartTest         | core:shop.CartTest core:shop.CartTest@named"
            + " services/billing:shop.CartTest",
        "core:*CartTest        | core:shop.CartTest core:shop.CartTest@named",
        "core:CartTest         | core:shop.CartTest core:shop.CartTest@named",
        "core:shop.CartTest    | core:shop.CartTest core:shop.CartTest@named",
        "core:*.CartTest       | core:shop.CartTest core:shop.CartTest@named",
        "core:shop.*           | core:shop.CartTest core:shop.PriceTest core:shop.CartTest@named",
        "core:shop.CartTest@named        | core:shop.CartTest@named",
        "core:CartTest@default-test      | core:shop.CartTest",
        "*@named               | core:shop.CartTest@named",
        "core:                 | core:shop.CartTest core:shop.PriceTest core:shop.CartTest@named",
        "core:@named           | core:shop.CartTest@named",
        "core:**               | core:shop.CartTest core:shop.PriceTest core:shop.CartTest@named",
        "c*:                   | core:shop.CartTest core:shop.PriceTest core:shop.CartTest@named",
        "core/*:               | core/plugin:shop.PluginTest",
        "core**:Pl*            | core/plugin:shop.PluginTest",
        "**:BillTest@it        | services/billing:shop.bill.BillTest@it",
        "services/billing:     | services/billing:shop.CartTest services/billing:shop.bill.BillTest"
            + " services/billing:shop.bill.BillTest@it",
        "services/billing      | services/billing:shop.CartTest services/billing:shop.bill.BillTest"
            + " services/billing:shop.bill.BillTest@it",
        "services              | services/billing:shop.CartTest services/billing:shop.bill.BillTest"
            + " services/billing:shop.bill.BillTest@it",
        "core                  | core:shop.CartTest core:shop.PriceTest core:shop.CartTest@named"
            + " core/plugin:shop.PluginTest",
        "core/                 | core:shop.CartTest core:shop.PriceTest core:shop.CartTest@named"
            + " core/plugin:shop.PluginTest",
        "/work/shop/core/      | core:shop.CartTest core:shop.PriceTest core:shop.CartTest@named"
            + " core/plugin:shop.PluginTest",
        "core/plugin/          | core/plugin:shop.PluginTest",
        "core/src/test/java/shop/CartTest.java       | core:shop.CartTest core:shop.CartTest@named",
        "core/src/test/java/shop/CartTest.java@named | core:shop.CartTest@named",
        "services/billing/src/test/java/shop/bill    | services/billing:shop.bill.BillTest"
            + " services/billing:shop.bill.BillTest@it",
        "*/src/test/java/**/*Test.java               | core:shop.CartTest core:shop.PriceTest"
            + " core:shop.CartTest@named",
        "PluginTest.java       | core/plugin:shop.PluginTest",
      })
  void in_a_build_of_many_modules_a_pattern_may_name_one(String pattern, String tasks) {
    assertThat(PatternSelection.choose(MODULES, List.of(pattern), PROJECT).tasks())
        .containsExactly(tasks.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "core:shop.CartTest@named#adds      | core:shop.CartTest@named | #adds",
        "core:CartTest$Entries@named#adds   | core:shop.CartTest@named | Entries#adds",
        "core/plugin:#adds                  | core/plugin:shop.PluginTest | #adds",
        "core/plugin/#adds                  | core/plugin:shop.PluginTest | #adds",
      })
  void methods_stand_behind_patterns_with_a_module(String pattern, String task, String methods) {
    TestChoice choice = PatternSelection.choose(MODULES, List.of(pattern), PROJECT);
    assertThat(choice.tasks()).containsExactly(task);
    assertThat(choice.methods()).containsEntry(task, List.of(methods));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cor:CartTest           | core:shop.CartTest",
        "core:CratTest          | core:shop.CartTest",
        "services/biling:CrtTest | services/billing:shop.CartTest",
        "core:BillTest          | services/billing:shop.bill.BillTest",
        "CratTest               | core:shop.CartTest",
        "cor/                   | core/",
        "cor                    | core/",
        "cor:                   | core:",
        "servces                | services/",
        "services/biling:       | services/billing:",
        "services/biling/       | services/billing/",
        "services/biling        | services/billing/",
        "billing                | services/billing/",
        ":billing               | services/billing/",
        "core/src/test/java/shop/CratTest.java | core:shop.CartTest",
      })
  void what_fits_no_class_of_many_modules_is_refused_with_the_nearest(String pattern, String near) {
    assertThatThrownBy(() -> PatternSelection.choose(MODULES, List.of(pattern), PROJECT))
        .isInstanceOf(UsageException.class)
        .hasMessage("no test class matches '" + pattern + "': the nearest is '" + near + "'");
  }

  @Test
  void aColonAloneMeansTheProjectsOwnModule() {
    assertThat(PatternSelection.select(ALL, List.of(":"), PROJECT))
        .extracting(TestClass::task)
        .containsExactly(
            "com.shop.CartTest", "com.shop.price.PriceTest", "com.shop.price.old.OldPriceTest");
    assertThat(PatternSelection.select(ALL, List.of(":CartTest"), PROJECT)).hasSize(1);
    assertThatThrownBy(() -> PatternSelection.select(MODULES, List.of(":"), PROJECT))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("no test class matches ':'");
  }
}
