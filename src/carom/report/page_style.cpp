// SPDX-License-Identifier: Apache-2.0
#include "carom/report/page_style.hpp"

namespace carom::report {

std::string_view page_style() {
  return R"css(
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1f2328; --soft: #5b6470; --line: #dfe3e8; --wash: #f5f7f9; --link: #005f96;
  --good: #00704f; --good-wash: #e3f4ee; --near: #8a5a00; --near-wash: #fdf1d8;
  --bad: #b23c00; --bad-wash: #fdeae0; --none: #5b6470; --none-wash: #eef0f3;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c; --ink: #e6e8eb; --soft: #9aa4b0; --line: #2f353d; --wash: #1c2026; --link: #6cb8f0;
    --good: #45d3a6; --good-wash: #12352b; --near: #f2b134; --near-wash: #3a2d10;
    --bad: #ff9061; --bad-wash: #43220f; --none: #aeb7c2; --none-wash: #2a3038;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.6 system-ui, "Segoe UI", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif;
}
.layout {
  display: grid; grid-template-columns: 15rem minmax(0, 52rem); gap: 3rem; justify-content: center;
  padding: 2.5rem 1.5rem 5rem;
}
.layout.plain { grid-template-columns: minmax(0, 52rem); }
nav {
  position: sticky; top: 2rem; align-self: start; max-height: calc(100vh - 4rem); overflow-y: auto;
  font-size: 0.875rem; line-height: 1.4;
}
nav strong { display: block; margin-bottom: 0.6rem; color: var(--soft); font-weight: 600; }
nav ol { list-style: none; margin: 0; padding: 0; border-left: 1px solid var(--line); }
nav li a {
  display: block; padding: 0.22rem 0 0.22rem 0.9rem; color: var(--soft); text-decoration: none;
  overflow-wrap: anywhere;
}
nav li.sub a { padding-left: 1.8rem; }
nav li.chapter a { margin-top: 0.7rem; color: var(--ink); font-weight: 600; }
nav li a:hover, nav li a:focus-visible { color: var(--ink); }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
header { margin-bottom: 2rem; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; scroll-margin-top: 1.5rem; }
h1 { font-size: 2rem; margin: 0; letter-spacing: -0.01em; }
header p { margin: 0.5rem 0 0; color: var(--soft); }
h2 { font-size: 1.45rem; margin: 3rem 0 0.8rem; padding-bottom: 0.35rem; border-bottom: 1px solid var(--line); }
h2.chapter { font-size: 1.75rem; margin-top: 5rem; border-bottom-width: 2px; }
p.subtitle { color: var(--soft); }
h3 { font-size: 1.12rem; margin: 2rem 0 0.5rem; }
h4 { font-size: 1rem; margin: 1.6rem 0 0.4rem; }
p { margin: 0 0 1rem; max-width: 44rem; }
code {
  font: 0.875em ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; background: var(--wash);
  padding: 0.1em 0.35em; border-radius: 4px; overflow-wrap: anywhere;
}
pre {
  font: 0.875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; background: var(--wash);
  padding: 0.8rem 1rem; border-radius: 8px; overflow-x: auto; margin: 0 0 1.5rem;
}
.cards {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.9rem; margin: 1.5rem 0 2rem;
}
.card { padding: 0.9rem 1.1rem; border-radius: 8px; background: var(--wash); color: var(--ink); }
.card b {
  display: block; font-size: 1.9rem; line-height: 1.15; font-weight: 650; font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}
.card span { font-size: 0.875rem; }
.reproduced { color: var(--good); background: var(--good-wash); }
.differs { color: var(--near); background: var(--near-wash); }
.not-reproduced { color: var(--bad); background: var(--bad-wash); }
.open, .undecided { color: var(--none); background: var(--none-wash); }
.good { color: var(--good); background: var(--good-wash); }
.near { color: var(--near); background: var(--near-wash); }
.bad { color: var(--bad); background: var(--bad-wash); }
.faint { color: var(--none); background: var(--none-wash); }
.verdict {
  display: inline-block; padding: 0.05rem 0.55rem; border-radius: 1rem; font-size: 0.8125rem; font-weight: 600;
  white-space: nowrap;
}
.table { margin: 1.5rem 0 2rem; overflow-x: auto; }
table {
  border-collapse: collapse; min-width: 50%; font-size: 0.9rem; line-height: 1.4;
  font-variant-numeric: tabular-nums;
}
caption { text-align: left; padding: 0 0 0.6rem; color: var(--soft); caption-side: top; }
caption b { color: var(--ink); }
th, td {
  padding: 0.4rem 1.1rem 0.4rem 0; text-align: left; vertical-align: baseline;
  border-bottom: 1px solid var(--line);
}
th:last-child, td:last-child { padding-right: 0.25rem; }
thead th { border-bottom: 1.5px solid var(--soft); vertical-align: bottom; font-weight: 600; }
th small { font-weight: 400; font-size: 1em; color: var(--soft); white-space: nowrap; }
td.right { white-space: nowrap; }
.right { text-align: right; }
.centre { text-align: center; }
figure { margin: 2rem 0 2.5rem; scroll-margin-top: 1.5rem; }
figure svg { display: block; max-width: 100%; height: auto; }
figcaption { margin-top: 0.6rem; max-width: 44rem; font-size: 0.9rem; line-height: 1.5; color: var(--soft); }
figcaption b { color: var(--ink); }
figcaption a { white-space: nowrap; }
dl {
  display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.35rem 1.5rem; margin: 1rem 0 2rem;
  font-size: 0.9rem;
}
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 62rem) {
  .layout { grid-template-columns: minmax(0, 1fr); gap: 1.5rem; padding: 1.5rem 1rem 3rem; }
  nav { position: static; max-height: none; }
}
@media (max-width: 36rem) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: 0.6rem; }
}
@media print {
  body { font-size: 10.5pt; line-height: 1.45; }
  nav { display: none; }
  .layout { display: block; padding: 0; }
  p, figcaption { max-width: none; }
  h2, h3, h4 { break-after: avoid; }
  h2.chapter { break-before: page; }
  figure, tr, .card, dl { break-inside: avoid; }
  thead { display: table-header-group; }
  .table { overflow: visible; }
  pre { white-space: pre-wrap; overflow: visible; }
  figcaption a { display: none; }
  .card, .verdict { border: 1px solid currentColor; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  @page { margin: 18mm; }
}
)css";
}

}  // namespace carom::report
