import "./sub/_inner" for Inner
System.print(Inner)
// expect: shapes say cm
// expect: inner
