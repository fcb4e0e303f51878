/** The frame follows the theme that the shop asks for, and is transparent, so that it looks like a part of the page. */
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
::placeholder { color: var(--quiet); opacity: 1; }
`
