import "./_shapes" for Square
class Tile is Square {
  construct new(side) { super(side) }
}
System.print(Tile.new(4).area) // expect: 16
