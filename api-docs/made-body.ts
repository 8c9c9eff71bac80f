/** Bodies for requests whose description has no example. */

import {
  describeDocument,
  isWrittenAsJson,
} from '../conformance/derive/description/description.js';
import { withTexts } from '../conformance/derive/description/request-schemas.js';
import { bodyOf } from '../conformance/derive/examples/bodies.js';
import { NoExample } from '../conformance/derive/examples/example-value.js';
import type { Document } from './description.js';

/** What stands in place of the texts by which a run recognizes its own data. */
const anyText = () => 'text';

/**
 * Makes the body in JSON of an operation from its schema; undefined where there is none or none can be made.
 */
export type MakeBody = (method: string, path: string) => unknown;

/** Makes bodies by the schemas of a description. */
export function bodyMaker(document: Document): MakeBody {
  const api = describeDocument({ ...document });
  const operations = new Map(api.operations.map((one) => [`${one.method} ${one.path}`, one]));
  return (method, path) => {
    const operation = operations.get(`${method.toUpperCase()} ${path}`);
    if (operation?.body === undefined || !isWrittenAsJson(operation.body.mediaType))
      return undefined;
    try {
      return withTexts(bodyOf(api, operation), anyText);
    } catch (error) {
      if (error instanceof NoExample) return undefined;
      throw error;
    }
  };
}
