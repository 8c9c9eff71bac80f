/** SQLite's SQL on PostgreSQL: text and values of SQLite in, PostgreSQL out. */
export { compatibilitySchema } from './compatibility-schema.js';
export { findFacts, findObstacle, sessionSetUp } from './session.js';
export { type TranslationOptions, translate } from './statements/translate.js';
export { Catalog } from './translator/catalog.js';
export { type SqlPlace, TranslationError } from './translator/sqlite-text.js';
export type { BoundStatement, StatementKind, Translation } from './translator/translation.js';
export { cellReader } from './values/column-types.js';
export { UnstorableTextError } from './values/parameters.js';
export type { SqlCell, SqlParameter } from './values/values.js';
