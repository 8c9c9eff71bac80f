/** A suite in memory, all of whose requirements are derived from a description. */
import { basename, dirname } from 'node:path';
import { groupBy } from '../../kit/collections.js';
import { UsageError } from '../../kit/errors.js';
import { countOf, nameFirst } from '../../kit/words.js';
import { findUncleaned } from '../lint/check-clean-up.js';
import { nameOf } from '../suite/checked-document.js';
import { readRequestLine } from '../suite/load-suite.js';
import { readCatalogueFiles } from '../suite/requirements.js';
import {
  baseUrlOption,
  type CredentialDescription,
  type DerivedParts,
  type Suite,
  undeclaredClass,
} from '../suite/suite.js';
import { type DerivationInput, derive } from './derive.js';
import { type ApiDescription, describeApi } from './description/description.js';
import { kebab } from './description/values.js';
import type { CredentialEntry } from './resources/credentials.js';
import { chooseWithin } from './scenarios/budget.js';
import type { PlannedRequirement, Unsent } from './scenarios/model.js';
import { asFeatureStep, renderEntries, renderFeatures } from './scenarios/render.js';

/**
 * Derives a suite from the file of a description.
 *
 * @param file absolute
 * @throws UsageError when it cannot be read, or has nothing to check
 */
export function deriveSuite(file: string, input: DerivationInput): Suite {
  const api = describeApi(file);
  const { credentials, parameters, sections, resources, derived, obstacles } = deriveParts(
    api,
    file,
    input,
  );
  if (derived.requirements.length === 0) {
    const reasons = obstacles.slice(0, 3).map((one) => `\n  ${one}`);
    const end = reasons.length === 0 ? '.' : `:${reasons.join('')}`;
    throw new UsageError(
      `${nameOf(file)}: the description has no operation that can be checked${end}`,
    );
  }
  return {
    ...{ name: kebab(api.title, 'api'), title: api.title, version: api.version },
    ...{ folder: dirname(file), requirements: [], features: undefined, openapi: file },
    ...{ steps: undefined, decisions: undefined, start: undefined },
    profiles: [],
    specification: {
      title: api.title,
      ...{ url: undefined, anchor: undefined, text: undefined, normative: undefined },
      sha256: undefined,
    },
    classes: [
      { name: undeclaredClass, help: 'all requirements', server: baseUrlOption, hasProfiles: true },
    ],
    servers: [
      {
        ...{ name: baseUrlOption, help: 'the server to check', fallback: undefined },
        ready: { method: 'GET', path: '/' },
      },
    ],
    ...{ sections, credentials, parameters, resources, derived },
  };
}

/**
 * A suite with what its description states beside its own requirements. Where both have a
 * requirement of one id, the suite's own counts.
 *
 * @throws UsageError when the description cannot be read, or has nothing of what is left out
 */
export function withDerived(suite: Suite, input: DerivationInput): Suite {
  const { openapi, derive: use, credentials: own } = suite;
  if (openapi === undefined || use === undefined) return suite;
  const except = [...use.except.map(({ requirements }) => requirements), ...(input.except ?? [])];
  const taken = [...own, ...suite.parameters].map(({ name }) => name);
  const takenOptions = [...input.takenOptions, ...taken];
  // Its needs may be derived requirements, so that they cannot be checked yet.
  const known = new Set(
    readCatalogueFiles(suite).requirements.map(({ requirement }) => requirement.id),
  );
  const { derived, sections, credentials, parameters, resources } = deriveParts(
    describeApi(openapi),
    openapi,
    { ...input, takenOptions, except, credentials: own },
    known,
  );
  const added = credentials.filter(({ name }) => !own.some((one) => one.name === name));
  return {
    ...suite,
    // Without sections of its own, a suite may name any.
    sections: Object.keys(suite.sections).length === 0 ? {} : { ...suite.sections, ...sections },
    credentials: [...own, ...added],
    parameters: [...suite.parameters, ...parameters],
    resources: suite.resources.length > 0 ? suite.resources : resources,
    derived,
  };
}

/** What a description gives a suite. */
type DerivedPartsOfSuite = Pick<Suite, 'sections' | 'credentials' | 'parameters' | 'resources'> & {
  readonly derived: DerivedParts;
  /** Why requirements cannot be checked, in words, each once. */
  readonly obstacles: readonly string[];
};

function deriveParts(
  api: ApiDescription,
  file: string,
  input: DerivationInput,
  known: ReadonlySet<string> = new Set(),
): DerivedPartsOfSuite {
  const derivation = derive(api, input);
  const possible = derivation.requirements.filter(
    (one) => one.unfinished === undefined && !known.has(one.id),
  );
  const { maxRequests = Number.POSITIVE_INFINITY } = input;
  const { kept: finished, leftOut } = chooseWithin(possible, maxRequests);
  const ids = new Set([...finished.map(({ id }) => id), ...known]);
  const obstacles = derivation.requirements.flatMap(({ unfinished }) => unfinished ?? []);
  const requirements = finished.map((one) => ({
    ...one,
    needs: one.needs.filter((need) => ids.has(need)),
  }));
  return {
    sections: Object.fromEntries(derivation.sections),
    credentials: derivation.credentials.map(describeCredential),
    parameters: derivation.options.map(({ name, help }) => ({
      ...{ name, help, placeholder: 'value', fallback: undefined },
    })),
    resources: derivation.resources,
    derived: {
      origin: basename(file),
      requirements: renderEntries(requirements),
      undeleted: undeletedBy(requirements),
      lasting: derivation.lasting,
      allowed: derivation.allowed,
      notes: [
        ...api.broken,
        ...derivation.unsent.map(
          ({ name, operation, reason }) =>
            `${operation} is not sent: ${reason}. --allow ${name} sends it.`,
        ),
        ...notesOnUnsendable(derivation.requirements, derivation.unsent),
        ...(leftOut.length === 0 ? [] : [noteOfLimit(leftOut, maxRequests)]),
      ],
      features: [...renderFeatures(requirements)].map(([path, text]) => ({ path, text })),
    },
    obstacles: [...new Set(obstacles)],
  };
}

/** The rule of the requirement that an operation succeeds. */
const succeeds = /\.response\.status$/;

/** The operations for which no request can be made, by reason. */
function notesOnUnsendable(
  requirements: readonly PlannedRequirement[],
  unsent: readonly Unsent[],
): readonly string[] {
  const known = new Set(unsent.map(({ name }) => name));
  const all = requirements.flatMap(({ id, section, unfinished }) => {
    const name = id.replace(succeeds, '');
    return unfinished === undefined || name === id || known.has(name)
      ? []
      : { place: `${name} (§${section})`, unfinished };
  });
  return [...groupBy(all, ({ unfinished }) => unfinished)].map(
    ([reason, ones]) =>
      `${nameFirst(ones.map(({ place }) => place))}: not checked, because ${reason}.`,
  );
}

function noteOfLimit(leftOut: readonly PlannedRequirement[], most: number): string {
  const names = leftOut.slice(0, 5).map(({ id }) => id);
  const rest = leftOut.length > names.length ? ', …' : '';
  return `--max-requests ${most} leaves out ${countOf(leftOut.length, 'requirement')}: ${names.join(', ')}${rest}`;
}

/** The requests that create what no operation of the description deletes. */
export function undeletedBy(requirements: readonly PlannedRequirement[]): readonly string[] {
  const scenarios = requirements.flatMap((one) => one.scenarios);
  const requests = scenarios.flatMap(({ steps }) =>
    findUncleaned(steps.map(asFeatureStep)).map(({ request }) => request.replaceAll('${', '{')),
  );
  return [...new Set(requests)];
}

function describeCredential({ name, help, header, login }: CredentialEntry): CredentialDescription {
  const [, headerName = '', value = ''] = /^([^:]+): (.*)$/.exec(header ?? '') ?? [];
  const [method = '', path = ''] = (login?.request ?? '').split(' ');
  return {
    ...{ name, help, placeholder: 'value', isSecret: true },
    ...(header === undefined ? {} : { header: { name: headerName, value } }),
    ...(login === undefined
      ? {}
      : {
          login: {
            ...{ request: { method, path }, headers: {}, token: login.token },
            cleanup: login.cleanup === undefined ? undefined : readRequestLine(login.cleanup),
            ...{ json: login.json, form: login.form },
          },
        }),
  };
}
