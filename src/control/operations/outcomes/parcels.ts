/** The assignments that lines of outcomes are about. */
import type { OutcomeLine } from '../../../contract/outcomes.js';
import { OUTCOME_LINES_AT_ONCE } from '../../../limits/outcomes.js';
import { assignmentKeyOf } from '../../../model/assignment-key.js';
import type { AssignedParcel, PartnerAwb } from '../../../store/outcomes.js';
import type { Store } from '../../../store/port.js';
import { nextTurn } from '../../../turn.js';
import type { ReadLine } from './lines.js';

/** A line with the assignment that it is about; null: it was not assigned here. */
export interface FoundLine extends ReadLine {
  parcel: AssignedParcel | null;
}

/** @param sender the caller whose shipments lines are about, unless they say another; as text */
export async function* foundLines(
  lines: readonly ReadLine[],
  sender: string,
  store: Pick<Store, 'assignedParcels'>,
): AsyncGenerator<FoundLine[]> {
  for (let at = 0; at < lines.length; at += OUTCOME_LINES_AT_ONCE) {
    await nextTurn();
    yield found(lines.slice(at, at + OUTCOME_LINES_AT_ONCE), sender, store);
  }
}

async function found(
  lines: readonly ReadLine[],
  sender: string,
  store: Pick<Store, 'assignedParcels'>,
): Promise<FoundLine[]> {
  const parcels = new Parcels(sender);
  const named = lines.filter(({ given }) => given.shipmentId !== undefined);
  const others = lines.filter(({ given }) => given.shipmentId === undefined);
  parcels.add(
    await store.assignedParcels(
      named.map(({ given }) => parcels.keyOf(given)!),
      awbsOf(others),
    ),
  );
  const missing = named.filter(({ given }) => parcels.of(given) === null);
  if (missing.length > 0)
    // by records from before callers were recorded, or by the courier's number
    parcels.add(
      await store.assignedParcels(
        missing.map(({ given }) => assignmentKeyOf(null, given.shipmentId!)),
        awbsOf(missing),
      ),
    );
  return lines.map((line) => ({ ...line, parcel: parcels.of(line.given) }));
}

function awbsOf(lines: readonly ReadLine[]): PartnerAwb[] {
  return lines.flatMap(({ given: { partnerId, awb } }) =>
    partnerId === undefined || awb === undefined ? [] : [{ partnerId, awb }],
  );
}

class Parcels {
  readonly #byKey = new Map<string, AssignedParcel>();
  readonly #byAwb = new Map<string, AssignedParcel>();

  constructor(private readonly sender: string) {}

  add(parcels: readonly AssignedParcel[]): void {
    for (const parcel of parcels) {
      this.#byKey.set(parcel.key, parcel);
      if (parcel.awb === null) continue;
      const name = awbNameOf(parcel.partnerId, parcel.awb);
      const former = this.#byAwb.get(name);
      // a courier may use its numbers again
      if (former === undefined || former.at < parcel.at) this.#byAwb.set(name, parcel);
    }
  }

  keyOf({ shipmentId, caller = this.sender }: OutcomeLine): string | null {
    return shipmentId === undefined ? null : assignmentKeyOf(caller, shipmentId);
  }

  of(given: OutcomeLine): AssignedParcel | null {
    const { shipmentId, partnerId, awb } = given;
    const byName =
      shipmentId === undefined
        ? undefined
        : (this.#byKey.get(this.keyOf(given)!) ?? this.#byKey.get(assignmentKeyOf(null, shipmentId)));
    if (byName !== undefined || partnerId === undefined || awb === undefined) return byName ?? null;
    return this.#byAwb.get(awbNameOf(partnerId, awb)) ?? null;
  }
}

const awbNameOf = (partnerId: string, awb: string): string => `${partnerId}/${awb}`;
