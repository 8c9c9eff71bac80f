import "./_cycle_a" for A
System.print("b sees %(A)")
var B = "B"
