package io.rrrspec.common.flow.file;

import java.util.List;
import java.util.stream.Stream;

/**
 * A file that is wrong.
 *
 * @param yaml what is in it
 * @param message what the reader says: behind {@code line}, if it begins with a digit
 */
record Mistake(String yaml, String message) {
  /** Mistakes that the schema sees, too. */
  static Stream<Mistake> structural() {
    return Stream.of(ofTheFlow(), ofKeys(), ofValues(), ofVariables(), ofFiles())
        .flatMap(List::stream);
  }

  private static List<Mistake> ofFiles() {
    return List.of(
        wrong(
            "steps: [{shell: a, outputs: [b]}]",
            "1, column 20: 'outputs' without 'inputs': write what the command reads"),
        wrong(
            "steps: [{shell: a, inputs: [b]}]",
            "1, column 20: 'inputs' without 'outputs': write what the command makes"),
        wrong(
            "steps: [{shell: a, inputs: b, outputs: [c]}]",
            "1, column 28: 'inputs' is 'b': write a list of paths or globs"),
        wrong(
            "steps: [{shell: a, inputs: [], outputs: [c]}]",
            "1, column 28: 'inputs' is an empty list: write a list of paths or globs"),
        wrong(
            "steps: [{shell: a, inputs: [b], outputs: [1]}]",
            "1, column 43: 'outputs' is a number in YAML: write \"1\""),
        wrong(
            "steps: [{shell: a, inputs: [b], outputs: [/etc/passwd]}]",
            "1, column 43: 'outputs' has '/etc/passwd', which is absolute: write a path below"),
        wrong(
            "steps: [{shell: a, inputs: [../b], outputs: [c]}]",
            "1, column 29: 'inputs' has '../b', which leaves the directory: write a path without"),
        wrong(
            "steps: [{tests: a, inputs: [b], outputs: [c]}]",
            "1, column 20: 'inputs' does not go with 'tests', only with shell: remove it"),
        wrong(
            "steps: [{shell: a, uses: b}]",
            "1, column 26: 'uses' is 'b': write a list of names of steps above, 20 at most"));
  }

  private static Stream<Mistake> ofUses() {
    String build = "{name: build, shell: a, inputs: [b], outputs: [c]}";
    String uses = "{shell: d, uses: [build]}";
    return Stream.of(
        wrong(
            "steps: [{shell: a, sources: false, inputs: [b], outputs: [c]}]",
            "1, column 36: 'inputs' needs the sources of the flow: remove 'sources: false'"),
        wrong(
            "steps:\n- " + build + "\n- {shell: d, sources: false, uses: [build]}",
            "3, column 30: 'uses' needs the sources of the flow: remove 'sources: false'"),
        wrong(
            "steps:\n- " + build + "\n- {shell: d, uses: [biuld]}",
            "3, column 21: 'uses' names 'biuld', and no such step ends before this one: did you"),
        wrong(
            "steps:\n- " + uses + "\n- " + build,
            "2, column 21: 'uses' names 'build', and no such step ends before this one: write"),
        wrong(
            "steps:\n- {name: x, shell: d, uses: [x], inputs: [a], outputs: [b]}",
            "2, column 30: 'uses' names 'x', and no such step ends before this one: write"),
        wrong(
            "steps:\n- group:\n  - " + build + "\n  - " + uses,
            "4, column 23: 'uses' names 'build', and no such step ends before this one: write"),
        wrong(
            "steps:\n- group:\n  - chain: [" + build + "]\n  - chain: [" + uses + "]",
            "4, column 31: 'uses' names 'build', and no such step ends before this one: write"),
        wrong(
            "steps:\n- {name: build, shell: a}\n- " + uses,
            "3, column 21: 'uses' names 'build', which declares no outputs: give it 'inputs'"),
        wrong(
            "steps:\n- chain: [" + build + "]\n- chain: [" + build + "]\n- " + uses,
            "4, column 21: 'uses' names 'build', and several steps above have that name: rename"),
        wrong(
            "steps:\n- {name: build, shell: a, inputs: [b], outputs: [c], matrix: {A: [1]}}\n- "
                + uses,
            "3, column 21: 'uses' names 'build', of which a matrix makes several: remove the"),
        wrong(
            "steps:\n- matrix: {A: [1]}\n  chain:\n  - " + build + "\n- " + uses,
            "5, column 21: 'uses' names 'build', of which a matrix makes several: remove the"));
  }

  /** Mistakes that only the reader sees, in files that are YAML. */
  static Stream<Mistake> others() {
    return Stream.concat(ofUses(), ofText());
  }

  private static Stream<Mistake> ofText() {
    return Stream.of(
        wrong(
            "steps: [{shell: a, name: x}, {shell: b, name: x}]",
            "1, column 47: a second step named 'x' in this list: choose another"),
        wrong(
            "variables: {A: x}\nvariables: {B: y}\nsteps: [{shell: a}]",
            "2, column 1: 'variables' is there twice: remove one of them"),
        wrong(
            "steps:\n- shell: a\n  name: b\n  shell: c",
            "4, column 3: 'shell' is there twice: remove one of them"),
        wrong(
            "steps: [{shell: &x a}, {shell: *x}]",
            "1, column 32: '*x' is an alias in YAML: for a text write"),
        wrong("steps: [&x {shell: a}]", "1, column 9: '&x' is an anchor in YAML: write"),
        wrong(
            "steps: [{tests: *CartTest}]",
            "1, column 17: '*CartTest' is an alias in YAML: for a text write \"*CartTest\""),
        wrong(
            "a: &a [x, x]\nb: &b [*a, *a]\nsteps: *b",
            "1, column 4: '&a' is an anchor in YAML: write what is meant in each place"),
        wrong(
            "steps: [{shell: !!str 17}]", "1, column 17: a tag ('!') has no meaning here: remove"),
        wrong("steps: [{shell: !x y}]", "1, column 17: a tag ('!') has no meaning here: remove"),
        wrong(
            "steps: [{shell: a}]\n---\nsteps: [{shell: b}]",
            "3, column 1: a second document: write one flow in a file"),
        wrong(
            "steps: [{shell: \"a\\0b\"}]",
            "1, column 17: a text with the character NUL in it: remove it"),
        wrong(
            "steps: [{shell: a, env: {A: x}, matrix: {A: [1]}}]",
            "1, column 33: 'A' is in 'matrix' and in 'env': remove one of them"),
        wrong(
            "steps: [{shell: a, matrix: {A: [1, \"1\"]}}]",
            "1, column 36: '1' is there twice in 'A': remove one"),
        wrong(
            "steps: [{shell: a, matrix: {A: ['1', '1, B=1'], B: ['1', '1, B=1']}}]",
            "1, column 20: two combinations have the name"),
        wrong(
            "steps: [{shell: a, matrix: {A: " + numbers(17) + ", B: " + numbers(16) + "}}]",
            "1, column 20: a matrix of more than 256 combinations: make it smaller"),
        wrong(
            "steps: [{matrix: {A: " + numbers(200) + "}, group: [" + many(50, "{shell: a}") + "]}]",
            "1, column 10: more than 10,000 steps, with those that a matrix makes: make several"),
        wrong(
            "steps: [" + many(10_001, "{shell: a}") + "]",
            "1, column 1: more than 10,000 steps, with those that a matrix makes: make several"),
        wrong(
            "steps: [" + nested(20, "{shell: a}") + "]",
            "1, column 181: nested too deep: chains and groups may be nested 20 deep"),
        wrong("steps: " + "[".repeat(100_000), "1, column 68: nested too deep: chains and groups"),
        wrong(
            "steps: [{group: [{shell: a, env: "
                + variables("A", 150)
                + "}], env: "
                + variables("B", 150)
                + "}]",
            "1, column 29: more than 256 variables, with those of the steps around: remove some"));
  }

  /** Files that are no YAML. */
  static Stream<Mistake> malformed() {
    return Stream.of(
        wrong("", "1, column 1: the file is empty: write 'steps:' and a list of steps"),
        wrong("# nothing\n", "1, column 1: the file is empty: write 'steps:' and a list of steps"),
        wrong("steps:\n- shell: a\n\tname: b", "3, column 1: a tab: indent with blanks"),
        wrong(
            "steps: [{tests: **}]",
            "1, column 18: this is not YAML (unexpected character found *(42)): put a text that begins with"),
        wrong(
            "steps:\n- shell: echo a: b\n",
            "2, column 16: this is not YAML (mapping values are not allowed here): put texts with"),
        wrong("steps: [{shell: a}", "1, column 19: this is not YAML ("),
        wrong("steps: [{? [a] : b}]", "1, column 13: this is not YAML (a key must be a text)"),
        wrong("steps: [{shell: \u0001}]", "1, column 17: a control character: remove it"));
  }

  private static List<Mistake> ofTheFlow() {
    return List.of(
        wrong("- shell: a", "1, column 1: a flow is a map: write 'steps:' above the list of steps"),
        wrong("hello", "1, column 1: a flow is a map: write 'steps:' above the list of steps"),
        wrong("name: shop", "1, column 1: 'steps' is missing: write it with a list of steps"),
        wrong(
            "# shop\nstep:\n- shell: a", "2, column 1: unknown key 'step': did you mean 'steps'?"),
        wrong(
            "on: push\nsteps: [{shell: a}]",
            "1, column 1: unknown key 'on': the keys of a flow are name, queue, variables, steps"),
        wrong(
            "name: a b\nsteps: [{shell: a}]",
            "1, column 7: 'name' is 'a b': write a name of letters, digits, '.', '_' and '-' that"),
        wrong("name: .x\nsteps: [{shell: a}]", "1, column 7: 'name' is '.x': write a name of"),
        wrong(
            "name: 17\nsteps: [{shell: a}]",
            "1, column 7: 'name' is a number in YAML: write \"17\""),
        wrong("queue: -pr\nsteps: [{shell: a}]", "1, column 8: 'queue' is '-pr': write a name of"),
        wrong("queue:\nsteps: [{shell: a}]", "1, column 7: 'queue' is empty: write a name of"),
        wrong("steps:", "1, column 7: 'steps' is empty: write a list of steps, one at least"),
        wrong("steps: []", "1, column 8: 'steps' is an empty list: write a list of steps, one at"),
        wrong("steps: {shell: a}", "1, column 8: 'steps' is a map: write a list of steps, one at"),
        wrong("steps: [make]", "1, column 9: a step is 'make': write a map, such as {shell: make}"),
        wrong("steps: [{group: []}]", "1, column 17: 'group' is an empty list: write a list of"),
        wrong("steps: [{chain: {shell: a}}]", "1, column 17: 'chain' is a map: write a list of"));
  }

  private static List<Mistake> ofKeys() {
    return List.of(
        wrong(
            "steps:\n- shell: a\n- tests: b\n  retires: 1",
            "4, column 3: unknown key 'retires': did you mean 'retries'?"),
        wrong(
            "steps: [{shell: a, \"\\e[31m\": 1}]",
            "1, column 20: unknown key '[31m': the keys of a step are shell, name, when, env,"),
        wrong(
            "steps:\n- shell: a\n- shell: b\n  needs: [a]",
            "4, column 3: there is no 'needs': nest chain (one after the other) and group (at once)"),
        wrong(
            "steps: [{name: x}]",
            "1, column 9: a step does nothing: write one of chain, group, tests, shell, http, flaky"),
        wrong("steps: [{}]", "1, column 9: a step does nothing: write one of chain, group, tests"),
        wrong(
            "steps:\n- shell: a\n  tests: b",
            "3, column 3: 'shell' and 'tests' in one step: make two steps of it"),
        wrong(
            "steps: [{tests: a, sources: true}]",
            "1, column 20: 'sources' does not go with 'tests', only with shell: remove it"),
        wrong(
            "steps: [{shell: a, batch: 5}]",
            "1, column 20: 'batch' does not go with 'shell', only with tests: remove it"),
        wrong(
            "steps: [{group: [{shell: a}], timeout: 5m}]",
            "1, column 31: 'timeout' does not go with 'group', only with tests, shell, http, flaky:"),
        wrong(
            "steps: [{chain: [{shell: a}], queue: pr}]",
            "1, column 31: 'queue' does not go with 'chain', only with tests, shell, http, flaky:"),
        wrong(
            "steps: [{shell: a, when: always}]",
            "1, column 20: 'when' in the first step, which runs after nothing: remove it"),
        wrong(
            "steps: [{shell: a}, {chain: [{shell: b, when: failed}]}]",
            "1, column 41: 'when' in the first step, which runs after nothing: remove it"),
        wrong(
            "steps: [{group: [{shell: a}, {shell: b, when: always}]}]",
            "1, column 41: 'when' in a group, whose steps run at once: move it to a chain"),
        wrong(
            "steps: [{shell: a}, {shell: b, when: never}]",
            "1, column 38: 'when' is 'never': write always or failed"),
        wrong(
            "steps: [{flaky: {days: 7, time: 20}}]",
            "1, column 27: unknown key 'time': did you mean 'times'?"),
        wrong(
            "steps: [{flaky: {days: 7}}]",
            "1, column 17: 'times' is missing: write a map, such as {days: 7, times: 20}"));
  }

  private static List<Mistake> ofValues() {
    return List.of(
        wrong(
            "steps: [{shell: }]", "1, column 16: 'shell' is empty: write a command line (a script"),
        wrong("steps: [{shell: ' '}]", "1, column 17: 'shell' is '': write a command line"),
        wrong("steps: [{shell: [make]}]", "1, column 17: 'shell' is a list: write a command line"),
        wrong(
            "steps: [{shell: true}]",
            "1, column 17: 'shell' is a truth value in YAML: write \"true\""),
        wrong(
            "steps:\n- shell: |\n    a\n    b\n",
            "2, column 10: 'shell' has several lines or control characters: write a command line"),
        wrong(
            "steps: [{shell: " + "x".repeat(65_537) + "}]",
            "1, column 17: 'shell' is too long: write at most 65,536 characters"),
        wrong(
            "steps: [{name: '', shell: a}]",
            "1, column 16: 'name' is '': write a name in one line"),
        wrong(
            "steps: [{name: " + "x".repeat(201) + ", shell: a}]",
            "1, column 16: 'name' is too long: write at most 200 characters"),
        wrong(
            "steps: [{shell: a, sources: yes}]",
            "1, column 29: 'sources' is 'yes': write true or false"),
        wrong(
            "steps: [{tests: []}]",
            "1, column 17: 'tests' is an empty list: write a pattern such as \"core.**\", or a list"),
        wrong("steps: [{tests: [a, {b: c}]}]", "1, column 21: 'tests' is a map: write a pattern"),
        wrong(
            "steps: [{tests: " + numbers(1_001) + "}]",
            "1, column 17: 'tests' has 1,001 items: write 1,000 at most"),
        wrong(
            "steps: [{http: http://host/x}]",
            "1, column 16: 'http' is 'http://host/x': write METHOD URL [BODY], such as"),
        wrong("steps: [{http: get http://host/x}]", "1, column 16: 'http' is 'get http://host/x':"),
        wrong("steps: [{http: GET ftp://host/x}]", "1, column 16: 'http' is 'GET ftp://host/x':"),
        wrong("steps: [{flaky: 7}]", "1, column 17: 'flaky' is '7': write a map, such as {days: 7"),
        wrong(
            "steps: [{flaky: {days: 0, times: 20}}]",
            "1, column 24: 'days' is '0': write a whole number, 1 to 365"),
        wrong(
            "steps: [{flaky: {days: 7, times: 1001}}]",
            "1, column 34: 'times' is '1001': write a whole number, 1 to 1,000"),
        wrong(
            "steps: [{shell: a, retries: 11}]",
            "1, column 29: 'retries' is '11': write a whole number, 0 to 10"),
        wrong(
            "steps: [{shell: a, retries: -1}]",
            "1, column 29: 'retries' is '-1': write a whole number, 0 to 10"),
        wrong(
            "steps: [{shell: a, retries: \"1\"}]",
            "1, column 29: 'retries' is '1', a text: write a whole number, 0 to 10"),
        wrong(
            "steps: [{shell: a, retries: 1.5}]", "1, column 29: 'retries' is '1.5': write a whole"),
        wrong(
            "steps: [{shell: a, retries: 99999999999999999999}]",
            "1, column 29: 'retries' is '99999999999999999999': write a whole number, 0 to 10"),
        wrong(
            "steps: [{tests: a, batch: 0}]",
            "1, column 27: 'batch' is '0': write a whole number, 1 to 10,000"),
        wrong(
            "steps: [{tests: a, max_workers: many}]",
            "1, column 33: 'max_workers' is 'many': write a whole number, 1 to 10,000"),
        wrong(
            "steps: [{shell: a, timeout: 90}]",
            "1, column 29: 'timeout' is '90': write a duration such as 90s, 30m or 2h, 1s to 24h"),
        wrong(
            "steps: [{shell: a, timeout: 0s}]",
            "1, column 29: 'timeout' is '0s': write a duration"),
        wrong("steps: [{shell: a, timeout: 25h}]", "1, column 29: 'timeout' is '25h': write a"),
        wrong("steps: [{shell: a, timeout: 86401s}]", "1, column 29: 'timeout' is '86401s': write"),
        wrong("steps: [{shell: a, timeout: 1441m}]", "1, column 29: 'timeout' is '1441m': write a"),
        wrong("steps: [{shell: a, timeout: 1d}]", "1, column 29: 'timeout' is '1d': write a"));
  }

  private static List<Mistake> ofVariables() {
    return List.of(
        wrong(
            "variables: [A]\nsteps: [{shell: a}]",
            "1, column 12: 'variables' is a list: write a map of names to texts, such as {TARGET:"),
        wrong(
            "variables: {1A: x}\nsteps: [{shell: a}]",
            "1, column 13: '1A' is no name of a variable: write letters, digits and _, no digit in"),
        wrong("steps: [{shell: a, env: {A-B: x}}]", "1, column 26: 'A-B' is no name of a variable"),
        wrong(
            "steps: [{shell: a, env: {RRRSPEC_REDIS: x}}]",
            "1, column 26: 'RRRSPEC_REDIS' is a name of rrrspec-java itself: choose another"),
        wrong(
            "steps: [{shell: a, matrix: {rrrspec_x: [1]}}]",
            "1, column 29: 'rrrspec_x' is a name of rrrspec-java itself: choose another"),
        wrong(
            "steps: [{shell: a, env: {A: [1]}}]",
            "1, column 29: 'A' is a list: write a text, a number, true or false"),
        wrong(
            "variables: {A: }\nsteps: [{shell: a}]",
            "1, column 15: 'A' is empty: write a text, a number, true or false"),
        wrong(
            "steps: [{shell: a, env: {A: " + "x".repeat(4_097) + "}}]",
            "1, column 29: 'A' is too long: write at most 4,096 characters"),
        wrong(
            "variables: " + variables("A", 257) + "\nsteps: [{shell: a}]",
            "1, column 1: more than 256 variables, with those of the steps around: remove some"),
        wrong(
            "steps: [{shell: a, matrix: {}}]",
            "1, column 28: a matrix has 1 to 10 names: write {JDK: [17, 21]}"),
        wrong(
            "steps: [{shell: a, matrix: {A: 17}}]",
            "1, column 32: 'A' is '17': write a list of values, such as [17, 21]"),
        wrong("steps: [{shell: a, matrix: {A: []}}]", "1, column 32: 'A' is an empty list: write"),
        wrong(
            "steps: [{shell: a, matrix: {A: [[17]]}}]",
            "1, column 33: 'A' is a list: write a text"),
        wrong(
            "steps: [{shell: a, matrix: {A: [x, x]}}]",
            "1, column 36: 'x' is there twice in 'A': remove one"),
        wrong(
            "steps: [{shell: a, matrix: {A: [\"x\\ny\"]}}]",
            "1, column 33: a value of a matrix is one line: shorten it"),
        wrong(
            "steps: [{shell: a, matrix: {A: [" + "x".repeat(101) + "]}}]",
            "1, column 33: a value of a matrix is too long: write at most 100 characters"),
        wrong(
            "steps: [{shell: a, matrix: {A: " + numbers(257) + "}}]",
            "1, column 32: 'A' has 257 items: write 256 at most"));
  }

  private static Mistake wrong(String yaml, String message) {
    return new Mistake(yaml, message);
  }

  /** A list of texts: the numbers from 1. */
  private static String numbers(int most) {
    StringBuilder list = new StringBuilder("[n1");
    for (int i = 2; i <= most; i++) {
      list.append(", n").append(i);
    }
    return list.append(']').toString();
  }

  private static String many(int count, String item) {
    return item + (", " + item).repeat(count - 1);
  }

  private static String nested(int depth, String step) {
    return "{group: [".repeat(depth) + step + "]}".repeat(depth);
  }

  private static String variables(String prefix, int count) {
    StringBuilder map = new StringBuilder("{");
    for (int i = 0; i < count; i++) {
      map.append(i == 0 ? "" : ", ").append(prefix).append(i).append(": x");
    }
    return map.append('}').toString();
  }

  @Override
  public String toString() {
    String line = yaml.replace("\n", "⏎");
    return line.length() <= 80 ? line : line.substring(0, 80) + "…";
  }
}
