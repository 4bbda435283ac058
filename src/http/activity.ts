/** What each credential has requested in the last 24 hours, on this node and since it started. */
import type { Caller, CallerKind } from '../caller.js';
import { HOUR_MS } from '../domain/calendar.js';
import type { ActivityReport } from '../messages.js';

const HOURS = 24;
const MAX_POPULAR_ROUTES = 10;

interface Hour {
  /** Hours since the epoch. */
  hour: number;
  requests: number;
  failed: number;
  totalMs: number;
  routes: Map<string, number>;
}

interface CredentialActivity {
  lastAtMs: number;
  /** The latest last; at most HOURS of them. */
  hours: Hour[];
}

/** A few counters per hour and credential: cheap enough for every request. */
export class Activity {
  readonly #activities = {
    service: new Map<string, CredentialActivity>(),
    partner: new Map<string, CredentialActivity>(),
  };

  /** Notes an answered request. */
  record(kind: CallerKind, id: string, route: string, status: number, elapsedMs: number, nowMs: number): void {
    let activity = this.#activities[kind].get(id);
    if (activity === undefined) this.#activities[kind].set(id, (activity = { lastAtMs: nowMs, hours: [] }));
    activity.lastAtMs = nowMs;
    const hour = currentHour(activity, Math.floor(nowMs / HOUR_MS));
    hour.requests += 1;
    if (status >= 400) hour.failed += 1;
    hour.totalMs += elapsedMs;
    hour.routes.set(route, (hour.routes.get(route) ?? 0) + 1);
  }

  /** When each credential last asked; milliseconds since the epoch. */
  lastUses(): (Caller & { atMs: number })[] {
    return (['service', 'partner'] as const).flatMap((kind) =>
      [...this.#activities[kind]].map(([id, { lastAtMs }]) => ({ kind, id, atMs: lastAtMs })),
    );
  }

  of(kind: CallerKind, id: string, nowMs: number): ActivityReport {
    const activity = this.#activities[kind].get(id);
    const oldest = Math.floor(nowMs / HOUR_MS) - HOURS;
    const hours = activity?.hours.filter(({ hour }) => hour > oldest) ?? [];
    const sum = (valueOf: (hour: Hour) => number) => hours.reduce((total, hour) => total + valueOf(hour), 0);
    const requests = sum((hour) => hour.requests);
    const failed = sum((hour) => hour.failed);
    return {
      lastAtMs: activity?.lastAtMs ?? null,
      requests,
      succeeded: requests - failed,
      failed,
      averageMs: requests === 0 ? null : sum((hour) => hour.totalMs) / requests,
      routes: popular(hours),
    };
  }
}

function currentHour({ hours }: CredentialActivity, hour: number): Hour {
  // the last one, unless the clock was set back
  const known = hours.findLast((one) => one.hour === hour);
  if (known !== undefined) return known;
  const fresh: Hour = { hour, requests: 0, failed: 0, totalMs: 0, routes: new Map() };
  hours.push(fresh);
  if (hours.length > HOURS) hours.shift();
  return fresh;
}

function popular(hours: readonly Hour[]): { route: string; requests: number }[] {
  const totals = new Map<string, number>();
  for (const { routes } of hours)
    for (const [route, requests] of routes) totals.set(route, (totals.get(route) ?? 0) + requests);
  return [...totals]
    .map(([route, requests]) => ({ route, requests }))
    .sort((a, b) => b.requests - a.requests || (a.route < b.route ? -1 : 1))
    .slice(0, MAX_POPULAR_ROUTES);
}
