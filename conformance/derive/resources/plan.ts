/** What all kinds of requirements need to know: the uses of operations, their names, and resources. */

import { UniqueNames } from '../../../kit/unique-names.js';
import { successesOf } from '../description/answered-ids.js';
import type { ApiDescription, ApiOperation, Parameter } from '../description/description.js';
import { kebab } from '../description/values.js';
import type { CredentialEntry } from './credentials.js';
import type { PathOptions } from './path-options.js';

/**
 * A way to use an operation. One whose id is in the query and optional has two: it reads one resource
 * with the id, and lists all without it.
 */
export interface Use {
  readonly operation: ApiOperation;
  /** The parameter of the query that identifies the resource; undefined when the path does. */
  readonly byQuery: Parameter | undefined;
  /** The beginning of the ids of its requirements: `create-note`. */
  readonly name: string;
}

/** Whether a use is about one resource, by its query or the end of its path. */
export function isItem({ operation, byQuery }: Use): boolean {
  return byQuery !== undefined || operation.path.endsWith('}');
}

/** The input of a derivation. */
export interface Plan {
  readonly api: ApiDescription;
  readonly uses: readonly Use[];
  /** By the names of their schemes. */
  readonly credentials: ReadonlyMap<string, CredentialEntry>;
  readonly options: PathOptions;
  /** Whether the operator allows a request that may change data of others. */
  isAllowed(operation: ApiOperation): boolean;
  /** Whether the operator gives the credential with a name. */
  isGiven(name: string): boolean;
  /** The schemes that a request to an operation carries. */
  schemesOf(operation: ApiOperation): readonly string[];
}

/** Names the uses of all operations, in the order of the description. */
export function listUses(
  { operations }: ApiDescription,
  identify: (operation: ApiOperation) => Parameter | undefined,
): readonly Use[] {
  const names = new UniqueNames();
  return operations.flatMap((operation) => {
    const name = names.take(nameOf(operation));
    const parameter = identify(operation);
    const byQuery = parameter && {
      operation,
      byQuery: parameter,
      name: parameter.isRequired ? name : names.take(`${name}-by-${kebab(parameter.name, 'id')}`),
    };
    if (byQuery !== undefined && parameter?.isRequired) return [byQuery];
    const plain = { operation, byQuery: undefined, name };
    return byQuery === undefined ? [plain] : [plain, byQuery];
  });
}

/** Shortened names would depend on each other, so that the ids of requirements would change. */
const longestName = 200;

function nameOf({ operationId, method, path }: ApiOperation): string {
  const verb = method.toLowerCase();
  return kebab(operationId ?? `${verb} ${path}`, verb, longestName);
}

/** Whether a server may do the work after its answer (202). */
export function isLater(operation: ApiOperation): boolean {
  return successesOf(operation).some(({ status }) => status === '202');
}

/** The id of the requirement that an operation succeeds; none when no success is documented. */
export function successIds(uses: readonly Use[]): readonly string[] {
  return uses.flatMap(({ name, operation }) =>
    successesOf(operation).length === 0 ? [] : [`${name}.response.status`],
  );
}

/** A placeholder for a remembered value. */
export function placeholder(name: string): string {
  return `\${${name}}`;
}
