import type { ActiveCredential, ActiveSecret, CallerKind, FindCredential } from '../caller.js';
import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { MAX_TIMESTAMP_DIGITS, VERIFIED_SIGNATURES_REMEMBERED } from '../limits/rate-limits.js';
import type { Failure } from '../errors.js';
import type { AuthenticationFault } from '../metrics.js';
import type { RequestHeaders } from './headers.js';

/** `fault` is for metrics only: no answer distinguishes an unknown id from a wrong signature. */
type Authentication =
  | { ok: true; credential: ActiveCredential }
  | { ok: false; failure: Failure; fault: AuthenticationFault };

function refuse(
  code: 'AUTH_ERROR' | 'AUTHENTICATION_FAILED',
  fault: AuthenticationFault,
  details: unknown,
): Authentication {
  return { ok: false, failure: { code, details }, fault };
}

const MISSING_HEADERS = refuse('AUTH_ERROR', 'MISSING_HEADERS', 'Missing required authentication headers');
const BOTH_IDS = refuse('AUTH_ERROR', 'BOTH_IDS', 'Give either x-service-id or x-partner-id, not both');
const BODY_HASH_REQUIRED = refuse('AUTHENTICATION_FAILED', 'BODY_HASH_REQUIRED', { reason: 'BODY_HASH_REQUIRED' });

const SIGNATURE_BYTES = 32;
const BASE64_LENGTH = 44;
const HEX_SIGNATURE = /^[0-9a-fA-F]{64}$/;
// Milliseconds and microseconds parse too: their difference shows the mistake. Numbers with more digits are not safe
// integers.
const WHOLE_NUMBER = /^[0-9]{1,15}$/;

// A credential has two secrets while callers change from one to the other.
const SECRETS_IN_ROTATION = 2;
const DECOY_KEY = createSecretKey(randomBytes(SIGNATURE_BYTES));

/** The stage that identifies the caller by `x-service-id` or `x-partner-id`, `x-timestamp` and `x-signature`. */
export class Authenticator {
  private readonly remembered = new VerifiedSignatures(VERIFIED_SIGNATURES_REMEMBERED);
  /** The greatest number of valid secrets that a looked-up credential has had. */
  private mostSecrets = SECRETS_IN_ROTATION;

  constructor(
    private readonly findCredential: FindCredential,
    private readonly clockSkewSeconds: number,
  ) {}

  /**
   * @param target the path with its query string, exactly as sent
   * @param signsBody a request that does not sign the hash of its body is refused
   */
  authenticate(
    method: string,
    target: string,
    headers: RequestHeaders,
    nowMs: number,
    signsBody = false,
  ): Authentication {
    const { serviceId, partnerId, timestamp, signature, contentSha256 } = headers;
    if (serviceId !== '' && partnerId !== '') return BOTH_IDS;
    if ((serviceId === '' && partnerId === '') || timestamp === '' || signature === '') return MISSING_HEADERS;
    if (!this.isTimely(timestamp, nowMs)) return this.timestampOutOfRange(timestamp, nowMs);

    const kind: CallerKind = serviceId !== '' ? 'service' : 'partner';
    const credential = this.findCredential(kind, kind === 'service' ? serviceId : partnerId);
    let verified =
      credential === undefined
        ? undefined
        : this.remembered.find(credential, method, target, timestamp, contentSha256, signature, nowMs);
    if (verified === undefined) {
      const signedText = method + target + timestamp + contentSha256;
      const secret = this.matchingSecret(credential, signedText, signature, nowMs);
      if (secret === undefined || credential === undefined) {
        const fault = credential === undefined ? 'UNKNOWN_CREDENTIAL' : 'SIGNATURE_MISMATCH';
        return signatureMismatch(fault, kind, signedText, headers, nowMs);
      }
      verified = { authentication: { ok: true, credential }, secret, method, target, timestamp, contentSha256 };
      this.remembered.add(signature, verified);
    }
    const { authentication } = verified;
    if (contentSha256 === '' && (signsBody || authentication.credential.requireBodyHash)) return BODY_HASH_REQUIRED;
    return authentication;
  }

  private isTimely(timestamp: string, nowMs: number): boolean {
    // only the canonical form is accepted, so that a signed text has one reading
    if (timestamp.length > MAX_TIMESTAMP_DIGITS || timestamp.startsWith('0')) return false;
    let seconds = 0;
    for (let i = 0; i < timestamp.length; i++) {
      const digit = timestamp.charCodeAt(i) - 48;
      if (digit < 0 || digit > 9) return false;
      seconds = seconds * 10 + digit;
    }
    return Math.abs(Math.floor(nowMs / 1000) - seconds) <= this.clockSkewSeconds;
  }

  /**
   * undefined: none matches. Every refusal computes as many HMACs as the credential with the most secrets needs, so
   * that its duration does not show whether an id exists.
   */
  private matchingSecret(
    credential: ActiveCredential | undefined,
    text: string,
    signature: string,
    nowMs: number,
  ): ActiveSecret | undefined {
    const given = decodeSignature(signature);
    if (given === undefined) return undefined;
    const valid = credential?.secrets.filter((secret) => isValid(secret, nowMs)) ?? [];
    for (const secret of valid) if (isSignature(given, text, secret.key)) return secret;
    this.mostSecrets = Math.max(this.mostSecrets, valid.length);
    for (let computed = valid.length; computed < this.mostSecrets; computed++) isSignature(given, text, DECOY_KEY);
    return undefined;
  }

  private timestampOutOfRange(timestamp: string, nowMs: number): Authentication {
    return refuse('AUTHENTICATION_FAILED', 'TIMESTAMP_OUT_OF_RANGE', {
      reason: 'TIMESTAMP_OUT_OF_RANGE',
      serverTime: isoTime(nowMs),
      clockDifferenceSeconds: WHOLE_NUMBER.test(timestamp) ? clockDifference(timestamp, nowMs) : null,
      acceptedSeconds: this.clockSkewSeconds,
    });
  }
}

/**
 * Shows how the server read the request, so that its sender finds the difference. Everything in it comes from the
 * request and the clock: an unknown id and a wrong secret get the same answer.
 */
function signatureMismatch(
  fault: AuthenticationFault,
  callerKind: CallerKind,
  signedText: string,
  { timestamp, signature }: RequestHeaders,
  nowMs: number,
): Authentication {
  return refuse('AUTHENTICATION_FAILED', fault, {
    reason: 'SIGNATURE_MISMATCH',
    signedText,
    serverTime: isoTime(nowMs),
    clockDifferenceSeconds: clockDifference(timestamp, nowMs),
    signatureFormat: formatOf(signature),
    callerKind,
  });
}

function isoTime(nowMs: number): string {
  return new Date(nowMs).toISOString();
}

/** The caller's second minus the server's. */
function clockDifference(timestamp: string, nowMs: number): number {
  return Number(timestamp) - Math.floor(nowMs / 1_000);
}

function isValid(secret: ActiveSecret, nowMs: number): boolean {
  return secret.notAfterMs === null || nowMs <= secret.notAfterMs;
}

function isSignature(given: Buffer, text: string, key: ActiveSecret['key']): boolean {
  return timingSafeEqual(createHmac('sha256', key).update(text).digest(), given);
}

/** The 32 bytes of a signature in canonical base64 or in hexadecimal; undefined for anything else. */
function decodeSignature(signature: string): Buffer | undefined {
  if (signature.length === BASE64_LENGTH) {
    const bytes = Buffer.from(signature, 'base64');
    return bytes.length === SIGNATURE_BYTES && bytes.toString('base64') === signature ? bytes : undefined;
  }
  return HEX_SIGNATURE.test(signature) ? Buffer.from(signature, 'hex') : undefined;
}

function formatOf(signature: string): 'base64' | 'hex' | 'unreadable' {
  if (decodeSignature(signature) === undefined) return 'unreadable';
  return signature.length === BASE64_LENGTH ? 'base64' : 'hex';
}

interface VerifiedRequest {
  authentication: { ok: true; credential: ActiveCredential };
  secret: ActiveSecret;
  method: string;
  target: string;
  timestamp: string;
  contentSha256: string;
}

/**
 * Signatures that were verified. The signed text repeats within a second, and comparing it costs a fraction of an HMAC.
 * Bounded by two generations: when the younger is full it becomes the older one, and the former older one is dropped.
 */
class VerifiedSignatures {
  private young = new Map<string, VerifiedRequest>();
  private old = new Map<string, VerifiedRequest>();

  constructor(private readonly capacity: number) {}

  /** The secret that verified exactly this request for this credential object, unless that secret has expired since. */
  find(
    credential: ActiveCredential,
    method: string,
    target: string,
    timestamp: string,
    contentSha256: string,
    signature: string,
    nowMs: number,
  ): VerifiedRequest | undefined {
    let request = this.young.get(signature);
    if (request === undefined) {
      request = this.old.get(signature);
      if (request === undefined) return undefined;
      this.add(signature, request);
    }
    const same =
      request.authentication.credential === credential
      && request.timestamp === timestamp
      && request.target === target
      && request.method === method
      && request.contentSha256 === contentSha256
      && isValid(request.secret, nowMs);
    return same ? request : undefined;
  }

  add(signature: string, request: VerifiedRequest): void {
    if (this.young.size >= this.capacity / 2) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(signature, request);
  }
}
