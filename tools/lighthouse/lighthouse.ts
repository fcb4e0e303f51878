import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Lighthouse is run by npx and is no dependency: it brings over a hundred packages, and only this measurement needs it. It finds an
 * installed Chrome or Chromium by itself, or by CHROME_PATH.
 */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const RUNS = 5
/** The goal of each score, of 100. */
const GOAL = 95
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const kilobyte = 1000

interface Report {
  categories: Record<(typeof categories)[number], { score: number | null }>
  audits: Record<
    string,
    { numericValue?: number; details?: { items?: { transferSize?: number; resourceType?: string }[] } }
  >
}

/**
 * Measures the public pages of a running product with Lighthouse's mobile preset and prints the medians of five runs. The argument is
 * its address, such as http://localhost:8080; it needs a listed lot. Returns 1 if a score misses its goal.
 */
export async function lighthouse([site]: string[]): Promise<number> {
  if (site === undefined || !URL.canParse(site)) {
    console.error('Name the address of a running Openspot: npm run lighthouse -- http://localhost:8080')
    return 2
  }
  console.log(`| page | ${categories.join(' | ')} | largest paint, ms | blocked, ms | scripts, kB |`)
  console.log(`|---|${'---|'.repeat(categories.length + 3)}`)
  let isMet = true
  for (const [name, path] of await pagesOf(site)) {
    const reports: Report[] = []
    for (let at = 0; at < RUNS; at += 1) reports.push(await measure(new URL(path, site).href))
    const scores = categories.map((category) =>
      median(reports.map((report) => Math.round((report.categories[category].score ?? 0) * 100))),
    )
    // Search engines are meant to leave out the results of one search and the booking page, so their SEO score says nothing.
    const counted = name === 'home' || name === 'lot' ? scores : scores.slice(0, -1)
    isMet &&= counted.every((score) => score >= GOAL)
    const values = ['largest-contentful-paint', 'total-blocking-time'].map((audit) =>
      Math.round(median(reports.map((report) => report.audits[audit]?.numericValue ?? Number.NaN))),
    )
    const scripts = median(reports.map(scriptBytes)) / kilobyte
    console.log(`| ${[name, ...scores, ...values, scripts.toFixed(0)].join(' | ')} |`)
  }
  console.log(isMet ? `Every score is at least ${GOAL}.` : `A score is below ${GOAL}.`)
  return isMet ? 0 : 1
}

async function pagesOf(site: string): Promise<[name: string, path: string][]> {
  const sitemap = await (await fetch(new URL('/sitemap.xml', site))).text()
  const public_id = /\/l\/([^<]+)</.exec(sitemap)?.[1]
  if (public_id === undefined) throw new Error(`${site} has no listed lot.`)
  return [
    ['home', '/'],
    ['results', '/?place=Chicago&lat=41.87900&lng=-87.63400'],
    ['lot', `/l/${public_id}`],
    ['booking', `/book/${public_id}`],
  ]
}

async function measure(url: string): Promise<Report> {
  const { stdout } = await run(
    'npx',
    ['--yes', LIGHTHOUSE, url, '--output=json', '--quiet', '--chrome-flags=--headless=new --no-sandbox'],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout) as Report
}

const scriptBytes = ({ audits }: Report): number =>
  (audits['network-requests']?.details?.items ?? [])
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
