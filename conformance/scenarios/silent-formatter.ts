/** A formatter of cucumber-js that prints nothing: the reports are made from our own records. */

export const type = 'formatter';

export function formatter(): void {}
