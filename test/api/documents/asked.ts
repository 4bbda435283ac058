/** What a test has asked a node, and what a change does to the prices of it, priced one by one over HTTP. */
import type { Impact } from '../../../src/contract/impact.js';
import { MAIN, partnerCredential, type Question, type TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';

export type Body = Record<string, unknown>;

/** What was asked: of one partner, or of all but `excluded`. */
interface Item {
  question: Question;
  body: Body;
  partnerId: string | null;
  excluded: readonly string[];
}

/** A price, and the group that it is in; all of it from answers. */
interface Price {
  paise: number;
  kg: number;
  lane: string;
}

type Prices = ReadonlyMap<string, Price | null>;

const BANDS = [0, 0.5, 1, 2, 5, 10, 20, 50];
const paiseOf = (rupees: number): number => Math.round(rupees * 100);

export class Asked {
  readonly #items: Item[] = [];
  #proposals = 0;

  constructor(
    private readonly app: TestApp,
    private readonly partnerIds: readonly string[],
  ) {}

  /** Asks as the service, or as the partner `as`; what the node should have in its sample or its store is noted. */
  async ask(question: Question, body: Body, as: string | null = null): Promise<Reply> {
    const reply = await this.app.ask(question, body, as === null ? MAIN : partnerCredential(as));
    const isRefusal = ['INSUFFICIENT_COVERAGE', 'NO_PARTNERS_AVAILABLE'].includes(reply.json.error?.code);
    if (reply.status !== 200 && !isRefusal) {
      return reply;
    }
    const assigned = question === 'assignment' && typeof reply.json.data.assignment?.assignmentId === 'string';
    const named = question === 'assignment' ? null : (body.partnerId as string | undefined);
    this.#items.push({
      question,
      body,
      partnerId: assigned ? reply.json.data.assignment.partnerId : (as ?? named ?? null),
      excluded: (body.excludePartners as string[] | undefined) ?? [],
    });
    return reply;
  }

  /** The number of what was asked so far. */
  get count(): number {
    return this.#items.length;
  }

  /** The present prices of everything that was asked, by item and partner. */
  async prices(): Promise<Prices> {
    const prices = new Map<string, Price | null>();
    // pricing asks too, so the list grows while it is gone through
    for (const item of this.#items)
      for (const partnerId of this.#partnersOf(item)) {
        const key = keyOf(item, partnerId);
        if (!prices.has(key)) prices.set(key, await this.#price(item, partnerId));
      }
    return prices;
  }

  /** The impact on the first `count` of what was asked, of a change of these partners. */
  impact(count: number, touched: readonly string[], former: Prices, later: Prices): Impact {
    const pairs = this.#items.slice(0, count).flatMap((item) =>
      this.#partnersOf(item)
        .filter((partnerId) => touched.includes(partnerId))
        .map((partnerId) => keyOf(item, partnerId))
        .map((key) => [former.get(key) ?? null, later.get(key) ?? null] as const),
    );
    const both = pairs.flatMap(([a, b]) => (a === null || b === null ? [] : [{ ...a, paise: b.paise - a.paise }]));
    const sorted = both.map(({ paise }) => paise).sort((a, b) => a - b);
    const total = sorted.reduce((sum, paise) => sum + paise, 0);
    // the first that so many are at most
    const rank = (percent: number) =>
      sorted.find((paise) => 100 * sorted.filter((other) => other <= paise).length >= percent * sorted.length);
    const rupees = (paise: number | undefined) => (paise === undefined ? null : paise / 100);
    const groups = new Map<string, Impact['groups'][number]>();
    for (const { lane, kg, paise } of both.filter((pair) => pair.paise !== 0)) {
      const band = BANDS.filter((from) => from <= kg).length - 1;
      const group = groups.get(`${lane}/${band}`) ?? {
        lane,
        kgFrom: BANDS[band]!,
        kgTo: BANDS[band + 1] ?? null,
        changed: 0,
        sum: 0,
      };
      groups.set(`${lane}/${band}`, { ...group, changed: group.changed + 1, sum: (paiseOf(group.sum) + paise) / 100 });
    }
    return {
      sampled: pairs.length,
      changed: both.filter(({ paise }) => paise !== 0).length,
      serviceable: pairs.filter(([a, b]) => a === null && b !== null).length,
      unserviceable: pairs.filter(([a, b]) => a !== null && b === null).length,
      sum: total / 100,
      mean: sorted.length === 0 ? null : Math.floor(total / sorted.length + 0.5) / 100,
      p5: rupees(rank(5)),
      p50: rupees(rank(50)),
      p95: rupees(rank(95)),
      groups: [...groups.values()]
        .sort(
          (a, b) =>
            Math.abs(b.sum) - Math.abs(a.sum) || (a.lane < b.lane ? -1 : a.lane > b.lane ? 1 : a.kgFrom - b.kgFrom),
        )
        .slice(0, 20),
    };
  }

  #partnersOf({ partnerId, excluded }: Item): string[] {
    return partnerId !== null ? [partnerId] : this.partnerIds.filter((each) => !excluded.includes(each));
  }

  async #price({ question, body }: Item, partnerId: string): Promise<Price | null> {
    const total = await this.#total(question, body, partnerId);
    const { json } = await this.ask('charges', inWordsOfCharges(question, body), partnerId);
    if (total === null) return null;
    const { applicableZones, chargeableWeight } = json.data.calculationDetails;
    const lane = applicableZones.lane ?? `${applicableZones.from.name}>${applicableZones.to.name}`;
    return { paise: paiseOf(total), kg: chargeableWeight / 1_000, lane };
  }

  /** Rupees; null: the partner does not carry it. */
  async #total(question: Question, body: Body, partnerId: string): Promise<number | null> {
    const rest = without(body, 'excludePartners');
    switch (question) {
      case 'charges': {
        const { json } = await this.ask('charges', { ...rest, partnerId }, partnerId);
        return json.data?.available ? json.data.charges.totalAmount : null;
      }
      case 'availability': {
        const { json } = await this.ask('availability', { ...rest, partnerId }, partnerId);
        return json.data?.isAvailable ? json.data.estimates.totalCost : null;
      }
      case 'assignment': {
        const { shipmentDetails } = body as { shipmentDetails: Body };
        const details = without(shipmentDetails, 'assignedPartnerId');
        const shipmentId = `proposal-${++this.#proposals}`;
        const proposal = {
          shipmentDetails: { ...details, shipmentId },
          assignmentPreferences: { assignmentStrategy: 'CHEAPEST' },
          options: { createAssignmentRecord: false },
        };
        // not noted by its id, which is another one each time
        const { json } = await this.app.ask('assignment', proposal, partnerCredential(partnerId));
        if (json.data !== undefined) this.#items.push({ question, body, partnerId, excluded: [] });
        return json.data?.success ? json.data.assignment.estimates.totalCost : null;
      }
    }
  }
}

const keyOf = ({ question, body }: Item, partnerId: string): string => {
  return JSON.stringify([question, body.shipmentDetails ?? without(body, 'excludePartners', 'partnerId'), partnerId]);
};

/** The shipment of any question as calculate-charges names it. */
function inWordsOfCharges(question: Question, body: Body): Body {
  if (question !== 'assignment')
    return without(body, 'excludePartners', 'maxDeliveryTime', 'preferredServices', 'partnerId');
  const { fromPincode, toPincode, serviceTypes, ...details } = body.shipmentDetails as Body;
  return {
    ...without(details, 'shipmentId', 'assignedPartnerId'),
    pickupPincode: fromPincode ?? details.pickupPincode,
    deliveryPincode: toPincode ?? details.deliveryPincode,
    serviceRequirements: serviceTypes ?? details.serviceRequirements ?? [],
  };
}

const without = (body: Body, ...names: string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
