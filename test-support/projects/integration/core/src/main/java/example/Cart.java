package example;

public class Cart {
  public int size() {
    return 0;
  }
}
