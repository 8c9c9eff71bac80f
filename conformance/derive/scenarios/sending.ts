/** Writes the sentence that sends a request with its body. */
import { asObject, ownMember } from '../../../kit/collections.js';
import {
  type ApiOperation,
  isForm,
  isMultipart,
  isWrittenAsJson,
} from '../description/description.js';
import { merged } from '../description/merged-schema.js';
import { withRemembered } from '../description/referred-ids.js';
import type { Plan } from '../resources/plan.js';
import type { PlannedStep } from './model.js';

/** The step that sends a body. @param line the beginning of its sentence: `I send POST /todos` */
export function sentenceOf(
  { api }: Plan,
  { body: described }: ApiOperation,
  line: string,
  body: unknown,
): Omit<PlannedStep, 'kind'> {
  if (body === undefined) return { text: line };
  const mediaType = described?.mediaType ?? 'application/json';
  if (isForm(mediaType)) return { text: `${line} with the form`, table: pairsIn(body) };
  if (isMultipart(mediaType)) {
    const properties = asObject(merged(api.document, described?.schema).properties);
    return { text: `${line} with the multipart form`, table: partsIn(body, properties) };
  }
  const isText = typeof body === 'string' && !isWrittenAsJson(mediaType);
  const [type = ''] = mediaType.split(';');
  const with_ = isUsualType(mediaType)
    ? `${line} with`
    : `${line} as ${type.trim()}${isText ? '' : ' with'}`;
  if (isText) return { text: with_, below: body };
  const inline = withRemembered(JSON.stringify(body));
  const isShort = inline.length + with_.length < mostCharacters && !/[{[].*[{[].*[{[]/.test(inline);
  return isShort
    ? { text: `${with_} ${inline}` }
    : { text: with_, below: JSON.stringify(body, undefined, 2) };
}

/** Whether a sentence that sends JSON need not name the media type. */
export function isUsualType(mediaType: string): boolean {
  return /^application\/json$|\*/i.test((mediaType.split(';')[0] ?? '').trim());
}

/** The length of a line with JSON; longer JSON stands below the sentence. */
const mostCharacters = 100;

function pairsIn(fields: unknown): readonly (readonly string[])[] {
  return Object.entries(asObject(fields)).map(([name, value]) => [name, String(value)]);
}

/** The parts of a form: a file has a name and a media type. */
function partsIn(fields: unknown, properties: Readonly<Record<string, unknown>>) {
  return Object.entries(asObject(fields)).map(([name, value]) => {
    const { format, contentMediaType } = asObject(ownMember(properties, name));
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (format !== 'binary' && contentMediaType === undefined) return [name, text, '', ''];
    return [name, text, 'file.txt', String(contentMediaType ?? 'text/plain')];
  });
}
