/** The most further attempts at a scenario after a 429 or 503. */
const mostOfScenario = 2;

/** The most scenarios of a session with further attempts. */
const mostScenarios = 50;

/**
 * Limits the further attempts at scenarios that met a 429 or 503: a target that always
 * answers so must not prolong a run without end.
 */
export class FurtherAttempts {
  /** The further attempts at each scenario, by its place. */
  readonly #counts = new Map<string, number>();

  /** Whether a scenario may run again; counts the attempt. */
  allow(place: string): boolean {
    const before = this.#counts.get(place) ?? 0;
    if (before === mostOfScenario) return false;
    if (before === 0 && this.#counts.size === mostScenarios) return false;
    this.#counts.set(place, before + 1);
    return true;
  }
}
