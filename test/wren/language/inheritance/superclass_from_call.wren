var choose = Fn.new {|name|
  class Even {}
  class Odd {}
  return name == "even" ? Even : Odd
}
class A is (choose.call("even")) {
  construct new() {}
}
System.print(A.supertype) // expect: Even
