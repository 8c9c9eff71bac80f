System.print("before") // expect: before
import "./_does_not_compile" // expect runtime error: Could not compile module './_does_not_compile'.
