import type { Report } from './model.js';

/** The result as it is: the form that other programs read. Each requirement has a line. */
export function renderJson(report: Report): string {
  const members = Object.entries(report).map(
    ([name, value]) => `${JSON.stringify(name)}:${renderMember(name, value)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

function renderMember(name: string, value: unknown): string {
  if (name !== 'requirements' || !Array.isArray(value)) return JSON.stringify(value);
  return `[\n${value.map((requirement) => JSON.stringify(requirement)).join(',\n')}\n]`;
}
