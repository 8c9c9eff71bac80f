System.print("<" + """
text
""" + ">") // expect: <text>
