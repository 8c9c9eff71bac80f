import "./_shapes" for unit
