/**
 * What can be wrong with a request that fits its schemas, by operation: one fault at a time, because the first refusal
 * hides the next.
 */
import { NewCustomerCharge } from '../../../src/contract/charges.js';
import type { Contract } from '../../../src/contract/contract.js';
import type { ErrorCode } from '../../../src/errors.js';
import { isService, type Members, type Parts, type Scene } from './parts.js';
import type { Schema } from './schema.js';
import { type Fault, faultsOf } from './spoil.js';

export interface RuleFault {
  label: string;
  code: ErrorCode;
  /** Instead of the status of the code. */
  status?: number;
  /** What a validation fault must name. */
  field?: string;
  apply(): void;
}

const UNKNOWN_PARTNER = 'nobody-at-all';
const UNKNOWN_PINCODE = '999998';
const LEAP_SECOND = '2016-12-31T23:59:60Z';

const wrong = (field: string, apply: () => void, label = field): RuleFault => ({
  label: `${label} against the rules`,
  code: 'VALIDATION_ERROR',
  field,
  apply,
});

/** @param pick selects one where there are many of a kind */
export function* ruleFaults(contract: Contract, parts: Parts, scene: Scene, pick: number): Generator<RuleFault> {
  yield* partnerFaults(contract, parts, scene);
  if (contract.creates)
    for (const key of ['a key', 'x'.repeat(256), 'clé-1'])
      yield wrong('Idempotency-Key', () => {
        parts.headers['idempotency-key'] = key;
      });
  if ('cursor' in contract.schemas.query.properties) yield* cursorFaults(parts.query);
  yield* OWN[contract.id]?.(parts, scene, pick) ?? [];
}

/** A cursor of no answer, and one next to what it takes the place of. */
function cursorFaults(query: Members): RuleFault[] {
  const alone = () => {
    for (const other of ['page', 'before']) delete query[other];
    query['cursor'] = Buffer.from('["another list",1]').toString('base64url');
  };
  return [
    wrong('cursor', alone),
    wrong(
      'cursor',
      () => {
        alone();
        query['page'] = query['before'] = 1;
      },
      'two beginnings',
    ),
  ];
}

/** Where a partner is named: an operation that takes none has no such faults. */
function* partnerFaults(
  { errors, id, isOfPartner, schemas }: Contract,
  parts: Parts,
  scene: Scene,
): Generator<RuleFault> {
  const holders = [
    ['params', parts.params],
    ['query', parts.query],
    ['body', parts.body as Members | null],
  ] as const;
  const inBody = parts.body as Members | null;
  const name = (holder: Members, partnerId: string) => () => {
    // wherever else the partner is named, it would have to be the same one
    if (holder === parts.query && inBody !== null) delete inBody['partnerId'];
    if (holder !== parts.query) delete parts.query['partnerId'];
    holder['partnerId'] = partnerId;
  };
  for (const [place, holder] of holders) {
    const properties = (schemas[place] as Schema | null)?.properties ?? {};
    if (holder === null || !('partnerId' in properties)) continue;
    if (holder === parts.query && 'partnerId' in parts.params) {
      yield wrong(
        'partnerId',
        () => {
          holder['partnerId'] = parts.params['partnerId'] === scene.partnerId ? scene.otherPartnerId : scene.partnerId;
        },
        'two partners',
      );
      continue;
    }
    if (!isService(scene))
      yield {
        label: `another partner in the ${place}`,
        // what belongs to others may be as if it were not there
        code: errors.includes('FORBIDDEN') ? 'FORBIDDEN' : 'PARTNER_NOT_FOUND',
        apply: name(holder, scene.otherPartnerId),
      };
    else if (id !== 'listPartners')
      yield {
        label: `an unknown partner in the ${place}`,
        code: 'PARTNER_NOT_FOUND',
        apply: name(holder, UNKNOWN_PARTNER),
      };
  }
  if (isOfPartner && isService(scene) && inBody === null && !('partnerId' in parts.params)) {
    yield {
      ...wrong('partnerId', () => {
        delete parts.query['partnerId'];
      }),
      label: 'no partner named',
      status: 401,
    };
  }
}

type Own = (parts: Parts, scene: Scene, pick: number) => Iterable<RuleFault>;

const OWN: Readonly<Record<string, Own>> = {
  listShipments: ({ query }) => [
    wrong('from', () => {
      query['from'] = '2026-13-01';
    }),
    wrong('to', () => {
      query['to'] = '2026-02-28T24:61:00Z';
    }),
    wrong(
      'to',
      () => {
        query['to'] = '2026-04-31';
      },
      'a day that does not exist',
    ),
    wrong('pickupFrom', () => {
      query['pickupFrom'] = '2026-02-30';
    }),
    wrong('pickupTo', () => {
      query['pickupTo'] = '2026-02-28T25:00:00Z';
    }),
  ],
  listOutcomes: ({ query }) => [
    wrong('from', () => {
      query['from'] = '2026-02-30';
    }),
    wrong('to', () => {
      query['to'] = '2026-02-28T25:00:00Z';
    }),
  ],
  listChanges: ({ query }) => [
    wrong('collection', () => {
      delete query['collection'];
      query['key'] = '1';
    }),
    wrong('key', () => {
      Object.assign(query, { collection: 'zone-pincodes', key: '110001' });
    }),
  ],
  listCapacity: ({ query }) => [
    wrong(
      'date',
      () => {
        query['date'] = '2026-02-30';
      },
      'a day that does not exist',
    ),
  ],
  getPincode: ({ params }) => [
    {
      label: 'an unknown pincode',
      code: 'PINCODE_NOT_FOUND',
      apply: () => {
        params['pincode'] = UNKNOWN_PINCODE;
      },
    },
  ],
  listServingPartners: ({ body }) => [
    wrong('paymentType', () => {
      Object.assign(body as Members, { end: 'PICKUP', paymentType: 'COD' });
    }),
  ],
  checkAvailability: ({ body }) => [
    unknownEnd(body as Members, 'pickupPincode', 'fromPincode'),
    unknownEnd(body as Members, 'deliveryPincode', 'toPincode'),
    ...codFaults(body as Members),
    ...pieceFaults(body as Members),
    ...dateFaults(body as Members, ['2026-03-10', '2100-01-01', '2027-02-30', '2027-01-01T25:00Z']),
    collectedReturn(body as Members),
    landedReturn(body as Members),
  ],
  calculateCharges: ({ body }, scene) => [
    unknownEnd(body as Members, 'pickupPincode', 'fromPincode'),
    ...(isService(scene)
      ? [
          wrong('partnerId', () => {
            delete (body as Members)['partnerId'];
          }),
        ]
      : []),
    ...codFaults(body as Members),
    ...pieceFaults(body as Members),
    ...dateFaults(body as Members, ['1999-12-31', '2100-01-01', '2027-02-30', LEAP_SECOND]),
    collectedReturn(body as Members),
    wrong('includeReturns', () => {
      Object.assign(body as Members, { direction: 'RTO', includeReturns: true, includeLanded: undefined });
    }),
    landedReturn(body as Members),
  ],
  calculateRatesMatrix: ({ body }, scene) => {
    const { shipment, ...lists } = body as Members;
    const path = 'shipment.';
    const again = (name: string): RuleFault =>
      wrong(`${name}[1]`, () => {
        const [first] = Array.isArray(lists[name]) ? (lists[name] as string[]) : [scene.pincode];
        (body as Members)[name] = [first, first];
      });
    return [
      again('pickupPincodes'),
      again('deliveryPincodes'),
      ...(isService(scene)
        ? [
            again('partnerIds'),
            wrong('partnerIds', () => {
              delete (body as Members)['partnerIds'];
            }),
          ]
        : []),
      {
        label: 'an unknown pickup',
        // a partner that is not active is missed first
        code: scene.isActive ? 'PINCODE_NOT_FOUND' : 'PARTNER_NOT_FOUND',
        apply: () => {
          (body as Members)['pickupPincodes'] = [UNKNOWN_PINCODE];
          if (isService(scene)) (body as Members)['partnerIds'] = [scene.partnerId];
        },
      },
      ...codFaults(shipment as Members, path),
      ...pieceFaults(shipment as Members, path),
      ...dateFaults(shipment as Members, ['1999-12-31', '2100-01-01', '2027-02-30', LEAP_SECOND], path),
      collectedReturn(shipment as Members, path),
    ];
  },
  assignShipment,
  assignPincodes: ({ params }) =>
    ['0', '01', 'x', '-1', '1e3', '99999999999999999999', '%2e%2e', '999999'].map((zoneId) => ({
      label: `zone ${zoneId}`,
      code: 'ZONE_NOT_FOUND',
      apply: () => {
        params['zoneId'] = zoneId;
      },
    })),
  createZone,
  createCustomerCharges,
  createDiscount,
};

/** @param path of the shipment from the body, with its dot */
/** An end of a route that does not exist, by one of its two names: a known one by the other is another fault. */
const unknownEnd = (body: Members, field: string, other: string): RuleFault => ({
  label: `unknown ${field}`,
  code: 'PINCODE_NOT_FOUND',
  apply: () => {
    body[field] = UNKNOWN_PINCODE;
    delete body[other];
  },
});

function codFaults(shipment: Members, path = ''): RuleFault[] {
  const set = (members: Members) => () => {
    Object.assign(shipment, members);
  };
  return [
    wrong(
      `${path}codAmount`,
      set({ direction: undefined, paymentType: 'PREPAID', codAmount: 0 }),
      'an amount to collect of a prepaid shipment',
    ),
    wrong(
      `${path}codAmount`,
      set({ direction: undefined, paymentType: 'COD', codAmount: 1_000_000.005 }),
      'half a paisa too much to collect',
    ),
  ];
}

/** Pieces together with the members that they replace, with sides that are nearly 0, and too many. */
function pieceFaults(shipment: Members, path = ''): RuleFault[] {
  const set = (members: Members) => () => {
    for (const name of ['weight', 'dimensions', 'packageDimensions']) delete shipment[name];
    Object.assign(shipment, members);
  };
  const side = { length: 1, width: 0.000_04, height: 1 };
  return [
    wrong(`${path}weight`, set({ weight: 5, pieces: [{ count: 1, weight: 5 }] }), 'a weight together with pieces'),
    wrong(`${path}pieces[0].dimensions.width`, set({ pieces: [{ count: 1, weight: 5, dimensions: side }] })),
    wrong(`${path}pieces`, set({ pieces: [{ count: 26, weight: 1_000_000 }] }), 'pieces of 26 t'),
  ];
}

/** Days and moments that the question does not take. @param path of the holder from the body, with its dot */
function dateFaults(holder: Members, dates: readonly string[], path = ''): RuleFault[] {
  return dates.map((shipDate) =>
    wrong(
      `${path}shipDate`,
      () => {
        holder['shipDate'] = shipDate;
      },
      `shipDate ${shipDate}`,
    ),
  );
}

const collectedReturn = (shipment: Members, path = ''): RuleFault =>
  wrong(
    `${path}paymentType`,
    () => {
      const left = { includeReturns: undefined, includeLanded: undefined };
      Object.assign(shipment, { ...left, direction: 'REVERSE', paymentType: 'COD' });
    },
    "a customer's return with COD",
  );

const landedReturn = (shipment: Members): RuleFault =>
  wrong('includeLanded', () => {
    Object.assign(shipment, { direction: 'RTO', includeReturns: undefined, includeLanded: true });
  });

function assignShipment({ body }: Parts): RuleFault[] {
  const { shipmentDetails, assignmentPreferences } = body as {
    shipmentDetails: Members;
    assignmentPreferences: Members;
  };
  const nameNone = (): void => {
    for (const name of ['serviceTypes', 'serviceRequirements', 'additionalServices']) delete shipmentDetails[name];
  };
  return [
    wrong('shipmentDetails.serviceTypes', () => {
      nameNone();
      shipmentDetails['serviceTypes'] = ['PICKUP', 'EXPRESS'];
    }),
    wrong('shipmentDetails.serviceTypes', () => {
      nameNone();
    }),
    wrong('assignmentPreferences.selectedPartner', () => {
      assignmentPreferences['assignmentStrategy'] = 'MANUAL_SELECTION';
      delete assignmentPreferences['selectedPartner'];
      delete shipmentDetails['assignedPartnerId'];
    }),
    ...codFaults(shipmentDetails, 'shipmentDetails.'),
    ...pieceFaults(shipmentDetails, 'shipmentDetails.'),
    ...dateFaults(shipmentDetails, ['2025-12-31', '2027-03-13'], 'shipmentDetails.'),
    ...dateFaults(body as Members, ['2027-01-01']),
    wrong('shipmentDetails.direction', () => {
      shipmentDetails['direction'] = 'FORWARD';
    }),
    ...['hourValue', 'failureCost', 'coverageCost'].map((name) =>
      wrong(`assignmentPreferences.weights.${name}`, () => {
        assignmentPreferences['weights'] = { [name]: 0.001 };
      }),
    ),
    {
      label: 'a policy that nobody has',
      code: 'POLICY_NOT_FOUND',
      apply: () => {
        assignmentPreferences['policyId'] = 'nobody-at-all';
      },
    },
    {
      label: 'no delivery',
      code: 'BUSINESS_VALIDATION_FAILED',
      apply: () => {
        for (const name of ['toPincode', 'deliveryPincode']) delete shipmentDetails[name];
      },
    },
    {
      label: 'unknown pincode',
      code: 'BUSINESS_VALIDATION_FAILED',
      apply: () => {
        shipmentDetails['fromPincode'] = UNKNOWN_PINCODE;
        delete shipmentDetails['pickupPincode'];
      },
    },
  ];
}

const bothPartners = (parts: Parts, { partnerId, otherPartnerId }: Scene): RuleFault =>
  wrong(
    'partnerId',
    () => {
      (parts.body as Members)['partnerId'] = partnerId;
      parts.query['partnerId'] = otherPartnerId;
    },
    'two partners',
  );
const noPartner = (parts: Parts, status?: number): RuleFault => ({
  ...wrong('partnerId', () => {
    delete (parts.body as Members)['partnerId'];
    delete parts.query['partnerId'];
  }),
  status,
});

function createZone(parts: Parts, scene: Scene): RuleFault[] {
  const zone = parts.body as Members;
  const service = (more: Members) => () => {
    zone['services'] = [{ serviceTypeId: 'PICKUP', isAvailable: true, ...more }];
    delete zone['attributes'];
  };
  return [
    wrong('services[0].baseCharge', service({ baseCharge: 1.005 })),
    wrong('services[0].customCharges.RETAIL', service({ customCharges: { RETAIL: 1e-7 } })),
    wrong('attributes[0]', () => {
      service({})();
      zone['attributes'] = ['ODA'];
    }),
    bothPartners(parts, scene),
    ...(isService(scene) ? [noPartner(parts, 401)] : []),
  ];
}

function createDiscount(parts: Parts, scene: Scene): RuleFault[] {
  const discount = parts.body as Members;
  const set = (members: Members) => () => {
    Object.assign(discount, members);
  };
  return [
    wrong('toWeight', set({ fromWeight: 5, toWeight: 5 })),
    wrong('fromWeight', set({ fromWeight: 1.00001, toWeight: 5 })),
    wrong('discountValue', set({ discountType: 'percentage', discountValue: 100.5 })),
    wrong('discountValue', set({ discountType: 'flat', discountValue: 1.005 })),
    wrong('validTo', set({ validFrom: '2026-03-11T10:00:00Z', validTo: '2026-03-11T10:00:00Z' })),
    wrong('validFrom', set({ validFrom: LEAP_SECOND, validTo: null })),
    bothPartners(parts, scene),
    ...(isService(scene) ? [noPartner(parts)] : []),
  ];
}

/** Every item is wrong in the same way: a valid one would be created. */
function* createCustomerCharges({ body }: Parts, scene: Scene, pick: number): Generator<RuleFault> {
  const charges = (body as { charges: Members[] }).charges;
  const [first] = charges;
  const alone = (fault: Fault): RuleFault => ({
    ...wrong(`charges[0].${fault.field}`, () => {
      charges.length = 1;
      fault.apply();
    }),
    label: `charges[0].${fault.label}`,
  });
  // a partner's credential that names another partner is refused before that check
  const faults = [...faultsOf(NewCustomerCharge as unknown as Schema, first!, '', null)].filter(
    ({ field }) => field !== 'partnerId' || isService(scene),
  );
  yield alone(faults[pick % faults.length]!);
  yield alone(faults[(pick + 1) % faults.length]!);
  const set = (field: string, members: Members): RuleFault =>
    wrong(`charges[0].${field}`, () => {
      charges.splice(0, charges.length, { ...first, ...members });
    });
  yield set('value', { chargeType: 'percentage', value: 1_000.5 });
  yield set('maxKg', { minKg: 5, maxKg: 4 });
  yield set('codTo', { type: 'cod', codFrom: 300, codTo: 300 });
  yield set('codFrom', { type: 'docket', codFrom: 300, codTo: undefined });
  for (const odd of [null, 1, 'x', []])
    yield {
      ...wrong('charges[0]', () => {
        charges.splice(0, charges.length, odd as unknown as Members);
      }),
      label: `an item that is ${JSON.stringify(odd)}`,
    };
  if (isService(scene))
    yield {
      label: 'charges of an unknown partner',
      code: 'PARTNER_NOT_FOUND',
      apply: () => {
        charges.splice(0, charges.length, { ...first, partnerId: UNKNOWN_PARTNER });
      },
    };
  else
    yield {
      label: 'a charge of another partner',
      code: 'FORBIDDEN',
      apply: () => {
        first!['partnerId'] = scene.otherPartnerId;
      },
    };
}
