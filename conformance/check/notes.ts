import type { Suite } from '../suite/suite.js';

/** What derived requirements leave out, and why, in lines. */
export function renderNotes({ derived }: Suite): string {
  return (derived?.notes ?? []).map((one) => `${one}\n`).join('');
}
