var load = Fn.new {|f| System.print(Fiber.new(f).try()) }
load.call(Fn.new {
  import "__proto__"
}) // expect: Could not load module '__proto__'.
load.call(Fn.new {
  import "constructor" for Object
}) // expect: Could not load module 'constructor'.
load.call(Fn.new {
  import "toString" for call
}) // expect: Could not load module 'toString'.
load.call(Fn.new {
  import "fs" for readFileSync
}) // expect: Could not load module 'fs'.
