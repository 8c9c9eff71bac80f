"abc".trimStart(null) // expect runtime error: Characters must be a string.
