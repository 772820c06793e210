package io.rrrspec.persister.viewer.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.rrrspec.common.run.ModuleSum;
import io.rrrspec.common.run.TaskFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModuleTableTest {
  private static List<ModuleSum> sums(int count) {
    List<ModuleSum> sums = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      sums.add(new ModuleSum("m" + i, 1, 0, Duration.ofMillis(10L * (count - i))));
    }
    return sums;
  }

  private static ModuleTable table(List<ModuleSum> sums, @Nullable String module, boolean every) {
    return ModuleTable.of("id", new ClassFilter(TaskFilter.ALL, module, every), sums);
  }

  @Test
  void twentyOfFiveHundredModulesAreShownFirst() {
    ModuleTable table = table(sums(500), null, false);

    assertThat(table.rows()).hasSize(20).first().extracting(ModuleSum::module).isEqualTo("m0");
    assertThat(table.isCut()).isTrue();
    assertThat(table.all()).isEqualTo(500);
    ModuleTable whole = table(sums(500), null, true);
    assertThat(whole.rows()).hasSize(500);
    assertThat(whole.isCut()).isFalse();
    assertThat(table(sums(20), null, false).isCut()).isFalse();
  }

  @Test
  void theModuleWhoseClassesAreListedIsAlwaysShown() {
    ModuleTable table = table(sums(500), "m321", false);

    assertThat(table.rows()).hasSize(21).last().extracting(ModuleSum::module).isEqualTo("m321");
    assertThat(table.rows()).filteredOn(table::isChosen).hasSize(1);
  }

  @Test
  void theLongestModuleHasTheWidestBar() {
    ModuleTable table = table(sums(4), null, false);

    assertThat(table.rows()).extracting(table::percent).containsExactly(100L, 75L, 50L, 25L);
    List<ModuleSum> idle = List.of(new ModuleSum("a", 1, 0, Duration.ZERO));
    assertThat(table(idle, null, false).percent(idle.get(0))).isZero();
  }
}
