/** POST /quotes/replay: an earlier price, asked for again by its token. */
import { DIFFERENCE_MEMBERS, replayQuote as contract } from '../../../contract/replay.js';
import type { RepeatedQuote } from '../../../engine/requote.js';
import { rateCardVersion } from '../../../index/card/version.js';
import { membersOf } from '../../../json.js';
import { type Api, implement, type HandlerResult, refuse } from '../operation.js';

export const replayQuote = implement(contract, async ({ caller, body }, api) => {
  const question = api.replay.open(body.quoteToken);
  if (question === null) return refuse('QUOTE_TOKEN_INVALID');
  const { partnerId } = question;
  if (caller.kind === 'partner' && caller.id !== partnerId) return refuse('FORBIDDEN');
  const replayed = await api.replay.then(question);
  if (!replayed.ok) return refuse(replayed.code, { details: replayed.details });
  const { then, isExact } = replayed;
  const common = { exact: isExact, partnerId, engineVersion: question.engine };
  if (body.as !== 'now')
    return shown(then, {
      as: 'then',
      ...common,
      pricedAt: timeOf(question.pricedAtMs),
      rateCardVersion: question.rateCardVersion,
      reasons: { then: then.reasons },
    });
  const nowMs = api.now();
  const now = api.replay.now(question, nowMs);
  return shown(now, {
    as: 'now',
    ...common,
    pricedAt: timeOf(nowMs),
    rateCardVersion: versionOf(partnerId, api),
    reasons: { then: then.reasons, now: now.reasons },
    difference: then.texts && now.texts && differenceOf(then.texts.charges, now.texts.charges),
  });
});

const timeOf = (ms: number): string => new Date(ms).toISOString();

function versionOf(partnerId: string, { catalog }: Api): string | null {
  if (catalog.find('partners', partnerId) === undefined) return null;
  return rateCardVersion(catalog.cardDocuments(partnerId), catalog.generalDocuments());
}

/** The texts stay as they are: written again, they might be others. */
function shown({ texts }: RepeatedQuote, more: object): HandlerResult<never> {
  const charges = texts?.charges ?? 'null';
  const breakdown = texts?.breakdown ?? 'null';
  const text = `{"data":{${membersOf(more)},"charges":${charges},"breakdown":${breakdown}}}`;
  return { ok: true, text, replayed: false };
}

type Amounts = Record<string, number | undefined>;

/** In whole paise: a difference of Rupees would have digits of its own. */
function differenceOf(then: string, now: string): Amounts {
  const [before, after] = [then, now].map((text) => JSON.parse(text) as Amounts) as [Amounts, Amounts];
  const paise = (rupees: number): number => Math.round(rupees * 100);
  return Object.fromEntries(
    DIFFERENCE_MEMBERS.filter((name) => before[name] !== undefined && after[name] !== undefined).map((name) => [
      name,
      (paise(after[name]!) - paise(before[name]!)) / 100,
    ]),
  );
}
