var show = Fn.new {|query| query.sql }
System.print(show.call(`SELECT 1`)) // expect: SELECT 1
