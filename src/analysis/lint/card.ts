/** What the linter looks at: a partner's card as documents and as the index has it, at one moment. */
import type { PartnerOutcomes } from '../../domain/outcomes/shifts.js';
import { derived } from '../../model/derived.js';
import type { CustomerCharge, Zone } from '../../model/documents.js';
import type { AnyLintCode } from '../../model/lint-codes.js';
import type { CardDocuments } from '../../index/card/documents.js';
import { numberedZones } from '../../index/coverage.js';
import type { GenerationView, PartnerView } from '../../index/view.js';
import type { ChargesRequest } from '../../contract/requests.js';

export interface LintedCard {
  documents: CardDocuments;
  /** The charges without a partner. */
  defaults: readonly CustomerCharge[];
  /** Null: they are not looked at. */
  outcomes: PartnerOutcomes | null;
  view: GenerationView;
  /** The partner of these documents in `view`. */
  partner: PartnerView;
  /** Rows that are in force at this moment count; milliseconds since the epoch. */
  atMs: number;
  /** The same moment in the examples; null: the present. */
  asOf: string | null;
}

/** A finding before its severity and the partner's acceptance are looked up. */
export interface RawFinding {
  code: AnyLintCode;
  /** It is an error, whatever others of its code are. */
  isError?: boolean;
  message: string;
  /** As `collection/key`. */
  documents: string[];
  /** Bodies of calculate-charges. */
  examples: ChargesRequest[];
  /**
   * Of a gap: its weights or distances, and by what it is known again. The message and the documents also say which
   * route was chosen to show it, and an unrelated change may choose another one.
   */
  gap?: { low: number; high: number; keys: readonly string[] };
  /** Of a rule of a policy. */
  about?: { policyId: string; ruleId: string; action: string };
}

const byNumber = derived((zones: readonly Zone[]): readonly (Zone | undefined)[] => [
  undefined,
  ...numberedZones(zones),
]);

/** The zone of each number, which counts from 1. */
export const zonesByNumber = ({ documents }: Pick<LintedCard, 'documents'>) => byNumber(documents.zones);

/** A zone as messages name it. */
export const zoneText = ({ id, name }: Zone): string => `zone ${id} (${name})`;

/** Contracts write 23:59:59: what lies between whole seconds is no gap. What holds one is, such as midnight. */
export const WHOLE_MS = 1_000;

export const gramsText = (grams: number): string => `${grams.toLocaleString('en-IN')} g`;
