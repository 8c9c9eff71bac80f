/** How a server guards its resources (specification §4, §5). */
export type Profile = 'basic' | 'users-api-key' | 'bearer';
