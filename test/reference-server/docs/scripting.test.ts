/** The guide to scripts: its examples run, and it describes all classes and methods. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { packageFile } from '../../../kit/package-root.js';
import { hostClasses } from '../../../reference-server/bindings/interpreter.js';
import { queryMethods } from '../../../reference-server/bindings/query.js';
import { type Claim, type ExampleRequest, readExamples } from '../support/examples.js';
import { serveFiles, type TestServer } from '../support/serve.js';

const guide = readFileSync(packageFile('docs', 'scripting.md'), 'utf8');
const examples = readExamples(guide);

function send(server: TestServer, { method, target, headers, body }: ExampleRequest) {
  const isMultipart = headers['Content-Type']?.startsWith('multipart/') ?? false;
  // Lines of a multipart body end in CR LF (RFC 2046, 5.1.1).
  const content = isMultipart ? body.replaceAll('\n', '\r\n') : body;
  return fetch(server.url + target, {
    method,
    headers,
    redirect: 'manual',
    ...(body === '' ? {} : { body: content }),
  });
}

async function check(claim: Claim, server: TestServer): Promise<void> {
  if (claim.kind === 'log') {
    expect(server.logged()).toBe(claim.text);
    return;
  }
  const { status, headers, body } = claim.answer;
  const response = await send(server, claim.request);
  const text = (await response.text()).trimEnd();
  expect([
    response.status,
    ...Object.keys(headers).map((name) => response.headers.get(name)),
  ]).toEqual([status, ...Object.values(headers)]);
  const isJson = response.headers.get('content-type') === 'application/json' && body !== '';
  if (isJson) expect(JSON.parse(text)).toEqual(JSON.parse(body));
  else expect(text).toBe(body);
}

test.each(examples)('the example under "$heading" behaves as described', async (example) => {
  const server = await serveFiles(example.files);
  expect(example.claims).not.toHaveLength(0);
  for (const claim of example.claims) await check(claim, server);
});

test('every script of an example gets a request', () => {
  for (const { files, claims, heading } of examples) {
    const targets = claims.flatMap((claim) =>
      claim.kind === 'http' ? [claim.request.target] : [],
    );
    const endpoints = Object.keys(files).filter((path) => /^api\/(?!.*_)/.test(path));
    for (const path of endpoints) {
      const isAsked = targets.some((target) => target.startsWith(`/${path.replace('.wren', '')}`));
      expect([heading, path, isAsked]).toEqual([heading, path, true]);
    }
  }
});

const adviceTable = /^\| script \| advice \|\n.*\n((?:\|.*\n)+)/m.exec(guide)?.[1] ?? '';

/** Scripts that fail, with the advice in the log. */
const advised = [...adviceTable.matchAll(/^\| (`` .* ``|`.*?`) \| (.*) \|$/gm)].map(
  ([, script = '', advice = '']) => ({
    script: script.replace(/^(`+) ?(.*?) ?\1$/, '$2'),
    advice: advice.replaceAll(/\\([`|])/g, '$1'),
  }),
);

test('the log gives the advice of the guide', async () => {
  const files = advised.map(({ script }, index) => [`api/a${index}.wren`, `var a = ${script}`]);
  const { url, logged } = await serveFiles(Object.fromEntries(files));
  expect(advised).toHaveLength(adviceTable.split('\n').length - 1);
  for (const [index, { script, advice }] of advised.entries()) {
    const before = logged().length;
    await fetch(`${url}/api/a${index}`);
    expect([script, logged().slice(before)]).toEqual([script, expect.stringContaining(advice)]);
  }
});

describe('the guide explains', () => {
  const facilities = hostClasses('sqlite').flatMap(({ name, statics }) =>
    Object.keys(statics ?? {}).map((signature) => `${name}.${signature.replace(/\(.*/, '')}`),
  );

  test.each([...new Set(facilities)])('%s, and uses it in an example', (facility) => {
    const use = new RegExp(`${facility.replace('.', '\\.')}\\b`);
    expect(guide).toMatch(use);
    const scripts = examples.flatMap(({ files }) => Object.values(files)).join('\n');
    expect(scripts).toMatch(use);
  });

  test.each(Object.keys(queryMethods(false)))('the query method %s', (signature) => {
    expect(guide).toContain(`.${signature.replace(/\(.*/, '')}`);
  });
});
