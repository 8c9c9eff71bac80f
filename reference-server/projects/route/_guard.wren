// Nothing to check: api/_route.wren has checked the API key.

class Guard {
  static admits(resource) { true }
}
