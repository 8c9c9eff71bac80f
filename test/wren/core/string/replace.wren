System.print("banana".replace("an", "o")) // expect: booa
System.print("banana".replace("a", "")) // expect: bnn
System.print("banana".replace("x", "y")) // expect: banana
System.print("aaa".replace("aa", "b")) // expect: ba
System.print("a.b.c".replace(".", "$&")) // expect: a$&b$&c
System.print("".replace("a", "b") == "") // expect: true
System.print("aéb".replace("é", "e")) // expect: aeb
