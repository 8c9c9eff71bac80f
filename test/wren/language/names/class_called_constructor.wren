class constructor {
  construct constructor() { _constructor = "field" }
  constructor { _constructor }
}
System.print(constructor.constructor().constructor) // expect: field
