/** The warnings of a bulk: a result names their codes, and their messages stand once. */
import type { Warning } from '../../contract/warnings.js';
import { toJson } from '../../json.js';
import { MAX_BULK_WARNINGS } from '../../limits/bulk.js';

export class BulkWarnings {
  readonly #known = new Map<string, Warning & { count: number }>();

  /** The member `warnings` of a result, with its comma; empty without any. */
  membersOf(warnings: readonly Warning[]): string {
    if (warnings.length === 0) return '';
    for (const warning of warnings) this.#count(warning);
    return `,"warnings":${toJson([...new Set(warnings.map(({ code }) => code))])}`;
  }

  /** Those of the body itself. */
  add(warnings: readonly Warning[]): void {
    for (const warning of warnings) this.#count(warning);
  }

  json(): string {
    return toJson([...this.#known.values()]);
  }

  /** The first message of a code and field stands for all. */
  #count(warning: Warning): void {
    const key = `${warning.code} ${warning.field}`;
    const known = this.#known.get(key);
    if (known !== undefined) known.count++;
    else if (this.#known.size < MAX_BULK_WARNINGS) this.#known.set(key, { ...warning, count: 1 });
  }
}
