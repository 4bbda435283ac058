/** Access: who may ask the node, and how the node is. */
import { useEffect } from 'preact/hooks';
import { Logins } from './logins.js';
import { NodeState } from './node-state.js';

export function AccessPage() {
  useEffect(() => {
    document.title = 'Access · pinrate';
  }, []);
  return (
    <>
      <h1>Access</h1>
      <Logins />
      <NodeState />
    </>
  );
}
