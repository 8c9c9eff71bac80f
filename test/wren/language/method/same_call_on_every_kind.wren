class Own {
  construct new() {}
  count { "own" }
  toString { "object" }
}
var values = [1.5, "text", true, null, [1, 2], Own.new(), {}, 1..2, Own]
for (value in values) System.print(value.toString)
// expect: 1.5
// expect: text
// expect: true
// expect: null
// expect: [1, 2]
// expect: object
// expect: {}
// expect: 1..2
// expect: Own
for (value in ["text", [1, 2], Own.new(), 4]) System.print(value.count) // expect runtime error: Num does not implement 'count'.
// expect: 4
// expect: 2
// expect: own
