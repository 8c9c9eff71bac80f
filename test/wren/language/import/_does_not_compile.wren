var 1
