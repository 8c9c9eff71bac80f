/** What a run is going to check, from the options and the catalogue. */
import { randomInt } from 'node:crypto';
import { UsageError } from './option-values.js';
import type { CheckOptions } from './options.js';
import {
  type Catalogue,
  type Requirement,
  reasonForOmitting,
  type Selection,
} from './requirements.js';
import type { Credentials, Profile } from './run.js';

/** The part of the catalogue that a run is about. */
export interface Plan {
  readonly selection: Selection;
  readonly profiles: readonly Profile[];
  /** Those of the catalogue that the selection names and that apply to one of the profiles. */
  readonly requirements: readonly Requirement[];
  readonly seed: number;
}

/** What is checked of a server when nobody says more. */
const defaults = { classes: ['api'], profiles: ['basic'] } as const;

/** @throws UsageError when nothing is left to check, or more than one server can be. */
export function makePlan(options: CheckOptions, catalogue: Catalogue): Plan {
  const classes = orDefault(options.classes, defaults.classes);
  const profiles = orDefault(options.profiles, defaults.profiles);
  if (options.baseUrl !== undefined && profiles.length > 1) {
    throw new UsageError('--profile: a server has one profile; run the check once for each.');
  }
  const commands = ['start', 'setup', 'teardown'] as const;
  const command = commands.find((name) => options[name] !== undefined);
  if (options.baseUrl === undefined && command !== undefined) {
    throw new UsageError(`--${command}: needs --base-url, where the server is to be found.`);
  }
  const selection = { classes, only: options.only };
  const requirements = catalogue.requirements.filter(
    (requirement) =>
      reasonForOmitting(requirement, selection) === undefined &&
      requirement.profiles.some((profile) => profiles.includes(profile)),
  );
  if (requirements.length === 0) {
    throw new UsageError(`--only: no requirement matches ${options.only.join(', ')}.`);
  }
  return { selection, profiles, requirements, seed: options.seed ?? randomInt(1_000_000) };
}

/** The credentials among the options. */
export function credentialsOf(options: CheckOptions): Credentials {
  const { apiKey, inactiveApiKey, bearerToken, expiredBearerToken } = options;
  return { apiKey, inactiveApiKey, bearerToken, expiredBearerToken };
}

/** The plan as text: one line for each requirement. */
export function renderPlan({ requirements, profiles }: Plan): string {
  const width = Math.max(...requirements.map(({ id }) => id.length));
  const rows = requirements.map(
    ({ id, level, section, statement }) =>
      `${id.padEnd(width)}  ${level}  §${section}: ${statement}`,
  );
  const total = `${requirements.length} requirements in profile ${profiles.join(', ')}`;
  return `${rows.join('\n')}\n\n${total}\n`;
}

function orDefault<T>(given: readonly T[], fallback: readonly T[]): readonly T[] {
  return given.length === 0 ? fallback : [...new Set(given)];
}
