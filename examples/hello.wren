// A first Wren program: npm run wren -- examples/hello.wren

class Greeter {
  construct new(greeting) {
    _greeting = greeting
  }

  greet(names) { names.map {|name| "%(_greeting), %(name)!" }.join("\n") }
}

System.print(Greeter.new("Hello").greet(["world", "Wren"]))
