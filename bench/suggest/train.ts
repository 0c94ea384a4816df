import { readBatch } from '../../services/engine/batch/read-batch.js';
import type { Batch } from '../../services/engine/batch/types.js';
import {
  type Candidate,
  gatherCandidates,
  leftBy,
  weighCandidates,
} from '../../services/engine/decision/candidates.js';
import type { Model } from '../../services/engine/decision/model.js';
import { type EvidenceKind, KINDS } from '../../services/engine/evidence/kinds.js';
import { choicesOf } from '../../services/engine/suggest.js';
import { calibrate, type Outcome } from './calibrate.js';
import { type Corpus, engineInput, type Place, type Scenario } from './corpus.js';
import { VARIANTS } from './variants.js';

/** The variants of the batches for fitting, and the weight of a file of each variant. */
const SHARES: Record<string, number> = {
  '': 1,
  'lower-case names': 0.25,
  'no lengths of originals': 0.5,
  'no embedded tags': 0.25,
  'unknown words in a third of them': 0.5,
  'names only (before the probe)': 0.4,
};

const ALL = Object.keys(KINDS) as EvidenceKind[];
const INDEX = new Map(ALL.map((kind, i) => [kind, i]));
const PRIORS = tableOf((kind) => KINDS[kind].prior);

function tableOf(of: (kind: EvidenceKind, index: number) => number): Model['weights'] {
  return Object.fromEntries(ALL.map((kind, i) => [kind, of(kind, i)])) as Record<EvidenceKind, number>;
}
/** The weight of a file that is judged without the other files of its batch. */
const ALONE_SHARE = 0.5;
const ALONE_OF_BATCH = 4;
/** Square root of the number of files in an average batch. */
const MEAN_FILES = 3;
const ROUNDS = 3;
const STEPS = 80;
const RATE = 0.05;

interface Example {
  scenario: string;
  /** its weight */
  share: number;
  candidates: Candidate[];
  kinds: Uint16Array[];
  values: Float64Array[];
  /** whether each candidate is right; all false when the file has no slot */
  right: boolean[];
  withoutSlot: boolean;
  /** whether a first choice is neither right nor wrong */
  tolerable: (candidate: Candidate) => boolean;
}

interface PreparedBatch {
  batch: Batch;
  byFile: Candidate[][];
  examples: Example[];
}

function prepare(scenario: Scenario, share: number): PreparedBatch {
  const { project, tracks, files } = engineInput(scenario);
  const batch = readBatch(project, tracks, files);
  const byFile = gatherCandidates(batch);
  const examples = scenario.files.flatMap((file, f): Example[] => {
    const candidates = byFile[f] ?? [];
    if (candidates.length === 0 || file.truth === undefined) return [];
    const is = (candidate: Candidate, place: Place): boolean =>
      tracks[candidate.track]?.trackNumber === place.trackNumber && candidate.slot === place.slotType;
    const places = file.truth ? [file.truth, ...(file.acceptable ?? [])] : [];
    return [
      {
        scenario: scenario.id,
        share,
        candidates,
        kinds: candidates.map((candidate) => Uint16Array.from(candidate.items, (item) => INDEX.get(item.kind)!)),
        values: candidates.map((candidate) => Float64Array.from(candidate.items, (item) => item.value)),
        right: candidates.map((candidate) => places.some((place) => is(candidate, place))),
        withoutSlot: file.truth === null,
        tolerable: (candidate) => file.truth === null && (file.acceptable ?? []).some((place) => is(candidate, place)),
      },
    ];
  });
  return { batch, byFile, examples };
}

/**
 * A few files of a batch, each as a separate batch. Facts that only the other files show are no longer part of the
 * truth: of two versions either is right, and a format alone means two slots.
 */
function aloneIn(scenario: Scenario): Scenario[] {
  if (scenario.files.length <= 2) return [];
  const { batch, byFile } = prepare(scenario, 1);
  weighCandidates(batch, byFile, PRIORS);
  const tells = scenario.files.flatMap((file, f) => {
    const rivalled = byFile[f]?.some(({ doubts }) => doubts.some(({ kind }) => kind.startsWith('competition.')));
    return file.truth || (!rivalled && !file.acceptable && !batch.mixes.has(f)) ? [file] : [];
  });
  const apart = Math.max(1, Math.ceil(tells.length / ALONE_OF_BATCH));
  return tells
    .filter((_, i) => i % apart === 0)
    .map((file) => {
      const { truth } = file;
      const byFormat = truth?.slotType === 'cd_master' || truth?.slotType === 'hires_master';
      const acceptable = byFormat
        ? [...(file.acceptable ?? []), { trackNumber: truth.trackNumber, slotType: 'streaming_master' }]
        : file.acceptable;
      return { ...scenario, files: [{ ...file, ...(acceptable && { acceptable }) }] };
    });
}

/** All variants of a corpus, ready for fitting. */
export function prepareCorpus(corpus: Corpus): PreparedBatch[] {
  return Object.entries(SHARES).flatMap(([name, share]) =>
    corpus.scenarios.map((scenario) => prepare((VARIANTS[name] ?? ((same) => same))(scenario), share)),
  );
}

/** The same, with some of the files as batches of their own, without context. */
export function prepareForCalibration(corpus: Corpus): PreparedBatch[] {
  return [
    ...prepareCorpus(corpus),
    ...corpus.scenarios.flatMap(aloneIn).map((scenario) => prepare(scenario, ALONE_SHARE)),
  ];
}

const asTable = (weights: Float64Array): Model['weights'] => tableOf((_, i) => weights[i] ?? 0);

/** Gradient of the log-likelihood of one file by its candidates' scores; rivals' claims are treated as constant. */
function scoreGradient(example: Example, weights: Float64Array, table: Model['weights']): Float64Array {
  const { candidates, kinds, values, right, withoutSlot } = example;
  const scores = candidates.map((_, c) =>
    kinds[c]!.reduce((sum, kind, i) => sum + (weights[kind] ?? 0) * (values[c]![i] ?? 0), 0),
  );
  const top = Math.max(0, ...scores);
  const powers = scores.map((score) => Math.exp(score - top));
  const none = Math.exp(-top);
  const sum = powers.reduce((total, power) => total + power, none);
  const left = candidates.map((candidate) => leftBy(candidate.doubts, table));
  const target = powers.map((power, c) => power * (withoutSlot ? 1 - left[c]! : right[c] ? left[c]! : 0));
  const mass = target.reduce((total, part) => total + part, withoutSlot ? none : 0);
  return Float64Array.from(powers, (power, c) => (mass > 1e-300 ? target[c]! / mass : 0) - power / sum);
}

/**
 * Fits the weights by penalised likelihood (softmax over a file's candidates and 'no slot', normal prior around PRIORS,
 * signs kept), in rounds, because the rivals' claims depend on the weights themselves.
 */
export function fitWeights(prepared: readonly PreparedBatch[], strictness = 1): Model['weights'] {
  const priors = Float64Array.from(ALL, (kind) => KINDS[kind].prior);
  const spread = Float64Array.from(priors, (prior) => Math.max(0.5, 0.4 * Math.abs(prior)) / strictness);
  const free = ALL.map((kind) => !KINDS[kind].fixed);
  const weights = Float64Array.from(priors);
  const m = new Float64Array(ALL.length);
  const v = new Float64Array(ALL.length);
  let step = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const table = asTable(weights);
    for (const { batch, byFile } of prepared) weighCandidates(batch, byFile, table);
    for (let i = 0; i < STEPS; i++) {
      const gradient = Float64Array.from(weights, (weight, k) => -(weight - priors[k]!) / spread[k]! ** 2);
      for (const { examples } of prepared) {
        for (const example of examples) {
          scoreGradient(example, weights, table).forEach((slope, c) => {
            if (Math.abs(slope) < 1e-6) return;
            const kinds = example.kinds[c]!;
            const values = example.values[c]!;
            for (let k = 0; k < kinds.length; k++) gradient[kinds[k]!]! += example.share * slope * values[k]!;
          });
        }
      }
      step++;
      for (let k = 0; k < weights.length; k++) {
        if (!free[k]) continue;
        m[k] = 0.9 * m[k]! + 0.1 * gradient[k]!;
        v[k] = 0.999 * v[k]! + 0.001 * gradient[k]! ** 2;
        const moved =
          weights[k]! + (RATE * (m[k]! / (1 - 0.9 ** step))) / (Math.sqrt(v[k]! / (1 - 0.999 ** step)) + 1e-8);
        weights[k] = priors[k]! === 0 ? moved : Math.sign(priors[k]!) * Math.max(0, Math.sign(priors[k]!) * moved);
      }
    }
  }
  return asTable(weights);
}

/**
 * The first choice of every file with the given weights; a batch is weighted by the square root of its number of files.
 */
export function outcomes(prepared: readonly PreparedBatch[], weights: Model['weights']): Outcome[] {
  return prepared.flatMap(({ batch, byFile, examples }) => {
    weighCandidates(batch, byFile, weights);
    const choices = choicesOf(batch, byFile);
    const ofBatch = MEAN_FILES / Math.sqrt(batch.files.length);
    return examples.flatMap(({ scenario, share, candidates, right, tolerable }) => {
      const best = choices[candidates[0]!.file]?.[0];
      if (!best || tolerable(best.candidate)) return [];
      const { candidate, traits } = best;
      return [
        {
          scenario,
          share: share * ofBatch,
          probability: candidate.probability,
          traits,
          right: right[candidates.indexOf(candidate)] ?? false,
        },
      ];
    });
  });
}

const FOLDS = 12;

/**
 * Models per scenario that were fitted and calibrated without it, and the outcomes of each on the batches it never saw.
 */
export function crossValidate(corpus: Corpus, strictness = 1): { modelOf: Map<string, Model>; held: Outcome[] } {
  const prepared = prepareCorpus(corpus);
  const foldOf = new Map(corpus.scenarios.map((scenario, i) => [scenario.id, i % FOLDS]));
  const inFold = (each: PreparedBatch, fold: number): boolean => foldOf.get(each.examples[0]?.scenario ?? '') === fold;
  const weightsOf: Model['weights'][] = [];
  const held: Outcome[][] = [];
  for (let fold = 0; fold < Math.min(FOLDS, corpus.scenarios.length); fold++) {
    const weights = fitWeights(
      prepared.filter((each) => !inFold(each, fold)),
      strictness,
    );
    weightsOf.push(weights);
    held.push(
      outcomes(
        prepared.filter((each) => inFold(each, fold)),
        weights,
      ),
    );
  }
  const modelOf = new Map(
    corpus.scenarios.map((scenario) => {
      const fold = foldOf.get(scenario.id) ?? 0;
      return [
        scenario.id,
        {
          weights: weightsOf[fold] ?? PRIORS,
          calibration: calibrate(held.filter((_, other) => other !== fold).flat()),
        },
      ];
    }),
  );
  return { modelOf, held: held.flat() };
}
