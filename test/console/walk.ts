/** A person's walk through the console: what it takes in steps, by the page's own events. */
import assert from 'node:assert/strict';

/**
 * Runs in the page, before its code. A step is a click, by pointer or by key, a form sent by Enter, or a field: what is
 * typed, chosen, dropped or pasted into one without another step between. A click into a field that is then filled is
 * part of that.
 */
export const STEP_REPORTER = `(() => {
  let field = null;
  let isByKey = false;
  const step = (what, target) => {
    const name = target.ariaLabel || target.labels?.[0]?.innerText || target.innerText || target.tagName;
    reportStep(what + ' ' + name.trim().split('\\n')[0].slice(0, 40));
  };
  const isFilled = (target) =>
    target?.matches('select, textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit])');
  const press = ({ target }) => {
    if (isFilled(target) || isFilled(target.closest('label')?.control)) return;
    field = null;
    step('click', target.closest('a, button, label, [role=option]') ?? target);
  };
  const fill = ({ target }) => {
    if (!isFilled(target) || target === field) return;
    field = target;
    step('field', target);
  };
  const listeners = {
    keydown: () => (isByKey = true),
    // at its beginning: what it presses may be gone at its end
    pointerdown: (event) => {
      isByKey = false;
      press(event);
    },
    click: (event) => isByKey && press(event),
    submit: ({ target, submitter }) => submitter ?? step('enter', target),
    input: fill,
    paste: ({ target }) => isFilled(target) || step('paste', target),
  };
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, true);
})()`;

export class Walk {
  private readonly before: number;

  /** @param steps of the whole visit, as its page reports them */
  constructor(private readonly steps: readonly string[]) {
    this.before = steps.length;
  }

  /** It took as many steps as it is known to take: one more is noticed, and so is one fewer. */
  took(count: number): void {
    const taken = this.steps.slice(this.before);
    assert.equal(taken.length, count, taken.join('\n'));
  }
}
