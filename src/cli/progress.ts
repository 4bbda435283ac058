/** A line on the terminal for work that takes over a second. A pipe gets nothing. */
import { CLEAR_LINE, columnsOf, printable, type World } from './world.js';

const SHOWN_AFTER_MS = 1_000;
const INTERVAL_MS = 200;
const BAR_COLUMNS = 20;

export class Progress {
  private readonly startedAtMs = performance.now();
  private readonly timer: NodeJS.Timeout | null;
  private isShown = false;
  private text = '';
  private share: number | null = null;

  constructor(private readonly world: World) {
    this.timer = world.err.isTTY === true ? setInterval(() => this.draw(), INTERVAL_MS).unref() : null;
  }

  /** @param share from 0 to 1; null: unknown, which shows the seconds in place of a bar */
  at(text: string, share: number | null = null): void {
    this.text = text;
    this.share = share;
  }

  end(): void {
    if (this.timer !== null) clearInterval(this.timer);
    if (this.isShown) this.world.err.write(CLEAR_LINE);
    this.isShown = false;
  }

  private draw(): void {
    const elapsedMs = performance.now() - this.startedAtMs;
    if (elapsedMs < SHOWN_AFTER_MS) return;
    this.isShown = true;
    const line = this.share === null ? `${this.text} … ${Math.floor(elapsedMs / 1_000)} s` : this.bar(this.share);
    this.world.err.write(CLEAR_LINE + printable(line).slice(0, columnsOf(this.world.err) - 1));
  }

  private bar(share: number): string {
    const filled = Math.round(share * BAR_COLUMNS);
    return `[${'█'.repeat(filled)}${' '.repeat(BAR_COLUMNS - filled)}] ${Math.floor(share * 100)} % ${this.text}`;
  }
}
