/**
 * The frame follows the theme that the shop asks for, and is transparent, so that it looks like a part of the page. The document has no color scheme of its own,
 * and the element that shows it is `light only`: with two that differ, browsers paint the frame white.
 */
export const frameStyle = `
:root {
  --card: #ffffff; --text: #0f141a; --quiet: #4a5663; --line: #76818e; --main: #1f5fd6; --wrong: #b3093c;
}
:root[data-theme=night] {
  --card: #161d25; --text: #f3f5f8; --quiet: #b4bdc8; --line: #76808c; --main: #7fa8ff; --wrong: #ff9db2;
}
* { box-sizing: border-box; }
html, body { margin: 0; background: transparent; }
main { padding: 4px; color: var(--text); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
form { display: grid; grid-template-columns: 1fr 1fr; gap: 14px 12px; margin: 0; }
.wide { grid-column: 1 / -1; }
label { display: block; margin: 0 0 4px; font-size: .875rem; font-weight: 600; }
input {
  width: 100%; min-height: 48px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: 8px;
}
input:focus-visible { outline: 3px solid var(--main); outline-offset: 1px; }
input[aria-invalid=true] { border: 2px solid var(--wrong); }
.wrong { margin: 4px 0 0; color: var(--wrong); font-size: .875rem; }
.wrong:empty { display: none; }
.wallets { display: grid; grid-template-columns: repeat(auto-fit, minmax(132px, 1fr)); gap: 8px; }
button {
  min-height: 48px; padding: 8px 12px; font: inherit; font-weight: 600; cursor: pointer;
  color: #ffffff; background: #000000; border: 1px solid #000000; border-radius: 8px;
}
:root[data-theme=night] button { color: #000000; background: #ffffff; border-color: #ffffff; }
button[hidden] { display: none; }
button[data-wallet][data-wallet=link] { color: #011e0f; background: #00d66f; border-color: #00d66f; }
button:focus-visible, select:focus-visible { outline: 3px solid var(--main); outline-offset: 1px; }
button:disabled { opacity: .6; }
button.plain { color: var(--text); background: transparent; border-color: var(--line); }
.shade { display: grid; min-height: 100vh; place-items: end center; padding: 16px; background: rgb(0 0 0 / .5); font: 1rem/1.5 system-ui, sans-serif; }
.sheet {
  width: 100%; max-width: 420px; grid-template-columns: 1fr; padding: 20px; border-radius: 16px; color: var(--text); background: var(--card);
}
.sheet h1 { margin: 0; font-size: 1.25rem; }
.sheet p { margin: 0; }
.quiet { color: var(--quiet); font-size: .875rem; }
.total { font-weight: 600; }
select {
  width: 100%; min-height: 48px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: 8px;
}
::placeholder { color: var(--quiet); opacity: 1; }
`
