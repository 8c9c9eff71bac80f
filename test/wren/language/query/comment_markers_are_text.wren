System.print(`SELECT 1 /* no */ // comment`.sql == "SELECT 1 /* no */ // comment") // expect: true
