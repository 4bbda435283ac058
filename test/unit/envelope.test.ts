import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERRORS, type ErrorCode } from '../../src/errors.js';
import { renderFailure, renderSuccess } from '../../src/envelope.js';

describe('the failure envelope', () => {
  const NOW_MS = Date.UTC(2026, 10, 21, 1, 2, 3, 4);

  it('renders every code of the table with its status', () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const { status, body } = renderFailure({ code }, 'id-1', 1.4, NOW_MS);
      const json = JSON.parse(body) as {
        success: boolean;
        error: Record<string, unknown>;
        request_id: string;
        execution_time_ms: number;
      };
      assert.equal(status, ERRORS[code].status);
      assert.equal(json.success, false);
      assert.equal(json.error['code'], code);
      assert.equal(json.error['message'], ERRORS[code].message);
      assert.equal(json.error['details'], ERRORS[code].message);
      assert.equal(json.request_id, 'id-1');
      assert.equal(json.execution_time_ms, 1);
      assert.equal('statusCode' in json, code === 'AUTHENTICATION_FAILED');
    }
  });

  it('has the message of the failure as its details where it says nothing else', () => {
    const { body } = renderFailure({ code: 'QUOTE_TOKEN_INVALID', message: 'It has no price' }, 'id-1', 0, NOW_MS);
    const { message, details } = JSON.parse(body).error as Record<string, unknown>;
    assert.deepEqual([message, details], ['It has no price', 'It has no price']);
  });

  it('adds the time and the id to AUTHENTICATION_FAILED', () => {
    const { body } = renderFailure(
      { code: 'AUTHENTICATION_FAILED', details: { reason: 'SIGNATURE_MISMATCH' } },
      'id-1',
      0,
      NOW_MS,
    );
    assert.deepEqual(JSON.parse(body), {
      success: false,
      error: {
        code: 'AUTHENTICATION_FAILED',
        message: 'Invalid credentials or signature',
        details: { reason: 'SIGNATURE_MISMATCH' },
        timestamp: '2026-11-21T01:02:03.004Z',
        requestId: 'id-1',
      },
      statusCode: 401,
      request_id: 'id-1',
      execution_time_ms: 0,
    });
  });

  it("takes a message, details and a field count of the failure's own", () => {
    const details = [{ field: 'weight', message: 'is required', code: 'REQUIRED' }];
    const { body } = renderFailure(
      { code: 'VALIDATION_ERROR', message: 'm', details, fieldCount: 1 },
      'x',
      2.6,
      NOW_MS,
    );
    assert.deepEqual(JSON.parse(body), {
      success: false,
      error: { code: 'VALIDATION_ERROR', message: 'm', details, field_count: 1 },
      request_id: 'x',
      execution_time_ms: 3,
    });
  });

  it('never tells a negative time', () => {
    assert.equal(
      (JSON.parse(renderFailure({ code: 'NOT_FOUND' }, 'x', -5, NOW_MS).body) as { execution_time_ms: number })
        .execution_time_ms,
      0,
    );
  });
});

describe('the envelope of a success', () => {
  it('has the members of the answer, then its own', () => {
    assert.deepEqual(
      [renderSuccess('"data":[1],"total":1', '', 'x', 1.5), renderSuccess('"data":null', '"from_cache":true', 'y', -1)],
      [
        '{"success":true,"data":[1],"total":1,"execution_time_ms":2,"request_id":"x"}',
        '{"success":true,"data":null,"execution_time_ms":0,"from_cache":true,"request_id":"y"}',
      ],
    );
  });
});
