import { afterAll, describe, expect, test } from 'vitest';
import { splitSentences } from '../../../conformance/lint/normative-sentences.js';
import { removeFolders } from '../run-check.js';
import { findingsIn, soundSuite } from './suite-folder.js';

afterAll(removeFolders);

const suite = soundSuite['suite.yaml'] ?? '';
const requirements = soundSuite['requirements.yaml'] ?? '';

const markdown = `# Lamp

The key words "MUST" and "MAY" are to be interpreted as described in RFC 2119.

## 1. Switches

A lamp **MUST** have a switch. It is
often round, and \`on\` SHOULD be
[up](https://lamp.example/up).

- The switch MAY click.

\`\`\`
A lamp MUST NOT be quoted from an example.
\`\`\`
`;

/** The findings for a text, with quotations in the requirement and in an exclusion. */
function findingsWith(
  text: Readonly<Record<string, string>>,
  { quote = '', exclusion = '', normative = '' } = {},
): Promise<readonly string[]> {
  const [name = ''] = Object.keys(text);
  const pattern = normative === '' ? '' : `  normative: ${JSON.stringify(normative)}\n`;
  const quoted = quote === '' ? '' : `    quote: ${JSON.stringify(quote)}\n`;
  const excluded =
    exclusion === ''
      ? ''
      : `exclusions:\n  - quote: ${JSON.stringify(exclusion)}\n    reason: Nobody can see it.\n`;
  return findingsIn({
    ...text,
    'suite.yaml': `${suite}specification:\n  text: ${name}\n${pattern}`,
    'requirements.yaml': requirements + quoted + excluded,
  });
}

describe('normative sentences', () => {
  test('are named with their lines when no quotation covers them', async () => {
    expect(await findingsWith({ 'lamp.md': markdown })).toEqual([
      'lamp.md:7: neither a requirement nor an exclusion quotes this sentence: "A lamp MUST have a switch."',
      'lamp.md:7: neither a requirement nor an exclusion quotes this sentence: "It is often round, and on SHOULD be up."',
      'lamp.md:11: neither a requirement nor an exclusion quotes this sentence: "The switch MAY click."',
    ]);
  });

  test('contain a number at the beginning of a line, which is not an item', async () => {
    const text =
      'A lamp that is gone MUST be answered with\n404. Another MUST NOT.\n\n1. It MAY click.\n2. It MAY shine.\n';
    const said = 'neither a requirement nor an exclusion quotes this sentence';
    expect(await findingsWith({ 'lamp.md': text })).toEqual([
      `lamp.md:1: ${said}: "A lamp that is gone MUST be answered with 404."`,
      `lamp.md:2: ${said}: "Another MUST NOT."`,
      `lamp.md:4: ${said}: "It MAY click."`,
      `lamp.md:5: ${said}: "It MAY shine."`,
    ]);
  });

  test('are covered by requirements and exclusions, regardless of emphasis and line breaks', async () => {
    const quote = 'A lamp MUST have a switch. It is often round,\n and *on* SHOULD be up.';
    const findings = await findingsWith(
      { 'lamp.md': markdown },
      { quote, exclusion: 'The switch MAY click.' },
    );
    expect(findings).toEqual([]);
  });

  test('are not covered by a quotation of another part of them', async () => {
    const text = { 'lamp.txt': 'A lamp MUST shine and MUST NOT burn.\n' };
    expect(await findingsWith(text, { quote: 'A lamp MUST shine' })).toHaveLength(1);
    expect(await findingsWith(text, { quote: 'A lamp MUST shine and MUST NOT burn.' })).toEqual([]);
  });

  test("are found by the author's pattern", async () => {
    const text = { 'lamp.txt': 'A lamp must shine.\n\nIt MAY flicker.\n' };
    expect(await findingsWith(text, { normative: '\\bmust\\b' })).toEqual([
      'lamp.txt:1: neither a requirement nor an exclusion quotes this sentence: "A lamp must shine."',
    ]);
  });

  test('are read from HTML', async () => {
    const html = `<html><head><title>Lamps MUST not be titled</title></head><body>
<h2>1. A heading MUST not count</h2>
<p>A <a
  href="#lamp">lamp</a> <em class="rfc2119">MUST</em>
shine &amp; &toString; glow.</p>
<pre>It MUST NOT be quoted.</pre><ul><li>It MAY click.</li></ul></body></html>`;
    expect(await findingsWith({ 'lamp.html': html })).toEqual([
      'lamp.html:3: neither a requirement nor an exclusion quotes this sentence: "A lamp MUST shine & &toString; glow."',
      'lamp.html:6: neither a requirement nor an exclusion quotes this sentence: "It MAY click."',
    ]);
  });

  test('end where a sentence ends, not with an abbreviation', () => {
    const block = 'Use HTTP/1.1, e.g. POST. It answers 2.5 s later (in Sec. 4.1). "Done." Next!';
    expect(splitSentences(block).map(({ text }) => text)).toEqual([
      'Use HTTP/1.1, e.g. POST.',
      'It answers 2.5 s later (in Sec. 4.1).',
      '"Done."',
      'Next!',
    ]);
  });
});

test('a quotation that the text no longer contains is named with its place', async () => {
  const findings = await findingsWith(
    { 'lamp.txt': 'A lamp glows.\n' },
    { quote: 'A lamp MUST shine.' },
  );
  expect(findings).toEqual([
    'requirements.yaml:7: lamp.switch.off: lamp.txt no longer contains the quoted sentence: "A lamp MUST shine."',
  ]);
});

test('numbered headings of the text are the default sections', async () => {
  const findings = await findingsIn({
    'lamp.md': '# Lamp\n\n## 2. Colours ##\n\nNone.\n\n3.1 Shapes\n----------\n',
    'suite.yaml': `${suite}specification:\n  text: lamp.md\n`,
    'requirements.yaml': `${requirements}    section: "4"\n    also: ["2 rule 1", "3.1"]\n`,
  });
  expect(findings).toEqual(['requirements.yaml:7: lamp.switch.off: there is no section 4.']);
});

test('the anchors of headings are the default sections of Markdown without numbers', async () => {
  const text = '# The Lamp\n\n## Switches & `<knobs>`\n\n## Colours\n\n### Switches & knobs\n';
  const withSections = (...sections: readonly string[]) =>
    findingsIn({
      'lamp.md': text,
      'suite.yaml': `${suite}specification:\n  text: lamp.md\n`,
      'requirements.yaml': requirements.replace(
        '    statement: It can be switched on.',
        `    section: ${sections[0]}\n    also: [${sections.slice(1).join(', ')}]\n    statement: On.`,
      ),
    });
  expect(await withSections('the-lamp', 'switches--knobs', 'switches--knobs-1')).toEqual([]);
  expect(await withSections('colours', 'colors', 'switches-and-knobs')).toEqual([
    'requirements.yaml:4: lamp.switch.on: there is no section colors.',
    'requirements.yaml:4: lamp.switch.on: there is no section switches-and-knobs; the nearest is switches--knobs.',
  ]);
});

test('names in angle brackets belong to a sentence, and tags do not', async () => {
  const text =
    'A `<name>` MUST <em class="a">shine</em>,<br/> see <https://lamp.example> <sup>[1](#a)</sup>.\n';
  const shown = 'A <name> MUST shine, see <https://lamp.example> 1.';
  expect(await findingsWith({ 'lamp.md': text })).toEqual([
    `lamp.md:1: neither a requirement nor an exclusion quotes this sentence: "${shown}"`,
  ]);
  expect(await findingsWith({ 'lamp.md': text }, { quote: shown })).toEqual([]);
});
