import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { RETRY_AFTER_SECONDS } from '@openspot/api/plugins/shedding.ts'

/** Copies tokens of `web/ui/tokens.css`, because these pages are shown when the web cannot serve its own styles. */
const style = `
:root { color-scheme: light dark; --ground: #f6f7f9; --surface: #fff; --line: #dee3e9; --ink: #0f141a; --ink-2: #3c4754; --brand: #1f5fd6; --on-brand: #fff }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f141a; --surface: #161d25; --line: #2a343f; --ink: #f3f5f8; --ink-2: #c6ced7; --brand: #7fa8ff; --on-brand: #0f141a }
}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif }
main { box-sizing: border-box; width: min(100% - 32px, 440px); padding: 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px }
.mark { display: inline-grid; place-items: center; width: 40px; height: 40px; border-radius: 8px; background: var(--brand); color: var(--on-brand); font-weight: 700; font-size: 24px }
h1 { margin: 16px 0 8px; font-size: 24px; line-height: 1.25 }
p { margin: 0; color: var(--ink-2) }
a { color: var(--brand) }
`

interface Page {
  title: string
  text: string
  /** The page reloads itself after this. */
  retry_after_seconds: number
}

export const startingPage: Page = {
  title: 'Openspot is starting',
  text: 'This takes a minute or two after an update. The page reloads by itself.',
  retry_after_seconds: 5,
}

export const busyPage: Page = {
  title: 'Openspot is very busy',
  text: 'Nothing is lost. The page reloads by itself in a few seconds.',
  retry_after_seconds: RETRY_AFTER_SECONDS,
}

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sends a self-contained page with status 503. */
export function sendPage(request: IncomingMessage, response: ServerResponse, page: Page): void {
  const seconds = page.retry_after_seconds
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}">
<title>${page.title}</title>
<style>${style}</style>
</head>
<body>
<main>
<span class="mark" aria-hidden="true">P</span>
<h1>${page.title}</h1>
<p role="status">${page.text}</p>
</main>
</body>
</html>
`
  response.writeHead(503, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'retry-after': String(seconds),
  })
  response.end(request.method === 'HEAD' ? undefined : html)
}
