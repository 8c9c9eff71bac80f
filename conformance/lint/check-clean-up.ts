/** Finds requests that create rows although nothing tells how to delete them. */

import { escapeRegExp } from '../../kit/words.js';
import { withoutQuery } from '../http/exchange.js';
import { destructiveTag, featureFile } from '../scenarios/run-scenarios.js';
import { type Scenario, type Step, unfinishedTag } from '../scenarios/scenario.js';
import type { StepLibrary } from '../scenarios/step-library.js';
import type { CatalogueFiles } from '../suite/requirements.js';
import { createsKind } from '../suite/resource-kinds.js';
import type { Suite } from '../suite/suite.js';
import { isReadyMade } from './check-scenarios.js';
import { findingAt, type LintFinding } from './finding.js';
import { statusesIn } from './requests.js';
import { contentOf, SentValues } from './sent-values.js';

/** A note on each kind of request that leaves rows, where it occurs first. */
export function checkCleanUp(
  scenarios: readonly Scenario[],
  library: StepLibrary,
  { exclusions }: CatalogueFiles,
  suite: Suite,
): readonly LintFinding[] {
  const named = exclusions.flatMap(({ entry }) => entry.requests ?? []);
  // Sessions of a login end with its own clean-up, or by themselves.
  const logins = suite.credentials.flatMap(({ login }) =>
    login === undefined ? [] : `${login.request.method} ${withoutQuery(login.request.path)}`,
  );
  const known = new Set([...named, ...logins].map(nameRequest));
  return scenarios
    .filter((one) => isReadable(one, library))
    .flatMap((scenario) =>
      findUncleaned(scenario.steps, suite.parameters).flatMap(({ step, request }) => {
        const name = nameRequest(request);
        if (known.has(name) || isListed(request, suite)) return [];
        known.add(name);
        const sentence = `${request} creates rows, and nothing tells how to delete them: add "what ${request} creates is cleaned up with DELETE …", or exclude the request.`;
        return [findingAt(`${featureFile(scenario, suite)}:${step.line}`, sentence, 'note')];
      }),
    );
}

/** Whether the clean-up finds in a list what a request creates. */
function isListed(request: string, { resources }: Suite): boolean {
  const [method = '', path = ''] = request.split(' ');
  return resources.some((kind) => kind.list !== undefined && createsKind(kind, { method, path }));
}

/** Whether all steps of a scenario are known, and it may run on servers of others. */
function isReadable({ tags, steps }: Scenario, library: StepLibrary): boolean {
  if ([unfinishedTag, destructiveTag].some((tag) => tags.includes(tag))) return false;
  return steps.every(({ text }) =>
    library.findAll(text).every((one) => isReadyMade(one.definition)),
  );
}

/** Placeholders and parameters of a path have no names: `POST /todos/{}/notes`. */
function nameRequest(request: string): string {
  return request.replace(/\$?\{[^}]*\}/g, '{}');
}

/** A step whose request creates rows, with the request as in its text. */
interface Creation<T> {
  readonly step: T;
  /** `POST /todos/${todo}/notes` */
  readonly request: string;
}

/** The steps of a scenario that create rows which neither a rule nor a later step deletes. */
export function findUncleaned<T extends Pick<Step, 'text' | 'kind' | 'argument'>>(
  steps: readonly T[],
  parameters: Suite['parameters'] = [],
): readonly Creation<T>[] {
  const rules: RegExp[] = [];
  const values = new SentValues();
  return steps.flatMap((step, index) => {
    const [, rule] = /^what ([A-Z]+ \S+) creates is cleaned up with /.exec(step.text) ?? [];
    if (rule !== undefined) rules.push(expressionOf(withDefaults(rule, parameters)));
    values.take(step);
    const request = creationIn(step, values);
    if (request === undefined) return [];
    const later = steps.slice(index + 1);
    const next = later.findIndex(({ text }) => text.startsWith('I send '));
    const judging = later.slice(0, next === -1 ? undefined : next).map(({ text }) => text);
    const isDeleted =
      rules.some((one) => one.test(withDefaults(request, parameters))) ||
      judging.some((text) => text.startsWith('I clean up with ')) ||
      later.some(({ text }) => text.startsWith('I send DELETE '));
    const isRejected = step.kind !== 'preparation' && judging.some(demandsRejection);
    return isDeleted || isRejected ? [] : [{ step, request }];
  });
}

/** A request with the values that parameters have unless the operator gives others. */
function withDefaults(request: string, parameters: Suite['parameters']): string {
  return parameters.reduce((text, { name, fallback }) => {
    const placeholder = `\${parameter:${name}}`;
    return text.replaceAll(placeholder, () => fallback ?? placeholder);
  }, request);
}

function expressionOf(rule: string): RegExp {
  const parts = rule.split(/\$\{[^}]*\}/).map(escapeRegExp);
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** The request of a step that sends values of its scenario to be stored, in its body or in headers. */
function creationIn(
  { text, argument }: Pick<Step, 'text' | 'argument'>,
  values: SentValues,
): string | undefined {
  const [, method = '', path = '', rest = ''] = /^I send ([A-Z]+) (\S+)(.*)$/s.exec(text) ?? [];
  const sendsOwn = values.isOwn([rest, contentOf(argument)].join('\n')) || values.hasUniqueHeader;
  const isPost = method === 'POST' && !values.overridesMethod;
  const isCreation = (isPost && sendsOwn) || (method === 'PUT' && isUnique(path));
  return isCreation ? `${method} ${withoutQuery(path)}` : undefined;
}

function isUnique(path: string): boolean {
  return path.includes('${unique');
}

function demandsRejection(text: string): boolean {
  if (/^the status is not (?:a success|2)/.test(text)) return true;
  const statuses = statusesIn(text);
  return statuses.length > 0 && statuses.every((status) => !status.startsWith('2'));
}
