/** Follows the values of a scenario to its requests, in the order of the steps. */

import { overriding } from '../creations/reading.js';
import type { Step } from '../scenarios/scenario.js';
import { isOptionOfRun, isUnique, replacePlaceholders } from '../sentences/values/templates.js';

type SentStep = Pick<Step, 'text' | 'argument'>;

/** What a step remembers from the latest answer. */
const fromAnswer =
  /^(?:\$|the header |the status$|the body$|the text of the body$|the bytes of the body$)/;

/** The values that a scenario has remembered, and the headers that it has set. */
export class SentValues {
  /** The names of values that contain a text of the run. */
  readonly #unique = new Set<string>();
  /** The names of values that are the same in every run. */
  readonly #constant = new Set<string>();
  /** By their names in lower case. */
  readonly #headers = new Map<string, string>();

  /** Takes a step that remembers a value, or sets or drops a header; others change nothing. */
  take({ text, argument }: SentStep): void {
    const [, value, name] = /^I remember (?:(.*) )?as "([^"]*)":?$/.exec(text) ?? [];
    if (name !== undefined) this.#remember(name, value ?? '', argument);
    const [, header = '', content] = /^I set the header (\S+) to (.*)$/.exec(text) ?? [];
    if (content !== undefined) this.#headers.set(header.toLowerCase(), content);
    const [, dropped = ''] = /^I drop the header (\S+)$/.exec(text) ?? [];
    this.#headers.delete(dropped.toLowerCase());
    if (!/^I set the headers:?$/.test(text)) return;
    // A row with other cells is a mistake, which lint reports.
    for (const [key = '', cell = ''] of cellsOf(argument))
      this.#headers.set(key.toLowerCase(), cell);
  }

  #remember(name: string, value: string, argument: SentStep['argument']): void {
    const names = placeholdersIn([value, contentOf(argument)].join('\n'));
    const isConstant = !fromAnswer.test(value) && names.every((one) => this.#isConstant(one));
    change(this.#constant, name, isConstant);
    change(
      this.#unique,
      name,
      names.some((one) => this.#isUnique(one)),
    );
  }

  #isConstant(name: string): boolean {
    return isOptionOfRun(name) || this.#constant.has(name);
  }

  #isUnique(name: string): boolean {
    return isUnique(name) || this.#unique.has(name);
  }

  /** Whether a body contains a value other than constants and options, as for a login. */
  isOwn(body: string): boolean {
    return placeholdersIn(body).some((name) => !this.#isConstant(name));
  }

  /** Whether a header contains a text of the run, so that a request without a body stores it. */
  get hasUniqueHeader(): boolean {
    const names = [...this.#headers.values()].flatMap(placeholdersIn);
    return names.some((name) => this.#isUnique(name));
  }

  /** Whether a header replaces the method of requests. */
  get overridesMethod(): boolean {
    return [...this.#headers.keys()].some((name) => overriding.test(name));
  }
}

function change(names: Set<string>, name: string, isMember: boolean): void {
  if (isMember) names.add(name);
  else names.delete(name);
}

function placeholdersIn(text: string): readonly string[] {
  const names: string[] = [];
  replacePlaceholders(text, (name) => {
    names.push(name);
    return '';
  });
  return names;
}

function cellsOf(argument: SentStep['argument']): readonly (readonly string[])[] {
  const rows = argument?.dataTable?.rows ?? [];
  return rows.map(({ cells }) => cells.map(({ value }) => value));
}

/** The text or the table below a step. */
export function contentOf(argument: SentStep['argument']): string {
  return [argument?.docString?.content ?? '', ...cellsOf(argument).flat()].join('\n');
}
