/** A strict parser for the XML of reports. */

/** An element and its content; comments and processing instructions are not supported. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids them
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** @throws Error when the text is not well-formed */
export function parseXml(text: string): XmlElement {
  if (forbidden.test(text)) throw new Error('a character that XML forbids');
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(text);
  if (declaration === null) throw new Error('no XML declaration');
  const { element, end } = parseElement(text, declaration[0].length);
  if (text.slice(end).trim() !== '') throw new Error('something after the root element');
  return element;
}

const startTag = /<([A-Za-z][\w.-]*)((?:\s+[A-Za-z][\w.-]*="[^"<]*")*)\s*(\/?)>/y;

function parseElement(text: string, start: number): { element: XmlElement; end: number } {
  startTag.lastIndex = start;
  const match = startTag.exec(text);
  if (match === null) throw new Error(`no tag at ${text.slice(start, start + 60)}`);
  const [tag, name = '', attributeText = '', slash] = match;
  const attributes = parseAttributes(attributeText);
  let end = start + tag.length;
  if (slash === '/') return { element: { name, attributes, children: [], text: '' }, end };
  const children: XmlElement[] = [];
  let content = '';
  while (!text.startsWith('</', end)) {
    if (text[end] === '<') {
      const child = parseElement(text, end);
      children.push(child.element);
      end = child.end;
    } else {
      const next = text.indexOf('<', end);
      if (next < 0) throw new Error(`${name} does not end`);
      content += decodeText(text.slice(end, next));
      end = next;
    }
  }
  const endTag = `</${name}>`;
  if (!text.startsWith(endTag, end)) throw new Error(`${name} ends with another tag`);
  return { element: { name, attributes, children, text: content }, end: end + endTag.length };
}

function parseAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of text.matchAll(/([\w.-]+)="([^"]*)"/g)) {
    if (name in attributes) throw new Error(`${name} twice`);
    attributes[name] = decodeText(value);
  }
  return attributes;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function decodeText(text: string): string {
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const code = /^#(\d+)$/.exec(name)?.[1];
    const character = code === undefined ? entities[name] : String.fromCharCode(Number(code));
    if (character === undefined || !whole.endsWith(';')) throw new Error(`entity ${whole}`);
    return character;
  });
}
