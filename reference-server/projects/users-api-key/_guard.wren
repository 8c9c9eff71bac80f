// Users and products need an API key.

import "_app" for ApiKey

class Guard {
  static admits(resource) { ApiKey.isAccepted }
}
