// No answer at all.

var unused = "nothing is sent"
