System.print("<" + """""" + ">") // expect: <>
