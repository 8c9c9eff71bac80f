// Users are open to all clients, products need an API key.

import "_app" for ApiKey

class Guard {
  // Whether the client may access the resource; answers 401 if not.
  static admits(resource) { resource == "users" || ApiKey.isAccepted }
}
