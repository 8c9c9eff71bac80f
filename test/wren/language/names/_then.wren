var toString = "text"
