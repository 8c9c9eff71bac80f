var read = Fn.new { Later }
System.print(read.call()) // expect: null
var Later = "defined"
System.print(read.call()) // expect: defined
