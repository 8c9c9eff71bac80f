/** Finds the variant of a request that makes a server give a documented answer. */
import { asList, asObject, type Json } from '../../kit/collections.js';
import { bodyOf } from './bodies.js';
import {
  type ApiDescription,
  type ApiOperation,
  type DocumentedAnswer,
  isForm,
  isWrittenAsJson,
} from './description.js';
import { merged, NoExample, uniquePlaceholder } from './example-value.js';
import { isCreatingPut, isLogin, successOf } from './resources.js';

/** The difference between a scenario's request and one that succeeds. */
export interface RequestVariant {
  /** Replaces the documented body. */
  readonly text?: { readonly mediaType: string; readonly content: string };
  /** The member to leave out of the JSON body. */
  readonly without?: string;
  /** Replaces the last parameter of the path. */
  readonly last?: string;
  /** Replaces it when the description does not show how to create a resource of the run. */
  readonly otherwise?: string;
  /** Query parameters, in addition to the required ones. */
  readonly query?: Readonly<Record<string, string>>;
  readonly header?: readonly [name: string, value: string];
  readonly isAnonymous?: boolean;
}

/**
 * The variant that provokes an answer, as far as its status tells.
 *
 * @throws NoExample when the status does not tell
 */
export function variantFor(
  api: ApiDescription,
  operation: ApiOperation,
  answer: DocumentedAnswer,
): RequestVariant {
  const variant = variantOfStatus(api, operation, answer);
  // A creation by PUT begins without its resource; only its other success needs one.
  if (!isCreatingPut(operation) || variant.last !== undefined) return variant;
  const isUpdate = answer.status.startsWith('2') && answer !== successOf(operation);
  return isUpdate ? variant : { ...variant, last: uniquePlaceholder };
}

function variantOfStatus(
  api: ApiDescription,
  operation: ApiOperation,
  answer: DocumentedAnswer,
): RequestVariant {
  const { status } = answer;
  if (status.startsWith('2')) return successVariant(operation, answer);
  switch (status) {
    case '400':
      return invalidVariant(api, operation, '422');
    case '401':
      return anonymousVariant(operation);
    case '404':
      return { last: unknownValue(operation) };
    case '406':
      return { header: ['Accept', 'application/x-nothing'] };
    case '415':
      demandBody(operation, 'the operation has no body to send in another media type');
      return { text: { mediaType: 'text/plain', content: 'text' } };
    case '422':
      return invalidVariant(api, operation, '400');
    default:
      throw new NoExample(`the description does not show what makes a server answer ${status}`);
  }
}

/**
 * The documented answers that a conforming server may give to the request for one of them: the
 * description does not show which of several successes a server chooses.
 */
export function interchangeableAnswers(
  operation: ApiOperation,
  answer: DocumentedAnswer,
): readonly DocumentedAnswer[] {
  const { answers } = operation;
  if (isUpdate(operation, answer)) return answers.filter((one) => isUpdate(operation, one));
  if (successOf(operation) !== answer) return [answer];
  return answers.filter((one) => one === answer || isOtherSuccess(operation, one));
}

/** Whether an answer is a success for which the description shows no request. */
function isOtherSuccess(operation: ApiOperation, answer: DocumentedAnswer): boolean {
  const isSuccess = answer.status.startsWith('2');
  return isSuccess && successOf(operation) !== answer && !isUpdate(operation, answer);
}

/** Whether a PUT that can create its resource is answered so when there is one already. */
function isUpdate(operation: ApiOperation, { status }: DocumentedAnswer): boolean {
  return isCreatingPut(operation) && /^20[04]$/.test(status);
}

function successVariant(operation: ApiOperation, answer: DocumentedAnswer): RequestVariant {
  if (isOtherSuccess(operation, answer)) {
    throw new NoExample(
      `the description does not show when the answer is ${answer.status} instead of another success`,
    );
  }
  if (isLogin(operation)) throw new NoExample('it needs an existing account');
  return {};
}

function anonymousVariant(operation: ApiOperation): RequestVariant {
  if (operation.schemes.length === 0 && !isLogin(operation)) {
    throw new NoExample('the description names no credential that the operation needs');
  }
  if (operation.schemes.length === 0) throw new NoExample('it needs wrong credentials');
  const isUnsafe = ['PUT', 'PATCH', 'DELETE'].includes(operation.method);
  if (!isUnsafe || !operation.path.includes('{')) return { isAnonymous: true };
  const last = unknownValue(operation);
  return { isAnonymous: true, ...(last === uniquePlaceholder ? { otherwise: last } : {}) };
}

/** A value for the last parameter of the path that identifies nothing. */
function unknownValue({ path, parameters }: ApiOperation): string {
  const name = lastParameter(path);
  const schema = parameters.find((one) => one.place === 'path' && one.name === name)?.schema ?? {};
  if (name === undefined)
    throw new NoExample('the path has no parameter to give an unknown value to');
  if (schema.enum !== undefined || schema.pattern !== undefined) {
    throw new NoExample(`no unused {${name}} can be derived`);
  }
  if (schema.type === 'integer' || schema.type === 'number') return '2147483647';
  return schema.format === 'uuid' ? '00000000-0000-4000-8000-000000000000' : uniquePlaceholder;
}

function lastParameter(path: string): string | undefined {
  return [...path.matchAll(/\{([^{}]+)\}/g)].at(-1)?.[1];
}

/** @param other the status that is documented for well-formed requests with invalid values */
function invalidVariant(
  api: ApiDescription,
  operation: ApiOperation,
  other: string,
): RequestVariant {
  const { body, answers, parameters, path } = operation;
  const isTold = answers.some(({ status }) => status === other);
  const isJson = body !== undefined && isWrittenAsJson(body.mediaType);
  const hasMembers = isJson || (body !== undefined && isForm(body.mediaType));
  const malformed = { text: { mediaType: 'application/json', content: '{"' } };
  if (isJson && isTold && other === '422') return malformed;
  const [required] = hasMembers ? asList(merged(api.document, body.schema).required) : [];
  const made =
    hasMembers && required !== undefined ? asObject(bodyOf(api.document, operation)) : {};
  if (typeof required === 'string' && Object.hasOwn(made, required)) return { without: required };
  if (isJson && other === '422') return malformed;
  const counted = parameters.find((one) => one.place === 'query' && isNumber(one.schema));
  if (counted !== undefined) return { query: { [counted.name]: 'x' } };
  const last = parameters.find((one) => one.place === 'path' && one.name === lastParameter(path));
  if (last !== undefined && isNumber(last.schema)) return { last: 'x' };
  throw new NoExample('the description does not show a request that is invalid');
}

function isNumber({ type }: Json): boolean {
  return type === 'integer' || type === 'number';
}

function demandBody({ body }: ApiOperation, reason: string): void {
  if (body === undefined) throw new NoExample(reason);
}
