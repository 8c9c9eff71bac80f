import "./_constructor" for constructor, prototype
import "./_then" for toString as hasOwnProperty
System.print(constructor + prototype) // expect: cp
System.print(hasOwnProperty) // expect: text
