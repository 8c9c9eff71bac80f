var f = Fn.new { later }
var later = 1  // expect error: Error at '1': Variable 'later' referenced before this definition (first use at line 1).
