/** Why the system refused something to do with a file, in words: `no such file or directory`. */
export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EEXIST') return 'it is a file';
  const [, reason] = /^E[A-Z]+: ([^,]+), /.exec(message) ?? [];
  return reason ?? message;
}
