/**
 * The token of a quote: all that pricing it again needs, encrypted under the store's key (AES-256-GCM). Nothing of it
 * is stored. It has no names and no instructions, and of a GSTIN the two digits that pricing reads.
 *
 * The bytes: the form, a random nonce, the encrypted question, the tag. The form is authenticated with them.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { pack, unpack } from 'msgpackr';
import type { CallerKind } from '../caller.js';
import type { PricingSettings } from '../domain/pricing.js';
import type { PieceRequest } from '../domain/weight.js';
import { MAX_QUOTE_TOKEN_LENGTH } from '../limits/requests.js';
import type { ShipmentRequest } from './shipment.js';

/** An answered question, and the state that answered it. */
export interface QuotedQuestion {
  /** Decides the shape of the charges. */
  callerKind: CallerKind;
  partnerId: string;
  pickupPincode: string;
  deliveryPincode: string;
  shipment: ShipmentRequest;
  /** The moment of rows and prices, in milliseconds since the epoch. */
  pricedAtMs: number;
  /** The moment of holds. */
  heldAtMs: number;
  settings: PricingSettings;
  /** The version of the package that answered. */
  engine: string;
  /** The number of the last change set in the generation; 0: none. */
  changeId: number;
  rateCardVersion: string;
  /** See digestOf in price-texts.ts. */
  digest: Uint8Array;
  /** What was quoted; null: no price. Undefined: the token is of a release that did not say it. */
  quoted?: QuotedAmounts | null;
}

/** The amounts by which a price is the one that was shown, in paise. */
export interface QuotedAmounts {
  totalPaise: number;
  recipientLiabilityPaise: number;
}

export const quotedAmountsOf = ({ totalPaise, recipientLiabilityPaise }: QuotedAmounts): QuotedAmounts => ({
  totalPaise,
  recipientLiabilityPaise,
});

const CIPHER = 'aes-256-gcm';
const FORM = Buffer.from([1]);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = FORM.length + NONCE_BYTES;

/** @returns base64url; null: it would have more than MAX_QUOTE_TOKEN_LENGTH characters */
export function sealQuestion(question: QuotedQuestion, key: Uint8Array): string | null {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(FORM);
  const packed = cipher.update(pack(packedOf(question)));
  const token = Buffer.concat([FORM, nonce, packed, cipher.final(), cipher.getAuthTag()]).toString('base64url');
  return token.length <= MAX_QUOTE_TOKEN_LENGTH ? token : null;
}

/** Null: it was sealed under another key, or was altered. */
export function openToken(token: string, key: Uint8Array): QuotedQuestion | null {
  const bytes = Buffer.from(token, 'base64url');
  // the last character has unused bits, and decoding skips characters outside base64url
  if (bytes.toString('base64url') !== token || bytes.length < HEAD_BYTES + TAG_BYTES) return null;
  if (!bytes.subarray(0, FORM.length).equals(FORM)) return null;
  const tagAt = bytes.length - TAG_BYTES;
  const nonce = bytes.subarray(FORM.length, HEAD_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(FORM);
  decipher.setAuthTag(bytes.subarray(tagAt));
  let packed: Buffer;
  try {
    packed = Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES, tagAt)), decipher.final()]);
  } catch {
    return null;
  }
  return unpackedOf(unpack(packed) as PackedQuestion);
}

/** Enumerations by name: a later release may order them differently. */
type PackedQuestion = [
  callerKind: CallerKind,
  partnerId: string,
  pickupPincode: number,
  deliveryPincode: number,
  pricedAtMs: number,
  gstRate: number,
  roadFactor: number,
  engine: string,
  changeId: number,
  rateCardVersion: Uint8Array,
  digest: Uint8Array,
  shipment: Omit<ShipmentRequest, 'pieces'>,
  pieces: PackedPiece[] | null,
  // tokens of former releases end here
  quoted?: [totalPaise: number, recipientLiabilityPaise: number] | null,
  heldAtMs?: number,
];
type PackedPiece = [count: number, weight: number, length?: number, width?: number, height?: number];

function packedOf(question: QuotedQuestion): PackedQuestion {
  const { pieces = null, ...shipment } = question.shipment;
  return [
    question.callerKind,
    question.partnerId,
    Number(question.pickupPincode),
    Number(question.deliveryPincode),
    question.pricedAtMs,
    question.settings.gstRate,
    question.settings.roadFactor,
    question.engine,
    question.changeId,
    Buffer.from(question.rateCardVersion, 'hex'),
    question.digest,
    given(shipment),
    pieces && pieces.map(packedPiece),
    question.quoted ? [question.quoted.totalPaise, question.quoted.recipientLiabilityPaise] : null,
    ...(question.heldAtMs === question.pricedAtMs ? [] : [question.heldAtMs]),
  ] as unknown as PackedQuestion;
}

function unpackedOf(packed: PackedQuestion): QuotedQuestion {
  const [callerKind, partnerId, pickup, delivery, pricedAtMs, gstRate, roadFactor, engine] = packed;
  const [, , , , , , , , changeId, rateCardVersion, digest, shipment, pieces, quoted, heldAtMs = pricedAtMs] = packed;
  return {
    callerKind,
    partnerId,
    pickupPincode: String(pickup).padStart(PINCODE_DIGITS, '0'),
    deliveryPincode: String(delivery).padStart(PINCODE_DIGITS, '0'),
    pricedAtMs,
    heldAtMs,
    settings: { gstRate, roadFactor },
    engine,
    changeId,
    rateCardVersion: Buffer.from(rateCardVersion).toString('hex'),
    digest,
    ...(quoted !== undefined && { quoted: quoted && { totalPaise: quoted[0], recipientLiabilityPaise: quoted[1] } }),
    shipment: pieces === null ? shipment : { ...shipment, pieces: pieces.map(unpackedPiece) },
  };
}

const PINCODE_DIGITS = 6;

const given = <T extends object>(members: T): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

function packedPiece({ count, weight, dimensions }: PieceRequest): PackedPiece {
  if (dimensions === undefined) return [count, weight];
  return [count, weight, dimensions.length, dimensions.width, dimensions.height];
}

function unpackedPiece([count, weight, length, width, height]: PackedPiece): PieceRequest {
  if (length === undefined) return { count, weight };
  return { count, weight, dimensions: { length, width: width!, height: height! } };
}
