/** Whether the reference model, which shares no code with the engine, agrees with a finding. */
import assert from 'node:assert/strict';
import type { AnyLintCode } from '../../../../src/model/lint-codes.js';
import type { Finding } from '../../../../src/contract/finding.js';
import type { CardWorld } from '../../../reference/documents.js';
import { referenceCheck } from '../../../reference/model.js';
import type { Price, Shipment } from '../../../reference/types.js';
import { AT } from './linted.js';

const WITHOUT_EXAMPLE: readonly AnyLintCode[] = [
  'CHARGE_UNKNOWN_BASE',
  'ZONE_EMPTY',
  'TAG_UNUSED',
  'NAME_MISMATCH',
  'SERVICE_MISSING',
  'PERFORMANCE_STALE',
  'PERFORMANCE_SHIFT',
];

/** What the model says of an example. */
export function checked(world: CardWorld, example: object): { reasons: readonly string[]; price: Price | null } {
  const { serviceRequirements: services = [], ...rest } = example as { serviceRequirements?: string[] };
  const shipment = { declaredValue: 0, ...rest, services } as unknown as Shipment;
  const found = referenceCheck(world, (example as { partnerId: string }).partnerId, shipment, AT);
  assert.ok(found.kind === 'CHECKED', found.kind);
  return found;
}

const withoutRow = (world: CardWorld, name: string): CardWorld => ({
  ...world,
  packages: world.packages.filter(({ id }) => `packages/${id}` !== name),
});

/** Of the packages this one alone. */
const withRow = (world: CardWorld, name: string): CardWorld => ({
  ...world,
  packages: world.packages.filter(({ id }) => `packages/${id}` === name),
});

/** The world with the rows of a gap, and the lane rules that ended with them, reaching over it. */
function withoutGap(world: CardWorld, [ended]: readonly string[]): CardWorld {
  const endOf = world.packages.find(({ id }) => `packages/${id}` === ended)?.validTo ?? null;
  const open = <D extends { id: number; validTo?: string | null }>(collection: string, rows: readonly D[]): D[] =>
    rows.map((row) => (`${collection}/${row.id}` === ended ? { ...row, validTo: null } : row));
  return {
    ...world,
    'lane-rules': world['lane-rules'].map((rule) =>
      endOf !== null && rule.validTo === endOf ? { ...rule, validTo: null } : rule,
    ),
    'packages': open('packages', world.packages),
    'customer-charges': open('customer-charges', world['customer-charges']),
    'surcharges': open('surcharges', world.surcharges),
    'distance-charges': open('distance-charges', world['distance-charges']),
    'transit-lanes': open('transit-lanes', world['transit-lanes']),
  };
}

/** The reference model says of the examples of a finding what the finding says. */
export function assertShown(world: CardWorld, finding: Finding): void {
  const { code, documents, examples } = finding;
  assert.equal(examples.length > 0, needsExample(finding), JSON.stringify(finding));
  const said = examples.map((example) => checked(world, example));
  switch (code) {
    case 'RATE_GAP':
      assert.deepEqual(said[0]!.reasons, ['NO_RATE']);
      return;
    case 'ZONE_UNPRICED':
      assert.ok(said[0]!.reasons.includes('NO_RATE'));
      return;
    case 'TRANSIT_GAP':
      assert.ok(said[0]!.reasons.includes('NO_TRANSIT'));
      return;
    case 'DATES_GAP': {
      if (documents[0]!.startsWith('packages/')) {
        // other rows may be for the route too
        const own = (rows: CardWorld) => ({
          ...rows,
          packages: rows.packages.filter(({ id }) => documents.includes(`packages/${id}`)),
        });
        assert.ok(checked(own(world), examples[0]!).reasons.includes('NO_RATE'));
        assert.ok(!checked(own(withoutGap(world, documents)), examples[0]!).reasons.includes('NO_RATE'));
        return;
      }
      assert.notDeepEqual(said[0], checked(withoutGap(world, documents), examples[0]!), JSON.stringify(finding));
      return;
    }
    case 'RATE_OVERLAP': {
      const alone = documents.map((name) => checked(withRow(world, name), examples[0]!).price!.weightCharge);
      assert.equal(alone.length, 2);
      assert.notEqual(alone[0], alone[1]);
      assert.ok(said[0]!.price!.weightCharge <= Math.min(...alone));
      return;
    }
    case 'RATE_FALLS': {
      const weights = examples.map((example) => (example as { weight?: number }).weight ?? 0);
      if (weights[0]! > 0 && weights[1]! > 0) assert.ok(weights[0]! < weights[1]!);
      assert.ok(said[1]!.price!.weightCharge < said[0]!.price!.weightCharge);
      return;
    }
    case 'ROW_NEVER_COUNTS':
      if (examples.length > 0) assert.deepEqual(said[0], checked(withoutRow(world, documents[0]!), examples[0]!));
      return;
    case 'COD_WITHOUT_CHARGE':
      assert.deepEqual([said[0]!.reasons, said[0]!.price!.cod], [[], 0]);
      return;
    case 'CHARGE_UNKNOWN_BASE':
    case 'ZONE_EMPTY':
    case 'TAG_UNUSED':
    case 'NAME_MISMATCH':
    case 'SERVICE_MISSING':
    case 'PERFORMANCE_STALE':
    case 'PERFORMANCE_SHIFT':
      assert.deepEqual(examples, []);
      return;
    case 'PARTNER_MISSING':
    case 'RULE_NEVER_REACHED':
    case 'RULE_CONTRADICTS':
    case 'SHARE_ABOVE_CAPACITY':
    case 'ORDER_SHADOWED':
    case 'RULE_NEVER_ACTED':
    case 'RULE_ALWAYS_RELAXED':
      assert.fail(`${code} is not about a card`);
  }
}

function needsExample({ code, message, documents: [first] }: Finding): boolean {
  if (WITHOUT_EXAMPLE.includes(code)) return false;
  return (
    code !== 'ROW_NEVER_COUNTS'
    || (first!.startsWith('packages/')
      && !/no lane rule gives|always matches first|no pincode lies|is inactive/.test(message))
  );
}
