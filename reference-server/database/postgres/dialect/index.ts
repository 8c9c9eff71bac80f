export { Catalog } from './catalog.js';
export { cellReader, type SqlCell } from './cells.js';
export { compatibilitySchema } from './compatibility/schema.js';
export type { SqlValue } from './parameters.js';
export { type TranslationOptions, translate } from './translate.js';
export type { BoundStatement, StatementKind, Translation } from './translation.js';
export { type SqlPlace, TranslationError } from './translation-error.js';
