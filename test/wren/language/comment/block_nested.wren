/* outer /* inner */ still outer /* /* deep */ */ */
System.print("ok") // expect: ok
