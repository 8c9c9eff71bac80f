/** JSON with indentation and marks on the lines of mismatches; other texts unchanged. */
import { parseJson, writeJson } from '../../http/json.js';
import type { TextMismatch } from '../../mismatches/mismatch.js';

import { type Html, html } from './html.js';

/**
 * The body of a request or an answer.
 *
 * @param mismatches differences whose lines are marked
 */
export function renderBody(body: string, mismatches: readonly TextMismatch[] = []): Html {
  const laidOut = layOutJson(body);
  if (laidOut === undefined) return html`${body}`;
  const lines = laidOut.split('\n');
  const faulty = new Set(mismatches.flatMap((one) => findMember(lines, one) ?? []));
  const shown = lines.map((line, index) => {
    const end = index === lines.length - 1 ? '' : '\n';
    return html`${faulty.has(index) ? markLine(line) : line}${end}`;
  });
  return html`<span class="json">${shown}</span>`;
}

function markLine(line: string): Html {
  const text = line.trimStart();
  const indent = line.slice(0, line.length - text.length);
  return html`${indent}<mark class="fault">${text}</mark>`;
}

/** The ending of a body that was cut. */
const cut = /… \(\d+ more characters\)$/;

function layOutJson(body: string): string | undefined {
  const [ending] = cut.exec(body) ?? [];
  if (ending !== undefined && /^\s*[[{]/.test(body)) {
    return layOutBeginning(body.slice(0, -ending.length)) + ending;
  }
  try {
    return writeJson(parseJson(body), 2);
  } catch {
    return undefined;
  }
}

/** Indents the beginning of a JSON text, which a parser would reject. */
function layOutBeginning(text: string): string {
  let depth = 0;
  let result = '';
  const breakLine = () => `\n${'  '.repeat(Math.max(depth, 0))}`;
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    if (part === '{' || part === '[') {
      depth += 1;
      result += part + breakLine();
    } else if (part === '}' || part === ']') {
      depth -= 1;
      const isEmpty = /[{[]\s*$/.test(result);
      result = isEmpty ? result.trimEnd() + part : result + breakLine() + part;
    } else if (part === ',') result += part + breakLine();
    else result += part === ':' ? ': ' : part;
  }
  return result;
}

/** The part of a mismatch's path that leads through a body: `.data[3].price`. */
const memberPath = /(?:\.[\w$-]+|\[\d+\])+$/;

/**
 * The line of the member that a mismatch names. A path that does not begin at the body stands for
 * the first member of that name with the observed value. For a missing member, the line of its
 * parent.
 */
function findMember(
  lines: readonly string[],
  { path, observed }: TextMismatch,
): number | undefined {
  const [end] = memberPath.exec(path) ?? [];
  if (end === undefined) return undefined;
  const wanted = end.split(/[.[\]]+/).filter((part) => part !== '');
  const places = pathsOf(lines);
  const name = `\n${wanted.join('\n')}`;
  const exact = places.indexOf(name);
  if (exact >= 0) return exact;
  const alike = places.findIndex(
    (place, index) => place?.endsWith(name) && lines[index]?.replace(/,$/, '').endsWith(observed),
  );
  if (alike >= 0) return alike;
  const parent = places.lastIndexOf(`\n${wanted.slice(0, -1).join('\n')}`);
  return path.startsWith('body') && parent >= 0 && wanted.length > 1 ? parent : undefined;
}

/**
 * The path of the member that begins in each line, with a line feed before each part; undefined for
 * closing lines.
 */
function pathsOf(lines: readonly string[]): (string | undefined)[] {
  const open: { readonly path: string; index: number }[] = [];
  return lines.map((line) => {
    const text = line.trim();
    if (/^[}\]]/.test(text)) {
      open.pop();
      return undefined;
    }
    const parent = open.at(-1);
    const [, name] = /^"((?:[^"\\]|\\.)*)": /.exec(text) ?? [];
    const part = name ?? (parent === undefined ? undefined : String(parent.index++));
    const path = part === undefined ? '' : `${parent?.path ?? ''}\n${part}`;
    if (/[{[]$/.test(text)) open.push({ path, index: 0 });
    return path;
  });
}
