/** A formatter of cucumber-js that prints nothing: the reports are made from our own records. */

/** How cucumber-js recognizes a formatter. */
export const type = 'formatter';

/** Called by cucumber-js; it registers for nothing. */
export function formatter(): void {}
