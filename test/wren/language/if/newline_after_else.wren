if (false) {
} else {

  System.print("else") // expect: else

}
