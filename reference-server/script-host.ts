import { abort, currentHost } from '../interpreter/index.js';
import type { Statements } from './database/statements.js';

/** What a running script has of the server, whatever it runs for: the project's database. */
export abstract class ScriptHost {
  readonly statements: Statements;

  constructor(statements: Statements) {
    this.statements = statements;
  }
}

/** The host of the script that runs right now. Only natives may ask. */
export function currentScriptHost(): ScriptHost {
  const host = currentHost();
  return host instanceof ScriptHost ? host : abort('This script runs without a server.');
}
