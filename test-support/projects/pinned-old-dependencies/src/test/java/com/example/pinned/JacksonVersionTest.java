package com.example.pinned;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.json.PackageVersion;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JacksonVersionTest {
  @Test
  void jacksonIsTheOneOfThisProject() throws Exception {
    assertEquals("jackson-databind-2.9.10.8.jar", Origin.jarOf(ObjectMapper.class));
    assertEquals("jackson-core-2.9.10.jar", Origin.jarOf(PackageVersion.class));
    assertEquals("jackson-annotations-2.9.10.jar", Origin.jarOf(JsonProperty.class));
    assertEquals("2.9.10-8", new ObjectMapper().version().toString());
    assertEquals("{\"a\":1}", new ObjectMapper().writeValueAsString(Map.of("a", 1)));
  }
}
