for (arguments in 1..1) System.print(arguments) // expect: 1
for (eval in [2]) System.print(eval) // expect: 2
for (let in "3") System.print(let) // expect: 3
for (await in {4: 5}.keys) System.print(await) // expect: 4
