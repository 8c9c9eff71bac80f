import { InvalidArgumentError } from 'commander';

/**
 * Parses a count.
 *
 * @throws InvalidArgumentError for anything but a whole number from 1 up
 */
export function readCount(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) {
    throw new InvalidArgumentError('It must be a whole number from 1 up.');
  }
  return Number(text);
}
