var ask = Fn.new { Later.name } // expect runtime error: Null does not implement 'name'.
ask.call()
class Later {
  static name { "later" }
}
