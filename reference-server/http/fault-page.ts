/** A script's fault as a page, for the person who writes the script and looks at it in a browser. */
import { toBytes } from '../../interpreter/index.js';
import type { Answer } from './send.js';

/** What the page shows; ordinary text. */
export interface ShownFault {
  readonly status: number;
  /** The message, then the stack with files and lines. */
  readonly trace: string;
  /** The script's lines around the fault. */
  readonly excerpt?: string | undefined;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
  h1 { font-size: 1.2rem; overflow-wrap: anywhere }
  pre { background: #f4f4f4; color: #222; padding: 1rem; overflow-x: auto }`;

/** Scripts and what clients sent may be in the text: nothing of it may run. */
const policy = "default-src 'none'; style-src 'unsafe-inline'";

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (sign) => entities[sign] ?? sign);
}

function block(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `<pre>${escapeText(text)}</pre>\n`;
}

/** Whether a request comes from a browser that wants to show a page. */
export function wantsPage(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true;
}

/** The answer that shows a fault as a page. */
export function faultPage({ status, trace, excerpt, headers }: ShownFault): Answer {
  const [message = '', ...stack] = trace.split('\n');
  const title = escapeText(message);
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${status}: ${title}</title>
<style>${style}
</style>
</head>
<body>
<h1>${title}</h1>
${block(excerpt)}${block(stack.join('\n'))}</body>
</html>
`;
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    headers: ['Content-Security-Policy', policy, ...headers],
    body: toBytes(page),
  };
}
