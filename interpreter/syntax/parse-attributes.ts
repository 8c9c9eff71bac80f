/**
 * Attributes before a class or method: `#key`, `#key = value`, `#group(key = value)`; `#!` keeps
 * them.
 */
import type { Attribute } from './ast.js';
import type { Parser } from './parser.js';

/**
 * Parses attributes. Returns those kept at run time; undefined if there are no attributes at all.
 */
export function parseAttributes(parser: Parser): readonly Attribute[] | undefined {
  if (!parser.at('#')) return undefined;
  const kept: Attribute[] = [];
  while (parser.match('#')) {
    const isKept = parser.match('!');
    const attributes = parseAttribute(parser);
    if (isKept) for (const attribute of attributes) kept.push(attribute);
    parser.consumeLine('expectNewlineAfterAttribute');
  }
  return kept;
}

function parseAttribute(parser: Parser): Attribute[] {
  if (!parser.match('name')) {
    parser.fail('expectAttribute');
    return [];
  }
  const name = parser.previous.text;
  if (parser.at('=') || parser.at('line')) {
    return [{ group: undefined, key: name, value: parseAttributeValue(parser) }];
  }
  if (parser.match('(')) return parseGroup(parser, name);
  parser.fail('expectAttributeForm');
  return [];
}

function parseGroup(parser: Parser, group: string): Attribute[] {
  const attributes: Attribute[] = [];
  parser.matchLine();
  if (parser.match(')')) {
    parser.fail('emptyAttributeGroup');
    return attributes;
  }
  while (!parser.at(')')) {
    const { name: key } = parser.consumeIdentifier('expectAttributeKey');
    attributes.push({ group, key, value: parseAttributeValue(parser) });
    parser.matchLine();
    if (!parser.match(',')) break;
    parser.matchLine();
  }
  parser.matchLine();
  parser.consume(')', 'expectAttributeGroupEnd');
  return attributes;
}

/** Parses `= value`; without it the value is null. A name counts as a string. */
function parseAttributeValue(parser: Parser): Attribute['value'] {
  if (!parser.match('=')) return null;
  const { kind, text, number } = parser.current;
  switch (kind) {
    case 'true':
    case 'false':
      parser.advance();
      return kind === 'true';
    case 'number':
      parser.advance();
      return number;
    case 'string':
    case 'name':
      parser.advance();
      return text;
    default:
      parser.fail('expectAttributeValue');
      parser.advance();
      return null;
  }
}
