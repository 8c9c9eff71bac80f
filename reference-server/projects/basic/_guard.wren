// Users are open to everybody, products need an API key.

import "_app" for ApiKey

class Guard {
  // Whether the client may go on to the resource; when it may not, 401 is answered.
  static admits(resource) { resource == "users" || ApiKey.isAccepted }
}
