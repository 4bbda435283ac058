/** Alert rules and dashboard use only metrics that a node exposes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Registry } from 'prom-client';
import { createControlMetrics } from '../../src/control/metrics.js';
import { calculateCharges } from '../../src/contract/questions.js';
import { ERRORS } from '../../src/errors.js';
import { AUTHENTICATION_FAULTS, createMetrics, describeBuild, observeSharedLimits } from '../../src/metrics.js';
import { OUTCOMES } from '../../src/engine/outcomes.js';
import { QUESTIONS } from '../../src/engine/question.js';
import { readText, readYaml } from './yaml.js';

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
interface RuleFile {
  groups: { rules: Rule[] }[];
}
interface Target {
  expr: string;
  legendFormat: string;
  datasource: { uid: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  description: string;
  datasource: { uid: string };
  targets: Target[];
  gridPos: { x: number; y: number; w: number; h: number };
}
interface Row {
  id: number;
  type: 'row';
  title: string;
  gridPos: Panel['gridPos'];
}
interface Dashboard {
  panels: (Panel | Row)[];
  templating: { list: { name: string; type: string; datasource?: { uid: string } }[] };
}

/** The names in Prometheus, each with its labels. */
async function exposed(): Promise<Map<string, readonly string[]>> {
  const metrics = createMetrics();
  const names = new Map<string, readonly string[]>([['up', []]]);
  const durations = metrics.requestDuration.forRoute('/', 'GET');
  durations.observe(200, 0.001);
  observeSharedLimits(metrics.registry, () => ({ shared: true, fallbacks: 0 }));
  describeBuild(metrics.registry, { version: '1', node: '24', store: 'lmdb', uws: 'x' });
  const all = Registry.merge([metrics.registry, createControlMetrics().registry]);
  for (const metric of await all.getMetricsAsJSON()) {
    const declared = (all.getSingleMetric(metric.name) as unknown as { labelNames?: string[] }).labelNames;
    const labels = declared ?? Object.keys(metric.values[0]?.labels ?? {});
    // the registry gives a string, but its type is an enum of numbers
    if (String(metric.type) !== 'histogram') names.set(metric.name, labels);
    else
      for (const part of ['bucket', 'sum', 'count'])
        names.set(`${metric.name}_${part}`, part === 'bucket' ? [...labels, 'le'] : labels);
  }
  return names;
}

const OF_PROMETHEUS = ['instance', 'job'];
const WORDS = ['by', 'or', 'and', 'on', 'unless', 'offset'];
const bare = (expr: string): string => expr.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '');

/** The metrics of an expression: everything that is not a function, a keyword, a label or a number. */
function metricsOf(expr: string): string[] {
  const rest = bare(expr)
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/\b(by|on) \([^)]*\)/g, ' ');
  return [...rest.matchAll(/\b[a-zA-Z_:][\w:]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !WORDS.includes(name));
}

function labelsOf(expr: string): string[] {
  const matched = [...bare(expr).matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*""/g)].map(([, label]) => label!);
  const grouped = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].flatMap(([, list]) =>
    list!.split(',').map((label) => label.trim()),
  );
  return [...matched, ...grouped];
}

async function faultsOf(expr: string): Promise<string[]> {
  const names = await exposed();
  const metrics = metricsOf(expr);
  const unknown = metrics.filter((name) => !names.has(name));
  const labels = new Set([...OF_PROMETHEUS, ...metrics.flatMap((name) => names.get(name) ?? [])]);
  return [
    ...unknown,
    ...(metrics.length === 0 ? ['asks for nothing'] : []),
    ...labelsOf(expr).filter((label) => !labels.has(label)),
  ];
}

const rules = readYaml<RuleFile>('deploy/pinrate.rules.yml').groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readText('deploy/grafana/dashboards/pinrate.json')) as Dashboard;
const isPanel = (panel: Panel | Row): panel is Panel => panel.type !== 'row';
const panels = dashboard.panels.filter(isPanel);
const targets = panels.flatMap((panel) => panel.targets);
const expressions = [...rules.map(({ expr }) => expr), ...targets.map(({ expr }) => expr)];

describe('the queries of Prometheus and Grafana', () => {
  it('use metrics that a node exposes', async () => {
    assert.ok(rules.length > 5 && targets.length > 10);
    for (const expr of expressions) assert.deepEqual(await faultsOf(expr), [], expr);
  });

  it('use label values that exist', () => {
    const valuesOf = (label: string) =>
      expressions.flatMap((expr) =>
        [...expr.matchAll(new RegExp(`\\b${label}=~?"([^"]*)"`, 'g'))].map(([, value]) => value!),
      );
    for (const route of valuesOf('route')) assert.equal(route, (calculateCharges as { path: string }).path);
    const reasons = [...Object.keys(ERRORS), ...AUTHENTICATION_FAULTS, ...OUTCOMES.map(({ reason }) => reason)];
    for (const reason of valuesOf('reason')) assert.ok(reasons.includes(reason), reason);
    for (const question of valuesOf('question'))
      assert.ok((QUESTIONS as readonly string[]).includes(question), question);
    const outcomes: string[] = OUTCOMES.map(({ outcome }) => outcome);
    for (const outcome of valuesOf('outcome')) {
      for (const each of outcome.split('|')) assert.ok(outcomes.includes(each), each);
    }
    const jobs = readYaml<{ scrape_configs: { job_name: string }[] }>('deploy/prometheus.yml').scrape_configs.map(
      ({ job_name }) => job_name,
    );
    for (const job of valuesOf('job')) assert.ok(jobs.includes(job), job);
  });

  it('go to the chosen data source, in any Grafana', () => {
    const [source, ...others] = dashboard.templating.list;
    assert.deepEqual([source!.name, source!.type], ['datasource', 'datasource']);
    assert.deepEqual(
      others.map(({ name, datasource }) => [name, datasource!.uid]),
      [['instance', '${datasource}']],
    );
    for (const { uid } of [...panels, ...targets].map(({ datasource }) => datasource))
      assert.equal(uid, '${datasource}');
  });

  it('are shown in a dashboard of rows, numbers first, whose panels have descriptions and do not overlap', () => {
    assert.equal(dashboard.panels[0]!.type, 'row');
    const numbers = panels.findIndex(({ type }) => type !== 'stat');
    assert.ok(numbers >= 8, `${numbers} numbers come first`);
    assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
    assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length);
    for (const { title, description } of panels) assert.match(description, /\w.*\.$/, title);
    const taken = new Set<string>();
    for (const {
      title,
      gridPos: { x, y, w, h },
    } of dashboard.panels) {
      assert.ok(x + w <= 24, title);
      for (let column = x; column < x + w; column++) {
        for (let line = y; line < y + h; line++) {
          assert.ok(!taken.has(`${column}/${line}`), `${title} overlaps`);
          taken.add(`${column}/${line}`);
        }
      }
    }
  });

  it('include every metric of pinrate, on the dashboard or in an alert', async () => {
    const shown = expressions.join(' ');
    const families = [...(await exposed()).keys()]
      .filter((name) => /^pinrate_/.test(name))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    const notShown = [...new Set(families)].filter((name) => !shown.includes(name)).sort();
    // what they say beyond the metrics that are shown is in the log
    assert.deepEqual(notShown, [
      'pinrate_documents_refused_total',
      'pinrate_index_generation',
      'pinrate_index_generation_timestamp_seconds',
    ]);
  });

  it('have exactly one heading in the runbook for each alert', () => {
    const headings = [...readText('docs/operate.md').matchAll(/^### (Pinrate\w+)$/gm)].map(([, name]) => name);
    assert.deepEqual(headings.sort(), rules.map(({ alert }) => alert).sort());
  });

  it('belong to alerts with unique names, a severity and a summary', () => {
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    for (const { alert, labels, annotations } of rules) {
      assert.ok(['warning', 'critical'].includes(labels.severity), alert);
      assert.ok(annotations.summary.length > 0, alert);
      assert.equal(
        annotations.runbook_url,
        `docs/operate.md#${alert.toLowerCase()}`,
        'the heading with the name of the alert',
      );
    }
  });
});

describe('the check of expressions', () => {
  it('accepts correct expressions and names faults', async () => {
    assert.deepEqual(
      await faultsOf(
        'sum by (instance, le) (rate(pinrate_queue_wait_seconds_bucket{instance=~"$instance"}[5m])) > 0.5',
      ),
      [],
    );
    assert.deepEqual(await faultsOf('rate(pinrate_queue_wait_seconds{instance="a"}[5m])'), [
      'pinrate_queue_wait_seconds',
    ]);
    assert.deepEqual(await faultsOf('sum by (tier) (rate(pinrate_http_rejected_total{code="X"}[5m]))'), [
      'code',
      'tier',
    ]);
    assert.deepEqual(await faultsOf('absent(up{job="pinrate"}) or sum(down)'), ['down']);
    assert.deepEqual(await faultsOf('sum(1)'), ['asks for nothing']);
  });
});
