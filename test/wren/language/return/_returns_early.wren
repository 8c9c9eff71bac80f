var A = "set"
if (A == "set") return "dropped"
var B = "not set"
