System.print({}["nothing"]) // expect: null
