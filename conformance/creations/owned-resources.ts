/** The record of the resources that a run may have created, for its clean-up. */
import type { Client, Exchange } from '../http/exchange.js';
import { TargetFailure } from '../http/target-failure.js';
import type { RequestLine } from '../suite/suite.js';

/** A resource that the target claims to have created for a scenario. */
export interface OwnedResource {
  /** The request that deletes it: `DELETE /todos/7`. The path may have a query. */
  readonly deletion: RequestLine;
  /** Headers that its deletion needs, without secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The names of the credentials that created it, which its deletion needs as well. */
  readonly credentials?: readonly string[] | undefined;
}

/** A request that deletes something the run has created. */
export interface Deletion extends RequestLine {
  /** Beside those that the scenario sends with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * A path whose answer contains the run's marker when the run owns the resource. Default: `path`.
   */
  readonly shownBy?: string;
  /**
   * The headers after the answer that shows the resource: some servers replace the token of a
   * resource whenever it is used (RFC 7592 §2.1).
   */
  readonly renew?: (shown: Exchange) => Readonly<Record<string, string>>;
  /** Logs in with the resource's own credentials, for the headers of its deletion. */
  readonly logIn?: (client: Client) => Promise<Readonly<Record<string, string>>>;
}

/** A resource that a clean-up could not delete, or could not prove to be the run's own. */
export interface Leftover extends Partial<OwnedResource> {
  /** The request that created it, when no answer named it. */
  readonly creation?: RequestLine;
  /** The reason, as a sentence or a clause. */
  readonly reason: string;
  /** Whether no sentence of the suite deletes it: the request created it for certain. */
  readonly isKept?: true;
  /** The missing option without which it cannot be deleted, such as `--token`. */
  readonly option?: string;
}

/** The reason why a clean-up ended early, such as a `NotTested`. */
interface Ending {
  readonly message: string;
  readonly option?: string | undefined;
}

/** The reason for a leftover that no sentence of a suite deletes. */
export const keptReason = 'no sentence deletes it';

/** How a leftover that no sentence of a suite deletes is described. */
export const keptLeftover = { reason: keptReason, isKept: true } as const;

/** A leftover with the name of its server in reports. */
export interface ServerLeftover extends Leftover {
  readonly server: string;
}

/** A change of the record; all changes in order give the same record again. */
export type ResourceChange =
  | { readonly kind: 'added' | 'removed'; readonly resource: OwnedResource }
  /** The number of resources without a name that a request may have created changes by `by`. */
  | {
      readonly kind: 'unnamed';
      readonly creation: RequestLine;
      readonly by: number;
      /** Whether no sentence of the suite deletes them. */
      readonly isKept?: true;
    };

/** Resources that one kind of request may have created although no answer names them. */
interface Unnamed {
  readonly creation: RequestLine;
  count: number;
  /** Those of them that no sentence of the suite deletes. */
  kept: number;
  /** The requests that were not answered in time, which the target may still carry out. */
  late: number;
}

/** A resource that is recorded before the request that may create it. */
export interface ExpectedResource {
  /** Takes it out of the record: the answer names it, or shows that none was created. */
  forget(): void;
  /** Judges by the error whether the target may have received the request, or still carries it out. */
  noteUnanswered(error: unknown): void;
}

/** `DELETE /todos/7` */
export function lineOf({ method, path }: RequestLine): string {
  return `${method} ${path}`;
}

/** The resources that a session may have created. */
export class OwnedResources {
  /** The deletions that scenarios recorded, in order. */
  readonly deletions: Deletion[] = [];
  /** The paths at which a GET has shown resources of the run. */
  readonly shownPaths = new Set<string>();
  /** The paths at which a GET has found nothing since they were changed, with its headers as a key. */
  readonly missingPaths = new Map<string, string>();
  /** The number of requests that may have deleted something, and were accepted. */
  acceptedDeletions = 0;
  /** Answers to requests for whose creations a deletion or a leftover is recorded. */
  readonly recordedAnswers = new WeakSet<Exchange>();
  /** Answers that lack the names of what they created, for which a leftover is recorded. */
  readonly unnamedAnswers = new WeakSet<Exchange>();
  readonly #named = new Map<string, OwnedResource>();
  readonly #unnamed = new Map<string, Unnamed>();
  readonly #onChange: (change: ResourceChange) => void;

  /** @param onChange called after each change, and so before a request that may create a resource */
  constructor(onChange: (change: ResourceChange) => void = () => {}) {
    this.#onChange = onChange;
  }

  add(resource: OwnedResource): void {
    this.apply({ kind: 'added', resource });
  }

  /** Records that the request which deletes a resource was accepted. */
  remove(deletion: RequestLine): void {
    const resource = this.#named.get(lineOf(deletion));
    if (resource !== undefined) this.apply({ kind: 'removed', resource });
  }

  /** Makes one change. */
  apply(change: ResourceChange): void {
    if (change.kind === 'unnamed') {
      const unnamed = this.#unnamedBy(change.creation);
      unnamed.count += change.by;
      if (change.isKept) unnamed.kept += change.by;
    } else if (change.kind === 'added') {
      this.#named.set(lineOf(change.resource.deletion), change.resource);
    } else {
      this.#named.delete(lineOf(change.resource.deletion));
    }
    this.#onChange(change);
  }

  /** Records that a request is sent which may create a resource. */
  expect({ method, path }: RequestLine): ExpectedResource {
    const creation = { method, path };
    this.apply({ kind: 'unnamed', creation, by: 1 });
    const forget = () => this.apply({ kind: 'unnamed', creation, by: -1 });
    const noteUnanswered = (error: unknown) => {
      const failure = error instanceof TargetFailure ? error : undefined;
      if (failure?.isUnderWay) this.#unnamedBy(creation).late += 1;
      if (!failure?.isSent) forget();
    };
    return { forget, noteUnanswered };
  }

  /** The remaining ones, newest first: each is deleted before older ones that it may refer to. */
  get named(): readonly OwnedResource[] {
    return [...this.#named.values()].reverse();
  }

  /** The requests that may have created something, also without an answer that names it. */
  get creations(): readonly RequestLine[] {
    return [...this.#unnamed.values()].map(({ creation }) => creation);
  }

  /** The fewest changes that give the same record again. */
  get changes(): readonly ResourceChange[] {
    const unnamed = [...this.#unnamed.values()].flatMap(({ creation, count, kept }) => [
      { kind: 'unnamed', creation, by: count - kept } as const,
      { kind: 'unnamed', creation, by: kept, isKept: true } as const,
    ]);
    return [
      ...[...this.#named.values()].map((resource) => ({ kind: 'added', resource }) as const),
      ...unnamed.filter(({ by }) => by !== 0),
    ];
  }

  /** The number of resources that a kind of request may have created and that no answer names. */
  countUnnamed(creation: RequestLine): number {
    return this.#unnamed.get(lineOf(creation))?.count ?? 0;
  }

  /** All remaining ones as leftovers, for a clean-up that ended early. */
  describeRest({ message, option }: Ending): readonly Leftover[] {
    const end = { reason: message, ...(option === undefined ? {} : { option }) };
    return [
      ...this.named.map((resource) => ({ ...resource, ...end })),
      ...[...this.#unnamed.values()].flatMap(({ creation, count, kept }) =>
        Array.from({ length: count }, (_, index) => ({
          ...{ creation, ...end },
          ...(index < count - kept ? {} : { isKept: true as const }),
        })),
      ),
    ];
  }

  /** The number of resources that the target may still create for a kind of request. */
  countLate(creation: RequestLine): number {
    return this.#unnamed.get(lineOf(creation))?.late ?? 0;
  }

  /**
   * Records a resource without a name that no sentence of the suite deletes.
   *
   * @returns a function to call when one does
   */
  keep(creation: RequestLine): () => void {
    const change = { kind: 'unnamed', creation, isKept: true } as const;
    this.apply({ ...change, by: 1 });
    return () => this.apply({ ...change, by: -1 });
  }

  /** The number of unnamed resources of a kind of request that no sentence of the suite deletes. */
  countKept(creation: RequestLine): number {
    return this.#unnamed.get(lineOf(creation))?.kept ?? 0;
  }

  #unnamedBy({ method, path }: RequestLine): Unnamed {
    const line = lineOf({ method, path });
    const unnamed = this.#unnamed.get(line) ?? {
      ...{ creation: { method, path }, count: 0, kept: 0, late: 0 },
    };
    this.#unnamed.set(line, unnamed);
    return unnamed;
  }
}
