/**
 * Ends this process at once, as a kill does, and does not return.
 *
 * process.exit, which an uncaught exception comes to as well, joins libuv's threads; the embedded store's waits, in the midst
 * of a transaction, for the main thread: such a process kept its port and its store for ever. What has been answered is on disk.
 */
export function endAtOnce(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('a process that was killed goes on');
}
