/** Finds mistakes in the arguments of a ready-made sentence that would end a run. */
import type { Argument } from '@cucumber/cucumber-expressions';
import { messageOf } from '../../kit/errors.js';
import type { Step } from '../scenarios/scenario.js';
import { DataTable } from '../scenarios/step-parameters.js';
import { conformance, demandDescription, headerConformance } from '../sentences/answers/answers.js';
import { deletionHeader, deletionLogin, demandName } from '../sentences/answers/remembering.js';
import {
  findInner,
  innerPatterns,
  type SentenceMatch,
  sentences,
} from '../sentences/ready-made.js';
import { demandMember } from '../sentences/requests/changed-bodies.js';
import { demandFollowable, readPages } from '../sentences/requests/pages.js';
import { headerFor, headersBelow, oneHeader } from '../sentences/requests/request-headers.js';
import { demandBytes, readSuiteFile } from '../sentences/values/bytes.js';
import { Path } from '../sentences/values/json-path.js';
import { readPattern } from '../sentences/values/pattern.js';
import {
  asText,
  type JsonTemplate,
  Placeholder,
  parseTemplate,
  replacePlaceholders,
} from '../sentences/values/templates.js';
import { demandPlaceholder } from '../sentences/world/recorded-deletions.js';
import { demandSendable } from '../sentences/world/request-parts.js';
import { pairsOf, type Sentence, sentencesIn, wrongBelow } from '../sentences/world/sentence.js';
import type { Suite } from '../suite/suite.js';
import { SuiteMistake } from '../verdict/outcomes.js';
import { explainUndefined } from './suggest-sentences.js';

/** A value that every header may have whose name a suite may set. */
const any = 'chunked';

const byPattern = new Map(sentences.map((one) => [one.pattern, one]));

/**
 * Reads everything in a step that the run would read.
 *
 * @param pattern the pattern of the sentence that matches the step
 * @throws SuiteMistake for the first mistake
 */
export function demandReadable(
  { text, argument }: Step,
  pattern: string,
  values: readonly Argument[],
  suite: Suite,
): void {
  const sentence = byPattern.get(pattern);
  if (sentence === undefined) return;
  demandBelow(sentence, argument, suite);
  demandArguments(sentence, values, suite);
  if (sentence.below === 'a text' && sentence.json !== 'no JSON') {
    demandJson(sentence, parseTemplate(argument?.docString?.content ?? ''));
  }
  const cells = argument?.dataTable?.rows.flatMap((row) => row.cells.map(({ value }) => value));
  demandPaths([text, argument?.docString?.content ?? '', ...(cells ?? [])]);
}

/** @throws SuiteMistake unless the argument below the sentence has the right kind and cells */
function demandBelow(
  { pattern, below, table }: Sentence,
  argument: Step['argument'],
  suite: Suite,
): void {
  const { docString, dataTable } = argument ?? {};
  const isText = docString !== undefined;
  const isTable = dataTable !== undefined;
  if (isText !== (below === 'a text') || isTable !== (below === 'a table')) throw wrongBelow(below);
  if (!isTable) return;
  const cells = new DataTable(dataTable);
  if (table === 'pairs') {
    const pairs = pairsOf(cells);
    if (pattern === headersBelow) for (const [name, value] of pairs) demandHeader(name, value);
  }
  if (table === 'sentences') for (const text of sentencesIn(cells).flat()) demandInner(text, suite);
}

function demandArguments(sentence: Sentence, values: readonly Argument[], suite: Suite): void {
  const { pattern } = sentence;
  const read = values.map((value) => value.getValue<unknown>(undefined));
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  for (const [index, name] of names.entries()) {
    const value = read[index];
    if (name === 'json') demandJson(sentence, value);
    else if (name === 'credential') headerFor(String(value), suite);
    else if (name === 'string') demandName(String(value));
    else if (name === 'text') demandInner(String(value), suite);
    else if (name === 'file') readSuiteFile(String(value), suite);
    else if (value instanceof Path && / (?:in which|without) /.test(pattern)) {
      demandMember(replacePlaceholders(value.text, () => '0'));
    }
  }
  if (/\bthe bytes (?:of the body are )?\{json\}/.test(pattern)) demandBytes(read[0]);
  if (pattern === oneHeader || pattern === deletionHeader) demandHeader(String(read[0]), read[1]);
  if (pattern === deletionLogin) demandHeader(String(read[3]), read[4]);
  if (pattern === conformance || pattern === headerConformance) demandDescription(suite);
  if (pattern === readPages) demandFollowable(String(read[1]));
  if (/\bclean(?:ed)? up\b/.test(pattern)) {
    const [method, path] = pattern.startsWith('what') ? read.slice(2) : read;
    demandPlaceholder(String(method), String(path));
  }
}

/** @throws SuiteMistake when the constant part of the value cannot be sent */
function demandHeader(name: string, value: JsonTemplate): void {
  // Any text that each header may contain stands for the values of the run.
  const text = value instanceof Placeholder ? any : replacePlaceholders(asText(value), () => any);
  demandSendable(name, text);
}

function demandJson({ json }: Sentence, template: unknown): void {
  if (json === 'a pattern') readPattern(template);
}

/** @throws SuiteMistake with the nearest sentences, unless a sentence that judges matches */
function demandJudging(text: string): SentenceMatch {
  try {
    return findInner(text);
  } catch (error) {
    const hint = explainUndefined(text, innerPatterns);
    throw new SuiteMistake(`${messageOf(error).replace(/\.$/, '')}${hint}.`);
  }
}

/** The sentence in `whether {text} is recorded` and other ones. */
function demandInner(text: string, suite: Suite): void {
  const { sentence, values } = demandJudging(text);
  demandArguments(sentence, values, suite);
}

/** Reads the JSONPaths of placeholders: `${$.id}`. */
function demandPaths(texts: readonly string[]): void {
  for (const text of texts) {
    replacePlaceholders(text, (name) => {
      if (name.startsWith('$')) new Path(name);
      return '';
    });
  }
}
