/** An example of a finding as a question on Rate. */
import { EXTRA_SERVICES } from '../rate/question.js';
import { pathWith } from '../../parts/paths.js';
import { weightInWords } from '../../parts/words.js';

interface Piece {
  count: number;
  weight: number;
  dimensions?: { length: number; width: number; height: number };
}

/** The members of a body of calculate-charges that Rate asks with. */
interface Example {
  pickupPincode?: string;
  deliveryPincode?: string;
  weight?: number;
  pieces?: readonly Piece[];
  paymentType?: string;
  shipmentType?: string;
  declaredValue?: number;
  codAmount?: number;
  shipDate?: string;
  customerId?: string;
  direction?: string;
  serviceRequirements?: readonly string[];
}

export function pathOfExample(example: object): string {
  const { pickupPincode, deliveryPincode, weight, pieces, ...more } = example as Example;
  const { paymentType, declaredValue, codAmount, serviceRequirements = [] } = more;
  const value = declaredValue?.toString();
  return pathWith('/rate', {
    from: pickupPincode,
    to: deliveryPincode,
    weight: weight === undefined ? undefined : weightInWords(weight),
    pieces: pieces?.map(pieceInWords).join('; '),
    cod: paymentType === 'COD' ? (codAmount?.toString() ?? value ?? '0') : undefined,
    value,
    date: more.shipDate,
    type: more.shipmentType === 'B2B' ? 'B2B' : undefined,
    customer: more.customerId,
    services: EXTRA_SERVICES.filter((service) => serviceRequirements.includes(service)).join(','),
    direction: more.direction === 'FORWARD' ? undefined : more.direction,
  });
}

/** `12 kg 40x30x20 x2`, as Rate takes it. */
function pieceInWords({ count, weight, dimensions }: Piece): string {
  const sides = dimensions && `${dimensions.length}x${dimensions.width}x${dimensions.height}`;
  return [weightInWords(weight), sides, `x${count}`].filter(Boolean).join(' ');
}
