/** Prometheus' own check of the alert rules, and its test of rules that compare a series with its own past. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { findProgram } from '../support/programs.js';

const path = findProgram(process.env.PROMTOOL, 'promtool');
const MISSING = 'there is no promtool: PROMTOOL names none, and none is on PATH';
const isSkipped = path === undefined && process.env.PINRATE_TEST_ALL !== '1';
if (isSkipped) console.warn(`SKIPPED, THE ALERT RULES WERE NOT TESTED: ${MISSING}`);

function promtool(...args: string[]): void {
  assert(path !== undefined, MISSING);
  const { status, stdout, stderr } = spawnSync(path, args, { cwd: PACKAGE_ROOT, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
}

describe('Prometheus', { skip: isSkipped && MISSING }, () => {
  it('accepts its configuration and the rules', () => {
    promtool('check', 'config', join('deploy', 'prometheus.yml'));
  });

  it('fires alerts only when it should', () => {
    promtool('test', 'rules', join('test', 'deploy', 'pinrate.rules.test.yml'));
  });
});
