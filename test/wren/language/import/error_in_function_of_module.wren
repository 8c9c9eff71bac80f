import "./_aborts" for Aborts
Aborts.now("called too early") // expect runtime error: called too early
