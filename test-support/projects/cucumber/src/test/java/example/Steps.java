package example;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;

public class Steps {
  private int total;

  @Given("an empty basket")
  public void anEmptyBasket() {
    total = 0;
  }

  @When("I add something for {int}")
  public void iAdd(int price) {
    total += price;
  }

  @Then("I pay {int}")
  public void iPay(int expected) {
    if (total != expected) {
      throw new AssertionError(total + " is not " + expected);
    }
  }
}
