System.print("<%(``.sql)>") // expect: <>
