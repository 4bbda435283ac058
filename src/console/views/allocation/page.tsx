/** Allocation: who gets a parcel by the house's own rules. The address has the policy and the parcel to try. */
import { useEffect, useState } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import { listCapacity } from '../../../client/operations.js';
import { documentsOf } from '../../../import/node-documents.js';
import type { AllocationPolicy } from '../../../model/documents.js';
import { counted } from '../../../words.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { Choice } from '../../parts/field.js';
import { amend } from '../../parts/location.js';
import type { PageProps } from '../../parts/page.js';
import { useScope } from '../../parts/session.js';
import { Applied } from '../../review/applied.js';
import { AddPolicy } from './add-policy.js';
import { Backtest } from './backtest.js';
import { Capacities } from './capacities.js';
import type { AppliedChange, PolicyDraft } from './change.js';
import { Groups } from './groups.js';
import type { RuleMemberOption } from './rule-text.js';
import { Rules } from './rules.js';
import { periodWords, rankWords } from './sentence.js';
import { TryParcel, useExplained } from './try-parcel.js';

const BACKTEST = 'backtest';

export function AllocationPage({ query }: PageProps) {
  const mayChange = useScope('manage');
  const { value, error, isLoading, again } = useAsk(read, []);
  const [finished, setFinished] = useState<AppliedChange | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [draft, setDraft] = useState<(PolicyDraft & { policyId: string }) | null>(null);
  useEffect(() => {
    document.title = 'Allocation · pinrate';
  }, []);
  const policies = value?.policies ?? [];
  const policy = policies.find(({ policyId }) => policyId === query.get('policy')) ?? policies[0];
  const explained = useExplained(query, policy);
  const done = (next: AppliedChange) => {
    setFinished(next);
    setIsAdding(false);
    setDraft(null);
    again();
    explained.again();
  };
  return (
    <>
      <h1>Allocation</h1>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && (
        <p class="quiet" role="status">
          Reading the policies …
        </p>
      )}
      {finished !== null && (
        <Applied
          key={finished.changeId}
          changeId={finished.changeId}
          onUndone={() => {
            again();
            explained.again();
          }}
        >
          {finished.words}
        </Applied>
      )}
      {value !== undefined && (
        <>
          {policy === undefined ? (
            <p class="empty">
              There is no policy: every parcel goes to the best courier by its strategy.
              {mayChange && (
                <button type="button" class="main" onClick={() => setIsAdding(true)}>
                  Write the first
                </button>
              )}
            </p>
          ) : (
            <>
              <form class="fields" aria-label="Policy" onSubmit={(event) => event.preventDefault()}>
                <Choice
                  label="Policy"
                  isWide
                  value={policy.policyId}
                  set={(policyId) => amend({ policy: policyId }, false)}
                  options={policies.map(({ policyId, name }) => [policyId, `${name} (${policyId})`])}
                />
              </form>
              <p class="row apart">
                <span>{[standing(policy), ...precedence(policy, policies)].join(' ')}</span>
                {mayChange && (
                  <button type="button" onClick={() => setIsAdding(true)}>
                    Add policy
                  </button>
                )}
              </p>
              <Rules
                policy={policy}
                groups={value.groups}
                members={value.members}
                notes={explained.value?.rules ?? null}
                onApplied={done}
                backtest={(next) => {
                  setDraft({ ...next, policyId: policy.policyId });
                  document.getElementById(BACKTEST)?.scrollIntoView();
                }}
              />
              <TryParcel query={query} explained={explained} policy={policy} />
              {mayChange && (
                <Backtest
                  key={policy.policyId}
                  id={BACKTEST}
                  policy={policy}
                  draft={draft?.policyId === policy.policyId ? draft : null}
                  capacities={value.capacities}
                  couriers={value.couriers}
                />
              )}
            </>
          )}
          <Capacities
            capacities={value.capacities}
            uses={value.uses}
            couriers={value.couriers}
            groups={value.groups}
            onApplied={done}
          />
          <Groups groups={value.groups} onApplied={done} />
          {isAdding && (
            <AddPolicy
              policies={policies}
              close={() => setIsAdding(false)}
              onApplied={(next, policyId) => {
                // the next rule is meant for it
                amend({ policy: policyId }, false);
                done(next);
              }}
            />
          )}
        </>
      )}
    </>
  );
}

async function read(pinrate: Pinrate, signal: AbortSignal) {
  // a node sends a credential so many documents at once
  const [policies, groups] = await Promise.all([
    documentsOf(pinrate, 'allocation-policies', undefined, signal),
    documentsOf(pinrate, 'place-groups', undefined, signal),
  ]);
  const [couriers, capacities, { data: uses }] = await Promise.all([
    documentsOf(pinrate, 'partners', undefined, signal),
    documentsOf(pinrate, 'capacities', undefined, signal),
    listCapacity(pinrate, {}, { signal }),
  ]);
  const inOrder = policies.toSorted((a, b) => a.priority - b.priority || (a.policyId < b.policyId ? -1 : 1));
  const groupsOfCouriers = new Set(couriers.flatMap((courier) => courier.groups ?? []));
  const members: RuleMemberOption[] = [
    ...couriers.map(({ partnerId, name }) => [partnerId, name] as const).sort(([, a], [, b]) => a.localeCompare(b)),
    ...[...groupsOfCouriers].sort().map((group) => [`group:${group}`, `Group ${group}`] as const),
  ];
  return { policies: inOrder, groups, couriers, members, capacities, uses };
}

/** `all parcels`, `parcels of cust-market-042`. */
function parcelsOf({ appliesTo }: AllocationPolicy): string {
  const { customerIds, callers, fromGroups } = appliesTo ?? {};
  const whose = [
    ...(customerIds ? [`of ${customerIds.join(', ')}`] : []),
    ...(callers ? [`asked by ${callers.join(', ')}`] : []),
    ...(fromGroups ? [`from ${fromGroups.join(', ')}`] : []),
  ];
  return whose.length === 0 ? 'all parcels' : `parcels ${whose.join(' ')}`;
}

/** Whether it counts, for whom, and since when. */
function standing(policy: AllocationPolicy): string {
  const { status, priority, governs, rank, rules } = policy;
  const more = [
    `priority ${priority}`,
    counted(rules.length, 'rule'),
    ...(governs ? [governs.length === 0 ? 'it ranks nothing' : `it ranks ${governs.join(', ')}`] : []),
    ...(rank ? [rankWords(rank)] : []),
  ];
  return `${status ? 'In force' : 'Switched off'} for ${parcelsOf(policy)}${periodWords(policy)}; ${more.join('; ')}.`;
}

/** Of the policies for a parcel, the one that counts. @param policies in their order of precedence */
function precedence(policy: AllocationPolicy, policies: readonly AllocationPolicy[]): string[] {
  if (policies.length < 2) return [];
  const isOver = ({ validTo }: AllocationPolicy) => Boolean(validTo) && Date.parse(validTo!) <= Date.now();
  const earlier = policies.slice(0, policies.indexOf(policy)).filter((each) => each.status && !isOver(each));
  return [
    'Of several policies for a parcel, the one with the lowest priority number counts.',
    ...earlier.map((each) => {
      const parcels = parcelsOf(each);
      return `${parcels.charAt(0).toUpperCase()}${parcels.slice(1)} follow ${each.name}${periodWords(each)}.`;
    }),
  ];
}
