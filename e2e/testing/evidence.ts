import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import type { TestContext } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a page showed: null if it couldn't be read, for example because it had crashed. */
export interface Sight {
  url: string
  html: string | null
  text: string | null
  png: Buffer | null
}

/** A page that hangs must not keep the evidence of the others from being written. */
const PATIENCE_MS = 10_000

/** Reads what a page shows. Changes the page, so it is the last thing that happens to it. */
export async function see(page: Page): Promise<Sight> {
  return {
    url: page.url(),
    png: await orNull(page.screenshot({ timeout: PATIENCE_MS })),
    html: await orNull(page.content()),
    text: await orNull(page.evaluate(shownText)),
  }
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((done) => {
    timer = setTimeout(() => done(null), PATIENCE_MS)
  })
  try {
    return await Promise.race([reading.catch(() => null), late])
  } finally {
    clearTimeout(timer)
  }
}

/** The text of a page without the choices of its lists, which say nothing about what happened. */
function shownText(): string {
  for (const list of document.querySelectorAll('select')) list.remove()
  return document.body.innerText
}

const serverLines: string[] = []

/** Remembers the last lines that the servers of this process logged. */
export function rememberServerLine(line: string): void {
  serverLines.push(line)
  if (serverLines.length > 200) serverLines.shift()
}

/** How many pages of a test have left evidence, by its folder. */
const kept = new Map<string, number>()

/**
 * Writes what a page of a failed test showed and logged, and what the server logged. Returns the folder, which is named after the test and
 * replaces the one of an earlier run.
 */
export function keepEvidence(
  { file, fullTestName }: TestContext['task'],
  sight: Sight,
  consoleLines: readonly string[],
): string {
  const name = `${path.basename(file.name, '.test.ts')}-${fullTestName}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  const folder = path.join('test-results', name.slice(0, 120))
  const at = path.join(root, folder)
  const number = (kept.get(at) ?? 0) + 1
  kept.set(at, number)
  if (number === 1) rmSync(at, { recursive: true, force: true })
  mkdirSync(at, { recursive: true })
  const write = (suffix: string, content: string | Buffer | null) => {
    if (content !== null) writeFileSync(path.join(at, suffix), content)
  }
  write(`page-${number}.png`, sight.png)
  write(`page-${number}.html`, sight.html)
  write(`page-${number}.console.txt`, [sight.url, ...consoleLines, ''].join('\n'))
  write('server.log', serverLines.join(''))
  return folder
}
