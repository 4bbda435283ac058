/** POST /allocation/explain: who would get a shipment, and why. */
import Type, { type Static } from 'typebox';
import { WANTED_MEMBERS } from '../domain/allocation/conditions.js';
import { REASON_CODES } from '../domain/reasons.js';
import { PartnerId } from '../model/documents.js';
import type { Members } from '../model/members.js';
import { LandedAmounts } from './answers/landed.js';
import { score } from './answers/values.js';
import { API_PREFIX, contract } from './contract.js';
import { count, hours, moment, orNull, rupees, signedRupees, text } from './fields.js';
import { AssignmentRequest, AssignmentStrategy } from './requests.js';

const { Optional } = Type;

const RULE_RESULTS = ['ACTED', 'NO', 'RELAXED', 'PASSED_OVER'] as const;
const CANDIDATE_RESULTS = ['CHOSEN', 'RANKED', 'EXCLUDED', 'FULL', 'INCAPABLE'] as const;

const RuleResult = Type.Object(
  {
    ruleId: text('The rule'),
    result: Type.Enum([...RULE_RESULTS], {
      description: `- ACTED: its condition held, and it changed something
- NO: its condition did not hold
- RELAXED: it would have left nobody, and was not applied
- PASSED_OVER: its condition held, and it changed nothing`,
    }),
    failed: Optional(Type.Enum([...WANTED_MEMBERS], { description: 'NO: the first member of `when` that failed' })),
    was: Optional(Type.Unknown({ description: 'NO: what the shipment has there' })),
  },
  { title: 'RuleResult' },
);

const Adjustment = Type.Object(
  { ruleId: text('The rule'), rupees: signedRupees('What it adds to the score') },
  { title: 'ScoreAdjustment' },
);

const ShareResult = Type.Object(
  {
    ruleId: text('The rule'),
    percent: Type.Number({ exclusiveMinimum: 0, maximum: 100, description: 'What its member shall have' }),
    due: Type.Number({ minimum: 0, description: 'Shipments that its member is due in the window, with this one' }),
    done: count('Shipments that its member has in the window, with this one'),
  },
  { title: 'ShareResult', description: 'What the share that decided counts of the candidate’s member' },
);

const CandidateResult = Type.Object(
  {
    partnerId: PartnerId,
    result: Type.Enum([...CANDIDATE_RESULTS]),
    ruleId: Optional(text('EXCLUDED: the rule that it went by')),
    capacityId: Optional(Type.Integer({ minimum: 1, description: 'FULL: the HARD capacity that is full for it' })),
    reasons: Optional(
      Type.Array(Type.Enum([...REASON_CODES]), { description: 'INCAPABLE: why it cannot carry the shipment' }),
    ),
    cost: Optional(rupees('What choosing it costs: the total, and the tax that the recipient owes')),
    hours: Optional(hours('Transit')),
    rank: Optional(Type.Integer({ minimum: 1, description: 'Its place among those that the rules left' })),
    score: Optional(score.score),
    parts: Optional(score.parts),
    landed: Optional(LandedAmounts),
    share: Optional(ShareResult),
    adjustments: Optional(Type.Array(Adjustment, { description: 'What rules add to the score, which contains it' })),
  },
  { title: 'CandidateResult' },
);

export const Decision = Type.Object(
  {
    policyId: orNull(Type.String(), 'The policy that counted; null: none'),
    version: orNull(Type.String(), '16 hex digits of SHA-256 over its canonical document'),
    changeId: count('The number of the last change whose documents decided'),
    at: moment('When the question was asked'),
    strategy: AssignmentStrategy,
    rules: Type.Array(RuleResult, { description: 'The rules that were looked at, in their order' }),
    candidates: Type.Array(CandidateResult, { description: 'The chosen one, the others by rank, then those left out' }),
    uncovered: count('Partners that do not cover both ends, and are not among the candidates'),
    refused: orNull(
      Type.Object({ ruleId: text('The rule'), code: text('Its code'), message: text('Its message') }),
      'The rule that refuses the shipment; null: none',
    ),
    premium: orNull(Type.Number(), 'Rupees: cost of the chosen partner − of the cheapest capable one; null: nobody'),
    sentence: text('The decision in plain English'),
  },
  { title: 'AllocationDecision' },
);
export type Decision = Static<typeof Decision>;

/** A policy that need not be stored, as people write it: judged like any document. */
export const GivenPolicy = Type.Object(
  {},
  {
    additionalProperties: true,
    description: 'A policy that need not be stored, written as one of `allocation-policies`; names of places count',
  },
);
export type GivenPolicy = Readonly<Members>;

export const explainAllocation = contract({
  id: 'explainAllocation',
  path: `${API_PREFIX}/allocation/explain`,
  tag: 'Allocation',
  summary: 'Who would get a shipment, and why',
  description: `The decision that an assignment would make now: each rule of the policy with what became of it, each
partner with its place, and a sentence. Nothing is stored, and an earlier assignment of the shipment does not count.

The body is that of an assignment. With \`policyId\` this policy counts, with \`policy\` a document that need not be
stored, whatever its status and whatever shipments it is for; without either the one that an assignment would have.

For services alone.`,
  scope: 'read',
  isOfServices: true,
  body: Type.Object(
    {
      ...AssignmentRequest.properties,
      policyId: Optional(Type.String({ maxLength: 50, description: 'A stored policy' })),
      policy: Optional(GivenPolicy),
    },
    { title: 'AllocationQuestion' },
  ),
  answer: Type.Object({ data: Decision }),
  example: {
    body: {
      shipmentDetails: {
        shipmentId: 'SHIP-2026-000417',
        serviceTypes: ['PICKUP', 'DELIVERY'],
        fromPincode: '110001',
        toPincode: '560001',
        weight: 1_200,
        shipmentType: 'B2C',
        paymentType: 'COD',
        declaredValue: 2_499.5,
      },
      assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
    },
  },
  errors: [
    'VALIDATION_ERROR',
    'QUOTE_TOKEN_INVALID',
    'FORBIDDEN',
    'POLICY_NOT_FOUND',
    'BUSINESS_VALIDATION_FAILED',
    'OVERLOADED',
  ],
});
