import type { AnsweredRequest, Fault, Log } from './log.js';

function formatFault({ method, path, status, trace, excerpt }: Fault): string {
  const source = excerpt === undefined ? '' : `\n${excerpt}\n`;
  return `${method} ${path}: ${status}\n${trace}\n${source}`;
}

function formatAnswer({ method, path, status, milliseconds }: AnsweredRequest): string {
  return `${status} ${method} ${path} ${milliseconds.toFixed(1)} ms\n`;
}

/** A log for people; what scripts print comes as it is. */
export function createTextLog(write: (text: string) => void): Log {
  return {
    printed: write,
    failed: (fault) => write(formatFault(fault)),
    answered: (request) => write(formatAnswer(request)),
    noted: (message) => write(`${message}\n`),
  };
}
