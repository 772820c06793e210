package example;

import org.testng.ITestListener;
import org.testng.ITestResult;

public class Loud implements ITestListener {
  @Override
  public void onTestSuccess(ITestResult result) {
    System.out.println("heard of " + result.getName());
  }
}
