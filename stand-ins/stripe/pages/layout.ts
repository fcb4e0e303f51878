import type { FastifyReply } from 'fastify'
import { type Html, html } from './html.ts'

/** The layout of every hosted page: one column, no scripts, and colors that follow the system setting. */
export function layout(title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/stand-in/style.css">
  </head>
  <body>
    <header class="bar"><p><strong>Payment stand-in</strong> <span>Test mode. No money moves.</span></p></header>
    <main>${body}</main>
  </body>
</html>
`
}

/**
 * Without `form-action`, because browsers also apply it to redirects after a form, and those lead to the shop's own
 * URLs, which the stand-in cannot know in advance.
 */
const policy = "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

export function sendPage(reply: FastifyReply, status: number, page: Html): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(page.text)
}

export function message(
  title: string,
  words: string,
  link: { href: string; label: string } | null = null,
): Html {
  return layout(
    title,
    html`<section class="card">
      <h1>${title}</h1>
      <p>${words}</p>
      ${link && html`<p><a href="${link.href}">${link.label}</a></p>`}
    </section>`,
  )
}
