class Outer {
  #!kept
  1 // expect error: Error at '1': Expect method definition.
} // expect error: Error at '}': Expected expression.
// expect error line 3: Error at newline: Attributes can only specified before a class or a method
