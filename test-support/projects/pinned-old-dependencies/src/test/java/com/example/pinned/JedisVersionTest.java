package com.example.pinned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.apache.commons.pool2.impl.GenericObjectPool;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class JedisVersionTest {
  @Test
  void jedisIsTheOneOfThisProject() {
    assertEquals("jedis-3.10.0.jar", Origin.jarOf(Jedis.class));
    assertEquals("commons-pool2-2.11.1.jar", Origin.jarOf(GenericObjectPool.class));
    // Gone in later versions, whose client is another class.
    assertThrows(
        ClassNotFoundException.class, () -> Class.forName("redis.clients.jedis.RedisClient"));
  }
}
