/** `pinrate/client`, the part of the package that others import (docs/integrate.md#the-client). */
export { connect, type ConnectOptions, type Pinrate } from './connect.js';
export { type FieldFault, PinrateError, type PinrateErrorCode, responseOf, type ResponseHead } from './error.js';
export { all, lines, pages } from './lists.js';
export type { BodyLine, CallOptions, LinesBody } from './operation.js';
export * from './operations.js';
export { type Credential, signingFetch, type SigningKey } from './signer.js';
