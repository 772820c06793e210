package io.rrrspec.persister.viewer.api;

import io.rrrspec.common.run.ModuleSum;

/** The sums of a module, with the fields of {@code rrrspec-java run --json}. */
record ModuleJson(String module, int tasks, int failed, long timeMs) {
  static ModuleJson of(ModuleSum sum) {
    return new ModuleJson(sum.module(), sum.classes(), sum.failed(), sum.time().toMillis());
  }
}
