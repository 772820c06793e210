package io.rrrspec.common.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.rrrspec.common.model.CaseResult;
import io.rrrspec.common.model.Comparison;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CasesJsonTest {
  @Test
  void itIsWhatAMapperWrites() throws Exception {
    String odd = "\u0000\u001f\"\\/\u007f\u2028\u00e9\ud83d\ude00</script>";
    List<CaseResult> cases = new ArrayList<>();
    for (CaseResult.Outcome outcome : CaseResult.Outcome.values()) {
      cases.add(new CaseResult("com.shop.CartTest", "adds" + odd, outcome, 12, odd, null, null));
      cases.add(
          new CaseResult(
              "C",
              "compares",
              outcome,
              1,
              null,
              odd,
              null,
              List.of(new Comparison(odd, "", null), new Comparison("1", "2", odd))));
      cases.add(new CaseResult("C", "", outcome, Long.MAX_VALUE, null, odd, odd));
    }
    String written = CasesJson.write(cases);
    assertThat(written).isEqualTo(new ObjectMapper().writeValueAsString(cases));
    assertThat(CasesJson.read(written)).isEqualTo(cases);
    assertThat(CasesJson.write(List.of())).isEmpty();
  }

  @Test
  void whatOtherReleasesWriteIsRead() {
    assertThat(CasesJson.read("[{\"c\":\"C\",\"n\":\"x\",\"o\":\"f\",\"ms\":1,\"later\":[1]}]"))
        .containsExactly(new CaseResult("C", "x", CaseResult.Outcome.FAILED, 1, null, null, null));
    assertThat(
            CasesJson.read(
                "[{\"c\":\"C\",\"n\":\"x\",\"o\":\"f\",\"ms\":1,\"d\":[{\"e\":\"1\"}]}]"))
        .as("a pair without one of its values")
        .isEmpty();
  }
}
