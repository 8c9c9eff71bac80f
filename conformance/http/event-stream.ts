/** Server-sent events (WHATWG HTML §9.2.6). */
import { cut } from '../../kit/words.js';

/** The media type of a stream of events. */
export const streamType = 'text/event-stream';

/** An event of a stream. */
export interface StreamEvent {
  /** Its type; `message` when the stream names none. */
  readonly event: string;
  /** Its lines of data, with a line feed between. */
  readonly data: string;
  /** Undefined when the stream has given none so far. */
  readonly id: string | undefined;
  /** The place after the event in the text of the stream. */
  readonly end: number;
}

/** The complete events at the beginning of a stream. A block without data, such as a comment, is none. */
export function readEvents(text: string, most = Number.POSITIVE_INFINITY): readonly StreamEvent[] {
  const events: StreamEvent[] = [];
  let [event, data, id] = ['', [] as string[], undefined as string | undefined];
  for (const line of text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r)/g)) {
    if (events.length >= most) break;
    const [whole] = line;
    const content = whole.replace(/[\r\n]+$/, '');
    const [field, rest] = cut(content.replace(/^\uFEFF/, ''), ':');
    const value = rest.replace(/^ /, '');
    if (content !== '') {
      if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
      else if (field === 'id' && !value.includes('\0')) id = value;
      continue;
    }
    const end = line.index + whole.length;
    if (data.length > 0) {
      events.push({ event: event || 'message', data: data.join('\n'), id, end });
    }
    [event, data] = ['', []];
  }
  return events;
}
