for (entry in {"key": "value"}) System.print("%(entry.key) is %(entry.value)") // expect: key is value
for (key in {"key": "value"}.keys) System.print(key) // expect: key
for (value in {"key": "value"}.values) System.print(value) // expect: value
