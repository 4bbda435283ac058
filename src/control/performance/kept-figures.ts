/** The figures of a node: what they tell the index, the metrics and the log. */
import type { Logger } from 'pino';
import { TemporaryError } from '../../errors.js';
import type { Catalog } from '../documents/catalog.js';
import type { ControlMetrics } from '../metrics.js';
import type { IndexPublisher } from '../publisher.js';
import { Figures } from './figures.js';

interface KeptFiguresOptions {
  catalog: Catalog;
  publisher: Pick<IndexPublisher, 'dirty' | 'refresh'>;
  metrics: ControlMetrics;
  log: Logger;
  /** Milliseconds since the epoch. */
  now(): number;
}

export function keptFigures({ catalog, publisher, metrics, log, now }: KeptFiguresOptions): Figures {
  const figures = new Figures({
    catalog,
    now,
    onChange: () => {
      publisher.dirty.performance = true;
      publisher.refresh();
    },
    onComputed: (seconds) => metrics.figures.observe(seconds),
    onFailure: (error) =>
      log[error instanceof TemporaryError ? 'warn' : 'error'](
        { err: error },
        'the figures of outcomes could not be computed; the last ones stay in use',
      ),
  });
  metrics.figuresAgeSeconds = () =>
    figures.computedAtMs === null ? null : Math.max(0, now() - figures.computedAtMs) / 1_000;
  return figures;
}
