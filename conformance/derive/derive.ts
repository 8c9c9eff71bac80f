/** Makes requirements and scenarios from a description: the one derivation of `init` and `check`. */

import { UsageError } from '../../kit/errors.js';
import { closestTo } from '../../kit/words.js';
import { matchesId } from '../suite/requirements.js';
import type { CredentialDescription } from '../suite/suite.js';
import type { ApiDescription, ApiOperation } from './description/description.js';
import { operationName } from './description/paths.js';
import { NoExample } from './examples/example-value.js';
import { planAccounts } from './requirements/accounts.js';
import { planAnswers } from './requirements/answers.js';
import { planAuthors } from './requirements/authors.js';
import { planConditional } from './requirements/conditional.js';
import { planConstraints } from './requirements/constraints.js';
import { planCounters } from './requirements/counters.js';
import { planErrorForms, planUnknown } from './requirements/errors.js';
import { planExamples } from './requirements/further-examples.js';
import { planGenerated } from './requirements/generated.js';
import { planIdentifiers } from './requirements/identifiers.js';
import { planLists } from './requirements/lists.js';
import { planGivenLogin, planLogin, planSecret } from './requirements/login-requirements.js';
import { planNearCredentials } from './requirements/near-credentials.js';
import { planParents } from './requirements/parents.js';
import { planReferences } from './requirements/references.js';
import { planReferringLists } from './requirements/referring-lists.js';
import { planSecurity } from './requirements/security.js';
import { planState } from './requirements/state.js';
import { planUnexplained } from './requirements/unfinished.js';
import type { CredentialEntry } from './resources/credentials.js';
import { makeCredentials } from './resources/credentials.js';
import { findAccounts } from './resources/logins.js';
import { NotOwn } from './resources/own-changes.js';
import { deletionOf } from './resources/ownership.js';
import { PathOptions } from './resources/path-options.js';
import { listUses, type Plan, type Use } from './resources/plan.js';
import { resourceKinds } from './resources/resource-kinds.js';
import { findResources } from './resources/resource-uses.js';
import { deletionByPut, identifyingQuery } from './resources/resources.js';
import { planEach, sectionNameOf } from './scenarios/draft.js';
import type { Derivation, PlannedRequirement, Unsent } from './scenarios/model.js';
import { kinds } from './scenarios/model.js';
import { Writer } from './scenarios/writer.js';

/** What a derivation must know besides the description. */
export interface DerivationInput {
  /** Options of the harness, which no credential may be named after. */
  readonly takenOptions: readonly string[];
  /** Whether the operator gives the credential with a name. Default: none */
  isGiven?(name: string): boolean;
  /** Kinds and patterns of ids that are left out. Default: none */
  readonly except?: readonly string[];
  /** Credentials of a suite, which requests carry in place of options of their own. Default: none */
  readonly credentials?: readonly CredentialDescription[];
  /** The number of requests that are generated for each operation that creates. Default: none */
  readonly examples?: number;
  /** The greatest number of planned requests. Default: no limit */
  readonly maxRequests?: number;
  /** Names of operations that may change data of others. Default: none */
  readonly allow?: readonly string[];
}

/**
 * Derives requirements in the order of the description, with the credentials that they use.
 *
 * @throws UsageError when nothing is of a kind or an id that is to be left out
 */
export function derive(api: ApiDescription, input: DerivationInput): Derivation {
  const { takenOptions, isGiven = () => false, examples = 0, except = [], allow = [] } = input;
  const made = makeCredentials(api, findAccounts(api), takenOptions);
  const credentials = withOwn(made, input.credentials ?? []);
  const taken = [...credentials.values()].map(({ name }) => name);
  const options = new PathOptions([...takenOptions, ...taken, 'base-url']);
  const isAvailable = (scheme: string): boolean => {
    const credential = credentials.get(scheme);
    return credential !== undefined && (credential.login !== undefined || isGiven(credential.name));
  };
  const uses = listUses(api, (operation) => identifyingQuery(api, operation));
  const allowed = findAllowed(uses, allow);
  const plan: Plan = {
    ...{ api, credentials, options, uses },
    isAllowed: (operation) => allowed.includes(operation),
    isGiven,
    schemesOf: ({ security }) => chooseSchemes(security, isAvailable),
  };
  const generated = plan.uses.flatMap((use) => planGenerated(plan, use, examples));
  const planned = [...planAll(plan), ...generated];
  const all = [...planned, ...planUnexplained(plan, planned)];
  const requirements = linked(leaveOut(orderByOperation(plan, all), except));
  return {
    requirements,
    credentials: [...credentials.values()].map((one) => withCleanUp(plan, one)),
    options: options.all.filter(({ name }) => isUsed(requirements, `\${parameter:${name}}`)),
    allowed: allowed.map(operationName),
    lasting: findLasting(plan),
    unsent: findUnsent(plan),
    excludedStatuses: unprovocableStatuses(api),
    resources: resourceKinds(plan),
    sections: titlesOf(plan),
  };
}

/** @throws UsageError for a name that no operation has */
function findAllowed(uses: readonly Use[], names: readonly string[]): readonly ApiOperation[] {
  return names.map((name) => {
    const use = uses.find((one) => [one.name, operationName(one.operation)].includes(name));
    if (use !== undefined) return use.operation;
    const meant = closestTo(name, new Set(uses.map((one) => one.name)));
    const suggestion = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    throw new UsageError(`--allow: the description has no operation "${name}".${suggestion}`);
  });
}

/** The operations that are not sent because nothing shows that they change only what the run owns. */
function findUnsent(plan: Plan): readonly Unsent[] {
  return plan.uses.flatMap((use) => {
    const operation = operationName(use.operation);
    try {
      new Writer(plan).perform(use, 'When');
      return [];
    } catch (error) {
      if (error instanceof NotOwn) return [{ name: use.name, operation, reason: error.message }];
      if (error instanceof NoExample) return [];
      throw error;
    }
  });
}

/** The operations that certainly create, and whose resources no other one deletes. */
function findLasting(plan: Plan): readonly string[] {
  const { registration } = findAccounts(plan.api);
  const creates = new Set(findResources(plan).map(({ create }) => create.operation));
  if (registration !== undefined) creates.add(registration.operation);
  return [...creates]
    .filter(
      (one) =>
        deletionOf(plan, one, one.path) === undefined && !deletionByPut(plan.api, one, one.path),
    )
    .map(operationName);
}

/** The credentials of a suite in place of those that are sent in the same header. */
function withOwn(
  made: ReadonlyMap<string, CredentialEntry>,
  own: readonly CredentialDescription[],
): ReadonlyMap<string, CredentialEntry> {
  const ownFor = ({ header }: CredentialEntry) =>
    own.find(
      (one) => one.header !== undefined && `${one.header.name}: ${one.header.value}` === header,
    );
  return new Map(
    [...made].map(([scheme, entry]) => [
      scheme,
      { ...entry, name: ownFor(entry)?.name ?? entry.name },
    ]),
  );
}

/** A credential whose login registers an account, with the request that deletes it. */
function withCleanUp(plan: Plan, credential: CredentialEntry): CredentialEntry {
  const { registration } = findAccounts(plan.api);
  const { login } = credential;
  if (registration === undefined || login?.request !== operationName(registration.operation))
    return credential;
  const { operation } = registration;
  const deletion = deletionOf(plan, operation, operation.path);
  if (deletion === undefined) return credential;
  return { ...credential, login: { ...login, cleanup: `DELETE ${deletion}` } };
}

function leaveOut(
  all: readonly PlannedRequirement[],
  patterns: readonly string[],
): readonly PlannedRequirement[] {
  const fits = (one: PlannedRequirement, pattern: string) =>
    one.kind === pattern || matchesId(one, pattern);
  const idle = patterns.find((pattern) => !all.some((one) => fits(one, pattern)));
  if (idle !== undefined)
    throw new UsageError(
      `Nothing that is derived is "${idle}", so it cannot be left out. The kinds are ${kinds.join(', ')}.`,
    );
  return all.filter((one) => !patterns.some((pattern) => fits(one, pattern)));
}

/** The alternative whose credentials are known, else none where none is needed, else the first. */
function chooseSchemes(
  security: ApiOperation['security'],
  isAvailable: (scheme: string) => boolean,
): readonly string[] {
  const known = security.find((way) => way.length > 0 && way.every(isAvailable));
  return known ?? security.find((way) => way.length === 0) ?? security[0] ?? [];
}

/** The kinds of requirements about one use of an operation. */
const ofUse = [
  planAnswers,
  planExamples,
  planUnknown,
  planReferences,
  planSecurity,
  planNearCredentials,
  planConstraints,
  planIdentifiers,
] as const;

/** The kinds of requirements about several operations. */
const ofAll = [
  planState,
  planConditional,
  planParents,
  planCounters,
  planLists,
  planReferringLists,
  planLogin,
  planGivenLogin,
  planSecret,
  planAccounts,
  planAuthors,
  planErrorForms,
] as const;

function planAll(plan: Plan): readonly PlannedRequirement[] {
  return [
    ...plan.uses.flatMap((use) => planEach(ofUse, plan, use)),
    ...planEach(ofAll, plan, undefined),
  ];
}

/** Requirements of one operation stand together, each id once. */
function orderByOperation(
  { uses }: Plan,
  all: readonly PlannedRequirement[],
): readonly PlannedRequirement[] {
  // The requirement about a login with an account replaces the one without.
  const unique = [...new Map(all.map((one) => [one.id, one])).values()];
  const names = uses.map(({ name }) => name);
  const placeOf = ({ id }: PlannedRequirement) => {
    const index = names.indexOf(id.split('.')[0] ?? '');
    return index < 0 ? names.length : index;
  };
  return unique.sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Leaves out the needs that were not derived, and those that would close a circle, and adds the first
 * requirement of each family.
 */
function linked(all: readonly PlannedRequirement[]): readonly PlannedRequirement[] {
  const needs = new Map<string, string[]>(all.map(({ id }) => [id, []]));
  const leads = (from: string, to: string): boolean => {
    const reached = new Set([from]);
    for (const one of reached) for (const next of needs.get(one) ?? []) reached.add(next);
    return reached.has(to);
  };
  const link = (id: string, wanted: readonly string[]) => {
    const own = needs.get(id) ?? [];
    for (const need of wanted)
      if (needs.has(need) && !own.includes(need) && !leads(need, id)) own.push(need);
  };
  for (const one of all) link(one.id, one.needs);
  const firstOf = new Map<string, string>();
  for (const { id, families } of all) {
    link(
      id,
      families.map((family) => firstOf.get(family) ?? '').filter((first) => first !== ''),
    );
    for (const family of families) firstOf.set(family, firstOf.get(family) ?? id);
  }
  return all.map((one) => ({ ...one, needs: needs.get(one.id) ?? [] }));
}

/** The title of each section: the operation that a pointer leads into. */
function titlesOf({ uses }: Plan): ReadonlyMap<string, string> {
  return new Map(
    uses.map(({ operation }) => [sectionNameOf(operation.pointer), operationName(operation)]),
  );
}

/** Documented statuses that no request makes a conforming server answer with. */
function unprovocableStatuses({ operations }: ApiDescription): readonly string[] {
  const statuses = operations.flatMap(({ answers }) => answers.map(({ status }) => status));
  // Faults and overload depend on the server's state, not on the request.
  return [...new Set(statuses.filter((status) => /^(5..|429)$/.test(status)))].sort();
}

/** A scenario that cannot be planned to its end leaves options that nothing uses. */
function isUsed(requirements: readonly PlannedRequirement[], placeholder: string): boolean {
  return requirements.some(({ scenarios }) =>
    scenarios.some(({ steps }) => steps.some(({ text }) => text.includes(placeholder))),
  );
}
