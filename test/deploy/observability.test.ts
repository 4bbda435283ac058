/** Alert rules and dashboard ask only for what a node tells Prometheus. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calculateCharges } from '../../src/contract/questions.js';
import { ERRORS } from '../../src/errors.js';
import { createMetrics, observeFollowing, observeSharedLimits } from '../../src/metrics.js';
import { readText, readYaml } from './yaml.js';

interface RuleFile { groups: { rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }[] }[] }
interface Panel { id: number; title: string; datasource: { uid: string }; targets: { expr: string; legendFormat: string }[] }
interface Dashboard { panels: Panel[]; templating: { list: { name: string }[] } }

/** The names that Prometheus will know, each with its labels. */
async function exposed(): Promise<Map<string, readonly string[]>> {
  const metrics = createMetrics();
  const names = new Map<string, readonly string[]>([['up', []]]);
  const durations = metrics.requestDuration.forRoute('/', 'GET');
  durations.observe(200, 0.001);
  observeFollowing(metrics.registry, () => ({ state: 'following', resumes: 0, reloads: 0, lastSignMs: 0, lagMs: 0, trouble: null, refused: new Map() }));
  observeSharedLimits(metrics.registry, () => ({ shared: true, fallbacks: 0 }));
  for (const metric of await metrics.registry.getMetricsAsJSON()) {
    const declared = (metrics.registry.getSingleMetric(metric.name) as unknown as { labelNames?: string[] }).labelNames;
    const labels = declared ?? Object.keys(metric.values[0]?.labels ?? {});
    // what the registry says is a string, its type an enum of numbers
    if (String(metric.type) !== 'histogram') names.set(metric.name, labels);
    else for (const part of ['bucket', 'sum', 'count']) names.set(`${metric.name}_${part}`, part === 'bucket' ? [...labels, 'le'] : labels);
  }
  return names;
}

const OF_PROMETHEUS = ['instance', 'job'];
const WORDS = ['by', 'or', 'and', 'on', 'unless'];
const bare = (expr: string): string => expr.replaceAll(/"[^"]*"/g, '""').replaceAll(/\[[^\]]*\]/g, '');

/** The metrics of an expression: what is neither a function, a word, a label nor a number. */
function metricsOf(expr: string): string[] {
  const rest = bare(expr).replaceAll(/\{[^}]*\}/g, ' ').replaceAll(/\bby \([^)]*\)/g, ' ');
  return [...rest.matchAll(/\b[a-zA-Z_:][\w:]*\b(?!\s*\()/g)].map(([name]) => name).filter((name) => !WORDS.includes(name));
}

function labelsOf(expr: string): string[] {
  const matched = [...bare(expr).matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*""/g)].map(([, label]) => label!);
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(',').map((label) => label.trim()));
  return [...matched, ...grouped];
}

async function faultsOf(expr: string): Promise<string[]> {
  const names = await exposed();
  const metrics = metricsOf(expr);
  const unknown = metrics.filter((name) => !names.has(name));
  const labels = new Set([...OF_PROMETHEUS, ...metrics.flatMap((name) => names.get(name) ?? [])]);
  return [...unknown, ...(metrics.length === 0 ? ['asks for nothing'] : []), ...labelsOf(expr).filter((label) => !labels.has(label))];
}

const rules = readYaml<RuleFile>('deploy/pinrate.rules.yml').groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readText('deploy/grafana/dashboards/pinrate.json')) as Dashboard;
const targets = dashboard.panels.flatMap((panel) => panel.targets);
const expressions = [...rules.map(({ expr }) => expr), ...targets.map(({ expr }) => expr)];

describe('what Prometheus and Grafana ask for', () => {
  it('is what a node tells', async () => {
    assert.ok(rules.length > 5 && targets.length > 10);
    for (const expr of expressions) assert.deepEqual(await faultsOf(expr), [], expr);
  });

  it('has values that labels have', () => {
    const valuesOf = (label: string) => expressions.flatMap((expr) => [...expr.matchAll(new RegExp(`\\b${label}="([^"]*)"`, 'g'))].map(([, value]) => value!));
    for (const route of valuesOf('route')) assert.equal(route, (calculateCharges as { path: string }).path);
    for (const reason of valuesOf('reason')) assert.ok(reason in ERRORS, reason);
    const jobs = readYaml<{ scrape_configs: { job_name: string }[] }>('deploy/prometheus.yml').scrape_configs.map(({ job_name }) => job_name);
    for (const job of valuesOf('job')) assert.ok(jobs.includes(job), job);
  });

  it('goes to the data source that is provisioned, a panel each', () => {
    const { datasources: [source] } = readYaml<{ datasources: { uid: string }[] }>('deploy/grafana/datasources/prometheus.yml');
    for (const panel of dashboard.panels) assert.equal(panel.datasource.uid, source!.uid, panel.title);
    assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
    assert.deepEqual(dashboard.templating.list.map(({ name }) => name), ['instance']);
  });

  it('has alerts with one name each, that say how bad and what', () => {
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    for (const { alert, labels, annotations } of rules) {
      assert.ok(['warning', 'critical'].includes(labels.severity), alert);
      assert.ok(annotations.summary.length > 0, alert);
    }
  });
});

describe('the check of expressions', () => {
  it('passes what is right and names what is not', async () => {
    assert.deepEqual(await faultsOf('sum by (instance, le) (rate(pinrate_queue_wait_seconds_bucket{instance=~"$instance"}[5m])) > 0.5'), []);
    assert.deepEqual(await faultsOf('rate(pinrate_queue_wait_seconds{instance="a"}[5m])'), ['pinrate_queue_wait_seconds']);
    assert.deepEqual(await faultsOf('sum by (tier) (rate(pinrate_http_rejected_total{code="X"}[5m]))'), ['code', 'tier']);
    assert.deepEqual(await faultsOf('absent(up{job="pinrate"}) or sum(down)'), ['down']);
    assert.deepEqual(await faultsOf('sum(1)'), ['asks for nothing']);
  });
});
