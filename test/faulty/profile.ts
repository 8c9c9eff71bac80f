/** The authentication of a server (§4, §5). */
export type Profile = 'basic' | 'users-api-key' | 'bearer';
