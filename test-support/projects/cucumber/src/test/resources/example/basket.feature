Feature: Basket

  Scenario: One thing
    Given an empty basket
    When I add something for 5
    Then I pay 5

  Scenario: Two things
    Given an empty basket
    When I add something for 5
    And I add something for 7
    Then I pay 12
