/**
 * node:test follows every promise, with an asynchronous hook: that is how it knows in which suite a test is registered
 * and to which test an error without a handler belongs. The hook takes a third of the time of tests that await much.
 * Here it is on only while a file registers its tests; share.ts asks for such errors itself.
 *
 * Load this before anything loads node:test.
 */
import asyncHooks, { type AsyncHook } from 'node:async_hooks';

let ofNodeTest: AsyncHook | undefined;
const createHook = asyncHooks.createHook;
// node:test creates its hook when it is loaded, or when its first test is registered: it is the first in the process
asyncHooks.createHook = (callbacks) => {
  asyncHooks.createHook = createHook;
  ofNodeTest = createHook(callbacks);
  return ofNodeTest;
};

export const followPromises = (): void => void ofNodeTest?.enable();
export const followNoPromises = (): void => void ofNodeTest?.disable();
