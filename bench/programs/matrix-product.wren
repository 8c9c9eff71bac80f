// The product of two square matrices, each a list of lists.
import "./rounds" for Rounds

class Matrix {
  static make(size, seed) {
    var rows = []
    for (i in 0...size) {
      var row = []
      for (j in 0...size) row.add((i * seed + j) % 10)
      rows.add(row)
    }
    return rows
  }

  static multiply(a, b) {
    var size = a.count
    var product = []
    for (i in 0...size) {
      var row = List.filled(size, 0)
      for (j in 0...size) {
        var sum = 0
        for (k in 0...size) sum = sum + a[i][k] * b[k][j]
        row[j] = sum
      }
      product.add(row)
    }
    return product
  }

  static trace(matrix) {
    var sum = 0
    for (i in 0...matrix.count) sum = sum + matrix[i][i]
    return sum
  }
}

var a = Matrix.make(240, 3)
var b = Matrix.make(240, 7)

Rounds.time { Matrix.trace(Matrix.multiply(a, b)) }
