System.print("before") // expect: before
import "./_nowhere" // expect runtime error: Could not load module './_nowhere'.
