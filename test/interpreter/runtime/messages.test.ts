import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { messages } from '../../../interpreter/runtime/messages.js';
import { readExpectations } from '../../wren/expectations.js';

const programs = fileURLToPath(new URL('../../wren/', import.meta.url));

/** All runtime errors and printed lines that programs in `test/wren` expect. */
function readExpectedTexts(): string[] {
  const files = readdirSync(programs, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.wren'))
    .flatMap((file) => {
      const expected = readExpectations(file, readFileSync(join(programs, file), 'utf8'));
      const printed = expected.output.map(({ text }) => text);
      return expected.runtimeError === undefined
        ? printed
        : [...printed, expected.runtimeError.text];
    });
}

/** Messages that only calls by the host raise, tested elsewhere. */
const hostOnly = ['cannotSwitch'];

/** Matches a message with any names in it. */
function patternOf(message: (...names: string[]) => string): RegExp {
  const literal = message('\0', '\0', '\0').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('\0', '.+')}$`);
}

describe('messages', () => {
  const texts = readExpectedTexts();

  it.each(Object.entries(messages).filter(([name]) => !hostOnly.includes(name)))(
    '%s is raised by a program',
    (_name, message) => {
      const pattern = patternOf(message);
      expect(texts.filter((text) => pattern.test(text))).not.toEqual([]);
    },
  );
});
