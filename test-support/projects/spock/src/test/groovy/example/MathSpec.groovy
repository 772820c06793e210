package example

import spock.lang.Specification
import spock.lang.Unroll

class MathSpec extends Specification {
  def "adds"() {
    expect:
    1 + 2 == 3
  }

  @Unroll
  def "the larger of #a and #b is #c"() {
    expect:
    Math.max(a, b) == c

    where:
    a | b || c
    1 | 2 || 2
    5 | 3 || 5
  }
}
