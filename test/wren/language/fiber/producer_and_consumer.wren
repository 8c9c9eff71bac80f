var producer = Fiber.new {
  for (i in 1..3) Fiber.yield("item %(i)")
}
var consumer = Fiber.new {
  while (true) {
    var item = producer.call()
    if (producer.isDone) break
    Fiber.yield("consumed " + item)
  }
}
while (true) {
  var report = consumer.call()
  if (consumer.isDone) break
  System.print(report)
}
// expect: consumed item 1
// expect: consumed item 2
// expect: consumed item 3
