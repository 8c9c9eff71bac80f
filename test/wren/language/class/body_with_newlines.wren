class Spread {


  construct new() {}

  foo { "foo" }


}
System.print(Spread.new().foo) // expect: foo
