/** Places by what people type: the digits of a pincode, or the name of a city or an area. */
import type { Pinrate } from '../../client/connect.js';
import { getPincode, searchPlaces } from '../../client/operations.js';

export interface Place {
  /** It stands for the place in a question. */
  pincode: string;
  /** `Pune, Maharashtra`. */
  name: string;
}

const KINDS = 'city,area,pincode';
const PLACES_SHOWN = 8;

/** The best first. @param text what people type: `pune`, `4110`, `411001 shivaji` */
export async function placesLike(pinrate: Pinrate, text: string, signal?: AbortSignal): Promise<Place[]> {
  const options = signal === undefined ? {} : { signal };
  const { data } = await searchPlaces(pinrate, { search: text, kinds: KINDS }, options);
  return data
    .flatMap(({ kind, name, alias, city, state, pincode }) => {
      // without pincodes nothing can be sent there
      if (pincode === null) return [];
      const own = kind === 'PINCODE' ? '' : alias === null ? `${name}, ` : `${alias} (${name}), `;
      const inCity = kind === 'CITY' || city === null ? '' : `${city}, `;
      return [{ pincode, name: own + inCity + state }];
    })
    .slice(0, PLACES_SHOWN);
}

/** `Pune, Maharashtra`. @throws {PinrateError} if nobody knows it */
export async function placeOf(pinrate: Pinrate, pincode: string, signal: AbortSignal): Promise<string> {
  const { data } = await getPincode(pinrate, pincode, {}, { signal });
  return `${data.cityName}, ${data.stateName}`;
}
