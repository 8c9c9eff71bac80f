class Foo { construct new() {} }
System.print(Foo.new() is Foo) // expect: true
