System.print("aéb"[0..1]) // expect: aé
System.print("aéb"[0..2]) // expect: aé
System.print("aéb"[2..3]) // expect: b
System.print("aéb"[3..0]) // expect: béa
System.print("søméthing"[0..-1]) // expect: søméthing
