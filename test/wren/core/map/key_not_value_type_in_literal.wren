var list = []
var map = {list: 1} // expect runtime error: Key must be a value type.
