import { escapeHidden } from '../../kit/words.js';
import type { Report } from './model.js';

/**
 * The result as it is: the form that other programs read. Each requirement has a line. Escapes stand
 * for what is not seen; they mean the same in JSON.
 */
export function renderJson(report: Report): string {
  const members = Object.entries(report).map(
    ([name, value]) => `${JSON.stringify(name)}:${renderMember(name, value)}`,
  );
  return `{\n${members.join(',\n')}\n}\n`;
}

function renderMember(name: string, value: unknown): string {
  if (name !== 'requirements' || !Array.isArray(value)) return renderVisibly(value);
  return `[\n${value.map(renderVisibly).join(',\n')}\n]`;
}

function renderVisibly(value: unknown): string {
  return escapeHidden(JSON.stringify(value));
}
