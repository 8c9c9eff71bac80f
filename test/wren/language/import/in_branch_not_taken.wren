if (false) {
  import "./_prints"
}
System.print("nothing imported") // expect: nothing imported
