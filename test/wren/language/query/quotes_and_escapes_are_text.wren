System.print(`"a" 'b' \n %(1)`.sql) // expect: "a" 'b' \n %(1)
