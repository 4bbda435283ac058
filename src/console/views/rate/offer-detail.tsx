/** An opened row: the waterfall of a courier's price, where it applies, and ways to pass it on. */
import { curlOf } from '../../../docs/curl.js';
import { calculateCharges } from '../../../client/operations.js';
import { useAsk } from '../../parts/ask.js';
import { Copy } from '../../parts/copy.js';
import { Fault } from '../../parts/fault.js';
import { Link } from '../../parts/location.js';
import { pathWith, ROOT } from '../../parts/paths.js';
import { useSession } from '../../parts/session.js';
import { inConsoleWords, moment, weightInWords } from '../../parts/words.js';
import type { Session } from '../../shell/credential.js';
import { Landed } from './landed.js';
import type { PricedCharges } from './offers.js';
import type { Question } from './question.js';
import { Waterfall } from './waterfall.js';

export function OfferDetail({ courierId, question }: { courierId: string; question: Question }) {
  const { session } = useSession();
  const body = { partnerId: courierId, ...question };
  const { value, error, again } = useAsk(
    async (pinrate, signal) => {
      // what it costs in the end is the house's own, of parcels that go out
      const isOfHouse = session.kind === 'service' && (body.direction ?? 'FORWARD') === 'FORWARD';
      const asked = isOfHouse ? { ...body, includeLanded: true, includeReturns: true } : body;
      return (await calculateCharges(pinrate, asked, { signal })).data;
    },
    [JSON.stringify(body)],
  );
  if (error !== undefined) return <Fault error={error} again={again} />;
  if (value === undefined)
    return (
      <p class="quiet" aria-busy="true">
        Pricing …
      </p>
    );
  if (!value.available) return <p>This courier no longer carries it.</p>;
  const token = async () => {
    const { data } = await calculateCharges(session.pinrate, { ...body, includeQuoteToken: true });
    const { quoteToken } = data;
    if (!quoteToken) throw new Error('no token');
    return location.origin + ROOT + pathWith('/rate', { token: quoteToken });
  };
  const { landed } = value;
  // nobody has asked for it here: the price alone is the answer then
  const warnings = value.warnings.filter(({ code }) => code !== 'NO_LANDED_TERMS');
  const waterfall = <Waterfall key="price" breakdown={value.breakdown} total={value.charges.totalAmount} />;
  return (
    <div class="detail">
      <Where charges={value} />
      {!landed ? (
        waterfall
      ) : (
        <div class="columns">
          {[waterfall, <Landed key="landed" of={landed} charges={value} question={question} />]}
        </div>
      )}
      {warnings.map(({ message }) => (
        <p key={message} class="alert warn">
          {inConsoleWords(message)}
        </p>
      ))}
      <p class="row">
        <Copy label="Copy as curl" text={() => curlText(session, body)} />
        <Copy label="Copy a link to this price" text={token} />
      </p>
    </div>
  );
}

function Where({ charges: { partner, calculationDetails } }: { charges: PricedCharges }) {
  const { applicableZones, chargeableWeight, weightSlab, deliveryDate } = calculationDetails;
  const { from, to, lane, laneRuleId } = applicableZones;
  return (
    <p>
      <Link to={`/documents/zones/${from.id}`}>{from.name}</Link> →{' '}
      <Link to={`/documents/zones/${to.id}`}>{to.name}</Link>
      {lane !== null && (
        <>
          {', lane '}
          {laneRuleId === null ? lane : <Link to={`/documents/lane-rules/${laneRuleId}`}>{lane}</Link>}
        </>
      )}
      . Charged for {weightInWords(chargeableWeight)} ({weightSlab}). Arrives {moment(deliveryDate)}.{' '}
      <Link to={`/couriers/${encodeURIComponent(partner.partnerId)}`}>About {partner.name}</Link>
    </p>
  );
}

/** Without the secret: the command reads it from PINRATE_SECRET. */
async function curlText({ pinrate }: Session, body: object): Promise<string> {
  const path = '/api/v1/shipments/calculate-charges';
  const text = JSON.stringify(body);
  const signed = await pinrate.signer.headers('POST', path, new TextEncoder().encode(text));
  const headers = { 'content-type': 'application/json', ...signed };
  return curlOf({ url: location.origin + path, method: 'POST', headers, body: text }, null);
}
