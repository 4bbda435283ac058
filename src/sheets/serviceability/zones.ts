/** The zones that a list of pincodes names, those that it makes, and the services that they have to get. */
import type { Zone } from '../../model/documents.js';
import { cellText, plainText } from '../cells/text.js';
import { ZoneNames, type ZoneLookup } from '../zone-names.js';
import type { Attribute, Service } from './form.js';

export interface NewZones {
  firstId: number;
  /** Of each new zone, free of charge. */
  services: readonly string[];
  /** When they are made. */
  now: string;
}

type ZoneService = Zone['services'][number];

export class SheetZones {
  readonly #names: ZoneNames;
  readonly #byId: Map<number, Zone>;
  /** Ids by name. */
  readonly #made = new Map<string, number>();
  readonly #changed = new Set<number>();

  /** @param ours names of zones by the map @param created null: no zone is made */
  constructor(
    private readonly partnerId: string,
    zones: readonly Zone[],
    ours: ReadonlyMap<string, string>,
    private readonly created: NewZones | null,
  ) {
    this.#names = new ZoneNames(zones, ours);
    this.#byId = new Map(zones.map((zone) => [zone.id, zone]));
  }

  find(text: string): ZoneLookup {
    const found = this.#names.find(text);
    if (found.ok || found.message.includes('may be')) return found;
    if (this.created === null) return { ok: false, message: `${found.message}; --create-zones makes it` };
    const key = plainText(text);
    const made = this.#made.get(key);
    if (made !== undefined) return { ok: true, id: made };
    const zone = this.#newZone(cellText(text).replace(/\s+/g, ' '), this.created);
    this.#made.set(key, zone.id);
    this.#byId.set(zone.id, zone);
    return { ok: true, id: zone.id };
  }

  zone(id: number): Zone | undefined {
    return this.#byId.get(id);
  }

  /** Lists a service that pincodes of the zone have, free of charge, unless it is there. */
  need(id: number, service: Service | Attribute): void {
    const zone = this.#byId.get(id);
    if (zone === undefined || zone.services.some((each) => each.serviceTypeId === service && each.isAvailable)) return;
    const others = zone.services.filter(({ serviceTypeId }) => serviceTypeId !== service);
    this.#byId.set(id, { ...zone, services: [...others, free(service)] });
    this.#changed.add(id);
  }

  get made(): Zone[] {
    return [...this.#made.values()].map((id) => this.#byId.get(id)!);
  }

  /** Zones of the partner that have got a service. */
  get changed(): Zone[] {
    const made = new Set(this.made.map(({ id }) => id));
    return [...this.#changed].filter((id) => !made.has(id)).map((id) => this.#byId.get(id)!);
  }

  #newZone(name: string, { firstId, services, now }: NewZones): Zone {
    return {
      id: firstId + this.#made.size,
      partnerId: this.partnerId,
      name,
      description: '',
      status: true,
      attributes: [],
      geographical: { states: [], cities: [], areas: [] },
      services: services.map(free),
      createdAt: now,
      updatedAt: now,
    };
  }
}

const free = (serviceTypeId: string): ZoneService =>
  ({ serviceTypeId, isAvailable: true, baseCharge: 0 }) as ZoneService;
