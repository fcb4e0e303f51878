/** Every pair of text and background color has a contrast of at least 4.5 to 1, in both color schemes. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f5f6f8; --card: #ffffff; --text: #1a1f36; --quiet: #4f566b; --line: #8b93a7; --hair: #dfe3ea;
  --main: #3f3cbb; --on-main: #ffffff; --wrong: #b3093c; --wrong-ground: #fdeef2;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11131a; --card: #1b1e28; --text: #f0f2f7; --quiet: #b4bccd; --line: #76809a; --hair: #2f3442;
    --main: #a5a3ff; --on-main: #14142b; --wrong: #ff9db2; --wrong-ground: #3a1722;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
.bar { border-bottom: 1px solid var(--hair); background: var(--card); }
.bar p { margin: 0 auto; max-width: 30rem; padding: .625rem 1rem; font-size: .875rem; }
.bar span { color: var(--quiet); margin-left: .5rem; }
main { max-width: 30rem; margin: 0 auto; padding: 1rem; }
.card { background: var(--card); border: 1px solid var(--hair); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1rem; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 0 0 .5rem; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
p { margin: 0 0 .75rem; }
.quiet { color: var(--quiet); font-size: .875rem; }
.total { font-size: 1.75rem; font-weight: 650; font-variant-numeric: tabular-nums; margin: 0 0 .5rem; }
.items { list-style: none; margin: 0; padding: 0; }
.items li { display: flex; justify-content: space-between; gap: 1rem; padding: .25rem 0; color: var(--quiet); }
a { color: var(--main); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible {
  outline: 3px solid var(--main); outline-offset: 2px;
}
.tabs { display: flex; gap: .5rem; margin: 0 0 1rem; padding: 0; list-style: none; }
.tabs li { flex: 1; }
.tabs a {
  display: block; min-height: 2.75rem; padding: .5625rem .5rem; text-align: center; text-decoration: none;
  border: 1px solid var(--line); border-radius: .5rem; color: var(--text);
}
.tabs a[aria-current] { border: 2px solid var(--main); padding: .5rem .4375rem; font-weight: 600; }
.field { margin: 0 0 .875rem; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
label, legend { display: block; font-size: .875rem; font-weight: 600; margin: 0 0 .25rem; padding: 0; }
input:not([type=radio]), select {
  width: 100%; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
}
input[aria-invalid=true] { border: 2px solid var(--wrong); }
.wrong { color: var(--wrong); font-size: .875rem; margin: .25rem 0 0; }
.alert { background: var(--wrong-ground); color: var(--wrong); border: 1px solid var(--wrong); border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 1rem; }
.alert p { margin: 0; }
.alert a { color: inherit; }
::placeholder { color: var(--quiet); opacity: 1; }
button {
  display: block; width: 100%; min-height: 3rem; margin: 0 0 .75rem; padding: .625rem 1rem; font: inherit; font-weight: 600; cursor: pointer;
  border: 1px solid var(--main); border-radius: .5rem; background: var(--main); color: var(--on-main);
}
button.plain { background: transparent; color: var(--main); }
.cancel { display: block; text-align: center; padding: .625rem; }
.cards { list-style: none; margin: .5rem 0 0; padding: 0; }
.cards a { display: block; padding: .625rem 0; border-top: 1px solid var(--hair); text-decoration: none; }
.cards code { font-size: .9375rem; }
.cards span { display: block; color: var(--quiet); font-size: .875rem; }
summary { cursor: pointer; font-weight: 600; min-height: 2rem; }
`
