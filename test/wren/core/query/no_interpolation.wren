System.print(`a %(1 + 2) "b"`.sql) // expect: a %(1 + 2) "b"
