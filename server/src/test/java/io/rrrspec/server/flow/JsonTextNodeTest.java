package io.rrrspec.server.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rrrspec.common.flow.JsonText;
import io.rrrspec.testing.RealParts;
import java.io.BufferedReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random values as a real Node process writes them. It gets each in a form that says nothing about
 * how to write it: doubles by their bits, strings by their code units.
 */
class JsonTextNodeTest {
  private static final int VALUES = 5_000;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final String PROGRAM =
      """
      const view = new DataView(new ArrayBuffer(8));
      const build = x => {
        if (typeof x !== 'object' || x === null) return x;
        if (x.bits) { view.setBigUint64(0, BigInt(x.bits)); return view.getFloat64(0); }
        if (x.long) return Number(x.long);
        if (x.units) return String.fromCharCode(...x.units);
        if (x.list) return x.list.map(build);
        const object = {};
        for (const [ name, value ] of x.fields) object[build(name)] = build(value);
        return object;
      };
      require('readline').createInterface({ input: process.stdin })
        .on('line', line => {
          const text = JSON.stringify(build(JSON.parse(line)));
          process.stdout.write(text + '\\n' + JSON.stringify(JSON.parse(text)) + '\\n');
        });
      """;

  /** A value, and how Node is told of it. */
  private record Value(JsonNode json, String told) {}

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void randomValuesAreTheBytesOfNode(long seed) throws Exception {
    RealParts.require("node");
    Random random = new Random(seed);
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < VALUES; i++) {
      values.add(value(random, 4));
    }
    Process node = new ProcessBuilder("node", "-e", PROGRAM).start();
    try (BufferedReader lines = node.inputReader(StandardCharsets.UTF_8)) {
      Thread writer = new Thread(() -> write(node, values));
      writer.start();
      for (Value value : values) {
        String text = lines.readLine();
        assertThat(JsonText.of(value.json())).as(value.told()).isEqualTo(text);
        // What one of both has read, it writes as the other.
        assertThat(JsonText.of(JsonText.parse(text))).isEqualTo(lines.readLine());
      }
      writer.join();
      assertThat(node.waitFor(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      node.destroyForcibly();
    }
  }

  private static void write(Process node, List<Value> values) {
    try (OutputStream input = node.getOutputStream()) {
      for (Value value : values) {
        input.write((value.told() + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (java.io.IOException e) {
      // It has ended; the lines that are missing say so.
    }
  }

  private static Value value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0, 1 -> number(random);
      case 2 -> whole(random);
      case 3, 4 -> string(random);
      case 5 ->
          switch (random.nextInt(3)) {
            case 0 -> new Value(JSON.nullNode(), "null");
            case 1 -> new Value(JSON.booleanNode(true), "true");
            default -> new Value(JSON.booleanNode(false), "false");
          };
      case 6 -> list(random, depth);
      default -> object(random, depth);
    };
  }

  /** Of all magnitudes, and of those that are near powers of two and of ten. */
  private static Value number(Random random) {
    double number =
        switch (random.nextInt(7)) {
          case 0 -> Double.longBitsToDouble(random.nextLong());
          case 1 -> random.nextInt(10_000) / 100.0;
          case 2 -> Math.scalb(1.0, random.nextInt(2098) - 1074);
          case 3 -> random.nextGaussian() * Math.pow(10, random.nextInt(50) - 25);
          case 4 ->
              Double.longBitsToDouble(
                  Double.doubleToLongBits(Math.pow(10, random.nextInt(60) - 30))
                      + random.nextInt(5)
                      - 2);
          case 5 -> Double.MIN_VALUE * random.nextInt(1_000);
          default -> random.nextBoolean() ? -0.0 : random.nextInt();
        };
    if (random.nextBoolean()) {
      number = -number;
    }
    return new Value(
        JSON.numberNode(number),
        "{\"bits\":\"" + Long.toUnsignedString(Double.doubleToRawLongBits(number)) + "\"}");
  }

  private static Value whole(Random random) {
    long number = random.nextLong() >> random.nextInt(64);
    return new Value(JSON.numberNode(number), "{\"long\":\"" + number + "\"}");
  }

  private static Value string(Random random) {
    StringBuilder text = new StringBuilder();
    List<String> units = new ArrayList<>();
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      char unit =
          (char)
              switch (random.nextInt(7)) {
                case 0 -> random.nextInt(0x20);
                case 1 -> 0x2028 + random.nextInt(2);
                case 2 -> 0xd800 + random.nextInt(0x400);
                case 3 -> 0xdc00 + random.nextInt(0x400);
                case 4 -> "\"\\/'\u007f\u00a0\ufeff\uffff".charAt(random.nextInt(8));
                case 5 -> random.nextInt(0x10000);
                default -> 0x20 + random.nextInt(0x60);
              };
      text.append(unit);
      units.add(Integer.toString(unit));
    }
    return new Value(
        JSON.textNode(text.toString()), "{\"units\":[" + String.join(",", units) + "]}");
  }

  private static Value list(Random random, int depth) {
    ArrayNode list = JSON.arrayNode();
    List<String> told = new ArrayList<>();
    int length = random.nextInt(5);
    for (int i = 0; i < length; i++) {
      Value value = value(random, depth - 1);
      list.add(value.json());
      told.add(value.told());
    }
    return new Value(list, "{\"list\":[" + String.join(",", told) + "]}");
  }

  private static Value object(Random random, int depth) {
    ObjectNode object = JSON.objectNode();
    List<String> told = new ArrayList<>();
    int length = random.nextInt(5);
    for (int i = 0; i < length; i++) {
      Value name = random.nextInt(3) == 0 ? index(random) : string(random);
      if (name.json().textValue().chars().anyMatch(unit -> Character.isSurrogate((char) unit))) {
        // Jackson reads no half of a pair in a name.
        continue;
      }
      Value value = value(random, depth - 1);
      object.set(name.json().textValue(), value.json());
      told.add("[" + name.told() + "," + value.told() + "]");
    }
    return new Value(object, "{\"fields\":[" + String.join(",", told) + "]}");
  }

  /** A name that looks like a number. */
  private static Value index(Random random) {
    String name = Long.toString(random.nextLong(1L << 33) >> random.nextInt(34));
    if (random.nextInt(8) == 0) {
      name = "0" + name;
    }
    return new Value(JSON.textNode(name), "\"" + name + "\"");
  }
}
