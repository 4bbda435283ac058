/** QR codes for tracking links, small enough to be part of every answer that shows one. */
import QRCode from 'qrcode';
import { MAX_QR_CODE_CHARACTERS } from '../limits/requests.js';

/** Light modules around a code (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/**
 * A QR code of the first of `texts` whose code is short enough, as a data URI of an SVG image: on white, one path that
 * draws each run of dark modules in a row as a line. The last text must be short enough.
 */
export function qrCodeOf(...texts: string[]): string {
  for (const text of texts) {
    const image = imageOf(text);
    if (image !== null && image.length < MAX_QR_CODE_CHARACTERS) return image;
  }
  throw new Error(`no text is short enough for a QR code: ${texts.join(', ')}`);
}

/** Null when the text is too long for any code. */
function imageOf(text: string): string | null {
  let modules: QRCode.BitMatrix;
  try {
    ({ modules } = QRCode.create(text, { errorCorrectionLevel: 'L' }));
  } catch {
    return null;
  }
  const side = modules.size + 2 * QUIET_MODULES;
  // the lines run through the middle of their modules
  const box = [-QUIET_MODULES, -QUIET_MODULES - 0.5, side, side].join(',');
  const top = -QUIET_MODULES - 1;
  // not by CSS, which some SVG renderers do not support
  const ground = `<rect x='${-QUIET_MODULES}' y='${top}' width='${side}' height='${side + 1}' fill='#fff'/>`;
  const path = `<path stroke='#000' d='${linesOf(modules)}'/>`;
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='${box}'>${ground}${path}</svg>`;
  return `data:image/svg+xml,${svg.replaceAll(/[<># ]/g, encodeURIComponent)}`;
}

/** `M4,1h7m3,0h1`: from column 4 of row 1 draw seven modules, skip three, draw one. */
function linesOf(modules: QRCode.BitMatrix): string {
  let path = '';
  for (let row = 0; row < modules.size; row++) {
    let drawnTo: number | null = null;
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue;
      let end = column;
      while (end < modules.size && modules.get(row, end)) end++;
      path += `${drawnTo === null ? `M${column},${row}` : `m${column - drawnTo},0`}h${end - column}`;
      drawnTo = column = end;
    }
  }
  return path;
}
