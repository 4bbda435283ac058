/** The caller of the demo dataset that may do everything: its secret is public. */
export const DEMO_SERVICE = { id: 'main-system', secret: 'demo-main-system-secret' } as const;
