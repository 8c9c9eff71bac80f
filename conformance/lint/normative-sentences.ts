/**
 * Compares the catalogue with the text of the specification: finds normative sentences that no
 * quotation covers, and quotations that the text no longer contains.
 */
import { shorten } from '../../kit/words.js';
import { nameOf } from '../suite/checked-document.js';
import type { CatalogueFiles } from '../suite/requirements.js';
import {
  normalizeText,
  readSpecificationText,
  type TextBlock,
} from '../suite/specification-text.js';
import type { Specification } from '../suite/suite.js';
import { findingAt, type LintFinding } from './finding.js';

/** The key words of RFC 2119 and RFC 8174, which have their meaning in capitals only. */
const rfc2119 =
  /\b(?:MUST(?: NOT)?|REQUIRED|SHALL(?: NOT)?|SHOULD(?: NOT)?|(?:NOT )?RECOMMENDED|MAY|OPTIONAL)\b/;

/** The sentence that introduces these key words states nothing itself. */
const wordsExplained = /\bkey ?words\b.*\binterpreted\b/i;

/** In characters. */
const longestQuotation = 160;

/** A quotation and its place in the catalogue. */
interface Quotation {
  readonly text: string;
  readonly owner: string;
  readonly place: string;
}

/** A part of the whole text, from offset to offset. */
type Range = readonly [start: number, end: number];

/** Notes on a suite whose specification has a text; none otherwise. */
export function checkQuotations(
  { text: file, normative }: Pick<Specification, 'text' | 'normative'>,
  catalogue: CatalogueFiles,
): readonly LintFinding[] {
  if (file === undefined) return [];
  const blocks = readSpecificationText(file);
  const whole = blocks.map(({ text }) => text).join(' ');
  const gone: LintFinding[] = [];
  const quoted: Range[] = [];
  for (const { text, owner, place } of quotationsOf(catalogue)) {
    const found = findAll(whole, normalizeText(text));
    quoted.push(...found);
    if (found.length > 0) continue;
    const sentence = `${owner}: ${nameOf(file)} no longer contains the quoted sentence: "${shorten(normalizeText(text), longestQuotation)}"`;
    gone.push(findingAt(place, sentence, 'note'));
  }
  const pattern = normative === undefined ? rfc2119 : new RegExp(normative);
  return [...gone, ...findUncovered(blocks, pattern, quoted, nameOf(file))];
}

function quotationsOf({ requirements, exclusions }: CatalogueFiles): readonly Quotation[] {
  const listed = (quote: string | readonly string[] | undefined): readonly string[] =>
    [quote ?? []].flat();
  const indexOf = (quote: string | readonly string[] | undefined, index: number) =>
    typeof quote === 'string' ? undefined : index;
  return [
    ...requirements.flatMap(({ entry, place }) =>
      listed(entry.quote).map((text, index) => ({
        ...{ text, owner: entry.id, place: place('quote', indexOf(entry.quote, index)) },
      })),
    ),
    ...exclusions.flatMap(({ entry, place }) =>
      listed(entry.quote).map((text, index) => ({
        ...{ text, owner: 'exclusion', place: place('quote', indexOf(entry.quote, index)) },
      })),
    ),
  ];
}

function findAll(whole: string, part: string): readonly Range[] {
  const ranges: Range[] = [];
  if (part === '') return ranges;
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + 1)) {
    ranges.push([at, at + part.length]);
  }
  return ranges;
}

/** A sentence is covered when quotations contain each of its normative words. */
function findUncovered(
  blocks: readonly TextBlock[],
  pattern: RegExp,
  quoted: readonly Range[],
  file: string,
): readonly LintFinding[] {
  const everywhere = new RegExp(
    pattern,
    pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`,
  );
  const findings: LintFinding[] = [];
  let start = 0;
  for (const block of blocks) {
    for (const { text, offset } of block.isHeading ? [] : splitSentences(block.text)) {
      if (wordsExplained.test(text)) continue;
      const places = [...text.matchAll(everywhere)].map(({ index }) => start + offset + index);
      const isOpen = places.some((at) => !quoted.some(([from, to]) => from <= at && at < to));
      if (!isOpen) continue;
      const sentence = `neither a requirement nor an exclusion quotes this sentence: "${shorten(text, longestQuotation)}"`;
      findings.push(findingAt(`${file}:${lineAt(block, offset)}`, sentence, 'note'));
    }
    start += block.text.length + 1;
  }
  return findings;
}

function lineAt({ lines }: TextBlock, offset: number): number {
  return lines.findLast(([from]) => from <= offset)?.[1] ?? 1;
}

interface TextSentence {
  readonly text: string;
  readonly offset: number;
}

/** A capital after these does not begin a sentence. */
const abbreviation =
  /(?:\b(?:e\.g|i\.e|cf|vs|etc|resp|approx|Sec|Sect|No|Fig|Eq|St|Dr|Mr|Ms)|(?:^|\s)[A-Z])\.$/;

/** The sentences of a block with their offsets. */
export function splitSentences(block: string): readonly TextSentence[] {
  const sentences: TextSentence[] = [];
  let offset = 0;
  for (const { index } of block.matchAll(/(?<=[.!?:][)"'\]]?) (?=["'([]?[\p{Lu}\p{N}])/gu)) {
    const text = block.slice(offset, index);
    if (abbreviation.test(text)) continue;
    sentences.push({ text, offset });
    offset = index + 1;
  }
  return [...sentences, { text: block.slice(offset), offset }];
}
