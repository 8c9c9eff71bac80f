import type { Report } from './model.js';

/** The result as it is: the form that other programs read. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
