package io.rrrspec.common.flow.file;

import java.util.stream.Stream;

/** Files that are right, with every key in one of them. */
final class GoodFlows {
  static final String SHOP =
      """
      # yaml-language-server: $schema=flow.schema.json
      name: shop
      queue: pr
      variables: {TARGET: staging, PORT: 8080, DEBUG: true, EMPTY: ''}
      steps:
        - name: compile
          shell: mvn -q test-compile
          sources: true
        - group:
            - {name: core, tests: "core/**", timeout: 30m, retries: 1, queue: slow}
            - {name: web, tests: ["web/**", "WebTest"], env: {BROWSER: chrome, ZIP: 017, V: 1.10}}
            - chain:
                - {shell: make clean, sources: false}
                - shell: >-
                    make
                    all
                  when: failed
        - {name: notify, http: "POST http://127.0.0.1:9000/done {\\"ok\\": true}", when: always}
        - {name: all, tests: "**", batch: 50, max_workers: 8}
        - {name: flaky, flaky: {days: 7, times: 20}, timeout: 2h}
        - {name: matrix, matrix: {JDK: [17, 21], DB: [h2, pg]}, tests: "**", env: {A: x}}
      """;

  private GoodFlows() {}

  static Stream<String> all() {
    return Stream.of(
        SHOP,
        "steps: [{shell: a}]",
        "{\"steps\": [{\"tests\": [\"A\"]}, {\"shell\": \"b\", \"when\": \"always\"}]}",
        "---\nsteps:\n- shell: a\n...\n",
        "steps: [{shell: a, timeout: 1s}, {shell: a, timeout: 86400s}, {shell: a, timeout: 1440m}]",
        "steps: [{shell: a, timeout: 24h, retries: 0}, {shell: a, retries: 10}]",
        "steps: [{http: GET https://host}, {http: 'PUT http://host/a?b=c  two words'}]",
        "steps: [{group: [{chain: [{shell: a}, {group: [{shell: b}], when: failed}]}]}]",
        "steps: [{matrix: {A: [1, 1.0, true, x, '']}, env: {B: y}, chain: [{shell: a}]}]",
        "steps: [{matrix: {A: [x]}, group: [{matrix: {B: [y, z]}, shell: a}]}]",
        "steps: [" + "{group: [".repeat(19) + "{shell: a}" + "]}".repeat(19) + "]",
        "steps: [{name: b, shell: a, inputs: [x], outputs: [y]}, {shell: c, uses: [b]}]",
        "steps: [{group: [{name: b, shell: a, inputs: ['**'], outputs: [y]}]}, {chain: [{shell: c,"
            + " uses: [b], inputs: ['a/*.?'], outputs: ['z/**']}]}]",
        "variables: {a_1: x, _: y}\nsteps: [{shell: a, name: 'größer → 1'}]");
  }
}
