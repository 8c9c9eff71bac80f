/**
 * The examples in a guide. A `wren` block names its file in a comment in its first line; the blocks
 * under a heading make up a project. An `http` block is a request and, from the line that begins
 * with `HTTP/1.1`, its answer; a `log` block is the content of the log at that point.
 */
import type { Files } from './temporary.js';

export interface ExampleAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `""` without a body. */
  readonly body: string;
}

export interface ExampleRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The claim of a block below a script. */
export type Claim =
  | { readonly kind: 'http'; readonly request: ExampleRequest; readonly answer: ExampleAnswer }
  | { readonly kind: 'log'; readonly text: string };

/** A project and the claims about it, under one heading of a guide. */
export interface Example {
  readonly heading: string;
  readonly files: Files;
  readonly claims: readonly Claim[];
}

interface Block {
  readonly language: string;
  readonly text: string;
}

const codeBlock = /^```(\w+)\n(.*?)^```$/gms;
const fileComment = /^\/\/ (\S+\.wren)\n/;
const statusLine = /^HTTP\/1\.1 (\d{3})$/m;

function readMessage(lines: readonly string[]): Pick<ExampleAnswer, 'headers' | 'body'> {
  const blank = lines.indexOf('');
  const [head, body] = blank < 0 ? [lines, []] : [lines.slice(0, blank), lines.slice(blank + 1)];
  const headers = Object.fromEntries(head.map((line) => line.split(/: (.*)/, 2)));
  return { headers, body: body.join('\n').trimEnd() };
}

function readExchange(text: string): Claim {
  const at = text.search(statusLine);
  if (at < 0) throw new Error(`A block of HTTP has no answer:\n${text}`);
  const [requestLine = '', ...requestLines] = text.slice(0, at).trimEnd().split('\n');
  const [line = '', ...answerLines] = text.slice(at).trimEnd().split('\n');
  const [method = '', target = ''] = requestLine.split(' ');
  const status = Number(statusLine.exec(line)?.[1]);
  return {
    kind: 'http',
    request: { method, target, ...readMessage(requestLines) },
    answer: { status, ...readMessage(answerLines) },
  };
}

function readFile(text: string): [path: string, text: string] {
  const path = fileComment.exec(text)?.[1];
  if (path === undefined) throw new Error(`A block of Wren does not name its file:\n${text}`);
  return [path, text];
}

function toExample(heading: string, blocks: readonly Block[]): Example {
  const textsOf = (language: string): string[] =>
    blocks.filter((block) => block.language === language).map(({ text }) => text);
  const claims = blocks.flatMap(({ language, text }): Claim[] => {
    if (language === 'http') return [readExchange(text)];
    return language === 'log' ? [{ kind: 'log', text }] : [];
  });
  return { heading, files: Object.fromEntries(textsOf('wren').map(readFile)), claims };
}

/** All examples of a guide: its sections with scripts or claims. */
export function readExamples(markdown: string): Example[] {
  const sections = markdown.split(/^#{2,} /m).slice(1);
  return sections.flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'));
    const found = [...section.matchAll(codeBlock)];
    const blocks = found.map(([, language = '', text = '']) => ({ language, text }));
    const example = toExample(heading, blocks);
    const isEmpty = Object.keys(example.files).length + example.claims.length === 0;
    return isEmpty ? [] : [example];
  });
}
