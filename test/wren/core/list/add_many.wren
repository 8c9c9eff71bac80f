// The capacity grows in steps, which programs do not notice.
var list = []
var removed = 0
for (i in 0...70000) {
  list.add(i)
  if (list.count == 32768) {
    removed = list.removeAt(-1) + list.removeAt(0)
    list.insert(0, 0)
    list.add(32767)
  }
}
System.print("%(list.count) %(removed) %(list[0]) %(list[16383]) %(list[16384]) %(list[-1])")
// expect: 70000 32767 0 16383 16384 69999
var sum = 0
for (element in list) sum = sum + element
System.print(sum) // expect: 2449965000
System.print(list.indexOf(65536)) // expect: 65536
System.print(list[65534..65537]) // expect: [65534, 65535, 65536, 65537]
var texts = []
for (i in 1..16384) texts.add("%(i)")
System.print(texts.join("").count) // expect: 70814
System.print(texts[16384]) // expect runtime error: Subscript out of bounds.
