/**
 * The resolution of a question's numbers (docs/api-rules.md#numbers): callers compute them in binary fractions, in
 * which 0.14 × 25 × 1000 is 3500.0000000000005.
 */
import { scaleDecimal } from '../domain/money.js';
import { MAX_PIECES, PARTS_OF_A_CENTIMETRE, PARTS_OF_A_GRAM, PARTS_OF_A_RUPEE } from '../limits/requests.js';
import { isMembers, type Members } from '../model/members.js';
import type { Question } from './question.js';

/** Rounds the numbers of a question's body, half up on their printed digits: in place, for the body was just parsed. */
export function toResolution(question: Question, body: unknown): void {
  if (!isMembers(body)) return;
  const parcel = question === 'assignment' ? body['shipmentDetails'] : body;
  if (!isMembers(parcel)) return;
  round(parcel, 'weight', PARTS_OF_A_GRAM);
  round(parcel, 'declaredValue', PARTS_OF_A_RUPEE);
  round(parcel, 'codAmount', PARTS_OF_A_RUPEE);
  roundSides(parcel['dimensions']);
  roundSides(parcel['packageDimensions']);
  if (question === 'charges') {
    round(parcel, 'actualWeight', PARTS_OF_A_GRAM);
    round(parcel, 'volumetricWeight', PARTS_OF_A_GRAM);
  }
  const { pieces } = parcel;
  // a longer list is refused
  if (!Array.isArray(pieces) || pieces.length > MAX_PIECES) return;
  for (const piece of pieces)
    if (isMembers(piece)) {
      round(piece, 'weight', PARTS_OF_A_GRAM);
      roundSides(piece['dimensions']);
    }
}

function roundSides(dimensions: unknown): void {
  if (!isMembers(dimensions)) return;
  round(dimensions, 'length', PARTS_OF_A_CENTIMETRE);
  round(dimensions, 'width', PARTS_OF_A_CENTIMETRE);
  round(dimensions, 'height', PARTS_OF_A_CENTIMETRE);
}

/** Beyond it a number is refused whatever its decimals are, and its scaled form may be no safe integer. */
const MOST = 1e8;

function round(members: Members, name: string, parts: number): void {
  const value = members[name];
  if (typeof value !== 'number' || Number.isInteger(value) || Math.abs(value) > MOST) return;
  // of numbers below zero only what rounds to it is not refused
  if (value < 0) members[name] = value * parts >= -0.5 ? 0 : value;
  else members[name] = scaleDecimal(value, parts) / parts;
}
