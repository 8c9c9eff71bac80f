import { packageFile } from '../cli/package-root.js';

/** Where scenarios and steps are. */
export interface SuiteFiles {
  /** The folder of the compiled features, absolute. */
  readonly features: string;
  /** The folder of the compiled ones, absolute. */
  readonly steps: string;
}

/** Where everything is that a check is made of. */
export interface CheckFiles extends SuiteFiles {
  /** The catalogue of requirements, in YAML or JSON. */
  readonly catalogue: string;
  /** The OpenAPI description, in YAML or JSON. */
  readonly openapi: string;
}

/** Those that come with Touchstone. */
export function shippedSuite(): SuiteFiles {
  return {
    features: packageFile('dist', 'features'),
    steps: packageFile('dist', 'steps'),
  };
}
