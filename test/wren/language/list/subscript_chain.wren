var matrix = [[1, 2], [3, 4]]
System.print(matrix[1][0]) // expect: 3
matrix[1][0] = 5
System.print(matrix) // expect: [[1, 2], [5, 4]]
