var constructor = "c"
var prototype = "p"
