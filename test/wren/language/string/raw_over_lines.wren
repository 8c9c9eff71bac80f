var text = """
  first
    second
  """
System.print(text)
// expect:   first
// expect:     second
