/** The report's style sheet: light, dark, and A4. */
export const STYLE = `
:root { color-scheme: light dark; --ground: #fff; --raised: #f1f4f8; --text: #17212e; --quiet: #526071; --line: #d3dae2;
  --expected: #8a97a6; --billed: #2f6fb3; --more: #c43d2f; --less: #2c8a57; }
@media (prefers-color-scheme: dark) { :root { --ground: #11161d; --raised: #1e2630; --text: #e6ebf1; --quiet: #a3b0bf;
  --line: #344050; --expected: #7d8b9c; --billed: #5f9fe0; --more: #f07a6c; --less: #5cc48b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem; background: var(--ground); color: var(--text);
  font: 0.9375rem/1.45 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.5rem; } h2 { margin: 2rem 0 0.5rem; font-size: 1.125rem; break-after: avoid; }
header p, .quiet { color: var(--quiet); } header p { margin: 0.25rem 0 1rem; } p { margin: 0.5rem 0; }
code { font: 0.8em ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', monospace; color: var(--quiet); }
dl, dd { margin: 0; }
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 0.5rem; }
.tile { padding: 0.75rem; border-radius: 6px; background: var(--raised); border-left: 3px solid transparent; }
.tile.over { border-color: var(--more); } .tile.under { border-color: var(--less); }
.tile dt { font-size: 0.8125rem; color: var(--quiet); } .tile strong { display: block; font-size: 1.125rem; }
.tile .quiet { font-size: 0.8125rem; }
table { width: 100%; border-collapse: collapse; margin: 0.5rem 0 1rem; font-size: 0.875rem; }
caption { text-align: left; padding-bottom: 0.25rem; } th { text-align: left; font-weight: 400; }
thead th { color: var(--quiet); font-size: 0.8125rem; } th, td { padding: 0.25rem 0.5rem 0.25rem 0; vertical-align: middle; }
tbody tr { border-top: 1px solid var(--line); break-inside: avoid; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
td.drawing { width: 34%; padding-left: 0.5rem; padding-right: 0; } .sums td.drawing { width: 20%; }
.narrow { width: auto; min-width: 20rem; }
.waterfall th { overflow-wrap: break-word; } .waterfall th .quiet { white-space: nowrap; }
svg { display: block; } svg.bar { width: 100%; height: 1.125rem; } svg.chart { width: 100%; max-width: 45rem; }
.expected { fill: var(--expected); } .billed { fill: var(--billed); } .more { fill: var(--more); } .less { fill: var(--less); }
svg .zero { stroke: var(--quiet); } svg .grid { stroke: var(--line); }
svg text { fill: var(--quiet); font-size: 11px; } .end { text-anchor: end; } .middle { text-anchor: middle; }
.key { break-after: avoid; } svg.chart { break-inside: avoid; }
.key span { display: inline-block; width: 0.75em; height: 0.75em; margin-left: 0.75em; }
.key span.expected { background: var(--expected); margin-left: 0; } .key span.billed { background: var(--billed); }
.findings { padding: 0; list-style: none; } .findings li { padding: 0.5rem 0.75rem; margin-bottom: 0.5rem;
  background: var(--raised); border-left: 3px solid var(--billed); border-radius: 6px; }
.lines { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem 1.5rem; align-items: start; }
article { break-inside: avoid; } .lines table { margin: 0; }
.lines caption .quiet { display: block; font-size: 0.8125rem; } .lines caption .number { float: right; }
.lines th { width: 42%; } .lines code { display: none; } .sum th { font-weight: 600; }
section > p { break-after: avoid; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; font-size: 0.875rem; }
.facts dt { color: var(--quiet); }
@media screen and (max-width: 40rem) { .waterfall code { display: none; } .tiles { grid-template-columns: repeat(2, 1fr); } .lines { grid-template-columns: 100%; }
  .sums td.drawing { display: none; } .sums th:nth-child(4), .sums td:nth-child(4) { display: none; } }
@page { size: A4; margin: 14mm; }
@media print { :root { --ground: #fff; --raised: #fff; --text: #000; --quiet: #444; --line: #aaa; --expected: #9aa5b1;
  --billed: #2f6fb3; --more: #c43d2f; --less: #2c8a57; color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 9.5pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  table { font-size: 8.5pt; } .tile, .findings li { border: 1px solid var(--line); } thead { display: table-header-group; } }
`;
