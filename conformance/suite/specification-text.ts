/**
 * Splits the text of a specification (Markdown, HTML or plain) into blocks without markup, such as
 * headings, paragraphs, items and cells, each with its line. Code blocks state nothing and are left
 * out. By hand: the tokens of `marked` have no lines, so they would save only `markdownBlocks`, and
 * HTML would still need its own parts.
 */
import { extname } from 'node:path';
import { readText } from './checked-document.js';

/** A heading, paragraph, item or cell. */
export interface TextBlock {
  /** In one line, as `normalizeText` returns it. */
  readonly text: string;
  /** The source lines of the text, ascending: `[offset in the text, line]`. */
  readonly lines: readonly (readonly [offset: number, line: number])[];
  readonly isHeading: boolean;
}

/**
 * Reads the blocks of a file; its extension tells the format.
 *
 * @throws UsageError when it cannot be read
 */
export function readSpecificationText(file: string): readonly TextBlock[] {
  return splitBlocks(readText(file), extname(file).toLowerCase());
}

/** The blocks of a text in the format of an extension. */
function splitBlocks(text: string, extension: string): readonly TextBlock[] {
  if (extension === '.html' || extension === '.htm') return htmlBlocks(text);
  return markdownExtension.test(extension) ? markdownBlocks(text) : plainBlocks(text);
}

const markdownExtension = /^\.(md|markdown|mdx)$/;

/**
 * Titles of the sections in a file: by the numbers of the headings, or else, in Markdown, by their
 * anchors.
 *
 * @throws UsageError when it cannot be read
 */
export function readSections(file: string): Readonly<Record<string, string>> {
  const blocks = readSpecificationText(file);
  const numbered = numberedHeadings(blocks);
  const hasAnchors = markdownExtension.test(extname(file).toLowerCase());
  return hasAnchors && Object.keys(numbered).length === 0 ? headingsByAnchor(blocks) : numbered;
}

/** Titles of headings by the anchors that GitHub gives them: `#listing-tags`, `#listing-tags-1`. */
function headingsByAnchor(blocks: readonly TextBlock[]): Readonly<Record<string, string>> {
  const titles = new Map<string, string>();
  for (const { text } of blocks.filter(({ isHeading }) => isHeading)) {
    const plain = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}_ -]/gu, '');
    const anchor = plain.replaceAll(' ', '-');
    let name = anchor;
    for (let count = 1; titles.has(name); count += 1) name = `${anchor}-${count}`;
    titles.set(name, text);
  }
  return Object.fromEntries(titles);
}

/** Titles of numbered headings, by number: `4.2. Lists`, `§ 4.2 Lists`. */
function numberedHeadings(blocks: readonly TextBlock[]): Readonly<Record<string, string>> {
  const titles = new Map<string, string>();
  for (const { text, isHeading } of blocks) {
    const [, number, title] = /^(?:§ ?|Section )?(\d+(?:\.\d+)*)[.:]? +(\S.*)$/.exec(text) ?? [];
    if (!isHeading || number === undefined || title === undefined) continue;
    if (!titles.has(number)) titles.set(number, title);
  }
  return Object.fromEntries(titles);
}

/** The text in one line, without markup for emphasis, code and links, and with straight quotes. */
export function normalizeText(text: string): string {
  return withoutMarks(text)
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .trim();
}

/** Tags in a sentence. Other names in angle brackets, as in `/lamps/<name>`, belong to the text. */
const inlineTags =
  /<!--.*?-->|<\/?(?:a|abbr|acronym|b|bdi|bdo|big|br|cite|code|del|dfn|em|font|i|img|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)(?:[\s/][^<>]*)?>/gis;

function withoutMarks(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\[[^\]]*\]/g, '$1')
    .replace(inlineTags, '')
    .replace(/&(#\d+|#x[\da-f]+|\w+);/gi, decodeEntity)
    .replace(/[*`]+/g, '')
    .replace(/(?<![\p{L}\p{N}])_+(?=\S)|(?<=\S)_+(?![\p{L}\p{N}])/gu, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' },
    ...{ rsquo: "'", lsquo: "'", rdquo: '"', ldquo: '"', ndash: '–', mdash: '—', hellip: '…' },
  }),
);

function decodeEntity(whole: string, name: string): string {
  const [, hex, decimal] = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name) ?? [];
  if (hex === undefined && decimal === undefined) return entities.get(name.toLowerCase()) ?? whole;
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
}

interface Line {
  readonly text: string;
  readonly line: number;
}

/** Makes one block of several lines. */
function joinLines(lines: readonly Line[], isHeading = false): TextBlock[] {
  let text = '';
  const places: (readonly [number, number])[] = [];
  // Markup may span several lines.
  const whole = normalizeText(lines.map((one) => one.text).join('\n'));
  for (const one of lines) {
    const part = normalizeText(one.text);
    if (part === '') continue;
    places.push([Math.min(text.length, whole.length), one.line]);
    text += `${part} `;
  }
  return whole === '' ? [] : [{ text: whole, lines: places, isHeading }];
}

function linesOf(text: string): Line[] {
  return text.split(/\r\n|\n|\r/).map((one, index) => ({ text: one, line: index + 1 }));
}

function plainBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  for (const group of splitAtEmpty(linesOf(text))) {
    const [first] = group;
    const isHeading =
      group.length === 1 && /^\s{0,3}(§ ?)?\d+(\.\d+)*[.:]?\s+\S/.test(first?.text ?? '');
    blocks.push(...joinLines(group, isHeading));
  }
  return blocks;
}

function splitAtEmpty(lines: readonly Line[]): Line[][] {
  const groups: Line[][] = [[]];
  for (const line of lines) {
    if (line.text.trim() === '') groups.push([]);
    else groups.at(-1)?.push(line);
  }
  return groups.filter((group) => group.length > 0);
}

/** The beginning of a Markdown block: an item, a heading, a table row, a quotation. */
const markdownStart = /^\s*(?:[-*+]\s+|\d+[.)]\s+|#{1,6}\s+|>\s*|\|)/;

/** The number of an item. */
const itemNumber = /^\s*(\d+)[.)]\s+/;

function markdownBlocks(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let open: Line[] = [];
  let isNumbered = false;
  const close = (isHeading = false) => {
    blocks.push(...joinLines(open, isHeading));
    open = [];
  };
  for (const one of withoutFences(linesOf(blankComments(text)))) {
    const isUnderline = /^\s*(=+|-+)\s*$/.test(one.text) && open.length > 0;
    const [, number] = itemNumber.exec(one.text) ?? [];
    // CommonMark 5.2: a list that interrupts a paragraph begins with 1. Any other number, such as
    // a status, belongs to the sentence.
    const isText = number !== undefined && number !== '1' && open.length > 0 && !isNumbered;
    if (one.text.trim() === '' || isUnderline || (markdownStart.test(one.text) && !isText)) {
      close(isUnderline);
      isNumbered = number !== undefined;
    }
    if (isUnderline) continue;
    const isHeading = /^\s*#{1,6}\s/.test(one.text);
    const bare = one.text.replace(/^(\s*(?:#{1,6}\s+|[-*+]\s+|>\s*))+/, '').replace(/\s#+\s*$/, '');
    if (/^\s*\|/.test(one.text)) blocks.push(...tableCells(one));
    else if (isHeading) blocks.push(...joinLines([{ ...one, text: bare }], true));
    else if (bare.trim() !== '') {
      open.push({ ...one, text: isText ? bare : bare.replace(itemNumber, '') });
    }
  }
  close();
  return blocks;
}

function tableCells({ text, line }: Line): TextBlock[] {
  const cells = text.split(/(?<!\\)\|/);
  return cells.flatMap((cell) => (/^[\s:-]*$/.test(cell) ? [] : joinLines([{ text: cell, line }])));
}

/** Empties the lines of fenced code. */
function withoutFences(lines: readonly Line[]): Line[] {
  let fence: string | undefined;
  return lines.map((one) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(one.text) ?? [];
    const isInside = fence !== undefined || mark !== undefined;
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    return isInside ? { ...one, text: '' } : one;
  });
}

/** Empties comments; line numbers stay the same. */
function blankComments(text: string): string {
  return text.replace(/<!--.*?(-->|$)/gs, keepLines);
}

function keepLines(text: string): string {
  return text.replace(/[^\n]/g, '');
}

const blockTags =
  /<\/?(?:address|article|aside|blockquote|body|br|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)\b[^>]*>/gi;

/** Separators of blocks: characters for private use, which texts do not contain. */
const boundary = '\ue000';
const headingBoundary = '\ue001';

function htmlBlocks(text: string): TextBlock[] {
  const marked = blankComments(text)
    .replace(
      /<(script|style|pre|template|svg|head)\b.*?(<\/\1\s*>|$)/gis,
      (part) => boundary + keepLines(part),
    )
    .replace(
      blockTags,
      (tag) => (/^<h[1-6]/i.test(tag) ? headingBoundary : boundary) + keepLines(tag),
    );
  const blocks: TextBlock[] = [];
  let line = 1;
  for (const part of marked.split(/(?=[\ue000\ue001])/)) {
    const isHeading = part.startsWith(headingBoundary);
    const lines = part
      .replace(/^[\ue000\ue001]/, '')
      .replace(/<[^<>]*>/g, (tag) => (tag.includes('\n') ? keepLines(tag) : tag))
      .split('\n')
      .map((one, index) => ({ text: one, line: line + index }));
    blocks.push(...joinLines(lines, isHeading));
    line += lines.length - 1;
  }
  return blocks;
}
