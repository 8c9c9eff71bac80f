/**
 * Plants faults between a suite and sound targets, one after the other, and finds those that no
 * requirement of the suite notices.
 */
import { resolve } from 'node:path';
import type { Environment } from '../../kit/environment.js';
import { UsageError } from '../../kit/errors.js';
import { planCheck } from '../check/check.js';
import type { Plan } from '../check/check-input.js';
import { openJournal, renderJournals } from '../check/run-check.js';
import type { RunJournal } from '../check/run-journal.js';
import { prepareTargets } from '../check/run-sessions.js';
import { listenForStop, type StopSignals } from '../check/stop-signals.js';
import type { ServerLeftover } from '../creations/owned-resources.js';
import { type Secret, secretsOf } from '../http/secrets/secrets.js';
import { demandSound } from '../lint/lint-suite.js';
import { createReportsFolder } from '../report/reports-folder.js';
import type { OpenTargetOf, StartedTarget } from '../servers/target.js';
import { IssuedSecrets } from '../sessions/issued-secrets.js';
import { loadSteps } from '../step-files/load-steps.js';
import { isCompiled } from '../suite/load-suite.js';
import { loadCatalogue, type Requirement } from '../suite/requirements.js';
import type { Fault } from './faults/fault.js';
import type { FaultResult } from './planting/judge-faults.js';
import { tellOpenPoints } from './planting/open-points.js';
import type { Proof, ProofListener, ProveRequest, TargetProof } from './planting/proof.js';
import {
  choosePlantings,
  type PlannedTarget,
  planTarget,
  plantFaults,
  scenariosOf,
  type TargetRun,
} from './planting/prove-target.js';
import { Stage } from './planting/stage.js';
import { Suggester, type Suggestion, type Suggestions } from './suggest/suggest.js';

/** A proof, and the scenarios that would notice its survivors. */
export interface ProvedSuite {
  readonly proof: Proof;
  readonly suggestions: Suggestions;
}

/**
 * Records the scenarios, plants the faults, and deletes what was created.
 *
 * @throws UsageError when nothing can be proved, TargetUnavailable when there is no target
 */
export async function prove(
  request: ProveRequest,
  environment: Environment,
  listener: ProofListener,
): Promise<ProvedSuite> {
  const { suite, options } = request;
  const startedAt = new Date();
  if (!isCompiled(suite) && suite.features !== undefined) await demandSound(suite);
  const catalogue = loadCatalogue(suite);
  const plan = planCheck(request, catalogue);
  demandScenarios(plan);
  const { cwd, call, stdout } = environment;
  const folder = resolve(cwd, options.reports);
  createReportsFolder(folder);
  stdout.write(renderJournals(folder, { ...options, call }));
  const signals = listenForStop(environment);
  const { signal } = signals;
  const targets = await prepareTargets({ options, suite, plan, environment, signal });
  const input = { ...request, plan, catalogue, expectations: new Map(), threads: [], environment };
  const journal = openJournal({ ...input, ...signals }, startedAt);
  const run = new ProofRun(request, plan, signals, journal);
  try {
    await run.open(targets.open);
    const proofs = await run.prove(listener);
    const suggestions = await run.suggest(catalogue.requirements, proofs, listener);
    const leftovers = await run.close();
    // The proof lists what is left; "touchstone clean" takes a journal, and can delete what is named.
    if (leftovers.every(({ deletion }) => deletion === undefined)) journal.end();
    const judged = new Set(plan.sessions.flatMap(scenariosOf).map((one) => one.requirement));
    const proof = {
      ...{ plan, targets: proofs, leftovers, secrets: run.secrets, startedAt, endedAt: new Date() },
      requirements: plan.requirements.filter(({ id }) => judged.has(id)),
      isComplete: !signal.aborted,
    };
    return { proof, suggestions };
  } finally {
    await run.close();
    journal.abandon();
    await targets.release();
    signals.release();
  }
}

/** @throws UsageError when no scenario judges anything */
function demandScenarios({ sessions }: Plan): void {
  if (sessions.flatMap(scenariosOf).length > 0) return;
  throw new UsageError(
    'No scenario judges a requirement of the level must, so no fault could be noticed.',
  );
}

/** The stages of a proof, from their opening to their end. */
class ProofRun {
  readonly #request: ProveRequest;
  readonly #plan: Plan;
  readonly #signals: Pick<StopSignals, 'signal' | 'givingUp'>;
  readonly #issued: IssuedSecrets;
  readonly #journal: RunJournal;
  readonly #runs: (TargetRun & { readonly target: StartedTarget })[] = [];
  readonly #credentials: Secret[] = [];

  constructor(
    request: ProveRequest,
    plan: Plan,
    { signal, givingUp }: Pick<StopSignals, 'signal' | 'givingUp'>,
    journal: RunJournal,
  ) {
    this.#request = request;
    this.#plan = plan;
    this.#signals = { signal, givingUp };
    this.#issued = new IssuedSecrets(request.suite);
    this.#journal = journal;
  }

  get secrets(): Proof['secrets'] {
    return [...this.#request.secrets, ...this.#credentials, ...this.#issued.all];
  }

  async open(openTarget: OpenTargetOf): Promise<void> {
    const steps = await loadSteps(this.#request.suite);
    for (const session of this.#plan.sessions) {
      const target = await openTarget(session.target);
      this.#credentials.push(...secretsOf(target.credentials, this.#request.suite));
      const control = {
        ...this.#signals,
        onIssued: this.#issued.add.bind(this.#issued),
        onResourceChange: this.#journal.recorderFor(target, this.#request, this.#issued),
      };
      const { concurrency: lanes } = this.#request.options;
      const stage = new Stage({ session, target, steps, control, lanes });
      this.#runs.push({ session, target, stage });
    }
  }

  async prove(listener: ProofListener): Promise<readonly TargetProof[]> {
    const targets = await this.#recordAll(listener);
    const { prove: options } = this.#request;
    const choices = choosePlantings(targets, options, this.#plan.seed);
    const all = choices.reduce((sum, { planted }) => sum + planted.length, 0);
    const progress = targets.map((): readonly [number, number] => [0, 0]);
    const note = () => {
      const sum = (one: 0 | 1) => progress.reduce((total, counts) => total + counts[one], 0);
      listener.plant(sum(0), all, sum(1));
    };
    note();
    const planting = targets.map(async (target, index) =>
      plantFaults(target, choices[index]?.planted ?? [], options, (...counts) => {
        progress[index] = counts;
        note();
      }),
    );
    const found = await allOf(planting);
    const proofs: TargetProof[] = [];
    for (const [index, { planted, equivalents, unplanted }] of choices.entries()) {
      const target = targets[index] as PlannedTarget;
      const results = found[index] ?? [];
      let observed = 0;
      const told = await tellOpenPoints(target, results, (all) => {
        observed += 1;
        listener.record(observed, all);
      });
      const { scenarios, leftOut } = target.recording;
      const { name: server } = target.target;
      const missing = unplanted + planted.length - results.length;
      proofs.push({
        ...{ server, scenarios, leftOut, results: told, equivalents },
        unplanted: missing,
      });
    }
    return proofs;
  }

  /** Finds scenarios that notice the survivors. */
  async suggest(
    requirements: readonly Requirement[],
    proofs: readonly TargetProof[],
    listener: ProofListener,
  ): Promise<Suggestions> {
    const isSurvivor = ({ outcome }: FaultResult) => outcome === 'survived';
    const all = proofs.flatMap(({ results }) => results.filter(isSurvivor)).length;
    let done = 0;
    const suggestions = new Map<Fault, Suggestion>();
    const steps = await loadSteps(this.#request.suite);
    const ids = new Set(requirements.map(({ id }) => id));
    for (const [index, { results }] of proofs.entries()) {
      const { stage } = this.#runs[index] as TargetRun;
      const suggester = new Suggester({ stage, steps, requirements, ids });
      for (const result of results.filter(isSurvivor)) {
        listener.suggest(done, all);
        const suggestion = await suggester.suggest(result);
        if (suggestion !== undefined) suggestions.set(result.fault, suggestion);
        done += 1;
      }
    }
    return suggestions;
  }

  async #recordAll(listener: ProofListener): Promise<readonly PlannedTarget[]> {
    const all = 2 * this.#plan.sessions.flatMap(scenariosOf).length;
    let done = 0;
    return await allOf(
      this.#runs.map((run) =>
        planTarget(run, () => {
          done += 1;
          listener.record(done, all);
        }),
      ),
    );
  }

  /**
   * Deletes what was created, and ends the targets. Further calls do nothing.
   *
   * @returns what could not be deleted
   */
  async close(): Promise<readonly ServerLeftover[]> {
    const leftovers: ServerLeftover[] = [];
    for (const { stage, target } of this.#runs.splice(0)) {
      const left = await stage.close().finally(() => target.close());
      leftovers.push(...left.map((one) => ({ server: target.name, ...one })));
    }
    return leftovers;
  }
}

/**
 * What happens on several targets side by side: some go on while others wait.
 *
 * @throws the first error, when all are over
 */
async function allOf<Result>(some: readonly Promise<Result>[]): Promise<readonly Result[]> {
  await Promise.allSettled(some);
  return await Promise.all(some);
}
