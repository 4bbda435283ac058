/** A reader of sheets as a worker: answers each request, and says what it does meanwhile. */
import { connect, type Pinrate } from '../../client/connect.js';
import { PinrateError } from '../../client/error.js';
import { SheetRefusal } from '../../sheets/sheet.js';
import { MapFault } from '../../sheets/tables/map.js';
import type { FromReader, ReadOptions, ReadRequest, SheetRead } from './messages.js';

/** @throws {SheetRefusal} @throws {MapFault} @throws {PinrateError} */
type Read<Options extends ReadOptions> = (
  request: ReadRequest<Options>,
  pinrate: Pinrate,
  progress: (words: string) => void,
) => Promise<SheetRead>;

const say = (message: FromReader): void => postMessage(message);

export function serve<Options extends ReadOptions>(read: Read<Options>): void {
  addEventListener('message', ({ data }: MessageEvent<ReadRequest<Options>>) => {
    const { kind, id, key } = data.credential;
    const url = data.origin;
    const pinrate = connect(kind === 'service' ? { url, service: id, key } : { url, partner: id, key });
    const progress = (words: string): void => say({ what: 'progress', words });
    progress('Reading the file …');
    read(data, pinrate, progress).then(
      (answer) => say({ what: 'read', read: answer }),
      (error: unknown) => {
        if (error instanceof SheetRefusal || error instanceof MapFault)
          return say({ what: 'unreadable', message: error.message });
        if (!(error instanceof PinrateError)) return say({ what: 'broken', message: String(error) });
        const { code, message, status, details, requestId } = error;
        return say({ what: 'refused', refusal: { code, message, status, details, requestId } });
      },
    );
  });
}
