/** A suite in memory, all of whose requirements are derived from a description. */
import { basename, dirname } from 'node:path';
import { UsageError } from '../../kit/errors.js';
import { findUncleaned } from '../lint/check-clean-up.js';
import { nameOf } from '../suite/checked-document.js';
import {
  baseUrlOption,
  type CredentialDescription,
  type Suite,
  undeclaredClass,
} from '../suite/suite.js';
import type { CredentialEntry } from './credentials.js';
import { type DerivationInput, derive } from './derive.js';
import { describeApi } from './description.js';
import type { PlannedRequirement } from './model.js';
import { asFeatureStep, renderEntries, renderFeatures } from './render.js';
import { kebab } from './values.js';

/**
 * Derives a suite from the file of a description.
 *
 * @param file absolute
 * @throws UsageError when it cannot be read, or has nothing to check
 */
export function deriveSuite(file: string, input: DerivationInput): Suite {
  const api = describeApi(file);
  const derivation = derive(api, input);
  const finished = derivation.requirements.filter((one) => one.unfinished === undefined);
  const ids = new Set(finished.map(({ id }) => id));
  const requirements = finished.map((one) => ({
    ...one,
    needs: one.needs.filter((need) => ids.has(need)),
  }));
  if (requirements.length === 0) {
    throw new UsageError(`${nameOf(file)}: the description has no operation that can be checked.`);
  }
  return {
    ...{ name: kebab(api.title, 'api'), title: api.title, version: api.version },
    ...{ folder: dirname(file), requirements: [], features: undefined, openapi: file },
    ...{ steps: undefined, decisions: undefined, start: undefined, profiles: [] },
    specification: {
      title: api.title,
      ...{ url: undefined, anchor: undefined, text: undefined, normative: undefined },
      sha256: undefined,
    },
    sections: Object.fromEntries(derivation.sections),
    classes: [
      { name: undeclaredClass, help: 'all requirements', server: baseUrlOption, hasProfiles: true },
    ],
    credentials: derivation.credentials.map(describeCredential),
    parameters: derivation.options.map(({ name, help }) => ({
      ...{ name, help, placeholder: 'value', fallback: undefined },
    })),
    servers: [
      {
        ...{ name: baseUrlOption, help: 'the server to check', fallback: undefined },
        ready: { method: 'GET', path: '/' },
      },
    ],
    derived: {
      origin: basename(file),
      requirements: renderEntries(requirements),
      undeleted: undeletedBy(requirements),
      features: [...renderFeatures(requirements)].map(([path, text]) => ({ path, text })),
    },
  };
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
            ...{ request: { method, path }, headers: {}, token: login.token, cleanup: undefined },
            ...{ json: login.json, form: login.form },
          },
        }),
  };
}
