/** The boxes of a login: a box a scope, and how much it may ask. */
import { RATE_TIERS } from '../../../limits/rate-limits.js';
import { mayHave, type Scope, SCOPES } from '../../../model/scopes.js';
import { counted } from '../../../words.js';
import { Choice, Tick } from '../../parts/field.js';
import { useSession } from '../../parts/session.js';
import type { Login } from './login.js';

const ALLOWS: Readonly<Record<Scope, string>> = {
  quote: 'prices and availability',
  assign: 'bookings, and their changes',
  read: 'all lists, documents and the history',
  write: 'zones, charges and discounts by their own routes',
  manage: 'any change of documents, holds, Undo',
  admin: 'logins and backups',
};

interface ScopeBoxesProps {
  kind: Login['kind'];
  scopes: readonly Scope[];
  set(scopes: Scope[]): void;
}

/** Nobody grants a scope that they lack; a courier may have neither manage nor admin. */
export function ScopeBoxes({ kind, scopes, set }: ScopeBoxesProps) {
  const { session } = useSession();
  const offered = SCOPES.filter((scope) => mayHave(kind, scope));
  return (
    <fieldset class="scopes">
      <legend>Scopes</legend>
      {offered.map((scope) => (
        <div key={scope}>
          <Tick
            label={scope}
            checked={scopes.includes(scope)}
            disabled={!session.scopes.has(scope) && !scopes.includes(scope)}
            set={(isOn) => set(offered.filter((each) => (each === scope ? isOn : scopes.includes(each))))}
          />
          <small class="quiet">{ALLOWS[scope]}</small>
        </div>
      ))}
    </fieldset>
  );
}

type Tier = Login['tier'];

/** `1,000 requests a minute`. */
export function tierInWords(tier: Tier): string {
  const limits = RATE_TIERS[tier];
  return limits === null ? 'No limit' : `${counted(limits.perWindow, 'request')} a minute`;
}

export const TierChoice = ({ tier, set }: { tier: Tier; set(tier: Tier): void }) => (
  <Choice
    label="Tier"
    value={tier}
    set={(value) => set(value as Tier)}
    options={(Object.keys(RATE_TIERS) as Tier[]).map((each) => [each, tierInWords(each)])}
  />
);
